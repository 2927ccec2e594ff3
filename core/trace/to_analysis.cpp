#include <algorithm>
#include <map>
#include <variant>

#include "core/metrics/delay_splitter.h"
#include "core/trace/reader.h"
#include "core/trace/schema.h"

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
      input.playout_added_ms = known->playout_added_ms;
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

/// What playout made of a received stream's blocks or frames.
struct PlayoutSums {
  Duration waited;  // of those played
  std::int64_t played = 0;
  std::int64_t last = INT64_MIN;  // number of which playout told

  void add(std::int64_t number, bool was_played, Duration wait) {
    last = std::max(last, number);
    if (!was_played) return;
    ++played;
    waited += wait;
  }
};

/// Units beyond the last of which playout told, if they all came in the stream's last second.
std::int64_t waiting(const StreamInput& stream, std::int64_t last) {
  std::int64_t highest = last;
  Timestamp end, begin = Timestamp::ns(INT64_MAX);
  for (const PacketObservation& packet : stream.packets) {
    end = std::max(end, packet.received);
    const std::int64_t number = stream.medium == Medium::kVideo ? packet.frame.value_or(last) : packet.sequence;
    if (number <= last) continue;
    highest = std::max(highest, number);
    begin = std::min(begin, packet.received);
  }
  return begin > end - Duration::seconds(1) ? highest - last : 0;
}

/// Waits and losses of playout, for the quality of the streams. Video's are known since frames tell of their playout.
bool add_playout(const TraceReader& trace, std::vector<StreamInput>& streams, std::string& error) {
  std::map<std::uint32_t, PlayoutSums> sums;
  const auto add_block = [&](const AudioBlockDone& block) {
    const bool played = block.outcome == PlayoutOutcome::kPlayed && block.received;
    sums[block.ssrc].add(block.sequence, played, played ? block.playout - *block.received : Duration());
  };
  const auto add_frame = [&](const FramePlayed& frame) {
    sums[frame.ssrc].add(frame.frame, frame.outcome == PlayoutOutcome::kPlayed, frame.playout - frame.completed);
  };
  if (!trace.read<AudioBlockDone>(add_block, error)) return false;
  if (trace.schema_version() >= trace::kSince<FramePlayed> && !trace.read<FramePlayed>(add_frame, error)) return false;
  for (StreamInput& stream : streams) {
    const auto found = stream.ssrc ? sums.find(*stream.ssrc) : sums.end();
    if (stream.direction != Direction::kReceived || found == sums.end()) continue;
    const PlayoutSums& of_stream = found->second;
    stream.units_played = of_stream.played;
    stream.units_waiting = waiting(stream, of_stream.last);
    if (of_stream.played) stream.playout_added_ms = (of_stream.waited / of_stream.played).ms();
  }
  return true;
}

}  // namespace

std::optional<AnalysisInput> to_analysis(const TraceReader& trace, std::string& error) {
  StreamCollector streams(trace);
  const auto add = [&](Direction direction, const auto& packet) {
    streams.stream(direction, packet.ssrc, packet.medium).packets.push_back(observe(packet));
  };
  std::optional<double> uncertainty;  // the largest that the trace states of the time in which delays were known
  const bool complete =
      trace.read<PacketArrived>([&](const PacketArrived& packet) { add(Direction::kReceived, packet); }, error) &&
      trace.read<PacketSent>(
          [&](const PacketSent& packet) {
            if (packet.accepted) add(Direction::kSent, packet);
          },
          error) &&
      trace.read<ClockSynced>(
          [&](const ClockSynced& event) {
            if (event.synchronised) uncertainty = std::max(uncertainty.value_or(0), event.bound_ms);
          },
          error) &&
      add_delay_splits(trace, streams, error);
  if (!complete) return std::nullopt;
  AnalysisInput input{trace.path(), streams.take()};
  if (!add_playout(trace, input.streams, error)) return std::nullopt;
  for (StreamInput& stream : input.streams)
    if (!stream.delay_uncertainty_ms) stream.delay_uncertainty_ms = uncertainty;
  return input;
}

}  // namespace jitterscope
