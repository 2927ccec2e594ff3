#pragma once
// Where packets of this end go, and RTCP with who is there. Whose streams come by a path, their SSRCs alone say.
// Session thread.
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "core/call/exchange/call_clock.h"
#include "core/call/exchange/path_board.h"
#include "core/call/path/route.h"
#include "core/call/pipeline/rtcp_thread.h"

namespace jitterscope {

struct RateBoard;
class UdpSocket;

class MediaPath {
 public:
  /// `leads_to` is who receives there. The sockets, by medium, outlive this.
  MediaPath(ParticipantId leads_to, const std::array<UdpSocket*, 2>& rtcp_sockets)
      : leads_to_(leads_to), sink_(rtcp_sockets) {}

  std::shared_ptr<PathBoard> board() const { return board_; }

  // The thread, the clock and the rates outlive the time until is_gone(). Throws std::runtime_error: there is no room.
  void start_rtcp(RtcpThread& thread, CallClock& clock, RateBoard& rates, const RtcpConfig& config);
  /// Says BYE.
  void stop_rtcp();
  /// RTCP uses nothing of it any more; also true before it began.
  bool is_gone();

  /// From the next packet on RTP, and RTCP one port above, go there.
  void set_destinations(const PerMedium<SocketAddress>& rtp);
  const PerMedium<SocketAddress>& destinations() const { return destinations_; }
  Route route(Medium medium) const { return {leads_to_, destinations_[medium], nullptr}; }

  /// Asks at these RTP ports whether the remote attends them, until end_question().
  void ask(const PerMedium<SocketAddress>& rtp);
  bool is_answered() const;
  void end_question();

  /// Nothing goes there before the remote has shown that it receives.
  void wait_for_remote() { waits_ = true; }
  bool waits() const { return waits_; }
  bool stop_waiting() { return std::exchange(waits_, false); }
  /// The switch of a medium: while it is off, nothing of the medium goes there, whatever the remote wants.
  void let(Medium medium, bool on) { lets_[medium] = on; }
  bool lets(Medium medium) const { return !waits_ && lets_[medium]; }

 private:
  const ParticipantId leads_to_;
  const std::shared_ptr<PathBoard> board_ = std::make_shared<PathBoard>();
  RtcpSocketSink sink_;
  struct Served {
    RtcpThread* thread;
    RtcpThread::Remote slot;
  };
  std::optional<Served> rtcp_;
  PerMedium<SocketAddress> destinations_;
  PerMedium<std::uint64_t> tokens_;  // 0: nothing is asked
  PerMedium<bool> lets_{{true, true}};
  bool waits_ = false;
};

}  // namespace jitterscope
