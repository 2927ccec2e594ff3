#pragma once
// One received stream on its way into curves: its units, what was made of them, and running sums.
#include <array>
#include <deque>
#include <memory>
#include <optional>

#include <all_playout_policies_count.h>

#include "core/algorithms/playout/policy.h"
#include "core/events/names.h"
#include "core/events/playout_setting.h"
#include "core/measures/definitions/interval_history.h"
#include "core/measures/definitions/rtp_clock.h"
#include "core/measures/definitions/stream_clock.h"
#include "core/measures/definitions/transit_bins.h"
#include "core/measures/views/compensation_view.h"

namespace jitterscope {

/// Of one unit, in the order of playout_policies(): playout − source; kNotPlayed: too late or thrown away; kNotDecided:
/// not known (yet). really_played() holds what was: in the shadow the fixed policy is read from the curve.
using PlayoutDelays = std::array<Duration, kPlayoutPolicies>;
inline constexpr Duration kNotPlayed = Duration::ns(INT64_MIN), kNotDecided = Duration::ns(INT64_MIN + 1);
/// The fixed policy's place.
std::size_t really_played();

/// The playout policies that are not in force, on the same arrivals as the one that is.
class ShadowPolicies {
 public:
  ShadowPolicies(Medium, Duration period);
  /// Each distinct unit once, in order of arrival.
  PlayoutDelays take(const PlayoutArrival&);
  /// The target of those that follow it, from now on.
  void set_optimum(Duration);

 private:
  std::array<std::unique_ptr<PlayoutPolicy>, kPlayoutPolicies> policies_;  // null: really_played()
};

/// What became of some units under one policy.
class PolicyFigures {
 public:
  void add(Duration delay, Duration held = {}) { count(delay, held, 1); }
  void remove(Duration delay, Duration held = {}) { count(delay, held, -1); }
  std::int64_t units() const { return units_; }  // decided
  std::int64_t played() const { return played_; }
  double mean_ms(Duration reference) const {  // of the played, of which there must be some
    return static_cast<double>(delay_ns_) / 1e6 / static_cast<double>(played_) - reference.ms();
  }
  double held_ms() const { return static_cast<double>(held_ns_) / 1e6 / static_cast<double>(played_); }
  double dropped_percent() const { return 100 * static_cast<double>(units_ - played_) / static_cast<double>(units_); }

 private:
  /// No policy holds a unit for so long: only a damaged trace says so, and the sums of many would not fit.
  static bool is_far(Duration time) { return time > Duration::seconds(3600) || time < Duration::seconds(-3600); }
  void count(Duration delay, Duration held, int change) {
    if (delay == kNotDecided) return;
    units_ += change;
    if (delay == kNotPlayed || is_far(delay) || is_far(held)) return;
    played_ += change;
    delay_ns_ += change * delay.ns();
    held_ns_ += change * held.ns();
  }
  std::int64_t units_ = 0, played_ = 0, delay_ns_ = 0, held_ns_ = 0;
};

/// A packet of sound or a complete frame of picture.
struct CurveUnit {
  std::int64_t number = 0;
  Timestamp received;  // local
  Duration transit;    // less that of the stream's first unit
  Duration drift;      // what the RTP clock's skew had added to it, as far as that was known when it came
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

/// The optimum of such transits by the usual scales, over the shortest of them; absent below 50 units.
std::optional<Duration> optimum_of(const TransitBins&);

/// A unit as it comes. `delay` = from its send time, where that is known.
struct CurveArrival {
  std::int64_t number = 0;
  Timestamp received;
  Duration transit;  // any origin
  std::optional<Duration> delay;
  bool talkspurt = false;
};

/// Not thread-safe; a unit costs O(1) beside the shadow policies, and once a second O(seconds).
class CurveStream {
 public:
  CurveStream(Medium, std::uint32_t ssrc, bool by_send_time, Duration period, SampleMemory);

  std::uint32_t ssrc() const { return ssrc_; }
  bool by_send_time() const { return by_send_time_; }  // else transits are by RTP timestamps

  /// Source and transit are both more than a second off the last unit's, and the transit is off all before: the
  /// sender's timestamps began anew (the rule of core/algorithms/playout), and this unit is of another stream.
  bool jumps_to(Timestamp received, Duration transit) const;
  /// Each distinct unit in order of arrival.
  void add(const CurveArrival&);
  /// Before or after the unit is added; counts once. Lost units that come after all were not played. `held` = part of
  /// its delay, for lip-sync.
  void decide(std::int64_t number, Timestamp playout, PlayoutOutcome, Duration held);
  /// Another policy is in force: what was decided until now, and what came before `since`, is not its doing.
  void forget_decisions(Timestamp since);

  const UnitRing& ring() const { return ring_; }
  /// Null: that window does not slide.
  const SlidingStretch* sliding(MeasureWindow window) const {
    const auto place = static_cast<std::size_t>(window);
    return place < sliding_.size() ? &sliding_[place] : nullptr;
  }
  /// Less the drift of each unit.
  const CurveStretch& whole() const { return whole_; }
  bool has_send_times() const { return has_send_times_; }
  /// What the RTP clock's rate adds to the transits; absent where they are by send time or no send time is known.
  const std::optional<ClockSkew>& rtp_clock_skew() const { return rtp_clock_skew_; }
  Timestamp first_received() const { return first_received_; }
  Duration first_transit() const { return first_transit_; }  // of the lowest number

 private:
  static constexpr std::size_t kSlots = 4096;  // numbers that a decision may be behind the newest
  struct Slot {
    std::int64_t number = INT64_MIN, index = -1;  // of the ring; -1: not come
    std::optional<Timestamp> playout;             // decided, not yet come; absent: not played
    Duration held;
    bool decided = false;
  };
  Slot& slot(std::int64_t number);
  Duration delay_of(const CurveUnit&, std::optional<Timestamp> playout) const;
  void follow_optimum(Timestamp now);
  void follow_rtp_clock(const CurveArrival&);

  Medium medium_;
  std::uint32_t ssrc_;
  bool by_send_time_;
  ShadowPolicies shadow_;
  UnitRing ring_;
  std::array<SlidingStretch, kSlidingWindows> sliding_{
      SlidingStretch(MeasureWindow::k10s), SlidingStretch(MeasureWindow::k60s), SlidingStretch(MeasureWindow::k15min)};
  CurveStretch whole_;
  RtpClock rtp_clock_;
  std::optional<ClockSkew> rtp_clock_skew_;
  bool has_send_times_ = false;
  Duration origin_, first_transit_, last_transit_, least_transit_;  // the last two as given
  Timestamp first_received_, optimum_set_, rtp_clock_fitted_, decisions_since_;
  std::int64_t first_number_ = 0;
  std::vector<Slot> slots_ = std::vector<Slot>(kSlots);
};

/// What playout said last.
struct PlayoutInForce {
  PlayoutSetting setting;
  Duration delay, held;  // over the reference transit, without the hold; the hold for lip-sync
};

/// Skew: in a stretch of a stream by send times that common or synchronised clocks stamp there is none; a slope that is
/// known to be the clocks' (StreamClock::skew) is taken out of any; else it is taken out when asked for, and a straight
/// one of five minutes or more is named a candidate. `in_force` absent: not known. Where it played nothing its point is
/// 100 % dropped, at the delay that it wants.
CompensationView compensation_view(const CurveStream&, const StreamClock&, Medium, Timestamp call_began,
                                   const AnalysisQuery&, const std::optional<PlayoutInForce>& in_force);

}  // namespace jitterscope
