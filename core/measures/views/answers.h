#pragma once
// How a snapshot holds a view whose type only those know who make or read it: alone, or as the answers to the queries
// that were asked.
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/measures/views/analysis_query.h"

namespace jitterscope {

/// As std::optional<T>: a copy has a value of its own. T may be incomplete where a Boxed<T> is held, copied or
/// destroyed.
template <typename T>
class Boxed {
 public:
  Boxed() = default;
  Boxed(std::nullopt_t) {}  // NOLINT(google-explicit-constructor)
  template <std::same_as<T> Value>
  // NOLINTNEXTLINE(google-explicit-constructor)
  Boxed(Value value)
      : value_(std::make_shared<T>(std::move(value))), copy_([](const T& of) { return std::make_shared<T>(of); }) {}
  template <std::same_as<std::optional<T>> Value>
  // NOLINTNEXTLINE(google-explicit-constructor)
  Boxed(Value value) {
    if (value) *this = *std::move(value);
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
  bool has_value() const { return static_cast<bool>(value_); }
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

/// As a pointer: to the answer to the first query; null: there is none.
template <typename View>
class Answers {
 public:
  using Answer = std::shared_ptr<const View>;

  Answers() = default;
  Answers(std::nullptr_t) {}  // NOLINT(google-explicit-constructor)
  template <typename T>
  requires std::convertible_to<std::shared_ptr<T>, Answer>
  // NOLINTNEXTLINE(google-explicit-constructor)
  Answers(std::shared_ptr<T> only) {
    add(std::move(only));
  }
  /// Null adds nothing.
  void add(Answer answer) {
    if (answer) each_.push_back(std::move(answer));
  }
  /// Of the first one that answers it; null: none does, or not yet.
  Answer of(const AnalysisQuery& query) const {
    const auto found = std::ranges::find(each_, query, [](const Answer& answer) { return answer->query; });
    return found == each_.end() ? nullptr : *found;
  }
  Answer first() const { return each_.empty() ? nullptr : each_.front(); }

  operator Answer() const { return first(); }  // NOLINT(google-explicit-constructor)
  explicit operator bool() const { return !each_.empty(); }
  const View* operator->() const { return each_.front().get(); }
  const View& operator*() const { return *each_.front(); }
  const View* get() const { return each_.empty() ? nullptr : each_.front().get(); }
  void reset() { each_.clear(); }
  bool operator==(std::nullptr_t) const { return each_.empty(); }
  bool operator==(const Answers&) const = default;

 private:
  std::vector<Answer> each_;
};

}  // namespace jitterscope
