#pragma once
// Which packets and which frames of a stretch of a received stream were lost, in order, as a comparison takes them.
#include <optional>

#include "core/measures/compare/loss_difference.h"
#include "core/measures/definitions/stream_input.h"
#include "core/measures/views/stream_report.h"

namespace jitterscope {

/// Units of both are spread evenly over the stretch, at the pace of those that came. `report` = that of the same
/// stretch; `asked_s` = its length where both its ends were given. Absent: nothing was due, how much was is not known,
/// or the numbers run over more than a hundred million. O(n).
std::optional<LossSeries> packet_losses(const StreamInput&, const StreamReport& report, std::optional<double> asked_s);
/// A frame that was due is lost where it did not come whole or nothing of it came, before the first one and behind the
/// last one too; all are where no packet came. Absent also where the stream has no frames.
std::optional<LossSeries> frame_losses(const StreamInput&, const StreamReport& report, std::optional<double> asked_s);

}  // namespace jitterscope
