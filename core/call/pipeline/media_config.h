#pragma once
// What the media of a call are made of, as agreed at call set-up.
#include <string>
#include <vector>

#include "core/algorithms/signalling/conference_clock.h"
#include "core/algorithms/signalling/description.h"
#include "core/base/net/host_port.h"
#include "core/call/exchange/stream_send_state.h"
#include "core/events/per_medium.h"
#include "core/events/settings.h"

namespace jitterscope {

struct MediaConfig {
  Description local, remote;
  bool plain_rtp = false;                      // no set-up: the remote's SSRCs are learned, extensions not expected
  PerMedium<SocketAddress> remote_rtp;         // where the remote receives; RTCP one above
  SocketAddress audio_through, video_through;  // of a relay where packets are to go first; size 0 = straight there
  std::vector<SocketAddress> media_hosts;      // who may send here; empty = anyone
  ConferenceClock clock;
  CallSettings settings;
  StreamStart audio_start, video_start;
  std::string cname;
  std::string program_version;
  std::string record_path;  // recorded from the first packet; empty = not
};

inline constexpr double kAudioClock = 8000, kVideoClock = 90000;  // RTP clock rates, Hz

}  // namespace jitterscope
