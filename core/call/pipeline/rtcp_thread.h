#pragma once
// The rtcp thread: sends sender or receiver reports of both media whenever the analysis has new numbers, reads those of
// the remote, and says BYE when the call ends (RFC 3550 §6). Between them go the questions and answers that keep the
// conference clock and the feedback of rate control, on the audio's RTCP socket.
#include <array>
#include <memory>
#include <string>

#include "core/algorithms/signalling/second_limit.h"
#include "core/base/net/udp_socket.h"
#include "core/call/analysis/analysis_thread.h"
#include "core/call/exchange/playout_board.h"
#include "core/call/exchange/reject_sums.h"
#include "core/call/exchange/stream_send_state.h"
#include "core/call/pipeline/clock_keeper.h"
#include "core/call/pipeline/trend_feedback.h"

namespace jitterscope {

struct RtcpMedium {
  UdpSocket* socket = nullptr;
  SocketAddress far_end;
  std::uint32_t ssrc = 0;                 // of what this end sends
  std::uint16_t first_sequence = 0;       // of the same
  std::optional<std::uint32_t> far_ssrc;  // of what it receives; absent: whoever sends (plain RTP)
  double clock_rate_hz = 0;
  LatestValue<SenderProgress>* progress = nullptr;
};

class RtcpThread {
 public:
  /// Indexed by Medium. Everything pointed to outlives this.
  RtcpThread(const std::array<RtcpMedium, 2>& media, const ConferenceClock& agreed, CallClock& clock, std::string cname,
             LatestValue<ReceptionReports>& reports, PlayoutBoard& board, RateBoard& rates,
             const rtp::FeedbackTimerConfig& feedback, EventRings& rings);
  ~RtcpThread();

  /// Session thread. Reports go there from the next one on; RTCP's own port, not RTP's.
  void set_destination(Medium medium, const SocketAddress& far_end);

 private:
  struct Heard {  // of the remote's last sender report
    std::uint32_t middle_ntp = 0;
    Timestamp local;
  };
  struct Ended {  // of the remote's stream: its BYE was reported
    Timestamp told;
    std::optional<std::uint32_t> highest;  // sequence received, when packets that were under way had come
  };
  void loop(std::stop_token stop);
  const SocketAddress& destination(Medium medium);
  void send_clock_message(Medium medium, const rtp::ClockMessage& message);
  void send_report(Medium medium, bool bye);
  void tell_trend();
  void hear_trend(const rtp::TrendMessage& message, Timestamp received);
  Duration longest_wait(Timestamp now) const;
  void receive(Medium medium);
  void note_bye(Medium medium, Timestamp received);
  void look_whether_it_began_again(Medium medium);
  void reject(Medium medium, RejectReason reason, const Datagram& datagram);

  const std::array<RtcpMedium, 2> media_;
  std::array<LatestValue<SocketAddress>, 2> destinations_;  // written by the session thread
  // NTP time of reports: one that is known from the start. That it may be a slave's guess is all right, as it is only
  // compared with itself.
  const ConferenceClock reports_clock_;
  const std::string cname_;
  LatestValue<ReceptionReports>& reports_;
  PlayoutBoard& board_;
  RateBoard& rates_;
  EventRing& events_;
  std::array<RejectSums, 2> rejects_{RejectSums(Medium::kAudio), RejectSums(Medium::kVideo)};
  // Of each medium: what a remote sends beyond this is reported as a sum and floods neither trace nor notices.
  static constexpr int kMostReports = 10, kMostMessages = 40;
  std::array<SecondLimit, 2> reports_taken_{SecondLimit(kMostReports), SecondLimit(kMostReports)};
  std::array<SecondLimit, 2> messages_taken_{SecondLimit(kMostMessages), SecondLimit(kMostMessages)};
  std::array<std::optional<Ended>, 2> ended_;
  ClockKeeper keeper_;
  TrendFeedback feedback_;
  std::array<std::optional<Heard>, 2> heard_;
  std::unique_ptr<RealtimeThread> thread_;
};

}  // namespace jitterscope
