#pragma once
// Where a finished stream stands in the quality space, and which of its units were not played.
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/measures/definitions/stream_input.h"
#include "core/measures/offline/frame_measures.h"
#include "core/measures/views/stream_report.h"

namespace jitterscope {

/// Time since the unit that was complete before, less the sender's step (unit_spacing_ms()): of the RTP timestamps; of
/// a stream in which no unit has any, of the send times if both units have them, else of the numbers at the mean
/// period.
struct UnitSpacing {
  std::int64_t number = 0;  // of the later unit
  double ms = 0;
};
/// Of complete units, in order of completion; the standard deviation is the jitter of the quality space.
std::vector<UnitSpacing> unit_spacings(std::span<const MediaFrame>, std::optional<double> clock_rate_hz);

std::int64_t complete_of(std::span<const MediaFrame> frames);

/// Frames that the sender numbered a second of its RTP time, where it did not pause (frames_due.h). Without RTP
/// timestamps of known rate one a period. Absent: fewer than two frames, and no period.
std::optional<double> frames_due_per_second(std::span<const MediaFrame>, std::optional<double> clock_rate_hz,
                                            std::optional<double> period_ms);

/// Units of which nothing came, before the first and behind the last that did: frames by their mean count of packets.
/// `sent` = units from the first to the last that came.
std::int64_t units_around(std::int64_t packets_around, std::int64_t sent, const StreamReport& report);

/// Of the silences of the stream, but for those of its last one that are among the `units_around`: its sender numbered
/// them.
std::int64_t units_owed(const StreamInput&, std::int64_t units_around);

/// Of a stream that is only sent nothing is known: what the remote played is not in it. `sent` =
/// units, those included of which nothing came and those that are owed. Jitter is before the buffer, latency and loss
/// are after it; without playout those are lost that did not come.
QualityPoint quality_of(const StreamInput& stream, std::span<const MediaFrame> frames, std::int64_t sent,
                        const StreamReport& report);

/// Of frames (video) or blocks (audio) from the first to the last number seen, in their order: not played where playout
/// is known, else not come whole; then `blocks_beyond` of sound of which only the sender's reports tell.
std::optional<LossBursts> loss_bursts(const StreamInput&, std::span<const MediaFrame>, std::optional<double> period_ms,
                                      std::int64_t blocks_beyond);

/// Units would be played at the reference transit and `buffer_ms` after the time that their transit is taken from;
/// later ones are not played. Latency = the mean of playout less send time of the units played, less what a skew of
/// that slope adds to it. Nothing where send times are not known, or where it is known when units were played.
void assume_playout(std::span<const TransitPoint> transits, Duration reference, double buffer_ms,
                    std::span<const MediaFrame> frames, std::int64_t sent, std::optional<double> skew,
                    StreamReport& report);

}  // namespace jitterscope
