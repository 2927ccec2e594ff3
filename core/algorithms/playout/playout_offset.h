#pragma once
// What playout policies share: the shortest transit of late, an offset, and when too much came too late for it.
#include <array>
#include <optional>

#include "core/algorithms/playout/policy.h"

namespace jitterscope {

inline Duration transit_of(const PlayoutArrival& unit) {
  return Duration::ns(unit.received.ns()) - unit.source;
}

/// The smallest transit of the last 60 s (the window of the live compensation curve), to 0.6 s of age. O(1) a unit, no
/// allocation.
class ReferenceTransit {
 public:
  static constexpr Duration kWindow = Duration::seconds(60);
  void add(Timestamp received, Duration transit);
  Duration smallest() const { return smallest_; }  // 0 before the first
  void clear();

 private:
  static constexpr std::int64_t kParts = 100;
  static constexpr Duration kPart = kWindow / kParts;
  static std::size_t index(std::int64_t part) { return static_cast<std::size_t>((part % kParts + kParts) % kParts); }

  std::array<std::optional<Duration>, kParts> parts_{};  // smallest of each 0.6 s
  std::int64_t newest_ = 0;
  Duration smallest_;
  bool any_ = false;
};

/// playout − source.
class PlayoutOffset {
 public:
  void set(Duration offset) { offset_ = offset; }
  Duration value() const { return offset_.value_or(Duration{}); }
  bool any() const { return offset_.has_value(); }
  Timestamp playout(const PlayoutArrival& unit) const { return Timestamp::ns((unit.source + value()).ns()); }

 private:
  std::optional<Duration> offset_;
};

/// Units that came too late one after the other. When the run is long (at least 500 ms and 10 units of sound or 3 of
/// picture; or 1 s, however few came in it), the network's delay has made a step, and the offset is to be chosen anew.
class LateRun {
 public:
  static constexpr Duration kLong = Duration::ms(500), kLongest = Duration::seconds(1);
  static constexpr int units_of(Medium medium) { return medium == Medium::kAudio ? 10 : 3; }
  explicit LateRun(Medium medium) : medium_(medium) {}
  /// Each unit once. True: with it the run is long; the next unit begins another.
  bool add(const PlayoutArrival& unit, Duration offset);
  /// The smallest transit of the run that add() has just ended.
  Duration smallest() const { return smallest_; }

 private:
  Medium medium_;
  int units_ = 0;
  Timestamp begin_;
  Duration smallest_;
};

}  // namespace jitterscope
