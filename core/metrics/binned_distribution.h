#pragma once
// A distribution of any length in bounded memory, for whole-call percentiles.
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include "core/metrics/moments.h"
#include "core/units/time.h"

namespace jitterscope {

/// Durations (negative ones too) in bins of 0.01 ms. Count, mean, stddev, min and max are exact; percentiles follow
/// percentiles.h within one bin. Bins come in pages of 512, allocated where values fall, 4096 pages (8 MB) at most;
/// beyond that a value is counted at the nearest edge of a page there is. O(log pages) a value.
class BinnedDistribution {
 public:
  BinnedDistribution() = default;
  /// Bins of another width, above 0.
  explicit BinnedDistribution(Duration bin) : bin_ns_(bin.ns()) {}
  void add(Duration value);
  const Moments& moments_ms() const { return moments_; }
  std::optional<double> percentile_ms(double p) const;

 private:
  static constexpr std::int64_t kBinsPerPage = 512;
  static constexpr std::size_t kMaxPages = 4096;
  struct Page {
    std::int64_t total = 0;
    std::array<std::uint32_t, kBinsPerPage> counts{};
  };
  double order_statistic_ms(std::int64_t rank) const;
  void count_at_nearest_page(std::int64_t page);

  std::int64_t bin_ns_ = 10'000;
  Moments moments_;
  std::map<std::int64_t, std::unique_ptr<Page>> pages_;
  std::int64_t last_page_ = 0;  // values cluster: most hit the page of the one before
  Page* last_ = nullptr;
};

}  // namespace jitterscope
