#include "core/metrics/binned_distribution.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

std::int64_t floor_div(std::int64_t value, std::int64_t divisor) {
  return value / divisor - (value % divisor < 0 ? 1 : 0);
}

}  // namespace

void BinnedDistribution::add(Duration value) {
  moments_.add(value.ms());
  const std::int64_t bin = floor_div(value.ns(), bin_ns_), page = floor_div(bin, kBinsPerPage);
  if (!last_ || page != last_page_) {
    auto found = pages_.find(page);
    if (found == pages_.end()) {
      if (pages_.size() >= kMaxPages) return count_at_nearest_page(page);
      found = pages_.emplace(page, std::make_unique<Page>()).first;
    }
    last_page_ = page;
    last_ = found->second.get();
  }
  ++last_->counts[static_cast<std::size_t>(bin - page * kBinsPerPage)];
  ++last_->total;
}

void BinnedDistribution::count_at_nearest_page(std::int64_t page) {
  const auto above = pages_.lower_bound(page);
  const bool use_above =
      above == pages_.begin() || (above != pages_.end() && above->first - page < page - std::prev(above)->first);
  Page& nearest = use_above ? *above->second : *std::prev(above)->second;
  ++(use_above ? nearest.counts.front() : nearest.counts.back());
  ++nearest.total;
}

std::optional<double> BinnedDistribution::percentile_ms(double p) const {
  if (moments_.count() == 0) return std::nullopt;
  const double rank = static_cast<double>(moments_.count() - 1) * p;
  const auto below = static_cast<std::int64_t>(rank);
  const double share = rank - static_cast<double>(below);
  const double low = order_statistic_ms(below);
  return share > 0 ? low + share * (order_statistic_ms(below + 1) - low) : low;
}

double BinnedDistribution::order_statistic_ms(std::int64_t rank) const {
  const double min = *moments_.min(), max = *moments_.max();
  if (rank <= 0) return min;
  if (rank >= moments_.count() - 1) return max;
  for (const auto& [number, page] : pages_) {
    if (rank >= page->total) {
      rank -= page->total;
      continue;
    }
    for (std::int64_t bin = 0; bin < kBinsPerPage; ++bin) {
      rank -= page->counts[static_cast<std::size_t>(bin)];
      if (rank < 0) {
        const double centre = (static_cast<double>(number * kBinsPerPage + bin) + 0.5) * static_cast<double>(bin_ns_) / 1e6;
        return std::clamp(centre, min, max);
      }
    }
  }
  return max;
}

}  // namespace jitterscope
