#include "core/measures/offline/stream_analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "core/base/stats/moments.h"
#include "core/base/stats/percentiles.h"
#include "core/measures/definitions/compensation.h"
#include "core/measures/definitions/interarrival.h"
#include "core/measures/definitions/known_delays.h"
#include "core/measures/definitions/rfc3550_jitter.h"
#include "core/measures/definitions/run_note.h"
#include "core/measures/definitions/sequence_ledger.h"
#include "core/measures/offline/delay_variation.h"
#include "core/measures/offline/frame_measures.h"
#include "core/measures/offline/intervals.h"
#include "core/measures/offline/skew_removal.h"
#include "core/measures/offline/stream_orders.h"
#include "core/measures/offline/stream_quality.h"
#include "core/measures/offline/trend_report.h"
#include "core/measures/offline/unit_dues.h"
#include "core/measures/offline/unsaid_figures.h"
#include "core/measures/report/quality_json.h"

namespace jitterscope {
namespace {

constexpr std::string_view kNothingDue = "Nothing of it was due in this time.";

void count(const StreamInput& stream, const StreamOrders& orders, StreamReport& report) {
  report.packets = static_cast<std::int64_t>(orders.by_arrival.size());
  report.duplicates = orders.copies - report.packets;
  if (orders.by_arrival.empty()) return;
  SequenceCounts counts;
  for (std::size_t i = 0; i < orders.by_arrival.size(); ++i) {
    counts.add(orders.by_arrival.sequence(i));
    if (const auto size = orders.by_arrival.size(i)) report.bytes = report.bytes.value_or(0) + *size;
  }
  report.reordered = counts.reordered();
  const std::int64_t highest = *counts.highest();
  report.expected = counts.expected() + counted_beyond(stream, highest - counts.expected() + 1, highest);
  report.lost = report.expected - report.packets;
  report.loss_ratio = static_cast<double>(*report.lost) / static_cast<double>(report.expected);
  report.duration_ms = (orders.by_arrival.received(orders.last()) - orders.by_arrival.received(0)).ms();
}

/// Numbers that should have come before the first packet or after the last one of a part of a stream.
void expect_missing(const StreamInput& stream, StreamReport& report) {
  const std::int64_t missing = stream.missing_before + stream.missing_after;
  if (missing <= 0) return;
  report.expected += missing;
  report.lost = report.lost.value_or(0) + missing;
  report.loss_ratio = static_cast<double>(*report.lost) / static_cast<double>(report.expected);
}

/// Counts each run of the sender's numbers by itself.
std::vector<RunReport> run_reports(const StreamInput& stream, const StreamOrders& orders) {
  if (stream.runs.size() < 2) return {};
  std::vector<SequenceCounts> counts(stream.runs.size());
  for (std::size_t i = 0; i < orders.by_arrival.size(); ++i) {
    const std::int64_t number = orders.by_arrival.sequence(i);
    const auto next = std::ranges::upper_bound(stream.runs, number, {}, &RunStart::number);
    counts[static_cast<std::size_t>(std::max<std::ptrdiff_t>(next - stream.runs.begin(), 1) - 1)].add(number);
  }
  std::vector<RunReport> runs;
  for (const SequenceCounts& run : counts)
    if (run.packets() > 0) runs.push_back({run.packets(), run.expected(), run.lost(), run.reordered()});
  if (runs.size() == 1) runs.clear();  // it is the stream, or this part of it
  return runs;
}

void interval_reports(std::span<const Timestamp> received, StreamReport& report) {
  report.interarrival = interarrival_report(received);
  report.exceedances = exceedance_report(received, report.interarrival);
}

bool any_stamped(const PacketOrder& packets) {
  for (std::size_t i = 0; i < packets.size(); ++i)
    if (packets.rtp_timestamp(i)) return true;
  return false;
}

/// S of A.8 is the RTP timestamp; where packets carry none (a CSV), it is the send time.
std::optional<Rfc3550Report> jitter_report(const PacketOrder& by_arrival, const PacketTimes& times, bool stamped,
                                           std::optional<double> clock_rate_hz) {
  if (!stamped) return send_time_jitter(times);
  if (!clock_rate_hz || *clock_rate_hz <= 0) return std::nullopt;
  Rfc3550Jitter jitter(*clock_rate_hz);
  for (std::size_t i = 0; i < by_arrival.size(); ++i) {
    const auto rtp_timestamp = by_arrival.rtp_timestamp(i);
    if (rtp_timestamp && by_arrival.timed(i)) jitter.add(times.received[i], *rtp_timestamp);
  }
  return report_of(jitter);
}

std::vector<Duration> lateness_of(std::span<const TransitPoint> transits, Duration reference) {
  std::vector<Duration> lateness;
  lateness.reserve(transits.size());
  for (const TransitPoint& point : transits) lateness.push_back(point.transit - reference);
  return lateness;
}

CompensationReport curve_of(std::span<const TransitPoint> transits, Duration reference, const SkewVerdict& skew,
                            const AnalysisOptions& options) {
  const bool first = options.reference == LatenessReference::kFirst;
  CompensationReport report = compensation_report(lateness_of(transits, reference), first ? "first" : "minimum");
  report.skew_removed = skew.removed.has_value();
  if (skew.removed) report.skew_ppm = *skew.removed * 1e6;
  report.skew_by = skew.by;
  return report;
}

/// How long it is from the first to the last time at which the units were due.
std::optional<double> due_for_ms(std::span<const TransitPoint> transits) {
  const auto due = [](const TransitPoint& unit) { return unit.received - unit.transit; };
  const auto [first, last] = std::ranges::minmax_element(transits, {}, due);
  return (due(*last) - due(*first)).ms();
}

/// Tells of a span in which all that was due was lost or could not be read. Packets whose units nobody tells say
/// nothing.
void nothing_came(const StreamInput& stream, StreamReport& report) {
  const std::int64_t owed = units_owed(stream, 0);
  if (stream.direction == Direction::kSent || (!report.lost && owed == 0)) return;
  if (report.packets > report.refused.value_or(0) && owed == 0) return;
  report.quality.loss_ratio = 1;
  if (stream.medium == Medium::kAudio) report.quality.set_played(0, report.expected + owed);
  if (report.lost && stream.medium == Medium::kAudio)
    report.audio = AudioReport{report.expected, report.expected, {}, {}};
}

/// A stream may have millions of packets: each series goes as soon as it has been used.
void frame_reports(const StreamInput& stream, StreamOrders orders, const AnalysisOptions& options,
                   StreamReport& report) {
  std::vector<MediaFrame> frames = media_frames(stream.medium, orders.by_sequence, unread_of(stream));
  const std::int64_t packets_around = lost_around(orders, report.expected);
  orders = {};
  if (frames.empty()) return nothing_came(stream, report);
  report.period_ms = frame_period_ms(frames, options.period_ms, stream.nominal_period_ms);
  const auto [late, dvt_ms] = late_frames(frames, lateness_rule(stream, frames, options.period_ms, options.dvt_factor));
  const std::int64_t complete = complete_of(frames);
  const std::int64_t sent = frames.back().number - frames.front().number + 1;
  if (stream.medium == Medium::kVideo) {
    report.frames = FramesReport{sent, complete, sent - complete, late, {}, dvt_ms};
    const auto errors = static_cast<double>(sent - complete + late.value_or(0));
    if (late) report.frames->error_ratio = errors / static_cast<double>(sent);
  } else {
    const std::int64_t blocks = report.expected;  // the sender's count included
    report.audio = AudioReport{blocks, blocks - complete, late, dvt_ms};
  }
  // Of a capture the import has told it, between runs and within them.
  const std::int64_t restarts = stream.payload || stream.runs.size() > 1 ? 0 : timestamp_restarts(frames, stream);
  if (restarts > 0) report.notes.push_back(restart_note(restarts));
  std::vector<TransitPoint> transits = frame_transits(frames, options.period_ms, stream);
  SkewVerdict skew;
  Duration reference;
  if (!transits.empty()) {
    skew = skew_verdict(frames, stream, options);
    if (skew.removed) {
      remove_skew({*skew.removed}, transits);
      correct_delays(stream, *skew.removed, report.delay, report.pdv);
      report.intervals->delay.reset();  // they were of the delays as measured
    }
    reference = reference_transit(transits, options.reference);
  }
  const std::vector<TransitPoint> in_whole = transits_in_whole(stream, frames);
  const std::span<const TransitPoint> played_by = in_whole.empty() ? transits : in_whole;
  const Duration played_from = in_whole.empty() ? reference : Duration();
  const auto duration_ms = in_whole.empty() ? report.duration_ms : due_for_ms(in_whole);
  if (duration_ms && *duration_ms > 0) {
    report.gaps_per_second = static_cast<double>(playout_gaps(frames, played_by, played_from)) / (*duration_ms / 1e3);
  }
  report.loss_bursts = loss_bursts(stream, frames, report.period_ms, report.audio ? report.audio->blocks - sent : 0);
  const std::int64_t around = units_around(packets_around, sent, report);
  const std::int64_t all_sent = sent + around + units_owed(stream, around);
  report.quality = quality_of(stream, frames, all_sent, report);
  if (report.loss_bursts) report.quality.burst_ratio = report.loss_bursts->burst_ratio;
  if (options.playout_ms && !transits.empty())
    assume_playout(played_by, played_from, *options.playout_ms, frames, all_sent, skew.removed, report);
  frames = std::vector<MediaFrame>();  // {} would keep its memory
  if (transits.empty()) return;
  report.compensation = curve_of(transits, reference, skew, options);
  const ShareInterval optimum = optimum_interval(lateness_of(transits, reference));
  report.intervals->optimal_effective_n = optimum.effective_n;
  report.intervals->optimal_buffer = optimum.share;
  if (auto& interval = report.intervals->optimal_buffer->interval) {  // of a grid of buffers
    interval->low = std::min(interval->low, report.compensation->optimal.buffer_ms);
    interval->high = std::max(interval->high, report.compensation->optimal.buffer_ms);
  }
  if (skew.candidate) {
    remove_skew({*skew.candidate}, transits);
    const Duration corrected = reference_transit(transits, options.reference);
    report.skew_candidate = skew_candidate(stream, *skew.candidate, report, curve_of(transits, corrected, {}, options));
  }
}

/// The largest bound that held between the first and the last delay that is known.
std::optional<double> delay_uncertainty_ms(const StreamInput& stream) {
  if (stream.delay_bounds.empty()) return stream.delay_uncertainty_ms;
  std::optional<Timestamp> first, last;
  for (std::size_t i = 0; i < stream.packets.size(); ++i) {
    if (!stream.packets.sent(i)) continue;
    const Timestamp received = stream.packets.received(i);
    first = std::min(first.value_or(received), received);
    last = std::max(last.value_or(received), received);
  }
  std::optional<double> most;
  for (auto bound = stream.delay_bounds.begin(); bound != stream.delay_bounds.end() && first; ++bound) {
    const auto next = std::next(bound);
    const bool over = next != stream.delay_bounds.end() && next->at <= *first;
    if (bound->at <= *last && !over && bound->ms) most = std::max(most.value_or(0), *bound->ms);
  }
  return most;
}

std::string unknown_payload_note(const StreamInput& stream) {
  const int type = stream.payload ? stream.payload->type : 0;
  return fmt::format(
      "Nobody says what packets of payload type {} carry: frames, RFC 3550 jitter and verdict are unknown "
      "(--payload {}=AMR/8000 would say it of AMR).",
      type, type);
}

StreamReport measured(const StreamInput& stream, const AnalysisOptions& options) {
  StreamOrders orders = orders_of(stream);
  StreamReport report;
  report.medium = stream.medium;
  report.direction = stream.direction;
  report.medium_known = stream.medium_known;
  report.limits = options.limits.of(stream.medium);
  report.ssrc = stream.ssrc;
  report.payload = stream.payload;
  report.clock_rate_hz = stream.clock_rate_hz;
  report.stamp_resolution_ms = stream.stamp_resolution_ms;
  report.notes = stream.notes;
  report.payloads = stream.payloads;
  report.sources = stream.sources;
  report.destination = stream.destination;
  report.round_trips = stream.round_trips;
  report.runs = run_reports(stream, orders);
  if (stream.refusals) {
    report.refused = static_cast<std::int64_t>(stream.refusals->size());
    for (const Refusal& each : *stream.refusals) ++report.refused_by[static_cast<std::size_t>(each.reason)];
  }
  count(stream, orders, report);
  expect_missing(stream, report);
  if (report.expected == 0) report.notes.emplace_back(kNothingDue);
  PacketTimes times = times_of(orders.by_arrival);
  interval_reports(times.received, report);
  report.stamped = any_stamped(orders.by_arrival);
  report.jitter_rfc3550 = jitter_report(orders.by_arrival, times, report.stamped, stream.clock_rate_hz);
  report.delay = delay_report(delays_ms(times), delay_uncertainty_ms(stream));
  if (report.delay) report.pdv = pdv_report(*report.delay);
  const bool sent = stream.direction == Direction::kSent;
  auto why = sent ? std::nullopt : why_no_delay(stream, options.clocks);
  const bool clocks_agree = !why;
  if (!clocks_agree) {
    report.delay.reset();
    report.notes.push_back(std::move(*why));
  }
  if (sent) report.delay.reset(), report.pdv.reset();  // what the packets themselves say is no arrival
  if (!sent) report.jitter_on_send_times = send_time_jitter(times);
  if (!sent) report.ipdv = ipdv_report(orders.by_sequence);
  report.intervals = intervals_report(times, orders.by_sequence, lost_around(orders, report.expected));
  times = {};
  if (!report.delay && report.intervals) report.intervals->delay.reset();
  if (stream.retransmits) {
    forget_what_a_retransmission_cannot_say(report);
    return report;
  }
  if (!stream.medium_known) {
    report.notes.push_back(unknown_payload_note(stream));
    return report;
  }
  if (stream.medium == Medium::kAudio && !sent) report.trend = trend_report(orders.by_sequence);
  report.delay_split = delay_split_report(stream.delay_splits);
  frame_reports(stream, std::move(orders), options, report);
  const DelayShares shares = delay_shares(stream.delay_splits);
  report.os_share = shares.system;
  report.network_share = shares.network;
  if (!clocks_agree || stream.round_trips) forget_what_crosses_the_clocks(options.playout_ms.has_value(), report);
  if (stream.direction == Direction::kSent) forget_what_only_the_peer_knows(report);
  if (stream.payload && !stream.clock_rate_hz) forget_what_needs_a_clock(report);
  forget_what_own_drops_hide(stream.own_drops, report);
  if (stream.payload) report.refused.reset();  // a number missing in a capture was not refused by anybody
  if (stream.medium == Medium::kAudio && !sent) report.voice = voice_quality(report.quality);
  return report;
}

}  // namespace

StreamReport analyze_stream(const StreamInput& stream, const AnalysisOptions& options) {
  StreamReport report = measured(stream, options);
  const bool removed = report.compensation && report.compensation->skew_removed;
  if (options.remove_skew && !removed) report.notes.push_back(refusal(stream, options));
  return report;
}

bool has_units_apart(const StreamInput& stream) {
  if (!stream.medium_known || stream.retransmits) return false;
  return stream.medium == Medium::kVideo || stream.direction == Direction::kReceived;
}

StreamReport with_units_of(StreamReport units, StreamReport report) {
  if (report.expected == 0 && units.expected > 0) {
    std::erase(report.notes, kNothingDue);
    report.notes.emplace_back("No packet of it came in this time; what was due in it came before or after, or never.");
  } else if (units.expected == 0 && report.expected > 0) {
    report.notes.emplace_back("No unit of it was due in this time: its packets are of other times.");
  }
  report.compensation = std::move(units.compensation);
  report.gaps_per_second = units.gaps_per_second;
  report.period_ms = units.period_ms;
  report.frames = units.frames;
  report.audio = units.audio;
  report.voice = units.voice;
  report.loss_bursts = units.loss_bursts;
  const auto network_latency_ms = report.quality.network_latency_ms;
  report.delay_split = units.delay_split;
  report.os_share = units.os_share;
  report.network_share = units.network_share;
  report.quality = units.quality;
  report.quality.network_latency_ms = network_latency_ms;
  report.skew_candidate = units.skew_candidate;
  if (report.intervals && units.intervals) {
    report.intervals->optimal_buffer = units.intervals->optimal_buffer;
    report.intervals->optimal_effective_n = units.intervals->optimal_effective_n;
  }
  return report;
}

std::vector<SkewVerdict> skews_of(const AnalysisInput& input, const AnalysisOptions& options) {
  std::vector<StreamSkew> skews;
  for (const StreamInput& stream : input.streams) {
    const bool any = options.remove_skew || may_have_skew(stream, options);
    skews.push_back(any ? stream_skew(media_frames(stream.medium, orders_of(stream).by_sequence, unread_of(stream)),
                                      stream, options)
                        : StreamSkew{{}, clocks_of(stream, options)});
  }
  return judge_skews(skews, options.remove_skew);
}

std::optional<Timestamp> began_of(const AnalysisInput& input) {
  if (input.began) return input.began;
  std::optional<Timestamp> began;
  for (const StreamInput& stream : input.streams)
    for (std::size_t i = 0; i < stream.packets.size(); ++i)
      began = std::min(began.value_or(stream.packets.received(i)), stream.packets.received(i));
  return began;
}

std::optional<TimeSpan> span_of(const AnalysisInput& input, const AnalysisOptions& options) {
  if (!options.from_s && !options.to_s) return std::nullopt;
  constexpr double kEndless = 1e8;  // s
  const Timestamp zero = began_of(input).value_or(Timestamp());
  const auto at = [&](double seconds) {
    return zero + Duration::from_seconds(std::clamp(seconds, -kEndless, kEndless));
  };
  return TimeSpan{at(options.from_s.value_or(-kEndless)), at(options.to_s.value_or(kEndless))};
}

namespace {

StreamReport analyze_span(const StreamInput& stream, const TimeSpan& span, const AnalysisOptions& options) {
  StreamReport report = analyze_stream(packets_within(stream, span), options);
  if (!has_units_apart(stream)) return report;
  return with_units_of(analyze_stream(units_within(stream, span, options), options), std::move(report));
}

}  // namespace

void one_after_another(std::size_t count, const std::function<void(std::size_t)>& work) {
  for (std::size_t i = 0; i < count; ++i) work(i);
}

AnalysisReport analyze(const AnalysisInput& input, const AnalysisOptions& options, const EachOf& each) {
  AnalysisReport report{input.file, {}};
  const auto span = span_of(input, options);
  const std::vector<SkewVerdict> skews =
      may_prove_skew(input.streams, options) ? skews_of(input, options) : std::vector<SkewVerdict>{};
  std::vector<std::size_t> wanted;
  for (std::size_t i = 0; i < input.streams.size(); ++i)
    if (!options.ssrc || input.streams[i].ssrc == options.ssrc) wanted.push_back(i);
  report.streams.resize(wanted.size());
  each(wanted.size(), [&](std::size_t place) {
    const StreamInput& stream = input.streams[wanted[place]];
    AnalysisOptions own = options;
    if (!skews.empty()) own.skew = skews[wanted[place]];
    report.streams[place] = span ? analyze_span(stream, *span, own) : analyze_stream(stream, own);
  });
  return report;
}

}  // namespace jitterscope
