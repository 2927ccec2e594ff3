#pragma once
// An optional part of a snapshot whose type is known only to those who make or read that part.
#include <concepts>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace jitterscope {

/// As std::optional<T>: a copy has a value of its own. T may be incomplete where a Boxed<T> is held, copied or
/// destroyed.
template <typename T>
class Boxed {
 public:
  Boxed() = default;
  Boxed(std::nullopt_t) {}  // NOLINT(google-explicit-constructor)
  template <typename Value>
  requires std::same_as<std::remove_cvref_t<Value>, T>
  // NOLINTNEXTLINE(google-explicit-constructor)
  Boxed(Value&& value)
      : value_(std::make_shared<T>(std::forward<Value>(value))),
        copy_([](const T& of) { return std::make_shared<T>(of); }) {}
  template <typename Value>
  requires std::same_as<std::remove_cvref_t<Value>, std::optional<T>>
  // NOLINTNEXTLINE(google-explicit-constructor)
  Boxed(Value&& value) {
    if (value) *this = *std::forward<Value>(value);
  }
  Boxed(const Boxed& other) : value_(other.value_ ? other.copy_(*other.value_) : nullptr), copy_(other.copy_) {}
  Boxed(Boxed&&) noexcept = default;
  Boxed& operator=(Boxed other) noexcept {
    value_ = std::move(other.value_);
    copy_ = other.copy_;
    return *this;
  }
  ~Boxed() = default;

  void reset() { value_ = nullptr; }
  bool has_value() const { return value_ != nullptr; }
  explicit operator bool() const { return has_value(); }
  const T& operator*() const { return *value_; }
  T& operator*() { return *value_; }
  const T* operator->() const { return value_.get(); }
  T* operator->() { return value_.get(); }
  bool operator==(const Boxed& other) const {
    return value_ && other.value_ ? *value_ == *other.value_ : value_ == other.value_;
  }

 private:
  std::shared_ptr<T> value_;  // no other has it: the type is for the destruction of what is incomplete
  std::shared_ptr<T> (*copy_)(const T&) = nullptr;
};

}  // namespace jitterscope
