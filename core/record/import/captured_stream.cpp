#include "core/record/import/captured_stream.h"

#include <algorithm>
#include <array>

#include "core/base/units/sequence.h"
#include "core/record/import/timestamp_pace.h"

namespace jitterscope::trace {
namespace {

std::uint8_t usual_payload_type(std::span<const CapturedRtp> packets) {
  std::array<std::size_t, 128> count{};
  for (const CapturedRtp& packet : packets) ++count[packet.payload_type & 0x7F];
  return static_cast<std::uint8_t>(std::max_element(count.begin(), count.end()) - count.begin());
}

void describe(std::span<const CapturedRtp> packets, const PayloadLookup& said, StreamInput& stream) {
  PayloadInfo& payload = stream.payload.emplace(PayloadInfo{usual_payload_type(packets)});
  stream.medium_known = false;
  if (const auto known = said(static_cast<std::uint8_t>(payload.type))) {
    stream.medium_known = true;
    stream.medium = known->format.medium;
    stream.clock_rate_hz = known->format.clock_rate_hz;
    payload.name = known->format.name;
    payload.source = known->source;
  } else if (const auto pace = pace_of(packets)) {
    stream.medium_known = true;
    stream.medium = pace->medium;
    stream.clock_rate_hz = pace->clock_rate_hz;
    payload.source = PayloadSource::kTimestamps;
  }
}

/// Every packet has a block number, and frames change where timestamps do; packets that overtook others may differ.
bool blocks_make_sense(std::span<const CapturedRtp> packets) {
  std::size_t breaches = 0;
  for (std::size_t i = 0; i < packets.size(); ++i) {
    if (!packets[i].has_block) return false;
    if (i > 0)
      breaches += (packets[i].frame == packets[i - 1].frame) != (packets[i].timestamp == packets[i - 1].timestamp);
  }
  return breaches * 50 <= packets.size();
}

bool all_have_send_times(std::span<const CapturedRtp> packets) {
  return std::all_of(packets.begin(), packets.end(),
                     [](const CapturedRtp& packet) { return packet.has_sent && packet.sent_ns >= 0; });
}

}  // namespace

StreamInput to_stream(std::uint32_t ssrc, std::span<const CapturedRtp> packets, const PayloadLookup& said) {
  StreamInput stream;
  stream.ssrc = ssrc;
  if (packets.empty()) return stream;
  describe(packets, said, stream);
  const bool blocks = blocks_make_sense(packets), send_times = all_have_send_times(packets);
  SequenceUnwrapper sequences, frames;
  RtpTimeUnwrapper timestamps;
  for (const CapturedRtp& packet : packets) {
    PacketObservation seen;
    seen.sequence = sequences.unwrap(packet.sequence);
    seen.received = Timestamp::ns(packet.at_ns);
    if (send_times) seen.sent = Timestamp::ns(packet.sent_ns);
    seen.rtp_timestamp = timestamps.unwrap(packet.timestamp);
    if (blocks) seen.frame = frames.unwrap(packet.frame), seen.block = packet.block;
    seen.size = packet.size;
    seen.marker = packet.marker;
    stream.packets.push_back(seen);
  }
  return stream;
}

}  // namespace jitterscope::trace
