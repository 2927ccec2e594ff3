#pragma once
// How the losses of two halves of a demonstration stand to each other, and the words for it: the one rule of the table
// and of the sentence above it.
#include <string>
#include <string_view>

namespace jitterscope {

struct LossShare;

enum class LossChange {
  kUnknown,  // a share is not known
  kNone,     // nothing was lost in either half
  kLower,    // after: the 95 % intervals do not overlap
  kHigher,
  kUndecided,  // they overlap, or the halves were too short for one
};

LossChange compare_losses(const LossShare& before, const LossShare& after);

/// "16.2 × lower", "A lost none (at most 0.30 %)", "none lost in either", "may be chance: the intervals overlap"; empty
/// where it is unknown. Names: of the halves, "C" and "A".
std::string loss_change_words(const LossShare& before, const LossShare& after, std::string_view before_name,
                              std::string_view after_name);

/// "7.11 %", three digits; "–" when it is not known.
std::string loss_words(const LossShare&);
/// "5.83–8.39 %", "at most 0.30 %" of a share of 0; empty when there is none.
std::string interval_words(const LossShare&);

}  // namespace jitterscope
