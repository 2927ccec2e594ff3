#pragma once
// What a snapshot holds of a view that depends on a query: an answer to each query that was asked.
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/measures/views/analysis_query.h"

namespace jitterscope {

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
