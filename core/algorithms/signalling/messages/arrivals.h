#pragma once
#include <string_view>
#include <vector>

#include "core/algorithms/signalling/capabilities.h"
#include "core/events/kinds/peer_packet.h"

namespace jitterscope::message {

struct Arrivals {
  using Needs = capability::Arrivals;
  static constexpr int kMostASecond = 40;
  static constexpr std::size_t kMost = 256;
  static constexpr std::string_view method = "arrivals";
  static constexpr std::string_view says =
      "How the packets of one of your frames came, in whole µs since the frame's first packet; at most 10 min.";
  std::vector<PeerPacket> packets = {};  // more than kMost are left out

  void stamp(Timestamp now) {
    for (PeerPacket& each : packets) each.at = now;
  }
  template <typename Io>
  void carry(Io& io) {
    carry_rows(io, "packets", packets, kMost);
  }
};

}  // namespace jitterscope::message
