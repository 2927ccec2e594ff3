#pragma once
// How many durations fall into each bin of a fixed width: added and taken away again, in bounded memory.
#include <array>
#include <cstdint>
#include <map>
#include <memory>

#include "core/base/units/time.h"

namespace jitterscope {

/// Durations, negative ones too. Bins come in pages of 512, allocated where values fall and kept, 4096 pages (8 MB) at
/// most; beyond that a value is counted at the nearest edge of a page there is. O(log pages) a value.
class BinCounts {
 public:
  explicit BinCounts(Duration width = Duration::us(10)) : width_ns_(width.ns()) {}

  void add(Duration value) { change(value, 1); }
  /// Of a value that was added before.
  void remove(Duration value) { change(value, -1); }

  std::int64_t count() const { return count_; }
  std::int64_t width_ns() const { return width_ns_; }
  std::int64_t bin_of(Duration value) const;
  /// Linear between order statistics at (n − 1) p, within one bin: each is its bin's centre, but at least `min` and at
  /// most `max`, which the first and the last are. ms; only of a sample that is not empty.
  double percentile_ms(double p, double min_ms, double max_ms) const;

  /// Calls visit(bin, count) for every bin that is not empty, ascending; bin b holds b·width ≤ value < (b + 1)·width.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (const auto& [number, page] : pages_) {
      if (page->total == 0) continue;
      for (std::int64_t i = 0; i < kBinsPerPage; ++i) {
        if (const auto n = page->counts[static_cast<std::size_t>(i)]) visit(number * kBinsPerPage + i, std::int64_t{n});
      }
    }
  }

 private:
  static constexpr std::int64_t kBinsPerPage = 512;
  static constexpr std::size_t kMaxPages = 4096;
  struct Page {
    std::int64_t total = 0;
    std::array<std::uint32_t, kBinsPerPage> counts{};
  };
  void change(Duration value, int by);
  void change_at_nearest_page(std::int64_t page, int by);
  double order_statistic_ms(std::int64_t rank, double min_ms, double max_ms) const;

  std::int64_t width_ns_;
  std::int64_t count_ = 0;
  std::map<std::int64_t, std::unique_ptr<Page>> pages_;
  std::int64_t last_page_ = 0;  // values cluster: most hit the page of the one before
  Page* last_ = nullptr;
};

}  // namespace jitterscope
