#pragma once
// The units of a received medium that a curve is of: a bounded ring of them, and sums over stretches of it.
#include <array>
#include <deque>
#include <span>

#include "core/measures/definitions/interval_history.h"
#include "core/measures/definitions/transit_bins.h"
#include "core/measures/tracks/curve/shadow_policies.h"

namespace jitterscope {

/// A packet of sound or a complete frame of picture.
struct CurveUnit {
  std::int64_t number = 0;
  Timestamp received;  // local
  Duration transit;    // less that of the stream's first unit
  bool talkspurt = false;
  PlayoutDelays delays;  // on the scale of `transit`
  Duration held;         // of what was really played: for lip-sync
};

/// The last units: of a call at most 15 minutes and 2^18 of them, of a file 2^22. Each has an index that stays.
class UnitRing {
 public:
  static constexpr Duration kLongest = *length_of(MeasureWindow::k15min);
  static constexpr std::size_t kMostOfCall = std::size_t{1} << 18, kMostOfFile = std::size_t{1} << 22;

  explicit UnitRing(SampleMemory memory) : memory_(memory) {}
  std::int64_t begin() const { return gone_; }
  std::int64_t end() const { return gone_ + static_cast<std::int64_t>(units_.size()); }
  CurveUnit& operator[](std::int64_t index) { return units_[static_cast<std::size_t>(index - gone_)]; }
  const CurveUnit& operator[](std::int64_t index) const { return units_[static_cast<std::size_t>(index - gone_)]; }
  void push(const CurveUnit& unit) { units_.push_back(unit); }
  void pop() { units_.pop_front(), ++gone_; }
  bool is_over() const {
    if (memory_ == SampleMemory::kFile) return units_.size() > kMostOfFile;
    return units_.size() > kMostOfCall || units_.back().received - units_.front().received > kLongest;
  }

 private:
  SampleMemory memory_;
  std::deque<CurveUnit> units_;
  std::int64_t gone_ = 0;
};

/// Running sums over the last units.
class CurveStretch {
 public:
  void add(const CurveUnit& unit) { bins_.add(unit.transit), count(unit, &PolicyFigures::add); }
  void remove(const CurveUnit& unit) { bins_.remove(unit.transit), count(unit, &PolicyFigures::remove); }
  /// A unit that is in has been played, or not.
  void decide(Duration delay, Duration held) { figures_[really_played()].add(delay, held); }
  void forget_decisions() { figures_[really_played()] = {}; }

  const TransitBins& bins() const { return bins_; }
  const std::array<PolicyFigures, kPlayoutPolicies>& figures() const { return figures_; }

 private:
  void count(const CurveUnit& unit, void (PolicyFigures::*change)(Duration, Duration)) {
    const std::size_t real = really_played();
    for (std::size_t i = 0; i < kPlayoutPolicies; ++i)
      (figures_[i].*change)(unit.delays[i], i == real ? unit.held : Duration());
  }

  TransitBins bins_;
  std::array<PolicyFigures, kPlayoutPolicies> figures_;
};

/// Running sums over the units of the last `length`, as far as the ring holds them.
class SlidingStretch {
 public:
  explicit SlidingStretch(MeasureWindow window) : length_(*length_of(window)) {}
  void add(const CurveUnit& newest, const UnitRing& ring) {
    sums_.add(newest);
    while (newest.received - ring[begin_].received > length_) sums_.remove(ring[begin_++]);
  }
  /// Before the ring loses its first unit.
  void leave(const UnitRing& ring) {
    if (begin_ == ring.begin()) sums_.remove(ring[begin_++]);
  }
  void decide(std::int64_t index, Duration delay, Duration held) {
    if (index >= begin_) sums_.decide(delay, held);
  }
  void forget_decisions() { sums_.forget_decisions(); }
  std::int64_t begin() const { return begin_; }
  const CurveStretch& sums() const { return sums_; }

 private:
  Duration length_;
  std::int64_t begin_ = 0;
  CurveStretch sums_;
};

}  // namespace jitterscope
