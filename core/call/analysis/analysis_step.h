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

/// Where what is measured of a participant goes: to its playout, and to RTCP of the path by which a medium comes. A
/// path may be that of several participants.
struct ParticipantBoards {
  std::shared_ptr<PlayoutBoard> playout;
  PerMedium<std::shared_ptr<PathBoard>> paths;  // null: its medium is reported to nobody
};

/// What rounds bring, for whoever keeps it. Called within run().
class AnalysisOutlet {
 public:
  virtual ~AnalysisOutlet() = default;
  /// Each event of the call, in their order, as the analyzer has it; `whose.says_itself`: a trace may have it.
  virtual void took(const Identifier::Whose& whose, const Event& event) = 0;
  /// kSummary: of the streams that this end receives from the participant.
  virtual void summarised(ParticipantId, const PerMedium<PeerSummary>&) {}
  /// With it, as CallAnalyzer::sent_summary.
  virtual void sent_summarised(const PerMedium<std::optional<SenderSummary>>&) {}
  /// kSenderTimes: this end's side of what it has sent since the last time.
  virtual void timed(const std::vector<SenderTimes>&) {}
  virtual void shown(std::shared_ptr<const CallSnapshot>) {}
};

/// A Step. Wishes are taken between rounds, by its thread.
class AnalysisStep {
 public:
  /// All outlive this. Without `measures` the analyzer hears nothing: what only rate control and the outlet need is
  /// cheaper.
  AnalysisStep(EventRings& rings, RateBoard& rates, AnalysisOutlet& outlet, Timestamp call_began, bool measures = true)
      : rings_(rings), rates_(rates), outlet_(outlet), measures_(measures), analyzer_(call_began), rate_(rates) {}

  // Wishes.
  /// From now on until remove(); one that was removed may come back.
  void add(ParticipantId participant, ParticipantBoards boards);
  void remove(ParticipantId participant);
  void set_period(ParticipantId from, Medium medium, std::optional<double> period_ms) {
    analyzer_.set_period(medium, period_ms, from);
  }
  /// Those between this end and the first remote, as they are agreed now: see StreamAnnouncer.
  void set_streams(const std::vector<TraceStream>& streams, Timestamp now) { streams_.set_known(streams, now, made_); }
  void set_interests(Interests wanted);
  RateKeeper& rate() { return rate_; }

  /// A round.
  void run(Timestamp now);
  /// When the next is due, after one that was due at `last`; `most` after it.
  Timestamp next(Timestamp last, Duration most) const { return rate_.next_round(last, std::min(round_, most)); }
  /// The last round: all that somebody wants is told, and the snapshot that is returned holds everything.
  std::shared_ptr<const CallSnapshot> finish(Timestamp now);

  /// What a trace that begins now is to know first: the newest of the clocks and the streams.
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
  AnalysisOutlet& outlet_;
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

 public:
  static constexpr Duration kShortestRound = Duration::ms(20), kLongestRound = Duration::ms(250);
  static constexpr std::size_t kMostTimes = 256;  // of a medium, between two rounds
};

}  // namespace jitterscope
