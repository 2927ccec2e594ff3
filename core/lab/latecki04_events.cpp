#include "core/lab/latecki04_events.h"

namespace jitterscope::latecki04 {

PacketSent sound_sent(const SyntheticSound& sound, std::int64_t sequence, Timestamp now) {
  PacketSent sent;
  sent.medium = Medium::kAudio;
  sent.ssrc = kSoundSsrc;
  sent.sequence = sent.frame = sequence;
  sent.size = sound.bytes;
  sent.due = sent.sent = now;
  sent.sent_conference = now;
  return sent;
}

PacketArrived sound_arrived(const SyntheticSound& sound, std::int64_t sequence, std::int64_t number, Timestamp sent,
                            Timestamp now) {
  PacketArrived arrived;
  arrived.medium = Medium::kAudio;
  arrived.ssrc = kSoundSsrc;
  arrived.sequence = sequence;
  arrived.frame = sequence;
  arrived.rtp_timestamp = number * sound.period.ns() / 125'000;
  arrived.size = sound.bytes;
  arrived.received = now;
  arrived.received_conference = now;
  arrived.sent_conference = sent;
  return arrived;
}

PacketSent picture_sent(const PicturePacket& packet, Timestamp now) {
  PacketSent sent;
  sent.medium = Medium::kVideo;
  sent.ssrc = kPictureSsrc;
  sent.sequence = packet.sequence;
  sent.frame = packet.frame;
  sent.block = static_cast<std::uint16_t>(packet.block);
  sent.marker = packet.last;
  sent.size = packet.bytes;
  sent.due = sent.sent = now;
  sent.sent_conference = now;
  return sent;
}

PacketArrived picture_arrived(const PicturePacket& packet, Timestamp now) {
  PacketArrived arrived;
  arrived.medium = Medium::kVideo;
  arrived.ssrc = kPictureSsrc;
  arrived.sequence = packet.sequence;
  arrived.frame = packet.frame;
  arrived.block = static_cast<std::uint16_t>(packet.block);
  arrived.size = packet.bytes;
  arrived.received = now;
  arrived.received_conference = now;
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
