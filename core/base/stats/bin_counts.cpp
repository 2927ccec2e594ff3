#include "core/base/stats/bin_counts.h"

#include <algorithm>
#include <iterator>

namespace jitterscope {
namespace {

std::int64_t floor_div(std::int64_t value, std::int64_t divisor) {
  return value / divisor - (value % divisor < 0 ? 1 : 0);
}

}  // namespace

std::int64_t BinCounts::bin_of(Duration value) const {
  return floor_div(value.ns(), width_ns_);
}

void BinCounts::change(Duration value, int by) {
  count_ += by;
  const std::int64_t bin = bin_of(value), page = floor_div(bin, kBinsPerPage);
  if (!last_ || page != last_page_) {
    auto found = pages_.find(page);
    if (found == pages_.end()) {
      if (pages_.size() >= kMaxPages) return change_at_nearest_page(page, by);
      found = pages_.emplace(page, std::make_unique<Page>()).first;
    }
    last_page_ = page;
    last_ = found->second.get();
  }
  last_->counts[static_cast<std::size_t>(bin - page * kBinsPerPage)] += static_cast<std::uint32_t>(by);
  last_->total += by;
}

void BinCounts::change_at_nearest_page(std::int64_t page, int by) {
  const auto above = pages_.lower_bound(page);
  const bool use_above =
      above == pages_.begin() || (above != pages_.end() && above->first - page < page - std::prev(above)->first);
  Page& nearest = use_above ? *above->second : *std::prev(above)->second;
  (use_above ? nearest.counts.front() : nearest.counts.back()) += static_cast<std::uint32_t>(by);
  nearest.total += by;
}

double BinCounts::percentile_ms(double p, double min_ms, double max_ms) const {
  const double rank = static_cast<double>(count_ - 1) * p;
  const auto below = static_cast<std::int64_t>(rank);
  const double share = rank - static_cast<double>(below);
  const double low = order_statistic_ms(below, min_ms, max_ms);
  return share > 0 ? low + share * (order_statistic_ms(below + 1, min_ms, max_ms) - low) : low;
}

double BinCounts::order_statistic_ms(std::int64_t rank, double min_ms, double max_ms) const {
  if (rank <= 0) return min_ms;
  if (rank >= count_ - 1) return max_ms;
  for (const auto& [number, page] : pages_) {
    if (rank >= page->total) {
      rank -= page->total;
      continue;
    }
    for (std::int64_t bin = 0; bin < kBinsPerPage; ++bin) {
      rank -= page->counts[static_cast<std::size_t>(bin)];
      if (rank >= 0) continue;
      const double centre =
          (static_cast<double>(number * kBinsPerPage + bin) + 0.5) * static_cast<double>(width_ns_) / 1e6;
      return std::clamp(centre, min_ms, max_ms);
    }
  }
  return max_ms;
}

}  // namespace jitterscope
