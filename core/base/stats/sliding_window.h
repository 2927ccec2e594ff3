#pragma once
// The interarrival times of the last stretch of a stream, kept up to date where somebody looks.
#include <cstdint>
#include <deque>
#include <optional>

#include "core/base/stats/bin_counts.h"
#include "core/base/stats/moments.h"
#include "core/base/stats/sample_ring.h"

namespace jitterscope {

/// Samples not more than `length` older than the newest, when it was caught up last. Sums are integers, so that taking
/// away leaves no trace. Adding and taking away are O(1), amortised.
class SlidingWindow {
 public:
  explicit SlidingWindow(Duration length) : length_(length) {}

  /// Of what `ring` holds now: O(samples since the last time), amortised; after a pause of more than `length` of the
  /// samples within it.
  void catch_up(const SampleRing& ring);
  /// Before the ring loses its first sample.
  void forget_first_of(const SampleRing& ring);

  /// Numbers [first, end) of the ring.
  std::uint64_t first() const { return first_; }
  std::uint64_t end() const { return end_; }
  std::int64_t count() const { return static_cast<std::int64_t>(end_ - first_); }
  /// Exact, ms.
  Moments moments_ms() const;
  /// percentiles.h within one bin of 0.01 ms.
  std::optional<double> percentile_ms(double p) const;
  const BinCounts& bins() const { return bins_; }

 private:
  __extension__ using Wide = unsigned __int128;
  struct Numbered {
    std::uint64_t number;
    std::int64_t ns;
  };
  void add(std::uint64_t number, Duration interval);
  void remove(const SampleRing&);
  void change_sums(std::int64_t ns, bool add);
  Moments moments_of_short() const;
  double min_ms() const { return Duration::ns(rising_.front().ns).ms(); }
  double max_ms() const { return Duration::ns(falling_.front().ns).ms(); }

  Duration length_;
  std::uint64_t first_ = 0, end_ = 0;
  BinCounts bins_;
  // Sums of the powers of the short intervals, ns; those of 15 minutes do not overflow (kLong in the .cpp).
  std::int64_t short_count_ = 0;
  Wide sum1_ = 0, sum2_ = 0, sum3_ = 0, sum4_ = 0;
  std::deque<Numbered> long_;              // the others, a few thousand at most
  std::deque<Numbered> rising_, falling_;  // the front is the least and the greatest
};

}  // namespace jitterscope
