#pragma once
// When a picture that the path did not hold is tried again.
#include <optional>

#include "core/base/units/time.h"

namespace jitterscope {

/// A number that holds for a time, and then is not known any more.
class ExpiringValue {
 public:
  explicit ExpiringValue(Duration holds) : holds_(holds) {}
  void set(double value, Timestamp now) {
    value_ = value;
    told_ = now;
  }
  void forget() { value_.reset(); }
  std::optional<double> at(Timestamp now) const { return now - told_ < holds_ ? value_ : std::nullopt; }

 private:
  Duration holds_;
  std::optional<double> value_;
  Timestamp told_;
};

/// Less often each time it fails, and not while the sound waits, as it comes first, unless that delay is the path's
/// own: it has long been the same, without losses. Sans-IO.
class PictureRetry {
 public:
  void picture_stops(Timestamp now);
  /// At more than the lowest rate: the next stop is the first one again.
  void picture_passes() { after_ = {}; }
  /// A report of the sound alone: its delay over the base, and the share of both media lost, 0 ... 1.
  void sound_heard(double rise_ms, double lost, Timestamp now);
  /// `over_ms`: the sound's delay over what is accepted as the path's own.
  bool due(double over_ms, Timestamp now) const;
  static bool waits(double over_ms);

 private:
  Duration after_;  // 0: the picture has passed since it last stopped
  Timestamp stopped_, level_since_;
  double level_ms_ = 0;
};

}  // namespace jitterscope
