#pragma once
// How losses come together: RFC 3611 §4.7.2's bursts and gaps, and G.107's burst ratio. One unit at a time, O(1)
// memory.
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "core/measures/views/loss_burst_figures.h"

namespace jitterscope {

/// Units in their order, each once. A burst begins and ends with a lost unit and has no Gmin played ones on end inside;
/// a loss that stands alone, with Gmin or more played units on either side, belongs to a gap (RFC 3611 §4.7.2, A.1).
/// Before the first and after the last unit all are taken to be played.
class LossBurstCounter {
 public:
  static constexpr std::int64_t kGmin = 16;

  /// `count` units of one kind on end.
  void add(bool lost, std::int64_t count = 1);
  /// Absent: no unit was added. `period_ms` = of units.
  std::optional<LossBursts> figures(std::optional<double> period_ms) const;

 private:
  struct Bursts {
    std::int64_t count = 0, units = 0, gaps = 0;  // gaps = that are not empty, before each burst
    std::int64_t end = 0;                         // number of the unit after the last burst
  };
  void end_cluster(Bursts&) const;

  std::int64_t units_ = 0, lost_ = 0, runs_ = 0;                         // runs = of units lost on end
  std::int64_t played_on_end_ = kGmin;                                   // since the last loss
  std::int64_t cluster_begin_ = 0, cluster_end_ = 0, cluster_lost_ = 0;  // losses that are, or could become, a burst
  Bursts ended_;
};

/// What became of the units of a stream, brought into the order of their numbers: fates are reported as they are known.
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
