#include "core/measures/offline/stream_quality.h"

#include <algorithm>
#include <cmath>

#include "core/algorithms/quality/frames_due.h"
#include "core/base/stats/moments.h"
#include "core/measures/definitions/loss_bursts.h"
#include "core/measures/definitions/unit_spacing.h"
#include "core/measures/offline/unit_dues.h"

namespace jitterscope {
namespace {

void add_not_played(const StreamInput& stream, std::int64_t first, std::int64_t last, LossBurstCounter& counter) {
  std::int64_t next = first;
  for (const std::int64_t number : stream.units_not_played) {
    if (number < next || number > last) continue;
    counter.add(false, number - next);
    counter.add(true);
    next = number + 1;
  }
  counter.add(false, last - next + 1);
}

void add_not_whole(std::span<const MediaFrame> frames, LossBurstCounter& counter) {
  std::int64_t next = frames.front().number;
  for (const MediaFrame& frame : frames) {
    counter.add(true, frame.number - next);
    counter.add(!frame.complete);
    next = frame.number + 1;
  }
}

/// The same where playout is assumed: not played is what is not among `played` (numbers, in any order).
std::optional<LossBursts> assumed_loss_bursts(std::vector<std::int64_t> played, std::span<const MediaFrame> frames,
                                              std::optional<double> period_ms, std::int64_t blocks_beyond) {
  if (frames.empty()) return std::nullopt;
  std::sort(played.begin(), played.end());
  LossBurstCounter counter;
  std::int64_t next = frames.front().number;
  for (const std::int64_t number : played) {
    counter.add(true, number - next);
    counter.add(false);
    next = number + 1;
  }
  counter.add(true, frames.back().number + 1 - next + blocks_beyond);
  return counter.figures(period_ms);
}

/// In a stream with RTP timestamps, of which these two may lack them.
std::optional<double> spacing_by_stamps(const MediaFrame& before, const MediaFrame& unit, double clock_rate_hz) {
  const bool stamped = unit.rtp_timestamp && before.rtp_timestamp && clock_rate_hz > 0;
  const auto step = stamped ? std::optional(*unit.rtp_timestamp - *before.rtp_timestamp) : std::nullopt;
  return unit_spacing_ms(unit.received - before.received, step, clock_rate_hz);
}

/// The sender's step between two units of a stream without RTP timestamps.
Duration step_between(const MediaFrame& before, const MediaFrame& unit, double period_ms) {
  if (before.sent && unit.sent) return *unit.sent - *before.sent;
  return Duration::from_ms(static_cast<double>(unit.number - before.number) * period_ms);
}

}  // namespace

std::vector<UnitSpacing> unit_spacings(std::span<const MediaFrame> units, std::optional<double> clock_rate_hz) {
  std::vector<const MediaFrame*> completed;
  bool any_stamp = false;
  for (const MediaFrame& unit : units) {
    any_stamp |= unit.rtp_timestamp.has_value();
    if (unit.complete && unit.timed) completed.push_back(&unit);
  }
  if (!std::ranges::is_sorted(completed, {}, &MediaFrame::received))
    std::ranges::stable_sort(completed, {}, &MediaFrame::received);
  const double period_ms = any_stamp ? 0 : frame_period_ms(units, {}, {}).value_or(0);
  std::vector<UnitSpacing> spacings;
  for (std::size_t i = 1; i < completed.size(); ++i) {
    const MediaFrame &unit = *completed[i], &before = *completed[i - 1];
    const auto ms = any_stamp ? spacing_by_stamps(before, unit, clock_rate_hz.value_or(0))
                              : unit_spacing_ms(unit.received - before.received, step_between(before, unit, period_ms));
    if (ms) spacings.push_back({unit.number, *ms});
  }
  return spacings;
}

std::int64_t complete_of(std::span<const MediaFrame> frames) {
  return std::ranges::count(frames, true, &MediaFrame::complete);
}

std::optional<double> frames_due_per_second(std::span<const MediaFrame> frames, std::optional<double> clock_rate_hz,
                                            std::optional<double> period_ms) {
  UnitNumbering numbering;
  NumberedTime numbered;
  for (const MediaFrame& frame : frames)
    if (frame.timed && frame.rtp_timestamp)
      numbered.add(numbering.add(frame.number, *frame.rtp_timestamp, clock_rate_hz.value_or(0)));
  if (const auto rate = numbered.per_second()) return rate;
  return period_ms && *period_ms > 0 ? std::optional(1e3 / *period_ms) : std::nullopt;
}

std::int64_t units_around(std::int64_t packets_around, std::int64_t sent, const StreamReport& report) {
  if (report.audio) return packets_around;
  return frames_of_packets(packets_around, sent, report.expected - packets_around);
}

namespace {

/// When the first packet of the unit with the highest number came; absent: none did.
std::optional<Timestamp> newest_unit_came(const StreamInput& stream) {
  std::int64_t newest = 0;
  std::optional<Timestamp> came;
  for (std::size_t i = 0; i < stream.packets.size(); ++i) {
    const std::int64_t unit = unit_key(stream, i);
    if (came && unit < newest) continue;
    const Timestamp at = stream.packets.received(i);
    came = came && newest == unit ? std::min(*came, at) : at;
    newest = unit;
  }
  return came;
}

}  // namespace

std::int64_t units_owed(const StreamInput& stream, std::int64_t units_around) {
  if (stream.silences.empty()) return 0;
  std::int64_t owed = 0;
  for (const Silence& silence : stream.silences) owed += silence.units;
  const Silence& last = stream.silences.back();
  if (const auto came = newest_unit_came(stream); came && *came > last.from) return owed;
  return owed - std::min(std::max<std::int64_t>(last.units, 0), units_around);
}

QualityPoint quality_of(const StreamInput& stream, std::span<const MediaFrame> frames, std::int64_t sent,
                        const StreamReport& report) {
  QualityPoint point;
  point.no_latency = NoLatency::kSentOnly;
  if (stream.direction == Direction::kSent) return point;
  if (stream.medium == Medium::kVideo)
    point.due_per_second = frames_due_per_second(frames, stream.clock_rate_hz, report.period_ms);
  if (report.delay) point.network_latency_ms = report.delay->mean;
  Moments spacings;
  for (const UnitSpacing& spacing : unit_spacings(frames, stream.clock_rate_hz)) spacings.add(spacing.ms);
  point.jitter_ms = spacings.stddev();
  point.lost_only = !stream.units_played;
  const std::int64_t waiting = stream.units_played ? stream.units_waiting : 0, units = sent - waiting;
  const std::int64_t good = stream.units_played.value_or(complete_of(frames));
  if (units > 0) point.set_played(std::min(good, units), units);
  point.no_latency = stream.no_latency;
  if (!report.delay_split || !report.delay_split->whole) return point;
  point.latency_ms = report.delay_split->whole->mean;
  point.latency_units = report.delay_split->whole->n;
  point.ends_at = report.delay_split->ends_at;
  point.no_latency = NoLatency::kNone;
  return point;
}

std::optional<LossBursts> loss_bursts(const StreamInput& stream, std::span<const MediaFrame> frames,
                                      std::optional<double> period_ms, std::int64_t blocks_beyond) {
  if (frames.empty()) return std::nullopt;
  LossBurstCounter counter;
  if (stream.units_played)
    add_not_played(stream, frames.front().number, frames.back().number - stream.units_waiting, counter);
  else
    add_not_whole(frames, counter);
  if (stream.medium == Medium::kAudio) counter.add(true, blocks_beyond);
  counter.add(true, units_owed(stream, stream.medium == Medium::kAudio ? blocks_beyond : 0));
  return counter.figures(period_ms);
}

void assume_playout(std::span<const TransitPoint> transits, Duration reference, double buffer_ms,
                    std::span<const MediaFrame> frames, std::int64_t sent, std::optional<double> skew,
                    StreamReport& report) {
  QualityPoint& point = report.quality;
  const std::int64_t in_range = frames.back().number - frames.front().number + 1;
  if (point.no_latency != NoLatency::kNoPlayout || !report.delay || sent <= 0) return;
  const Duration latest = reference + Duration::from_ms(buffer_ms);
  std::vector<std::int64_t> played;
  Moments latencies;
  auto frame = frames.begin();  // both are in the order of numbers
  for (const TransitPoint& unit : transits) {
    if (unit.transit > latest) continue;
    played.push_back(unit.number);
    while (frame->number != unit.number) ++frame;
    if (!frame->sent) continue;
    const Duration drift = ClockSkew{skew.value_or(0)}.drift(unit.received, frames.front().received);
    latencies.add((unit.received + (latest - unit.transit) - *frame->sent - drift).ms());
  }
  point.latency_units = latencies.count();
  point.set_played(static_cast<std::int64_t>(played.size()), sent);
  report.loss_bursts = assumed_loss_bursts(std::move(played), frames, report.period_ms, sent - in_range);
  point.burst_ratio = report.loss_bursts ? report.loss_bursts->burst_ratio : std::nullopt;
  if (latencies.count() == 0) return;
  point.latency_ms = latencies.mean();
  point.from_send = true;
  point.ends_at = LatencyEnd::kAssumedPlayout;
  point.no_latency = NoLatency::kNone;
}

}  // namespace jitterscope
