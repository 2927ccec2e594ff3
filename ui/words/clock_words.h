#pragma once
// What the error bound of the clock between the ends means for a one-way delay that is shown.
#include <vector>

#include <QString>

#include "core/events/per_medium.h"

namespace jitterscope {

struct ClockView;
struct ConditionsView;
struct EnvelopeSlot;
struct SampleFigures;

/// The half-width of the error of one-way delays by the clocks (of the sender's and the receiver's together), ms;
/// nullopt when it does not apply: no delays are known, or one clock stamps both ends.
std::optional<double> delay_bound_ms(const ConditionsView&);

/// "same clock, stamps ±0.021 ms" (what its stamps may be wrong by), "±0.12 ms", "not synchronised yet", "no longer
/// synchronised"; a dash before anything is known.
QString clock_words(const ConditionsView&);

/// The same as a phrase: "clock ±0.12 ms", "same clock, stamps ±0.021 ms", "clock not synchronised yet".
QString clock_phrase(const ConditionsView&);

/// "clock ±1.2 ms is larger than the differences shown" when the bound exceeds p95 − p50 of a delay that is known;
/// else empty.
QString bound_warning(const ConditionsView&, const std::vector<const SampleFigures*>& delays);

/// The series widened by the bound that held at each of its times, and by what the clocks had jumped apart by
/// unnoticed.
std::vector<EnvelopeSlot> widened(const std::vector<EnvelopeSlot>&, const ClockView&);

}  // namespace jitterscope
