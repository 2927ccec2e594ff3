#pragma once
// The four adaptive policies of Ramjee, Kurose, Towsley and Schulzrinne (IEEE INFOCOM 1994): the estimates follow each
// packet, the playout delay changes with the first packet of a talkspurt alone (picture: with each frame). Not in the
// paper: after a long run of late packets (LateRun) it changes too, for sound that never pauses.
#include <algorithm>
#include <memory>
#include <optional>

#include "core/algorithms/playout/playout_offset.h"

namespace jitterscope {

// How Ramjee, Kurose, Towsley and Schulzrinne, "Adaptive playout mechanisms for packetized audio applications in
// wide-area networks" (IEEE INFOCOM 1994, §3), estimate the delay d and its variation v; a talkspurt is played d + 4 v
// after it was made. The paper counts in samples of 1/8000 s, packets of 160; here all is in milliseconds of transit
// over any origin.

struct RamjeeConstants {
  static constexpr double kWeight = 0.998002;         // α of algorithms 1 to 3
  static constexpr double kRisingWeight = 0.75;       // β of algorithm 2
  static constexpr double kVariations = 4;            // of v in the playout delay
  static constexpr double kSpikeWeight = 0.875;       // of algorithm 4, normal mode: 1 − 0.125
  static constexpr double kSpikeEntryMs = 800 / 8.0;  // beyond 2 v: the beginning of a spike
  static constexpr double kSpikeExitMs = 63 / 8.0;    // of `slope`: its end
  static constexpr double kFirstVariationMs = 10;     // not in the paper, which says nothing of the beginning
};

/// d and v after each packet.
struct DelayEstimate {
  double delay_ms = 0, variation_ms = RamjeeConstants::kFirstVariationMs;
  double playout_ms() const { return delay_ms + RamjeeConstants::kVariations * variation_ms; }
};

/// Algorithm 1: both are moving averages; 2: quicker (β) when the delay rises.
class AverageEstimator {
 public:
  explicit AverageEstimator(double rising_weight) : rising_weight_(rising_weight) {}
  DelayEstimate update(double transit_ms, bool talkspurt);

 private:
  double rising_weight_;
  bool any_ = false;
  DelayEstimate estimate_;
};

/// Algorithm 3: d is the smallest transit of the talkspurt before.
class MinimumEstimator {
 public:
  DelayEstimate update(double transit_ms, bool talkspurt);

 private:
  std::optional<double> smallest_;  // of this talkspurt
  DelayEstimate estimate_;
};

/// Algorithm 4: averages that are quick (1/8), and a mode that follows a spike of the delay while it lasts.
class SpikeEstimator {
 public:
  DelayEstimate update(double transit_ms, bool talkspurt);
  bool in_spike() const { return in_spike_; }

 private:
  bool leaves_spike(double transit_ms);

  bool any_ = false, in_spike_ = false;
  double slope_ = 0;  // "var" of the paper
  double last_ms_ = 0, before_last_ms_ = 0;
  DelayEstimate estimate_;
};

template <class Estimator>
class RamjeePolicy : public PlayoutPolicy {
 public:
  RamjeePolicy(const Estimator& fresh, Medium medium)
      : fresh_(fresh), estimator_(fresh), medium_(medium), late_(medium) {}

  std::optional<Timestamp> take(const PlayoutArrival& unit) override {
    const Duration transit = transit_of(unit);
    if (!offset_.any()) origin_ = transit;
    reference_.add(unit.received, transit);
    const DelayEstimate estimate = estimator_.update((transit - origin_).ms(), unit.talkspurt);
    const Duration wanted = origin_ + Duration::from_ms(estimate.playout_ms());
    if (unit.talkspurt || !offset_.any()) offset_.set(wanted);
    if (late_.add(unit, offset_.value())) offset_.set(std::max(offset_.value(), wanted));
    return offset_.playout(unit);
  }
  Duration delay() const override { return offset_.value() - reference_.smallest(); }
  void restart() override { *this = RamjeePolicy(fresh_, medium_); }

 private:
  Estimator fresh_, estimator_;
  Medium medium_;
  Duration origin_;  // the first transit: milliseconds over it are exact in a double
  ReferenceTransit reference_;
  PlayoutOffset offset_;
  LateRun late_;
};

template <class Estimator>
std::unique_ptr<PlayoutPolicy> make_ramjee(const Estimator& fresh, Medium medium) {
  return std::make_unique<RamjeePolicy<Estimator>>(fresh, medium);
}

}  // namespace jitterscope
