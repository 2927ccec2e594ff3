#pragma once
// Series made ready to be drawn. Times ascend; NaN = no value from there on.
#include <vector>

namespace jitterscope {

struct EnvelopeSlot;
struct SeriesPoint;
struct TrendStretch;

/// From one series of steps to another, wherever both have a value.
std::vector<EnvelopeSlot> band_between(const std::vector<SeriesPoint>& low, const std::vector<SeriesPoint>& high);
/// With a point of nothing wherever there was none for 1.5 s or more and for four times as long as just before and just
/// after: the line is broken there. Where a series only grows coarser or finer it is not.
std::vector<SeriesPoint> broken_at_gaps(const std::vector<SeriesPoint>& points);
void break_at_gaps(std::vector<EnvelopeSlot>& slots_drawn);

/// Stretches shorter than `least_s` go together into one of the verdict that took most of their time; so do equal ones
/// less than that apart. What is left is bounded by the time they span.
std::vector<TrendStretch> without_slivers(const std::vector<TrendStretch>& stretches, double least_s);

}  // namespace jitterscope
