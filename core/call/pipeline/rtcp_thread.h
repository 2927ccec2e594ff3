#pragma once
// The thread rtcp: a socket of each medium.
#include <array>

#include "core/base/net/udp_socket.h"
#include "core/base/realtime/realtime_thread.h"
#include "core/call/exchange/event_rings.h"
#include "core/call/pipeline/kernel_clocks.h"
#include "core/call/steps/rtcp_step.h"

namespace jitterscope {

/// RTCP to the sockets' peers.
class RtcpSocketSink : public RtcpSink {
 public:
  /// By Medium; they outlive this.
  explicit RtcpSocketSink(const std::array<UdpSocket*, 2>& sockets) : sockets_(sockets) {}

  /// Session thread. Reports go there from the next one on; RTCP's own port, not RTP's.
  void set_destination(Medium medium, const SocketAddress& to) { destinations_[medium].put(to); }

  Timestamp now() const override { return monotonic_now(); }
  bool leads_somewhere(Medium medium) override { return destination(medium).size() > 0; }
  void send(Medium medium, rtp::ConstBytes bytes) override {
    sockets_[static_cast<std::size_t>(medium)]->send(std::as_bytes(bytes), destination(medium));
  }

 private:
  const SocketAddress& destination(Medium medium) {
    destinations_[medium].update();
    return destinations_[medium].front();
  }
  const std::array<UdpSocket*, 2> sockets_;
  PerMedium<LatestValue<SocketAddress>> destinations_;
};

class RtcpThread {
 public:
  /// All outlive this, and what the config points to. Nothing is sent before set_destination.
  RtcpThread(const std::array<UdpSocket*, 2>& sockets, EventRings& rings, CallClock& clock,
             LatestValue<ReceptionReports>& reports, PlayoutBoard& board, RateBoard& rates,
             const PerMedium<SocketAddress>& destinations, const RtcpConfig& config);

  /// Session thread; as of RtcpSocketSink.
  void set_destination(Medium medium, const SocketAddress& to) { sink_.set_destination(medium, to); }

 private:
  const std::array<UdpSocket*, 2> sockets_;
  RtcpSocketSink sink_;
  KernelClocks machine_;
  RtcpStep step_;
  std::unique_ptr<RealtimeThread> thread_;
};

}  // namespace jitterscope
