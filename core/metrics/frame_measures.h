#pragma once
// What is measured on frames (video) or blocks (audio): lateness, sun97's late frames, claypool98's gaps.
#include <optional>
#include <span>
#include <vector>

#include "core/metrics/analysis_query.h"
#include "core/metrics/clock_skew.h"
#include "core/metrics/media_frames.h"

namespace jitterscope {

/// T of sun97's rule: asked for, else known of the stream, else (R_last - R_first) / (i_last - i_first) over complete
/// frames. Absent if that is not positive. For audio the same rule stands in for DVT_audio, which the paper leaves
/// open.
std::optional<double> frame_period_ms(std::span<const MediaFrame>, std::optional<double> asked_ms,
                                      std::optional<double> nominal_ms);

/// R_i - R_{i-1} > T, for stamps in whole ns.
inline bool is_late(Duration since_previous, double period_ms) {
  return static_cast<double>(since_previous.ns()) > period_ms * 1e6 + 0.5;
}

/// Complete frames with R_i - R_{i-1} > T, both of consecutive numbers.
std::optional<std::int64_t> late_frames(std::span<const MediaFrame>, std::optional<double> period_ms);

/// Transit (R - S) of complete frames in number order. S = send time (frames without one are left out as long as any
/// has one), else the RTP timestamp if all have one, else i x period as interface.md says, whole ns; the last two less
/// that of the first frame.
std::vector<TransitPoint> frame_transits(std::span<const MediaFrame>, std::optional<double> asked_period_ms,
                                         std::optional<double> clock_rate_hz);

/// Of transits in number order, which need not be that of arrival.
std::optional<ClockSkew> frame_skew(std::span<const TransitPoint>);

/// Takes the drift since the first out of each transit.
void remove_skew(const ClockSkew&, std::span<TransitPoint>);

/// The minimum transit, or the first frame's; not empty.
Duration reference_transit(std::span<const TransitPoint>, LatenessReference);

/// Maximal runs of frames that are lost or more than 250 ms later than the reference.
std::int64_t playout_gaps(std::span<const MediaFrame>, std::span<const TransitPoint>, Duration reference);

}  // namespace jitterscope
