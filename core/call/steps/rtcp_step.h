#pragma once
// RTCP: what the thread rtcp does, for each path in a slot.
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/algorithms/rtp/feedback_timer.h"
#include "core/algorithms/rtp/packet_seal.h"
#include "core/algorithms/rtp/rtcp.h"
#include "core/algorithms/signalling/second_limit.h"
#include "core/base/realtime/latest_value.h"
#include "core/call/exchange/path_board.h"
#include "core/call/exchange/playout_board.h"
#include "core/call/exchange/reject_sums.h"
#include "core/call/exchange/slot_table.h"
#include "core/call/exchange/stream_send_state.h"
#include "core/call/steps/arrival.h"
#include "core/call/steps/clock_keeper.h"
#include "core/call/steps/path_question.h"

namespace jitterscope {

namespace rtp {
struct TrendMessage;
}  // namespace rtp
struct RateBoard;
class TrendFeedback;

/// Where RTCP goes. The step's thread.
class RtcpSink {
 public:
  virtual ~RtcpSink() = default;
  /// Local.
  virtual Timestamp now() const = 0;
  /// Whether there is anybody to send to.
  virtual bool leads_somewhere(Medium medium) = 0;
  virtual void send(Medium medium, rtp::ConstBytes bytes) = 0;
  /// To where the remote wants its media, which go elsewhere as yet. Nothing where none can move.
  virtual void probe(Medium, rtp::ConstBytes) {}
};

/// This is a stream that comes by the path.
struct RtcpSource {
  std::optional<std::uint32_t> ssrc;  // absent: whoever sends (plain RTP)
  ParticipantId participant = kFirstRemote;
  PlayoutBoard* playout = nullptr;  // the participant's, which its sender reports go to; may be null
};

/// These are the streams of one medium, both ways.
struct RtcpStream {
  std::uint32_t ssrc = 0;            // of what this end sends
  std::uint16_t first_sequence = 0;  // of the same
  std::vector<RtcpSource> sources;   // of what comes, of any number of participants
  double clock_rate_hz = 0;
  LatestValue<SenderProgress>* progress = nullptr;
};

struct RtcpConfig {
  std::array<RtcpStream, 2> streams;  // by Medium
  ConferenceClock agreed;
  std::string cname;
  rtp::FeedbackTimerConfig feedback;
  ParticipantId remote = kFirstRemote;     // whom the path leads to
  PerMedium<rtp::PacketSeal*> seals = {};  // of what comes; null: it comes as it is

  RtcpStream& of(Medium medium) { return streams[static_cast<std::size_t>(medium)]; }
};

/// It does RTCP by one path: sends sender or receiver reports of both media whenever the analysis has new numbers of
/// the streams that come by it, reads what comes of their senders, and says BYE when the call ends (RFC 3550 §6).
/// Between them go the questions and answers that keep the conference clock and the feedback of rate control, beside
/// the sound. A Step. rtcp thread.
class RtcpSlot {
 public:
  static constexpr std::size_t kLargestCompound = 1500;

  /// All outlive this, and what the streams point to.
  RtcpSlot(EventRing& events, CallClock& clock, const MachineClocks& machine, PathBoard& board, RateBoard& rates,
           RtcpSink& sink, const RtcpConfig& config);
  ~RtcpSlot();

  /// Whether it listens to this sender.
  bool hears(Medium medium, std::uint32_t ssrc) const { return source_of(medium, ssrc).has_value(); }

  /// Looks at the boards in rounds of a fixed length, counted from its last call, so that news that comes close
  /// together goes together. Due are the rounds in which something may go; news_due() says which it brings forward.
  /// `watches`: the machine's own clocks too, which one of all slots does.
  Timestamp run(Timestamp now, bool watches = true);
  /// When run() is due for news that came onto the boards at `now`.
  Timestamp news_due(Timestamp now) const { return first_round(now + Duration::ns(1)); }
  void take(Medium medium, const Arrival& arrival);
  /// Says BYE, as the streams end.
  void finish(Timestamp now);
  /// Says BYE, though the streams go on to others: what is sent from now on counts for nobody here.
  void leave();

 private:
  struct Heard {  // of the remote's last sender report
    std::uint32_t middle_ntp = 0;
    Timestamp local;
  };
  struct Ended {  // of the remote's stream: its BYE was reported
    Timestamp told;
    std::optional<std::uint32_t> highest;  // sequence received, when packets that were under way had come
  };
  struct Known {
    std::optional<Heard> heard;
    std::optional<Ended> ended;
  };
  /// Not before `earliest`.
  Timestamp first_round(Timestamp earliest) const;
  void send_clock_message(Medium medium, const rtp::ClockMessage& message);
  enum class Last { kNo, kOfStream, kOfRemote };
  void send_report(Medium medium, Last last);
  const RtcpStream& stream(Medium medium) const { return config_.streams[static_cast<std::size_t>(medium)]; }
  /// Returns the place of the SSRC among the sources of the medium.
  std::optional<std::size_t> source_of(Medium medium, std::uint32_t ssrc) const;
  /// Logs the report under the participant whose SSRC it names, else under the one that the path leads to.
  void note_sent(Medium medium, const ReportInput& input, Timestamp now);
  rtp::ReportBlock block_of(Medium medium, const ReportInput& input, Timestamp now) const;
  bool tells_trends() const;
  void tell_trend();
  void hear_trend(const rtp::TrendMessage& message, Timestamp received);
  void note_reports(Medium medium, std::size_t source, const rtp::RtcpCompound& compound, Timestamp received);
  void note_bye(Medium medium, std::size_t source, Timestamp received);
  void look_whether_one_began_again(Medium medium, Timestamp now);

  const RemoteEvents events_;
  PathBoard& board_;
  RateBoard& rates_;
  RtcpSink& sink_;
  // Its clock is the NTP time of reports: one that is known from the start. That it may be a slave's guess is all
  // right, as it is only compared with itself.
  const RtcpConfig config_;
  PerMedium<RejectSums> rejects_{{RejectSums(Medium::kAudio), RejectSums(Medium::kVideo)}};
  // Of each medium: what a remote sends beyond this is reported as a sum and floods neither trace nor notices.
  static constexpr int kMostReports = 10, kMostMessages = 40;
  PerMedium<SecondLimit> reports_taken_{{SecondLimit(kMostReports), SecondLimit(kMostReports)}};
  PerMedium<SecondLimit> messages_taken_{{SecondLimit(kMostMessages), SecondLimit(kMostMessages)}};
  PerMedium<std::vector<Known>> known_;  // of the sources, in their order
  PathQuestion question_;
  Timestamp ran_;
  Duration round_;
  bool begins_ = true;
  ClockKeeper keeper_;
  std::unique_ptr<TrendFeedback> feedback_;
};

/// A Step.
class RtcpStep {
 public:
  /// Events outlive this.
  explicit RtcpStep(EventRing& events) : events_(events) {}

  /// Session thread: its side of the table. Who goes is told BYE.
  SlotTable<RtcpSlot>& remotes() { return remotes_; }

  Timestamp run(Timestamp now);
  /// When run() is due for what has changed at `now`: on the boards of the remotes, or of the table, which it looks at.
  Timestamp news_due(Timestamp now);
  void take(Medium medium, const Arrival& arrival);
  void finish(Timestamp now);

 private:
  void tell(const PacketRejected& sum) { events_.push(sum); }

  EventRing& events_;
  SlotTable<RtcpSlot> remotes_;
  PerMedium<RejectSums> rejects_{{RejectSums(Medium::kAudio), RejectSums(Medium::kVideo)}};  // of nobody's
};

}  // namespace jitterscope
