#include "core/measures/compare/unit_series.h"

#include <algorithm>

#include "core/base/stats/moments.h"
#include "core/measures/offline/stream_orders.h"

namespace jitterscope {
namespace {

constexpr std::int64_t kMostUnits = 4'000'000;

std::vector<std::uint8_t> not_played_of(const StreamInput& stream, std::span<const MediaFrame> frames,
                                        std::size_t units) {
  std::vector<std::uint8_t> not_played(units, stream.units_played ? 0 : 1);
  const auto set = [&](std::int64_t number, std::uint8_t value) {
    const auto place = static_cast<std::uint64_t>(number - frames.front().number);
    if (place < units) not_played[place] = value;
  };
  if (stream.units_played)
    for (const std::int64_t number : stream.units_not_played) set(number, 1);
  else
    for (const MediaFrame& frame : frames) set(frame.number, !frame.complete);
  return not_played;
}

}  // namespace

std::optional<UnitSeries> unit_series(const StreamInput& stream, const StreamReport& report) {
  const StreamOrders orders = orders_of(stream);
  const std::vector<MediaFrame> frames = media_frames(stream.medium, orders.by_sequence);
  if (frames.empty()) return std::nullopt;
  const std::int64_t first = frames.front().number, came = frames.back().number - first + 1;
  const std::int64_t due = came - (stream.units_played ? stream.units_waiting : 0);
  const std::int64_t around = units_around(lost_around(orders, report.expected), came, report);
  if (due <= 0 || came > kMostUnits || around > kMostUnits) return std::nullopt;
  const auto units = static_cast<std::size_t>(due);
  UnitSeries series{not_played_of(stream, frames, units), {}, {}};
  series.not_played.resize(units + static_cast<std::size_t>(around), 1);
  series.latency.resize(series.not_played.size());
  const auto is_in = [&](std::int64_t number) { return number >= first && number < first + due; };
  const auto end = usual_end(stream.delay_splits);
  for (std::size_t i = 0; i < stream.delay_splits.size(); ++i) {
    const auto whole = stream.delay_splits.whole(i);
    const std::int64_t unit = stream.delay_splits.unit(i);
    if (whole && stream.delay_splits.last(i) == end && is_in(unit))
      series.latency[static_cast<std::size_t>(unit - first)] = whole->ms();
  }
  // A unit that comes late makes two spacings that lie side by side in time, though its number is far back.
  std::int64_t highest = first;
  for (const UnitSpacing& spacing : unit_spacings(frames, stream.clock_rate_hz)) {
    highest = std::max(highest, spacing.number);
    if (is_in(highest)) series.spacings.push_back({highest - first, spacing.ms});
  }
  return series;
}

std::vector<double> UnitSeries::latencies() const {
  std::vector<double> known;
  for (const auto& value : latency)
    if (value) known.push_back(*value);
  return known;
}

std::vector<double> UnitSeries::distance_offsets(const QualityLimits& limits) const {
  Moments latencies, gaps, losses;
  for (const auto& known : latency)
    if (known) latencies.add(*known);
  for (const UnitSpacing& spacing : spacings) gaps.add(spacing.ms);
  for (const auto lost : not_played) losses.add(lost);
  const auto units = static_cast<double>(not_played.size());
  // Of as many units as know it, each counts for more.
  const auto weight = [&](const Moments& known, QualityAxis axis) {
    return units / std::max(static_cast<double>(known.count()), 1.0) / (on_axis(limits, axis) * on_axis(limits, axis));
  };
  const double mean_latency = latencies.mean().value_or(0), mean_gap = gaps.mean().value_or(0);
  const double jitter2 = gaps.variance().value_or(0), loss = losses.mean().value_or(0);
  const double by_latency = 2 * mean_latency * weight(latencies, QualityAxis::kLatency);
  const double by_square = weight(gaps, QualityAxis::kJitter);
  const double by_loss = 2 * loss * weight(losses, QualityAxis::kLoss);
  std::vector<double> offsets(not_played.size());
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    offsets[i] = by_loss * (not_played[i] - loss);
    if (latency[i]) offsets[i] += by_latency * (*latency[i] - mean_latency);
  }
  for (const auto& [place, ms] : spacings)
    offsets[static_cast<std::size_t>(place)] += by_square * ((ms - mean_gap) * (ms - mean_gap) - jitter2);
  return offsets;
}

}  // namespace jitterscope
