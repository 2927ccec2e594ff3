#pragma once
// One received stream on its way into curves: its units, what was made of them, and running sums.
#include <array>
#include <optional>

#include "core/events/names.h"
#include "core/measures/tracks/curve/curve_stretch.h"

namespace jitterscope {

/// The optimum of such transits by the usual scales, over the shortest of them; absent below 50 units.
std::optional<Duration> optimum_of(const TransitBins&);

/// Not thread-safe; a unit costs O(1) beside the shadow policies.
class CurveStream {
 public:
  CurveStream(Medium, std::uint32_t ssrc, bool by_send_time, Duration period, SampleMemory);

  std::uint32_t ssrc() const { return ssrc_; }
  bool by_send_time() const { return by_send_time_; }  // else transits are by RTP timestamps

  /// Source and transit are both more than a second off the last unit's: the sender's timestamps began anew (the rule
  /// of core/algorithms/playout), and this unit is of another stream.
  bool jumps_to(Timestamp received, Duration transit) const;
  /// Each distinct unit in order of arrival; transits of any origin.
  void add(std::int64_t number, Timestamp received, Duration transit, bool talkspurt);
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
  const CurveStretch& whole() const { return whole_; }
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

  Medium medium_;
  std::uint32_t ssrc_;
  bool by_send_time_;
  ShadowPolicies shadow_;
  UnitRing ring_;
  std::array<SlidingStretch, kSlidingWindows> sliding_{
      SlidingStretch(MeasureWindow::k10s), SlidingStretch(MeasureWindow::k60s), SlidingStretch(MeasureWindow::k15min)};
  CurveStretch whole_;
  Duration origin_, first_transit_, last_transit_;  // the last as given
  Timestamp first_received_, optimum_set_, decisions_since_;
  std::int64_t first_number_ = 0;
  std::vector<Slot> slots_ = std::vector<Slot>(kSlots);
};

}  // namespace jitterscope
