#pragma once
// Which stretch of the time axis a person has typed: "10-20", "12:10 +30s", "rush hour -10s", "last 30", "whole".
#include <functional>
#include <optional>

#include <QString>

namespace jitterscope {

/// s: no axis is longer, and no time later is taken.
inline constexpr double kLongestAxis_s = 400 * 86400.0;

struct TypedSpan {
  enum class Kind { kStretch, kMoment, kWhole, kFaulty };
  Kind kind = Kind::kFaulty;
  double from_s = 0, to_s = 0;  // of a moment both are it
};

/// Times are seconds ("75", "75.5 s") or "[hours:]minutes:seconds"; durations seconds, or with "ms", "s" or "min". What
/// is no time is asked of `mark`, which gives the time of the mark of these words. `end_s`: of the axis, where "last"
/// ends.
TypedSpan typed_span(const QString& text, double end_s,
                     const std::function<std::optional<double>(const QString& words)>& mark = {});

/// "01:02.5 – 01:10.0", which typed_span() reads to a tenth of a second; down to the ms where the stretch is short and
/// its ends need them.
QString span_text(double from_s, double to_s);
/// A time of the axis, finer the shorter what is seen is: "01:02.5", below 2 s of axis "01:02.503".
QString fine_time(double at_s, double seen_s);

}  // namespace jitterscope
