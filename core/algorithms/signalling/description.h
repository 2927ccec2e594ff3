#pragma once
// A description is what an end of a call says of itself at call set-up: its media and what it wishes to receive.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/algorithms/signalling/capabilities.h"
#include "core/base/units/time.h"
#include "core/events/settings.h"

namespace jitterscope {

/// An audio stream as one end sends it and is ready to receive it. The RTP port is even; RTCP is one above.
struct AudioDescription {
  std::uint32_t ssrc = 0;  // of what this end sends
  std::uint16_t port = 0;  // where this end receives
  int payload_type = 0;    // PCMU
  int block_bytes = 256;
  bool send = true, receive = true;
  TrendSetting trend = {};  // by which the remote is to judge the delays of what this end sends
  bool operator==(const AudioDescription&) const = default;
};

struct VideoDescription {
  std::uint32_t ssrc = 0;
  std::uint16_t port = 0;
  int payload_type = 26;  // RFC 2435
  Subsampling subsampling = Subsampling::k420;
  double frames_per_second = 15;
  int width = 640, height = 480;
  int block_bytes = 1024;
  LossPolicy loss_policy = LossPolicy::kDiscardFrame;
  bool send = true, receive = true;
  Transport transport = Transport::kUdp;  // of what this end sends; over TCP it connects to `port` of the remote
  bool operator==(const VideoDescription&) const = default;
};

/// An end tells what it keeps of the other, one of these words, under this name as if it were a setting.
inline constexpr std::string_view kRecordingFact = "recording";
inline constexpr std::array<std::string_view, 3> kRecordings{"sound", "pictures", "sound and pictures"};

/// It describes one end of a call; the offer and its answer have this shape.
struct Description {
  /// Beyond the base of the protocol. Absent: it says nothing of it, as programs of protocol version 3 and before do,
  /// of which the name alone is read.
  std::optional<Capabilities> can = Capabilities::all();
  std::string name;      // of the person or machine, shown when it rings
  std::string identity;  // participant_identity.h; empty = it says none
  std::string records;   // of the other end, from the first sample on: one of kRecordings; empty = nothing
  std::string nonce;  // of an offer to an end on this machine: half the salt of proofs (same_machine.h); empty = none
  std::string proof;  // of an answer: the callee reads the same clock; empty = it does not
  /// Conference time = monotonic + offset. The master's holds (agree_on_clock).
  std::optional<Duration> conference_offset;
  bool clock_is_kept = false;  // this end is in a conference that goes by it, or by one that it follows itself
  AudioDescription audio;
  VideoDescription video;
  int block_extension = 1, sent_extension = 2;  // RFC 8285 ids, 1..14
  bool operator==(const Description&) const = default;
};

}  // namespace jitterscope
