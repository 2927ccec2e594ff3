#pragma once
// One round of the analysis: takes what the threads of a call have noted, keeps its numbers, and tells whoever wants
// some. Sans-IO: a call's thread and a call in virtual time are the same rounds.
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/call/analysis/lip_sync_keeper.h"
#include "core/call/analysis/rate_keeper.h"
#include "core/call/analysis/stream_announcer.h"
#include "core/call/analysis/told_views.h"
#include "core/call/exchange/event_rings.h"
#include "core/call/exchange/path_board.h"
#include "core/call/exchange/playout_board.h"
#include "core/events/kinds/clock_synced.h"
#include "core/events/kinds/peer_summary.h"
#include "core/events/kinds/sender_summary.h"
#include "core/events/kinds/sender_times.h"
#include "core/measures/tracks/call_analyzer.h"

namespace jitterscope {

/// The boards on which the analysis writes what it measures of one participant: that of its playout, and for each
/// medium that of the path by which it comes, whose RTCP reports it. Several participants may share a path.
struct ParticipantBoards {
  std::shared_ptr<PlayoutBoard> playout;
  PerMedium<std::shared_ptr<PathBoard>> paths;  // null: its medium is reported to nobody
};

/// It receives what each round of the analysis brings. All functions are called within AnalysisStep::run(), on its
/// thread.
class AnalysisListener {
 public:
  virtual ~AnalysisListener() = default;
  /// The analyzer has taken this event of the call. A trace may hold it if `whose.says_itself`.
  virtual void on_event(const Identifier::Whose& whose, const Event& event) = 0;
  /// These are the summaries (ViewKind::kSummary) of the streams that this end receives from the participant.
  virtual void on_summary(ParticipantId, const PerMedium<PeerSummary>&) {}
  /// These are CallAnalyzer::sent_summary() of both media; they come with the summaries.
  virtual void on_sent_summary(const PerMedium<std::optional<SenderSummary>>&) {}
  /// This is this end's side (ViewKind::kSenderTimes) of what it has sent since the last call.
  virtual void on_sender_times(const std::vector<SenderTimes>&) {}
  virtual void on_snapshot(std::shared_ptr<const CallSnapshot>) {}
};

/// A Step. All functions belong to the thread that runs it; what is set counts from the next round on.
class AnalysisStep {
 public:
  static constexpr Duration kShortestRound = Duration::ms(20), kLongestRound = Duration::ms(250);
  static constexpr std::size_t kMostTimes = 256;  // sender times of a medium, between two rounds

  /// The references outlive this. Without `measures` the analyzer hears nothing, which is cheaper where only rate
  /// control and the listener are of use.
  AnalysisStep(EventRings& rings, RateBoard& rates, AnalysisListener& listener, Timestamp call_began,
               bool measures = true)
      : rings_(rings), rates_(rates), listener_(listener), measures_(measures), analyzer_(call_began), rate_(rates) {}

  /// What is measured of the participant is written to these boards until remove(). It may be added again later.
  void add(ParticipantId participant, ParticipantBoards boards);
  void remove(ParticipantId participant);
  void set_period(ParticipantId from, Medium medium, std::optional<double> period_ms) {
    analyzer_.set_period(medium, period_ms, from);
  }
  /// The streams are those between this end and the first remote, as they are agreed now: see StreamAnnouncer.
  void set_streams(const std::vector<TraceStream>& streams, Timestamp now) { streams_.set_known(streams, now, made_); }
  void set_interests(Interests wanted);
  RateKeeper& rate() { return rate_; }

  /// Does one round.
  void run(Timestamp now);
  /// Returns when the next round is due after the one that was due at `last`: at most `most` later.
  Timestamp next(Timestamp last, Duration most) const { return rate_.next_round(last, std::min(round_, most)); }
  /// Does the last round, which tells everything that somebody wants, and returns a snapshot that holds all views.
  std::shared_ptr<const CallSnapshot> finish(Timestamp now);

  /// Returns the events that a trace which begins now needs first: the newest of the clocks and of the streams.
  std::vector<Event> beginning() const;
  CallAnalyzer& analyzer() { return analyzer_; }
  ViewCounts views_made() const;

 private:
  struct Participant {
    ParticipantBoards boards;
    LipSyncKeeper lip_sync;
  };
  void take(const Event& event, ParticipantId remote = kFirstRemote);
  void deliver(const Identifier::Whose& whose, const Event& event);
  void tell(Timestamp now);
  void tell_summaries(Timestamp now);
  void tell_paths();
  void steer_playout(Timestamp now);

  EventRings& rings_;
  RateBoard& rates_;
  AnalysisListener& listener_;
  const bool measures_;
  CallAnalyzer analyzer_;
  Interests wanted_;  // of all parties
  ToldViews told_;
  RateKeeper rate_;
  StreamAnnouncer streams_;
  std::optional<ClockSynced> clock_;  // the newest; on one machine the only one of a call
  std::map<ParticipantId, Participant> participants_;
  std::vector<Event> made_;
  Duration round_ = kLongestRound;
  std::optional<Duration> snapshot_pause_;  // absent: nobody wants one
  Timestamp next_snapshot_, next_lip_sync_;
};

}  // namespace jitterscope
