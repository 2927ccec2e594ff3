#include <algorithm>
#include <map>

#include "core/trace/reader.h"

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
          error);
  if (!complete) return std::nullopt;
  AnalysisInput input{trace.path(), streams.take()};
  for (StreamInput& stream : input.streams)
    if (!stream.delay_uncertainty_ms) stream.delay_uncertainty_ms = uncertainty;
  return input;
}

}  // namespace jitterscope
