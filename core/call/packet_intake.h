#pragma once
// The door of a media socket: what comes through it becomes a PacketArrived and a parsed packet, everything else is
// refused with a reason. Sans-IO; one stream; used by one receive thread.
#include <optional>

#include "core/call/call_clock.h"
#include "core/events/events.h"
#include "core/rtp/reception.h"
#include "core/rtp/rtp_packet.h"
#include "core/units/sequence.h"

namespace jitterscope {

struct IntakeConfig {
  Medium medium{};
  std::uint8_t payload_type = 0;
  std::optional<std::uint32_t> ssrc;   // absent: the first valid packet decides (a foreign sender)
  rtp::ExtensionIds ids;
  const CallClock* clock = nullptr;  // outlives the intake
};

class PacketIntake {
 public:
  struct Accepted {
    rtp::RtpPacket packet;     // points into the datagram
    PacketArrived event;
    bool restarted = false;    // the sender's sequence jumped; its extension goes on upwards
  };

  explicit PacketIntake(const IntakeConfig& config) : config_(config) {}

  /// `received`, `kernel`: local. Never allocates.
  rtp::Parsed<Accepted> accept(rtp::ConstBytes datagram, bool truncated, Timestamp received,
                               std::optional<Timestamp> kernel);
  /// The stream's SSRC, once known.
  std::optional<std::uint32_t> ssrc() const { return config_.ssrc; }

 private:
  IntakeConfig config_;
  rtp::Reception reception_;
  std::int64_t base_ = 0, highest_ = 0;  // of extended sequences; base_ grows with each restart
  RtpTimeUnwrapper timestamps_;
  SequenceUnwrapper frames_;
};

}  // namespace jitterscope
