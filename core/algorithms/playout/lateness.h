#pragma once
// When a frame or block is late (sun97 §3): R_i - R_{i-1} > DVT for units of consecutive numbers, DVT = a factor of T.
#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"

namespace jitterscope {

/// DVT / T. By the paper's own rule, factor 1, half of a stream that is never disturbed is late: every interval that is
/// longer than T by the resolution of its stamps.
inline constexpr double kUsualDvtFactor = 1.5;

/// By what a unit is judged. T is the period in force at that very unit: one that was asked for, else the longer of the
/// last two steps of the sender's RTP timestamps, which say the sender's own pace in a call, a trace and a capture
/// alike, also where it changes or pictures are left out; without timestamps the stream's nominal period.
struct LatenessRule {
  double factor = kUsualDvtFactor;
  std::optional<double> asked_ms = {};      // T for all units
  std::optional<double> nominal_ms = {};    // T where no timestamps tell it
  std::optional<double> timestamp_hz = {};  // absent: timestamps tell nothing
  bool talkspurts = false;                  // sound: a step that is longer than the one before begins a talkspurt

  /// A unit and its two predecessors by number, as far as they came whole.
  struct Neighbours {
    std::optional<std::int64_t> timestamp, before, before_that;  // RTP timestamps, extended
    bool marked = false;                                         // sound: the first packet of a talkspurt
  };

  /// T of the unit, ms. Absent: it is not judged, since T is unknown or a talkspurt begins.
  std::optional<double> period_ms(const Neighbours& of) const {
    const auto step = step_ms(of.before, of.timestamp), step_before = step_ms(of.before_that, of.before);
    const std::optional<double> usual = step_before ? step_before : nominal_ms;
    const bool begins = of.marked || (step && usual && *step > kTalkspurt * *usual);
    if (talkspurts && begins) return std::nullopt;
    if (asked_ms) return positive(*asked_ms);
    if (step) return std::max(*step, step_before.value_or(0));
    return nominal_ms ? positive(*nominal_ms) : std::nullopt;
  }

  double dvt_ms(double period_ms) const { return factor * period_ms; }

  /// For stamps in whole ns.
  bool is_late(Duration since_previous, double period_ms) const {
    return static_cast<double>(since_previous.ns()) > dvt_ms(period_ms) * 1e6 + 0.5;
  }

 private:
  static constexpr double kTalkspurt = 1.5, kLongestStep = 60'000;  // ms; beyond it the timestamps began anew

  static std::optional<double> positive(double ms) { return ms > 0 ? std::optional(ms) : std::nullopt; }

  std::optional<double> step_ms(std::optional<std::int64_t> from, std::optional<std::int64_t> to) const {
    if (!timestamp_hz || *timestamp_hz <= 0 || !from || !to) return std::nullopt;
    const double step = static_cast<double>(*to - *from) / *timestamp_hz * 1e3;
    return step > 0 && step <= kLongestStep ? std::optional(step) : std::nullopt;
  }
};

struct UnitLateness {
  double period_ms = 0;  // T of the unit
  bool late = false;
};

/// Of units that came whole: `received`, `rtp_timestamp` (extended, may be absent) and `marked` (sound: the first
/// packet of a talkspurt) of each. `before`, `before_that`: the two numbers before it, the second null where it did not
/// come whole. Absent: not judged.
template <typename Unit>
std::optional<UnitLateness> lateness_of(const Unit& unit, const Unit& before, const Unit* before_that,
                                        const LatenessRule& rule) {
  LatenessRule::Neighbours of{unit.rtp_timestamp, before.rtp_timestamp, {}, unit.marked};
  if (before_that) of.before_that = before_that->rtp_timestamp;
  const std::optional<double> period = rule.period_ms(of);
  if (!period) return std::nullopt;
  return UnitLateness{*period, rule.is_late(unit.received - before.received, *period)};
}

/// How many units are late, before any was judged: 0 where T is known beforehand.
struct LateUnits {
  std::optional<std::int64_t> count;  // absent: T is not known of any
  std::optional<double> dvt_ms;       // of the last one judged, or of the nominal period

  static LateUnits before_any(const LatenessRule& rule) {
    const auto known = rule.asked_ms ? rule.asked_ms : rule.nominal_ms;
    return known && *known > 0 ? LateUnits{0, rule.dvt_ms(*known)} : LateUnits{};
  }
};

}  // namespace jitterscope
