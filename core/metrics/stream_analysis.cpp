#include "core/metrics/stream_analysis.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/metrics/compensation.h"
#include "core/metrics/frame_measures.h"
#include "core/metrics/interarrival.h"
#include "core/metrics/moments.h"
#include "core/metrics/percentiles.h"
#include "core/metrics/quality_json.h"
#include "core/metrics/radix_sort.h"
#include "core/metrics/rfc3550_jitter.h"
#include "core/metrics/trend_report.h"

namespace jitterscope {
namespace {

using Packets = std::vector<const PacketObservation*>;

struct Orders {
  Packets by_arrival, by_sequence;  // distinct packets: the first copy of each
  std::int64_t copies = 0;          // all, duplicates included
};

/// Small enough for differences not to overflow; no stream holds more, a damaged file may.
bool within_reach(const PacketObservation& packet) {
  constexpr std::int64_t kReach = std::int64_t{1} << 61;
  const auto small = [](std::int64_t value) { return value >= -kReach && value <= kReach; };
  return small(packet.sequence) && small(packet.received.ns()) && (!packet.sent || small(packet.sent->ns())) &&
         small(packet.frame.value_or(0)) && small(packet.rtp_timestamp.value_or(0));
}

/// Takes further copies of a sequence number out of both orders.
void drop_copies(Orders& orders) {
  Packets copies, distinct;
  for (const PacketObservation* packet : orders.by_sequence) {
    const bool copy = !distinct.empty() && distinct.back()->sequence == packet->sequence;
    (copy ? copies : distinct).push_back(packet);
  }
  orders.by_sequence = std::move(distinct);
  std::sort(copies.begin(), copies.end());
  std::erase_if(orders.by_arrival, [&](auto* p) { return std::binary_search(copies.begin(), copies.end(), p); });
}

Orders orders_of(const StreamInput& stream) {
  Orders orders;
  orders.by_arrival.reserve(stream.packets.size());
  for (const PacketObservation& packet : stream.packets) {
    if (within_reach(packet)) orders.by_arrival.push_back(&packet);
  }
  orders.copies = static_cast<std::int64_t>(orders.by_arrival.size());
  radix_sort(orders.by_arrival, [](auto* packet) { return packet->received.ns(); });
  orders.by_sequence = orders.by_arrival;
  radix_sort(orders.by_sequence, [](auto* packet) { return packet->sequence; });
  const auto same = [](auto* a, auto* b) { return a->sequence == b->sequence; };
  const bool copied =
      std::adjacent_find(orders.by_sequence.begin(), orders.by_sequence.end(), same) != orders.by_sequence.end();
  if (copied) drop_copies(orders);
  return orders;
}

void count(const Orders& orders, StreamReport& report) {
  report.packets = static_cast<std::int64_t>(orders.by_arrival.size());
  report.duplicates = orders.copies - report.packets;
  if (orders.by_arrival.empty()) return;
  report.expected = orders.by_sequence.back()->sequence - orders.by_sequence.front()->sequence + 1;
  report.lost = report.expected - report.packets;
  report.loss_ratio = static_cast<double>(report.lost) / static_cast<double>(report.expected);
  std::int64_t highest = orders.by_arrival.front()->sequence;
  for (const PacketObservation* packet : orders.by_arrival) {
    if (packet->sequence < highest) ++report.reordered;
    highest = std::max(highest, packet->sequence);
    if (packet->size) report.bytes = report.bytes.value_or(0) + *packet->size;
  }
  report.duration_ms = (orders.by_arrival.back()->received - orders.by_arrival.front()->received).ms();
}

void interval_reports(const Packets& by_arrival, StreamReport& report) {
  std::vector<Timestamp> received;
  received.reserve(by_arrival.size());
  for (const PacketObservation* packet : by_arrival) received.push_back(packet->received);
  report.interarrival = interarrival_report(received);
  report.exceedances = exceedance_report(received, report.interarrival);
}

/// S of A.8 is the RTP timestamp; where packets carry none (a CSV), it is the send time, on a clock of nanoseconds.
std::optional<Rfc3550Report> jitter_report(const Packets& by_arrival, std::optional<double> clock_rate_hz) {
  const bool stamped =
      std::any_of(by_arrival.begin(), by_arrival.end(), [](auto* packet) { return packet->rtp_timestamp.has_value(); });
  if (stamped && (!clock_rate_hz || *clock_rate_hz <= 0)) return std::nullopt;
  Rfc3550Jitter jitter(stamped ? *clock_rate_hz : 1e9);
  for (const PacketObservation* packet : by_arrival) {
    if (packet->rtp_timestamp)
      jitter.add(packet->received, *packet->rtp_timestamp);
    else if (!stamped && packet->sent)
      jitter.add(packet->received, packet->sent->ns());
  }
  if (!jitter.ms()) return std::nullopt;
  return Rfc3550Report{*jitter.ms(), *jitter.mean_ms(), *jitter.max_ms()};
}

std::vector<double> delays_ms(const Packets& packets) {
  std::vector<double> delays;
  delays.reserve(packets.size());
  for (const PacketObservation* packet : packets) {
    if (packet->sent) delays.push_back((packet->received - *packet->sent).ms());
  }
  return delays;
}

void delay_reports(const Orders& orders, std::optional<double> uncertainty, StreamReport& report) {
  std::vector<double> delays = delays_ms(orders.by_arrival);
  if (delays.empty()) return;
  Moments moments;
  for (double delay : delays) moments.add(delay);
  const auto [p50, p95, p99] = percentiles_by_selection<3>(delays, {0.50, 0.95, 0.99});
  const double base = *moments.min(), most = *moments.max();
  report.delay = DelayReport{base, *moments.mean(), moments.stddev(), p50, p95, p99, most, uncertainty};
  report.pdv = PdvReport{p50 - base, p95 - base, p99 - base, most - base};
}

std::optional<IpdvReport> ipdv_report(const Packets& by_sequence) {
  std::vector<double> steps = delays_ms(by_sequence);
  if (steps.size() < 2) return std::nullopt;
  std::adjacent_difference(steps.begin(), steps.end(), steps.begin(),
                           [](double a, double b) { return std::abs(a - b); });
  steps.erase(steps.begin());
  const double mean = std::accumulate(steps.begin(), steps.end(), 0.0) / static_cast<double>(steps.size());
  const double most = *std::max_element(steps.begin(), steps.end());
  return IpdvReport{mean, *percentile_by_selection(steps, 0.95), most};
}

std::optional<TrendReport> trend_of_delays(const Packets& by_sequence) {
  const std::vector<double> delays = delays_ms(by_sequence);
  if (delays.empty()) return std::nullopt;
  std::vector<std::int64_t> sequences;
  sequences.reserve(delays.size());
  for (const PacketObservation* packet : by_sequence)
    if (packet->sent) sequences.push_back(packet->sequence);
  return trend_report(delays, sequences);
}

/// Takes the skew out of transits in number order, not empty, where it is asked for or significant; returns it.
std::optional<ClockSkew> take_skew(std::span<TransitPoint> transits, const AnalysisOptions& options) {
  if (!options.remove_skew && !drift_of_minima(transits)) return std::nullopt;
  const std::optional<ClockSkew> skew = frame_skew(transits);
  if (!skew || !(options.remove_skew || skew->significant)) return std::nullopt;
  remove_skew(*skew, transits);
  return skew;
}

CompensationReport curve_of(std::span<const TransitPoint> transits, Duration reference,
                            const std::optional<ClockSkew>& removed, const AnalysisOptions& options) {
  std::vector<Duration> lateness;
  lateness.reserve(transits.size());
  for (const TransitPoint& point : transits) lateness.push_back(point.transit - reference);
  const bool first = options.reference == LatenessReference::kFirst;
  CompensationReport report = compensation_report(std::move(lateness), first ? "first" : "minimum");
  report.skew_removed = removed.has_value();
  if (removed) report.skew_ppm = removed->ppm();
  return report;
}

/// Of the times between complete frames, in order of completion.
std::optional<double> frame_spacing_stddev_ms(std::span<const MediaFrame> frames) {
  std::vector<Timestamp> completed;
  for (const MediaFrame& frame : frames)
    if (frame.complete) completed.push_back(frame.received);
  if (!std::is_sorted(completed.begin(), completed.end())) std::sort(completed.begin(), completed.end());
  Moments moments;
  for (std::size_t i = 1; i < completed.size(); ++i) moments.add((completed[i] - completed[i - 1]).ms());
  return moments.stddev();
}

/// Where the stream stands in the quality space.
QualityPoint quality_of(const StreamInput& stream, std::span<const MediaFrame> frames, const StreamReport& report) {
  const bool video = stream.medium == Medium::kVideo;
  const std::int64_t sent = report.frames ? report.frames->sent : report.audio ? report.audio->blocks : 0;
  const auto units = static_cast<double>(sent - stream.units_waiting);
  std::optional<double> not_played;
  if (stream.units_played && units > 0)
    not_played = std::clamp(1 - static_cast<double>(*stream.units_played) / units, 0.0, 1.0);
  return quality_point(report, video ? frame_spacing_stddev_ms(frames) : report.interarrival.stddev,
                       stream.playout_added_ms, not_played);
}

/// A stream may have millions of packets: each series goes as soon as it has been used.
void frame_reports(const StreamInput& stream, Orders orders, const AnalysisOptions& options, StreamReport& report) {
  const bool video = stream.medium == Medium::kVideo;
  std::vector<MediaFrame> frames = video ? video_frames(orders.by_sequence) : audio_blocks(orders.by_sequence);
  orders = {};
  if (frames.empty()) return;
  report.period_ms = frame_period_ms(frames, options.period_ms, stream.nominal_period_ms);
  const std::optional<std::int64_t> late = late_frames(frames, report.period_ms);
  const auto complete = std::count_if(frames.begin(), frames.end(), [](const auto& frame) { return frame.complete; });
  const std::int64_t sent = frames.back().number - frames.front().number + 1;
  if (video) {
    report.frames = FramesReport{sent, complete, sent - complete, late, std::nullopt};
    const auto errors = static_cast<double>(sent - complete + late.value_or(0));
    if (late) report.frames->error_ratio = errors / static_cast<double>(sent);
  } else {
    report.audio = AudioReport{sent, sent - complete, late};
  }
  std::vector<TransitPoint> transits = frame_transits(frames, options.period_ms, stream.clock_rate_hz);
  std::optional<ClockSkew> removed;
  Duration reference;
  if (!transits.empty()) {
    removed = take_skew(transits, options);
    reference = reference_transit(transits, options.reference);
  }
  if (report.duration_ms && *report.duration_ms > 0) {
    report.gaps_per_second =
        static_cast<double>(playout_gaps(frames, transits, reference)) / (*report.duration_ms / 1e3);
  }
  report.quality = quality_of(stream, frames, report);
  frames = std::vector<MediaFrame>();  // {} would keep its memory
  if (!transits.empty()) report.compensation = curve_of(transits, reference, removed, options);
}

}  // namespace

StreamReport analyze_stream(const StreamInput& stream, const AnalysisOptions& options) {
  Orders orders = orders_of(stream);
  StreamReport report;
  report.medium = stream.medium;
  report.direction = stream.direction;
  report.ssrc = stream.ssrc;
  count(orders, report);
  interval_reports(orders.by_arrival, report);
  report.jitter_rfc3550 = jitter_report(orders.by_arrival, stream.clock_rate_hz);
  delay_reports(orders, stream.delay_uncertainty_ms, report);
  report.ipdv = ipdv_report(orders.by_sequence);
  if (stream.medium == Medium::kAudio) report.trend = trend_of_delays(orders.by_sequence);
  frame_reports(stream, std::move(orders), options, report);
  report.delay_split = delay_split_report(stream.delay_splits);
  const DelayShares shares = delay_shares(stream.delay_splits);
  report.os_share = shares.system;
  report.network_share = shares.network;
  return report;
}

AnalysisReport analyze(const AnalysisInput& input, const AnalysisOptions& options) {
  AnalysisReport report{input.file, {}};
  for (const StreamInput& stream : input.streams) {
    if (!options.ssrc || stream.ssrc == options.ssrc) report.streams.push_back(analyze_stream(stream, options));
  }
  return report;
}

}  // namespace jitterscope
