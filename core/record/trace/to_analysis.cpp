#include <algorithm>
#include <map>
#include <variant>

#include "core/base/units/stamp_error.h"
#include "core/measures/definitions/delay_splitter.h"
#include "core/measures/definitions/sender_count.h"
#include "core/record/trace/delay_bounds.h"
#include "core/record/trace/reader.h"
#include "core/record/trace/schema.h"

namespace jitterscope {
namespace {

/// One StreamInput an SSRC and direction, in order of appearance.
class StreamCollector {
 public:
  explicit StreamCollector(const TraceReader& trace) : trace_(trace) {}

  StreamInput& stream(Direction direction, std::uint32_t ssrc, Medium medium) {
    const auto [entry, added] = index_.try_emplace({direction, ssrc}, streams_.size());
    if (added) streams_.push_back(new_stream(direction, ssrc, medium));
    return streams_[entry->second];
  }
  std::vector<StreamInput> take() { return std::move(streams_); }

 private:
  StreamInput new_stream(Direction direction, std::uint32_t ssrc, Medium medium) const {
    StreamInput input;
    input.direction = direction;
    input.ssrc = ssrc;
    input.medium = medium;
    input.clock_rate_hz = medium == Medium::kAudio ? 8000.0 : 90000.0;
    if (const TraceStream* known = trace_.find_stream(direction, ssrc)) {
      input.nominal_period_ms = known->nominal_period_ms;
      input.delay_uncertainty_ms = known->delay_uncertainty_ms;
      if (known->clock_rate_hz) input.clock_rate_hz = known->clock_rate_hz;
    }
    return input;
  }

  const TraceReader& trace_;
  std::map<std::pair<Direction, std::uint32_t>, std::size_t> index_;
  std::vector<StreamInput> streams_;
};

PacketObservation observe(const PacketArrived& packet) {
  PacketObservation observation;
  observation.sequence = packet.sequence;
  observation.received = packet.received;
  if (packet.sent_conference && packet.received_conference)
    observation.sent = packet.received - (*packet.received_conference - *packet.sent_conference);
  observation.rtp_timestamp = packet.rtp_timestamp;
  observation.frame = packet.frame;
  if (packet.block) observation.block = *packet.block;
  observation.size = packet.size;
  observation.marker = packet.marker;
  return observation;
}

PacketObservation observe(const PacketSent& packet) {
  PacketObservation observation;
  observation.sequence = packet.sequence;
  observation.received = packet.sent;
  observation.rtp_timestamp = packet.rtp_timestamp;
  observation.frame = packet.frame;
  observation.block = packet.block;
  observation.size = packet.size;
  observation.marker = packet.marker;
  return observation;
}

/// Adds the splits to the received streams. What earlier schemas hold is not enough for any.
bool add_delay_splits(const TraceReader& trace, StreamCollector& streams, std::string& error) {
  if (trace.schema_version() < trace::kSince<SenderTimes>) return true;
  DelaySplitter audio(Medium::kAudio), video(Medium::kVideo);
  const auto take = [&](DelaySplitter& splitter) {
    while (auto split = splitter.next())
      streams.stream(Direction::kReceived, split->ssrc, split->medium).delay_splits.push_back(*split);
  };
  const auto add = [&](const auto& event) {
    if constexpr (requires { audio.add(event); }) {
      audio.add(event);
      video.add(event);
    }
    take(audio);
    take(video);
  };
  if (!trace.read_some<PacketArrived, FrameDone, FrameDecoded, FramePlayed, FrameShown, AudioBlockDone, SenderTimes,
                       ClockSynced>([&](const Event& event) { std::visit(add, event); }, error))
    return false;
  for (DelaySplitter* splitter : {&audio, &video}) {
    splitter->finish();
    take(*splitter);
  }
  return true;
}

/// Why no unit of a received stream has a whole latency.
NoLatency no_latency(const TraceReader& trace, const StreamInput& stream) {
  if (trace.schema_version() < trace::kSince<SenderTimes>) return NoLatency::kOlderTrace;
  return why_no_whole(stream.delay_splits);
}

/// Numbers that the analysis takes (stream_analysis.cpp); only a damaged trace holds others.
bool within_reach(std::int64_t number) {
  constexpr std::int64_t kReach = std::int64_t{1} << 61;
  return number >= -kReach && number <= kReach;
}

/// The number by which playout tells of the packet's frame or block.
std::optional<std::int64_t> unit_of(const StreamInput& stream, const PacketObservation& packet) {
  if (stream.medium == Medium::kVideo && !packet.frame) return std::nullopt;
  const std::int64_t number = stream.medium == Medium::kVideo ? *packet.frame : packet.sequence;
  return within_reach(number) ? std::optional(number) : std::nullopt;
}

/// What playout made of a received stream's blocks or frames.
struct PlayoutSums {
  std::int64_t played = 0;
  std::optional<std::int64_t> last;   // number of which playout told
  std::vector<std::int64_t> numbers;  // of those played
  bool told = false;                  // by playout itself
  bool whole = false;                 // some came whole

  void add(std::int64_t number, bool was_played) {
    if (!within_reach(number)) return;
    last = std::max(last.value_or(number), number);
    if (!was_played) return;
    ++played;
    numbers.push_back(number);
  }
};

/// Units beyond the last of which playout told, if they all came in the stream's last second.
std::int64_t waiting(const StreamInput& stream, std::int64_t last) {
  std::int64_t highest = last;
  Timestamp end, begin = Timestamp::ns(INT64_MAX);
  for (const PacketObservation& packet : stream.packets) {
    end = std::max(end, packet.received);
    const auto number = unit_of(stream, packet);
    if (!number || *number <= last) continue;
    highest = std::max(highest, *number);
    begin = std::min(begin, packet.received);
  }
  return begin > end - Duration::seconds(1) ? highest - last : 0;
}

/// Units of the stream, as far as playout's turn came, that were not played; ascending. None where its numbers span
/// more than there is `room` for in all streams' lists; what they span is taken off it.
std::vector<std::int64_t> not_played(const StreamInput& stream, std::vector<std::int64_t> played, std::int64_t& room) {
  std::int64_t first = INT64_MAX, last = INT64_MIN;
  for (const PacketObservation& packet : stream.packets) {
    const auto number = unit_of(stream, packet);
    if (!number) continue;
    first = std::min(first, *number);
    last = std::max(last, *number);
  }
  std::vector<std::int64_t> missing;
  if (first > last || last - first >= room) return missing;
  room -= last - first + 1;
  last -= stream.units_waiting;
  std::sort(played.begin(), played.end());
  auto next = played.begin();
  for (std::int64_t number = first; number <= last; ++number) {
    while (next != played.end() && *next < number) ++next;
    if (next == played.end() || *next != number) missing.push_back(number);
  }
  return missing;
}

/// What the sender's own reports counted of each stream; those of the last second tell of packets that may be under
/// way.
bool add_sender_counts(const TraceReader& trace, std::vector<StreamInput>& streams, std::string& error) {
  std::map<std::uint32_t, std::vector<SenderCount>> counts;
  Timestamp end;
  for (const StreamInput& stream : streams)
    for (const PacketObservation& packet : stream.packets) end = std::max(end, packet.received);
  const auto add = [&](const RtcpReported& report) {
    end = std::max(end, report.at);
    if (report.sender_ssrc && report.sender_packets)
      counts[*report.sender_ssrc].push_back({report.at, static_cast<std::int64_t>(*report.sender_packets)});
  };
  if (!trace.read<RtcpReported>(add, error)) return false;
  end = std::max(end, trace.meta().call_ended.value_or(end));
  for (StreamInput& stream : streams) {
    const auto found = stream.ssrc ? counts.find(*stream.ssrc) : counts.end();
    if (stream.direction != Direction::kReceived || found == counts.end()) continue;
    for (const SenderCount& count : found->second)
      if (count.at <= end - kUnderWay) stream.sender_counts.push_back(count);
  }
  return true;
}

/// Losses of playout, for the quality of the streams. Video's are known since frames tell of their playout.
bool add_playout(const TraceReader& trace, std::vector<StreamInput>& streams, std::string& error) {
  std::map<std::uint32_t, PlayoutSums> sums;
  const auto add_block = [&](const AudioBlockDone& block) {
    sums[block.ssrc].told = true;
    sums[block.ssrc].add(block.sequence, block.outcome == PlayoutOutcome::kPlayed && block.received);
  };
  const auto add_frame = [&](const FramePlayed& frame) {
    sums[frame.ssrc].told = true;
    sums[frame.ssrc].add(frame.frame, frame.outcome == PlayoutOutcome::kPlayed);
  };
  // A frame that did not come whole has no turn to wait for.
  const auto add_done = [&](const FrameDone& frame) {
    const bool whole = frame.outcome == FrameOutcome::kComplete || frame.outcome == FrameOutcome::kPatched;
    if (whole)
      sums[frame.ssrc].whole = true;
    else
      sums[frame.ssrc].add(frame.frame, false);
  };
  if (!trace.read<AudioBlockDone>(add_block, error)) return false;
  if (trace.schema_version() >= trace::kSince<FramePlayed> && !trace.read<FramePlayed>(add_frame, error)) return false;
  if (trace.schema_version() >= trace::kSince<FramePlayed> && !trace.read<FrameDone>(add_done, error)) return false;
  std::int64_t room = 10'000'000;  // days; beyond it a number is damaged
  for (StreamInput& stream : streams) {
    stream.no_latency = no_latency(trace, stream);
    const auto found = stream.ssrc ? sums.find(*stream.ssrc) : sums.end();
    if (stream.direction != Direction::kReceived || found == sums.end()) continue;
    const PlayoutSums& of_stream = found->second;
    if (!of_stream.last || (!of_stream.told && of_stream.whole)) continue;
    stream.units_played = of_stream.played;
    stream.units_waiting = waiting(stream, *of_stream.last);
    stream.units_not_played = not_played(stream, of_stream.numbers, room);
  }
  return true;
}

std::optional<AnalysisInput> read_analysis(const TraceReader& trace, std::string& error) {
  StreamCollector streams(trace);
  const auto add = [&](Direction direction, const auto& packet) {
    streams.stream(direction, packet.ssrc, packet.medium).packets.push_back(observe(packet));
  };
  DelayBounds bounds;
  const bool complete =
      trace.read<PacketArrived>([&](const PacketArrived& packet) { add(Direction::kReceived, packet); }, error) &&
      trace.read<PacketSent>(
          [&](const PacketSent& packet) {
            if (packet.accepted) add(Direction::kSent, packet);
          },
          error) &&
      trace.read<ClockSynced>([&](const ClockSynced& event) { bounds.add(event); }, error) &&
      add_delay_splits(trace, streams, error);
  if (!complete) return std::nullopt;
  AnalysisInput input{trace.path(), streams.take(), trace.meta().call_began};
  if (!add_playout(trace, input.streams, error) || !add_sender_counts(trace, input.streams, error)) return std::nullopt;
  const std::vector<DelayBound> delay_bounds = bounds.list();
  for (StreamInput& stream : input.streams) {
    const auto has_sent = [](const PacketObservation& packet) { return packet.sent.has_value(); };
    if (stream.direction != Direction::kReceived || std::ranges::none_of(stream.packets, has_sent)) continue;
    stream.delay_bounds = delay_bounds;
    stream.clocks.relation = bounds.relation();
    if (!delay_bounds.empty() || !stream.delay_uncertainty_ms) continue;
    stream.clocks.relation = ClockRelation::kCommon;  // schema 1 knew delays on one machine only
    stream.delay_uncertainty_ms = std::max(*stream.delay_uncertainty_ms, kStampError.ms());
  }
  return input;
}

}  // namespace

std::optional<AnalysisInput> to_analysis(const TraceReader& trace, std::string& error) {
  std::optional<AnalysisInput> input;
  const auto read = [&] { return (input = read_analysis(trace, error)).has_value(); };
  if (!trace.at_one_moment(read, error)) return std::nullopt;
  return input;
}

}  // namespace jitterscope
