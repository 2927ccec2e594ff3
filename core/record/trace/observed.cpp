#include "core/record/trace/observed.h"

#include "core/events/kinds/packet_arrived.h"
#include "core/record/trace/reader.h"

namespace jitterscope {

StreamInput begun_stream(const TraceReader& trace, const TraceStreamKey& key) {
  StreamInput input;
  input.direction = key.direction;
  input.ssrc = key.ssrc;
  input.medium = key.medium;
  input.clock_rate_hz = key.medium == Medium::kAudio ? 8000.0 : 90000.0;
  if (const TraceStream* known = trace.find_stream(key)) {
    input.nominal_period_ms = known->nominal_period_ms;
    input.delay_uncertainty_ms = known->delay_uncertainty_ms;
    if (known->clock_rate_hz) input.clock_rate_hz = known->clock_rate_hz;
  }
  return input;
}

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
  observation.timed = !packet.untimed;
  return observation;
}

}  // namespace jitterscope
