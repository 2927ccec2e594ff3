#pragma once
// What the RTP timestamps of a stream that nobody described show: their steps against time.
#include <optional>
#include <span>

#include "core/events/names.h"
#include "core/record/import/captured_stream.h"

namespace jitterscope::trace {

struct TimestampPace {
  Medium medium{};
  double clock_rate_hz = 0;
};

/// The clock: the median of the rates at which timestamps run over an eighth of the record (at least eight packets), if
/// half of those lie within a tenth of it and it lies within 4 % of a rate that media have. The medium: at 90 kHz
/// video, if its steps make 1 to 240 pictures a second; at other rates sound, if few packets share a timestamp and the
/// usual step is 2 to 200 ms. nullopt where any of this fails: a capture played back faster, keep-alives, another
/// clock.
std::optional<TimestampPace> pace_of(std::span<const CapturedRtp> packets);

}  // namespace jitterscope::trace
