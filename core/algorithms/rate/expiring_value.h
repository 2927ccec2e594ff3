#pragma once
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

}  // namespace jitterscope
