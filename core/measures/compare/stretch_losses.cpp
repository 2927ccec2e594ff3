#include "core/measures/compare/stretch_losses.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/measures/offline/media_frames.h"
#include "core/measures/offline/stream_orders.h"
#include "core/measures/offline/stream_quality.h"

namespace jitterscope {
namespace {

constexpr std::int64_t kMostLossUnits = 100'000'000;

/// Seconds a unit: measured on the `came` numbers from the first unit that came to the last one where these are most
/// of all, else the length asked for over all. 0 means that it is not known.
double pace_s(const StreamReport& report, std::int64_t came, std::int64_t all, std::optional<double> asked_s) {
  const double duration_s = report.duration_ms.value_or(0) / 1e3;
  const bool most = came > 1 && came >= all / 2;
  if (duration_s > 0 && (most || (came > 1 && !asked_s))) return duration_s / static_cast<double>(came - 1);
  return asked_s.value_or(0) / static_cast<double>(all);
}

/// `before` lost units, those of `lost`, and `behind` lost units.
LossSeries series_of(std::span<const std::uint8_t> lost, std::int64_t before, std::int64_t behind, double pace,
                     std::size_t together = 1) {
  const auto all = static_cast<std::int64_t>(lost.size()) + before + behind;
  const auto is_lost = [&](std::size_t i) {
    const std::size_t place = i - static_cast<std::size_t>(before);  // huge for one before them
    return place < lost.size() ? static_cast<double>(lost[place]) : 1.0;
  };
  return LossSeries::of_units(static_cast<std::size_t>(all), pace, is_lost, together);
}

/// How many of the `around` units are missing before the first one that came.
std::int64_t part_before(const StreamInput& stream, std::int64_t around) {
  const std::int64_t missing = stream.missing_before + stream.missing_after;
  return missing > 0 ? std::clamp<std::int64_t>(around * stream.missing_before / missing, 0, around) : 0;
}

std::optional<LossSeries> all_lost(const StreamReport& report, std::optional<double> asked_s) {
  if (report.expected <= 0 || report.expected > kMostLossUnits) return std::nullopt;
  return series_of({}, 0, report.expected, pace_s(report, 0, report.expected, asked_s));
}

}  // namespace

std::optional<LossSeries> packet_losses(const StreamInput& stream, const StreamReport& report,
                                        std::optional<double> asked_s) {
  if (!report.loss_ratio) return std::nullopt;
  if (report.packets == 0) return all_lost(report, asked_s);
  const PacketOrder packets = orders_of(stream).by_sequence;
  const std::int64_t first = packets.sequence(0), came = packets.sequence(packets.size() - 1) - first + 1;
  const std::int64_t around = std::max<std::int64_t>(report.expected - came, 0);
  if (came > kMostLossUnits || around > kMostLossUnits) return std::nullopt;
  std::vector<std::uint8_t> lost(static_cast<std::size_t>(came), 1);
  for (std::size_t i = 0; i < packets.size(); ++i) lost[static_cast<std::size_t>(packets.sequence(i) - first)] = 0;
  const std::int64_t before = part_before(stream, around);
  const double frames = report.frames ? static_cast<double>(report.frames->sent) : 0;
  const auto of_frame = static_cast<std::size_t>(frames > 0 ? std::ceil(static_cast<double>(came) / frames) : 1);
  return series_of(lost, before, around - before, pace_s(report, came, came + around, asked_s), of_frame);
}

std::optional<LossSeries> frame_losses(const StreamInput& stream, const StreamReport& report,
                                       std::optional<double> asked_s) {
  if (!stream.medium_known || stream.medium != Medium::kVideo || !report.loss_ratio) return std::nullopt;
  if (report.packets == 0) return all_lost(report, asked_s);
  const StreamOrders orders = orders_of(stream);
  const std::vector<MediaFrame> frames = media_frames(stream.medium, orders.by_sequence, unread_of(stream));
  if (frames.empty()) return std::nullopt;
  const std::int64_t first = frames.front().number, came = frames.back().number - first + 1;
  const std::int64_t around = units_around(lost_around(orders, report.expected), came, report);
  const std::int64_t owed = units_owed(stream, around);
  if (came > kMostLossUnits || around > kMostLossUnits || owed > kMostLossUnits) return std::nullopt;
  std::vector<std::uint8_t> lost(static_cast<std::size_t>(came), 1);
  for (const MediaFrame& frame : frames) lost[static_cast<std::size_t>(frame.number - first)] = !frame.complete;
  const std::int64_t before = part_before(stream, around);
  return series_of(lost, before, around - before + owed, pace_s(report, came, came + around + owed, asked_s));
}

}  // namespace jitterscope
