#pragma once
// The answers to the queries of a view that were asked lately, so that none is computed more often than it is looked
// at.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/measures/definitions/interval_history.h"

namespace jitterscope {

/// Of a call each query is answered at most five times a second, of long stretches once; another one than before not
/// sooner than 200 ms after any, by the newest answer until then: the view says which one it answers. Of a file at
/// once.
template <typename View>
class KeptAnswers {
 public:
  struct Kept {
    AnalysisQuery query;
    std::shared_ptr<const View> view;
    Timestamp made;
    std::uint64_t state = 0;  // of the samples that it was made from
  };

  explicit KeptAnswers(SampleMemory memory) : memory_(memory) {}
  /// What is still said of samples in this state. Absent: it is to be made. `stands(const Kept&)`: the answer is that
  /// of these samples too.
  template <typename Stands>
  std::optional<std::shared_ptr<const View>> said(Timestamp now, const AnalysisQuery& query, std::uint64_t state,
                                                  const Stands& stands) const {
    const Kept* kept = nullptr;
    const auto known = std::ranges::find(each_, query, &Kept::query);
    const auto newest = std::ranges::max_element(each_, {}, &Kept::made);
    if (known != each_.end()) {
      if (known->state == state || now - known->made < renewal_of(query.window) || stands(*known)) kept = &*known;
    } else if (newest != each_.end() && memory_ != SampleMemory::kFile && now - newest->made < kShortest) {
      kept = &*newest;
    }
    return kept ? std::optional(kept->view) : std::nullopt;
  }
  const std::shared_ptr<const View>& keep(Kept answer) {
    const auto known = std::ranges::find(each_, answer.query, &Kept::query);
    if (known != each_.end()) return (*known = std::move(answer)).view;
    if (each_.size() == kMost) each_.erase(std::ranges::min_element(each_, {}, &Kept::made));
    return each_.emplace_back(std::move(answer)).view;
  }
  void clear() { each_.clear(); }

 private:
  static constexpr std::size_t kMost = 4;
  static constexpr Duration kShortest = Duration::ms(200);
  static Duration renewal_of(MeasureWindow window) {
    return window == MeasureWindow::k10s || window == MeasureWindow::k60s ? kShortest : Duration::seconds(1);
  }

  SampleMemory memory_;
  std::vector<Kept> each_;
};

}  // namespace jitterscope
