#pragma once
// What waits before a link: drop-tail of K packets, K bytes or both; strict priority of two bands where asked for.
#include <array>
#include <optional>

#include "core/algorithms/link/network.h"
#include "core/algorithms/link/ring.h"

namespace jitterscope::link {

/// Without a limit of its own the queue takes a million packets. With audio first the limit holds for each band, as
/// with Linux's `prio` of two `pfifo`, so that waiting video never costs audio a packet.
class PacketQueue {
 public:
  /// From now on; what waits stays in its band.
  void set_limits(const LinkSetting& setting);
  /// False: full.
  bool push(const Packet& packet);
  /// Audio's and control's band first, where there is one; nullopt: empty.
  std::optional<Packet> pop();
  bool empty() const { return bands_[0].waiting.empty() && bands_[1].waiting.empty(); }
  QueueState state() const;

 private:
  struct Band {
    Ring<Packet> waiting;
    std::int64_t bytes = 0;
  };

  std::array<Band, 2> bands_;
  std::size_t most_packets_ = 0;
  std::int64_t most_bytes_ = 0;
  bool audio_first_ = false;
};

}  // namespace jitterscope::link
