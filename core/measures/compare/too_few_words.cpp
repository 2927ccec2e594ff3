#include "core/measures/compare/too_few_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

/// Rounds up to two digits, because it is an estimate.
std::string about(double seconds) {
  const double step = std::pow(10, std::max(std::floor(std::log10(std::max(seconds, 1.0))) - 1, 0.0));
  return fmt::format("{:.0f}", std::ceil(seconds / step - 1e-9) * step);
}

std::string lasts(double seconds) {
  return seconds < 9.95 ? fmt::format("{:.2g}", seconds) : fmt::format("{:.0f}", seconds);
}

std::string would_do(double needed_s, double before_s, double after_s) {
  return fmt::format("about {} s of each stretch would do; these have {} and {} s.", about(needed_s), lasts(before_s),
                     lasts(after_s));
}

bool is_of(const StretchFigure& figure, TooFew::Why why) {
  return figure.too_few && figure.too_few->why == why;
}

}  // namespace

std::string_view where(bool before, bool after) {
  return before && after ? "Before and after" : before ? "Before" : "After";
}

std::string too_few_words(const StretchFigure& before, const StretchFigure& after, double before_s, double after_s) {
  for (const auto& [why, words] :
       {std::pair{TooFew::Why::kFewValues, "so few values do not tell for how long they hang together"},
        {TooFew::Why::kFewMakeIt, "a few values make most of it, so nothing tells how many seconds would do"}})
    if (const bool one = is_of(before, why), other = is_of(after, why); one || other)
      return fmt::format("{}: {}.", where(one, other), words);
  const double needed_s = std::max(before.too_few ? before.too_few->times * before_s : 0,
                                   after.too_few ? after.too_few->times * after_s : 0);
  return "Too few of its values are independent: " + would_do(needed_s, before_s, after_s);
}

std::string too_few_losses(const LossDifference& of, double before_s, double after_s) {
  if (std::min(before_s, after_s) <= 0) return "Nothing tells how long a stretch lasts.";
  const std::string seconds = would_do(of.needed_s, before_s, after_s);
  if (of.correlation_s < 0.05) return "The stretches are short: " + seconds;
  return fmt::format("Losses hang together over some {:.1g} s: {}", of.correlation_s, seconds);
}

}  // namespace jitterscope
