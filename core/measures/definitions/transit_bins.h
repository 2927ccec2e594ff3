#pragma once
// How many of a set of transits lie where: what a curve is made of, whatever its reference becomes later.
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "core/measures/definitions/compensation.h"

namespace jitterscope {

/// Counts in bins of 0.01 ms, added and removed in any order. Transits beyond ±10 s count at that edge. Pages of bins
/// exist where there are counts: at most 9 MB. O(log pages) a call.
class TransitBins {
 public:
  void add(Duration transit) { count(transit, 1); }
  /// One that was added.
  void remove(Duration transit) { count(transit, -1); }

  std::int64_t size() const { return size_; }
  /// Centre of the lowest bin that is not empty. Undefined for none.
  Duration lowest() const;
  /// Ascending, with bins at their centre less `reference`.
  std::vector<LatenessCount> lateness(Duration reference) const;

 private:
  static constexpr std::int64_t kBinNs = 10'000, kBinsPerPage = 256;
  static constexpr Duration kEdge = Duration::seconds(10);
  struct Page {
    std::int64_t total = 0;
    std::array<std::int32_t, kBinsPerPage> counts{};
  };
  static Duration centre(std::int64_t page, std::size_t bin) {
    return Duration::ns((page * kBinsPerPage + static_cast<std::int64_t>(bin)) * kBinNs + kBinNs / 2) - kEdge;
  }
  void count(Duration transit, int change);

  std::map<std::int64_t, std::unique_ptr<Page>> pages_;  // bins are numbered from the lower edge
  std::int64_t size_ = 0;
};

}  // namespace jitterscope
