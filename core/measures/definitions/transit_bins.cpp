#include "core/measures/definitions/transit_bins.h"

#include <algorithm>

namespace jitterscope {

void TransitBins::count(Duration transit, int change) {
  const std::int64_t bin = (std::clamp(transit, -kEdge, kEdge) + kEdge).ns() / kBinNs, page = bin / kBinsPerPage;
  auto& entry = pages_[page];
  if (!entry) entry = std::make_unique<Page>();
  entry->counts[static_cast<std::size_t>(bin % kBinsPerPage)] += change;
  entry->total += change;
  size_ += change;
  if (entry->total == 0) pages_.erase(page);
}

Duration TransitBins::lowest() const {
  const auto& [page, content] = *pages_.begin();
  const auto bin = std::find_if(content->counts.begin(), content->counts.end(), [](auto count) { return count > 0; });
  return centre(page, static_cast<std::size_t>(bin - content->counts.begin()));
}

std::vector<LatenessCount> TransitBins::lateness(Duration reference) const {
  std::vector<LatenessCount> result;
  for (const auto& [page, content] : pages_) {
    for (std::size_t bin = 0; bin < content->counts.size(); ++bin) {
      if (content->counts[bin] > 0) result.push_back({centre(page, bin) - reference, content->counts[bin]});
    }
  }
  return result;
}

}  // namespace jitterscope
