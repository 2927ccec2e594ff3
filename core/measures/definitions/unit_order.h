#pragma once
// What became of the units of a stream, brought into the order of their numbers: fates are reported as they are known.
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "core/measures/definitions/loss_bursts.h"

namespace jitterscope {

/// Bursts of units not played over a whole stream. Waits for a unit that is not reported yet until kPatience later ones
/// are; then it is left out. Bounded memory.
class UnitOrder {
 public:
  void add(std::int64_t number, bool lost) {
    if (next_ && number < *next_) return;  // reported before, or given up
    waiting_.try_emplace(number, lost);
    while (!waiting_.empty() && (waiting_.size() > kPatience || (next_ && waiting_.begin()->first == *next_))) {
      const auto [first, fate] = *waiting_.begin();
      note(fate);
      next_ = first + 1;
      waiting_.erase(waiting_.begin());
    }
  }

  /// Of all units reported; absent: none was.
  std::optional<LossBursts> figures(std::optional<double> period_ms) const {
    UnitOrder all = *this;
    all.note_all();
    return all.counter_.figures(period_ms);
  }
  /// Maximal runs of units not played.
  std::int64_t runs() const {
    UnitOrder all = *this;
    all.note_all();
    return all.runs_;
  }

 private:
  static constexpr std::size_t kPatience = 256;
  void note(bool lost) {
    counter_.add(lost);
    runs_ += lost && !last_lost_;
    last_lost_ = lost;
  }
  void note_all() {
    for (const auto& [number, lost] : waiting_) note(lost);
  }

  LossBurstCounter counter_;
  std::int64_t runs_ = 0;
  bool last_lost_ = false;
  std::optional<std::int64_t> next_;
  std::map<std::int64_t, bool> waiting_;
};

}  // namespace jitterscope
