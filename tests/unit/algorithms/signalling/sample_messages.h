#pragma once
// Two ends as the tests of this folder know them, and a message of each kind.
#include <vector>

#include "core/algorithms/signalling/messages.h"
#include "core/base/scheduling/thread_role.h"

namespace jitterscope {

inline Description sample_description(std::string name, std::uint32_t ssrc) {
  Description description;
  description.name = std::move(name);
  description.identity = "0123456789abcdef0123456789abcdef";
  description.records = "sound";
  description.audio.ssrc = ssrc;
  description.audio.port = 5006;
  description.video.ssrc = ssrc + 1;
  description.video.port = 5008;
  return description;
}

inline std::vector<Message> sample_messages() {
  PeerSummary summary;
  summary.packets = 123'456;
  summary.jitter_ms = 0.125;
  const Description description = sample_description("Ann", 100);
  SenderTimes times;
  times.frame = 1234;
  times.capture = Duration::ms(21);
  times.socket = Duration::us(12);
  const SetPriority priority{ThreadRole::kAudioSend, *PrioritySetting::parse("realtime:20"), End::kLocal};
  return {message::Offer{1, description},
          message::Answer{1, description},
          message::Ringing{"abcdefgh"},
          message::Proof{"$5$x"},
          message::Change{2, SetShaping{*ShapingSetting::parse("5,12.5"), End::kLocal}},
          message::Change{3, priority},
          message::Changed{"shaping", "c", "local"},
          message::Media{description.audio, description.video},
          message::Path{5006, 5008},
          message::KeepAlive{4},
          message::Summary{summary, PeerQuality{Medium::kAudio, 80, 4, 0.01, {}}},
          message::Times{{times, times, times}},
          message::Arrivals{{PeerPacket{5, 7, 0, {}, {}}, PeerPacket{5, 7, 1, Duration::us(83), {}}}},
          message::HangUp{"bye"},
          message::Done{2},
          message::Failed{2, error_code::kConsentDenied, "no"},
          message::Failed{1, error_code::kOlder, "This end speaks version 3 of the protocol."}};
}

}  // namespace jitterscope
