#pragma once
// The interarrival times of a received stream: the newest exactly, sliding windows of them where somebody looks, and
// the whole stream in bins.
#include <array>
#include <cstdint>
#include <optional>

#include "core/base/stats/binned_distribution.h"
#include "core/base/stats/sample_ring.h"
#include "core/base/stats/sliding_window.h"
#include "core/measures/views/analysis_query.h"

namespace jitterscope {

/// How much of a stream is kept exactly.
enum class SampleMemory : std::uint8_t {
  kCall,  // the last 15 minutes, at most 2^19 packets
  kFile   // everything, at most the last 2^22 packets
};

class IntervalHistory {
 public:
  explicit IntervalHistory(SampleMemory memory = SampleMemory::kCall);

  /// The next distinct packet, its one-way delay if known. An earlier time than the last counts as the last. O(1).
  void add(Timestamp at, std::optional<Duration> delay);

  /// Of k10s, k60s, k15min, as things are now.
  const SlidingWindow& window(MeasureWindow);
  const BinnedDistribution& whole() const { return whole_; }
  const SampleRing& samples() const { return ring_; }
  std::optional<Timestamp> first_packet() const { return first_packet_; }
  /// Does the ring still hold the whole stream?
  bool complete() const { return ring_.first() == 0; }

 private:
  void drop_oldest();
  SampleMemory memory_;
  std::optional<Timestamp> first_packet_, previous_;
  SampleRing ring_;
  std::array<SlidingWindow, kSlidingWindows> windows_;
  BinnedDistribution whole_;
};

}  // namespace jitterscope
