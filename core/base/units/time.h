#pragma once
// Time in whole nanoseconds, as strong types. A Timestamp says nothing about its clock: the name of a variable or
// field does (`local` = this machine's monotonic clock, `conference` = the conference clock, which both ends share).
#include <cmath>
#include <compare>
#include <cstdint>

namespace jitterscope {

class Duration {
 public:
  constexpr Duration() = default;
  static constexpr Duration ns(std::int64_t value) { return Duration(value); }
  static constexpr Duration us(std::int64_t value) { return Duration(value * 1'000); }
  static constexpr Duration ms(std::int64_t value) { return Duration(value * 1'000'000); }
  static constexpr Duration seconds(std::int64_t value) { return Duration(value * 1'000'000'000); }
  static Duration from_ms(double value) { return Duration(std::llround(value * 1e6)); }
  static Duration from_seconds(double value) { return Duration(std::llround(value * 1e9)); }

  constexpr std::int64_t ns() const { return ns_; }
  constexpr double us() const { return static_cast<double>(ns_) / 1e3; }
  constexpr double ms() const { return static_cast<double>(ns_) / 1e6; }
  constexpr double seconds() const { return static_cast<double>(ns_) / 1e9; }

  constexpr auto operator<=>(const Duration&) const = default;
  constexpr Duration operator+(Duration other) const { return Duration(ns_ + other.ns_); }
  constexpr Duration operator-(Duration other) const { return Duration(ns_ - other.ns_); }
  constexpr Duration operator-() const { return Duration(-ns_); }
  constexpr Duration operator*(std::int64_t factor) const { return Duration(ns_ * factor); }
  constexpr Duration operator/(std::int64_t divisor) const { return Duration(ns_ / divisor); }
  constexpr double operator/(Duration other) const { return static_cast<double>(ns_) / static_cast<double>(other.ns_); }
  constexpr Duration& operator+=(Duration other) {
    ns_ += other.ns_;
    return *this;
  }
  constexpr Duration& operator-=(Duration other) {
    ns_ -= other.ns_;
    return *this;
  }

 private:
  explicit constexpr Duration(std::int64_t value) : ns_(value) {}
  std::int64_t ns_ = 0;
};

class Timestamp {
 public:
  constexpr Timestamp() = default;
  static constexpr Timestamp ns(std::int64_t value) { return Timestamp(value); }
  constexpr std::int64_t ns() const { return ns_; }
  constexpr double seconds() const { return static_cast<double>(ns_) / 1e9; }

  constexpr auto operator<=>(const Timestamp&) const = default;
  constexpr Timestamp operator+(Duration d) const { return Timestamp(ns_ + d.ns()); }
  constexpr Timestamp operator-(Duration d) const { return Timestamp(ns_ - d.ns()); }
  constexpr Duration operator-(Timestamp other) const { return Duration::ns(ns_ - other.ns_); }
  constexpr Timestamp& operator+=(Duration d) {
    ns_ += d.ns();
    return *this;
  }

 private:
  explicit constexpr Timestamp(std::int64_t value) : ns_(value) {}
  std::int64_t ns_ = 0;
};

}  // namespace jitterscope
