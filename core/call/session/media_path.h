#pragma once
// A media path is an address that this end's packets go to, with RTCP to and from there. Whose streams come by a path
// is known by their SSRCs alone. All functions belong to the session thread.
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

  /// The thread, the clock and the rates outlive the time until is_gone(). Throws std::runtime_error when there is no
  /// room for one more.
  void start_rtcp(RtcpThread& thread, CallClock& clock, RateBoard& rates, const RtcpConfig& config);
  /// RTCP says BYE there, and ends.
  void stop_rtcp();
  /// True when RTCP uses nothing of it any more, or has not begun.
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
  /// Switches a medium on or off: while it is off, none of its packets go there, whatever the remote wants.
  void set_enabled(Medium medium, bool on) { enabled_[medium] = on; }
  /// True when packets of the medium may go there.
  bool passes(Medium medium) const { return !waits_ && enabled_[medium]; }

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
  PerMedium<bool> enabled_{{true, true}};
  bool waits_ = false;
};

}  // namespace jitterscope
