#pragma once
// What is measured on frames (video) or blocks (audio): lateness, sun97's late frames, claypool98's gaps.
#include <optional>
#include <span>
#include <vector>

#include "core/algorithms/playout/lateness.h"
#include "core/measures/definitions/clock_skew.h"
#include "core/measures/definitions/stream_input.h"
#include "core/measures/offline/media_frames.h"
#include "core/measures/views/analysis_query.h"

namespace jitterscope {

/// Asked for, else known of the stream, else (R_last - R_first) / (i_last - i_first) over complete frames. Absent if
/// that is not positive.
std::optional<double> frame_period_ms(std::span<const MediaFrame>, std::optional<double> asked_ms,
                                      std::optional<double> nominal_ms);

/// By what the units of a stream are judged; for audio the same rule stands in for DVT_audio, which the paper leaves
/// open.
LatenessRule lateness_rule(const StreamInput&, std::span<const MediaFrame>, std::optional<double> asked_ms,
                           double dvt_factor);

/// Of complete frames, each with its predecessor by number complete too; of both, and of the one before as far as it
/// counts, it must be known when they were due, where timestamps say that.
LateUnits late_frames(std::span<const MediaFrame>, const LatenessRule&);

/// Transit R - S of complete frames in number order, any origin, by which the curve, the gaps and an assumed playout
/// go. S = the RTP timestamp, if all have one of known rate, less what RtpClock says that it drifts against the send
/// times, or where there are none what the sender's reports say; else as clock_transits().
std::vector<TransitPoint> frame_transits(std::span<const MediaFrame>, std::optional<double> asked_period_ms,
                                         const StreamInput&);

/// Whether RTP timestamps of known rate or send times tell when units were sent; else transits are from an even pace.
bool tells_source_times(std::span<const MediaFrame>, const StreamInput&);

/// By which the skew of the two ends is judged. S = send time (frames without one are left out as long as any has one),
/// else the RTP timestamp if all have one, less the drift that the sender's reports tell, else i x period, whole ns;
/// the last two less that of the first frame. Where RTP timestamps begin anew (restart.h) transits go on from another
/// reference: each part's least transit is the same.
std::vector<TransitPoint> clock_transits(std::span<const MediaFrame>, std::optional<double> asked_period_ms,
                                         const StreamInput&);

/// How often RTP timestamps of known rate began anew (restart.h).
std::int64_t timestamp_restarts(std::span<const MediaFrame>, const StreamInput&);

/// Of transits in number order, which need not be that of arrival.
std::optional<ClockSkew> frame_skew(std::span<const TransitPoint>);

/// Takes the drift since the first out of each transit.
void remove_skew(const ClockSkew&, std::span<TransitPoint>);

/// The minimum transit, or the first frame's; not empty.
Duration reference_transit(std::span<const TransitPoint>, LatenessReference);

/// Maximal runs of frames that are lost or more than 250 ms later than the reference.
std::int64_t playout_gaps(std::span<const MediaFrame>, std::span<const TransitPoint>, Duration reference);

}  // namespace jitterscope
