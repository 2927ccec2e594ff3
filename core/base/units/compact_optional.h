#pragma once
// An optional value no larger than the value, for records that come by the million.
#include <limits>
#include <optional>

#include "core/base/units/time.h"

namespace jitterscope {

/// As std::optional<T>, T an integer or Timestamp; the largest T counts as absent.
template <typename T>
class CompactOptional {
 public:
  constexpr CompactOptional() = default;
  constexpr CompactOptional(std::nullopt_t) {}
  constexpr CompactOptional(T value) : value_(value) {}
  constexpr CompactOptional(std::optional<T> value) : value_(value.value_or(none())) {}
  constexpr operator std::optional<T>() const { return has_value() ? std::optional<T>(value_) : std::nullopt; }

  constexpr bool has_value() const { return value_ != none(); }
  constexpr explicit operator bool() const { return has_value(); }
  constexpr T& operator*() { return value_; }
  constexpr const T& operator*() const { return value_; }
  constexpr T* operator->() { return &value_; }
  constexpr const T* operator->() const { return &value_; }
  constexpr T value_or(T other) const { return has_value() ? value_ : other; }
  constexpr void reset() { value_ = none(); }
  bool operator==(const CompactOptional&) const = default;

 private:
  static constexpr T none() {
    if constexpr (std::numeric_limits<T>::is_specialized)
      return std::numeric_limits<T>::max();
    else
      return T::ns(std::numeric_limits<std::int64_t>::max());
  }
  T value_ = none();
};

}  // namespace jitterscope
