#pragma once
// Amounts of data and their rates. Bytes for sizes, bits per second for rates, as in the field.
#include <compare>
#include <cstdint>

#include "core/base/units/time.h"

namespace jitterscope {

class DataSize {
 public:
  constexpr DataSize() = default;
  static constexpr DataSize bytes(std::int64_t value) { return DataSize(value); }
  constexpr std::int64_t bytes() const { return bytes_; }
  constexpr std::int64_t bits() const { return bytes_ * 8; }
  constexpr auto operator<=>(const DataSize&) const = default;
  constexpr DataSize operator+(DataSize other) const { return DataSize(bytes_ + other.bytes_); }
  constexpr DataSize operator-(DataSize other) const { return DataSize(bytes_ - other.bytes_); }
  constexpr DataSize& operator+=(DataSize other) {
    bytes_ += other.bytes_;
    return *this;
  }
  constexpr DataSize& operator-=(DataSize other) {
    bytes_ -= other.bytes_;
    return *this;
  }

 private:
  explicit constexpr DataSize(std::int64_t value) : bytes_(value) {}
  std::int64_t bytes_ = 0;
};

class DataRate {
 public:
  constexpr DataRate() = default;
  static constexpr DataRate bits_per_second(double value) { return DataRate(value); }
  static constexpr DataRate kbits_per_second(double value) { return DataRate(value * 1e3); }
  constexpr double bits_per_second() const { return bps_; }
  constexpr double kbits_per_second() const { return bps_ / 1e3; }
  constexpr auto operator<=>(const DataRate&) const = default;

 private:
  explicit constexpr DataRate(double value) : bps_(value) {}
  double bps_ = 0;
};

/// Mean rate of `size` over `time`; zero when `time` is not positive.
inline DataRate operator/(DataSize size, Duration time) {
  return DataRate::bits_per_second(time.ns() > 0 ? static_cast<double>(size.bits()) / time.seconds() : 0.0);
}

}  // namespace jitterscope
