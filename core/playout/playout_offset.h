#pragma once
// What playout policies share: the shortest transit of late, and an offset that changes only where a change is not
// heard.
#include <array>
#include <optional>

#include "core/playout/policy.h"

namespace jitterscope {

inline Duration transit_of(const PlayoutArrival& unit) {
  return Duration::ns(unit.received.ns()) - unit.source;
}

/// The smallest transit of the last 10 s, to 0.1 s of age. O(1) a unit, no allocation.
class ReferenceTransit {
 public:
  static constexpr Duration kWindow = Duration::seconds(10);
  void add(Timestamp received, Duration transit);
  Duration smallest() const { return smallest_; }  // 0 before the first
  bool any() const { return any_; }
  void clear();

 private:
  static constexpr std::int64_t kParts = 100;
  static constexpr Duration kPart = kWindow / kParts;
  static std::size_t index(std::int64_t part) { return static_cast<std::size_t>(part % kParts); }

  std::array<std::optional<Duration>, kParts> parts_{};  // smallest of each 0.1 s
  std::int64_t newest_ = 0;
  Duration smallest_;
  bool any_ = false;
};

/// playout − source. Follows what is wanted at each talkspurt; in sound without pauses, from kPatience after the last
/// one on, by a step a second.
class PlayoutOffset {
 public:
  static constexpr Duration kPatience = Duration::seconds(5);
  static constexpr Duration kStepEvery = Duration::seconds(1);
  static constexpr Duration kDeadBand = Duration::ms(2);  // without a pause less is not worth a step
  /// Whether a change may take effect with this unit. Each unit once, before follow.
  bool opens(const PlayoutArrival& unit);
  void set(Duration offset) { offset_ = offset; }
  /// set, unless the step is not worth it.
  void follow(const PlayoutArrival& unit, Duration wanted);
  Duration value() const { return offset_.value_or(Duration{}); }
  bool any() const { return offset_.has_value(); }
  Timestamp playout(const PlayoutArrival& unit) const { return Timestamp::ns((unit.source + value()).ns()); }

 private:
  std::optional<Duration> offset_;
  Timestamp last_talkspurt_, last_step_;
};

}  // namespace jitterscope
