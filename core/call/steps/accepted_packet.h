#pragma once
#include "core/algorithms/rtp/rtp_packet.h"
#include "core/events/kinds/packet_arrived.h"

namespace jitterscope {

/// A packet of the stream that PacketIntake expects.
struct AcceptedPacket {
  rtp::RtpPacket packet;  // good until the next one, or as long as the arrival
  PacketArrived event;
  bool restarted = false;      // the sender's sequence jumped; its extension goes on upwards
  bool begins_run = false;     // of a plain stream: the same SSRC counts anew
  bool of_other_type = false;  // than the stream's: it counts, and is not decoded
};

}  // namespace jitterscope
