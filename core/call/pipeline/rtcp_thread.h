#pragma once
// The thread rtcp: a socket of each medium.
#include <array>

#include "core/base/net/udp_socket.h"
#include "core/base/realtime/clock.h"
#include "core/base/realtime/descriptor_bell.h"
#include "core/base/realtime/realtime_thread.h"
#include "core/call/exchange/event_rings.h"
#include "core/call/path/route.h"
#include "core/call/steps/rtcp_step.h"

namespace jitterscope {

/// RTCP to one remote.
class RtcpSocketSink : public RtcpSink {
 public:
  /// By Medium; they outlive this.
  explicit RtcpSocketSink(const std::array<UdpSocket*, 2>& sockets) : sockets_(sockets) {}

  /// Session thread. Reports go there from the next one on: RTCP's own ports, not RTP's.
  void set_route(Medium medium, const Route& route) { routes_[medium].put(route); }

  /// Session thread. Questions whether somebody attends it go there: an RTCP port.
  void set_probed(Medium medium, const SocketAddress& address) { probed_[medium].put(address); }

  Timestamp now() const override { return monotonic_now(); }
  bool leads_somewhere(Medium medium) override { return route(medium).leads_somewhere(); }
  void send(Medium medium, rtp::ConstBytes bytes) override;
  void probe(Medium medium, rtp::ConstBytes bytes) override;

 private:
  const Route& route(Medium medium) {
    routes_[medium].update();
    return routes_[medium].front();
  }
  const std::array<UdpSocket*, 2> sockets_;
  PerMedium<LatestValue<Route>> routes_;
  PerMedium<LatestValue<SocketAddress>> probed_;
};

class KernelClocks : public MachineClocks {
 public:
  ClockOffset realtime() const override { return measure_realtime_offset(); }
  ClockOffset raw() const override { return measure_raw_offset(); }
};

class RtcpThread {
 public:
  using Remote = SlotTable<RtcpSlot>::Slot;

  /// Sockets (by Medium), rings and bell outlive this; `news` wakes it. The thread begins with the first remote.
  RtcpThread(const std::array<UdpSocket*, 2>& sockets, EventRings& rings, DescriptorBell& news);

  // Session thread.
  /// One more; all are needed until it is_gone(), and what the config points to. Nothing is sent before the sink has a
  /// route. nullopt: there is no slot.
  std::optional<Remote> add(CallClock& clock, PathBoard& board, RateBoard& rates, RtcpSocketSink& sink,
                            const RtcpConfig& config);
  /// It is told BYE.
  void remove(Remote remote) {
    step_.remotes().remove(remote);
    news_.ring();
  }
  bool is_gone(Remote remote) { return step_.remotes().is_gone(remote); }
  /// A remote's board has news.
  void ring() { news_.ring(); }

 private:
  const std::array<UdpSocket*, 2> sockets_;
  DescriptorBell& news_;
  EventRing& events_;
  KernelClocks machine_;
  RtcpStep step_;
  std::unique_ptr<RealtimeThread> thread_;
};

}  // namespace jitterscope
