#pragma once
// What is said in one line about measures of both media.
#include <array>
#include <memory>
#include <optional>

#include "ui/words/reading_line.h"

namespace jitterscope {

struct AnalysisQuery;
struct MeasuresView;

using MeasuresPair = std::array<std::shared_ptr<const MeasuresView>, 2>;  // audio, video; null = none

/// "Audio p95 34.1 ms, 1.4 × lower than held", … "last 60 s"
Reading measures_reading(const MeasuresPair& now, const MeasuresPair& held);
/// "delay spikes every 10.0 s": of the medium where they are strongest, if one was found.
void add_spike(Reading&, const MeasuresPair&);
/// Whether what was computed for one can be held against the other: the same stretch, reference and remedies.
bool comparable(AnalysisQuery, const AnalysisQuery&);
/// ", 4.1 × lower" than held, or nothing.
QString against_held(std::optional<double> now, std::optional<double> held);

}  // namespace jitterscope
