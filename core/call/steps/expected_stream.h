#pragma once
#include "core/algorithms/rtp/rtp_packet.h"
#include "core/base/units/time.h"
#include "core/events/kinds/stream_announced.h"

namespace jitterscope {

/// What a slot tells of the stream that it is for (Identifier): PCMU or JPEG, a unit each `period`.
inline StreamAnnounced expected_stream(ParticipantId from, Medium medium, std::uint32_t ssrc, Duration period,
                                       Timestamp now) {
  StreamAnnounced stream = announced({}, {from, {}, medium, ssrc}, now);
  const bool audio = medium == Medium::kAudio;
  stream.payload_type = audio ? rtp::kPayloadPcmu : rtp::kPayloadJpeg;
  stream.clock_rate_hz = audio ? 8000 : 90'000;
  stream.period_ms = period.ms();
  return stream;
}

}  // namespace jitterscope
