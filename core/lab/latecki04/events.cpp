#include "core/lab/latecki04/events.h"

namespace jitterscope::latecki04 {
namespace {

PacketSent sent_packet(Medium medium, std::uint32_t ssrc, std::int32_t bytes, Timestamp now) {
  PacketSent sent;
  sent.medium = medium;
  sent.ssrc = ssrc;
  sent.size = bytes;
  sent.due = sent.sent = now;
  sent.sent_conference = now;
  return sent;
}

PacketArrived arrived_packet(Medium medium, std::uint32_t ssrc, std::int32_t bytes, Timestamp now) {
  PacketArrived arrived;
  arrived.medium = medium;
  arrived.ssrc = ssrc;
  arrived.size = bytes;
  arrived.received = now;
  arrived.received_conference = now;
  return arrived;
}

}  // namespace

PacketSent sound_sent(const SyntheticSound& sound, std::int64_t sequence, Timestamp now) {
  PacketSent sent = sent_packet(Medium::kAudio, kSoundSsrc, sound.bytes, now);
  sent.sequence = sent.frame = sequence;
  return sent;
}

PacketArrived sound_arrived(const SyntheticSound& sound, std::int64_t sequence, std::int64_t number, Timestamp sent,
                            Timestamp now) {
  PacketArrived arrived = arrived_packet(Medium::kAudio, kSoundSsrc, sound.bytes, now);
  arrived.sequence = sequence;
  arrived.frame = sequence;
  arrived.rtp_timestamp = number * sound.period.ns() / 125'000;
  arrived.sent_conference = sent;
  return arrived;
}

PacketSent picture_sent(const PicturePacket& packet, Timestamp now) {
  PacketSent sent = sent_packet(Medium::kVideo, kPictureSsrc, packet.bytes, now);
  sent.sequence = packet.sequence;
  sent.frame = packet.frame;
  sent.block = static_cast<std::uint16_t>(packet.block);
  sent.marker = packet.last;
  return sent;
}

PacketArrived picture_arrived(const PicturePacket& packet, Timestamp now) {
  PacketArrived arrived = arrived_packet(Medium::kVideo, kPictureSsrc, packet.bytes, now);
  arrived.sequence = packet.sequence;
  arrived.frame = packet.frame;
  arrived.block = static_cast<std::uint16_t>(packet.block);
  return arrived;
}

FrameOmitted picture_omitted(std::int64_t frame, OmitReason reason, Timestamp now) {
  FrameOmitted omitted;
  omitted.ssrc = kPictureSsrc;
  omitted.frame = frame;
  omitted.reason = reason;
  omitted.at = now;
  return omitted;
}

}  // namespace jitterscope::latecki04
