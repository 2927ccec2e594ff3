#pragma once
// The events that the ends of latecki04's two streams make of their packets in a live run. Times since the run
// began; both ends have the same clock.
#include <cstdint>

#include "core/events/kinds/frame_omitted.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_sent.h"
#include "core/lab/latecki04/simulation.h"

namespace jitterscope::latecki04 {

inline constexpr std::uint32_t kSoundSsrc = 1, kPictureSsrc = 2;

PacketSent sound_sent(const SyntheticSound& sound, std::int64_t sequence, Timestamp now);
/// `number`: from 0 on; its time stamp is of a clock of 8 kHz.
PacketArrived sound_arrived(const SyntheticSound& sound, std::int64_t sequence, std::int64_t number, Timestamp sent,
                            Timestamp now);

struct PicturePacket {
  std::int64_t sequence = 0, frame = 0;
  std::int32_t block = 0, bytes = 0;  // bytes: RTP packet
  bool last = false;                  // of its frame
};
PacketSent picture_sent(const PicturePacket& packet, Timestamp now);
/// Whether it is the last is not known of what arrives.
PacketArrived picture_arrived(const PicturePacket& packet, Timestamp now);
FrameOmitted picture_omitted(std::int64_t frame, OmitReason reason, Timestamp now);

}  // namespace jitterscope::latecki04
