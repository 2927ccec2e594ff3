#pragma once
// The analysis thread: reads every ring of events, keeps the numbers of the call, publishes snapshots for screens and
// reports for RTCP, and hands the events on to the recorder. All mathematics of a call happens here.
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/base/realtime/latest_value.h"
#include "core/base/realtime/realtime_thread.h"
#include "core/call/analysis/lip_sync_keeper.h"
#include "core/call/analysis/rate_keeper.h"
#include "core/call/analysis/recorder_thread.h"
#include "core/call/analysis/stream_announcer.h"
#include "core/call/analysis/told_views.h"
#include "core/call/exchange/event_rings.h"
#include "core/call/exchange/remote_board.h"
#include "core/call/exchange/snapshot_board.h"
#include "core/events/kinds/clock_synced.h"
#include "core/events/kinds/peer_summary.h"
#include "core/events/kinds/sender_summary.h"
#include "core/events/kinds/sender_times.h"
#include "core/measures/tracks/call_analyzer.h"

namespace jitterscope {

/// Who wants to know something of a call. What remotes and threads are told is made for these alone.
enum class Party : std::uint8_t { kScreen, kSession, kRtcp, kPlayout };
inline constexpr std::size_t kParties = 4;

class AnalysisThread {
 public:
  /// Rings and boards outlive this. `shown` gets each snapshot; the last one of the call holds everything, by the query
  /// of the screen.
  AnalysisThread(EventRings& rings, RateBoard& rates, SnapshotBoard& shown, Timestamp call_began);
  ~AnalysisThread();

  /// Takes the last events in, publishes a last snapshot and ends. The other threads of the call must have ended.
  void finish();

  // Any normal thread.
  /// What is measured of this remote goes to its board, from the next round on, until remove(). One that was removed
  /// may come back.
  void add(ParticipantId remote, std::shared_ptr<RemoteBoard> board);
  void remove(ParticipantId remote);
  /// See CallAnalyzer::set_period.
  void set_period(ParticipantId from, Medium, std::optional<double> period_ms);
  /// The streams between this end and the first remote as they are agreed now: see StreamAnnouncer.
  void set_streams(std::vector<TraceStream>);
  /// By which the first remote's sound is judged.
  void set_trend(const TrendSetting&);
  /// Who decides about this end's picture from the next round on; null: nobody.
  void set_controller(std::unique_ptr<RateController> controller, const std::string& name);
  /// Of this party, from the next round on; before, it has none. There is a new snapshot as often as somebody wants
  /// something of one.
  void set_interests(Party, Interests);
  /// Of this call; null: none yet.
  std::shared_ptr<const CallSnapshot> snapshot() const;
  /// kSummary: what this end measures of the stream it receives.
  PeerSummary summary(ParticipantId from, Medium) const;
  /// As CallAnalyzer::sent_summary, of when summaries were last made.
  std::optional<SenderSummary> sent_summary(Medium) const;
  /// kSenderTimes: this end's side of what it sent since the last call, for the remote end: each once, at most `most`;
  /// of more the newest, evenly chosen, as the remote end does not wait for long.
  std::vector<SenderTimes> take_sender_times(ParticipantId to, Medium medium, std::size_t most);
  static constexpr std::size_t kMostTimes = 256, kNewest = 16;  // of a medium: kept; chosen from
  /// Events from now on go to `recorder` (of more remotes than one those that say themselves whose they are), behind
  /// the newest of the clocks and the streams; null ends the recording. Gives back the previous one.
  std::shared_ptr<RecorderThread> record_to(std::shared_ptr<RecorderThread> recorder);

 private:
  struct ControllerWish {
    std::unique_ptr<RateController> controller;
    std::string name;
  };
  struct Remote {
    std::shared_ptr<RemoteBoard> board;
    LipSyncKeeper lip_sync;
  };
  struct RemoteWish {
    ParticipantId remote;
    std::shared_ptr<RemoteBoard> board;  // null: it goes
  };
  struct PeriodWish {
    ParticipantId from;
    Medium medium{};
    std::optional<double> period_ms;
  };
  struct Told {  // for one remote
    PerMedium<PeerSummary> summaries;
    PerMedium<std::vector<SenderTimes>> sender_times;
  };
  void run(std::stop_token stop);
  void round(Timestamp now);
  void look_how_full(Timestamp now);
  void take_wishes(Timestamp now);
  void take_remotes();
  void take_interests();
  void tell_parties(Timestamp now);
  ViewCounts all_views_made() const;
  void publish_snapshot(Timestamp now);
  void steer_playout(Timestamp now);

  EventRings& rings_;
  RateBoard& rates_;
  SnapshotBoard& shown_;
  CallAnalyzer analyzer_;                       // analysis thread
  Interests wanted_;                            // analysis thread: of all parties
  ToldViews told_;                              // analysis thread
  Duration crowded_round_ = Duration::ms(250);  // analysis thread; as short as rings fill fast
  Timestamp looked_;
  Duration round_;                           // analysis thread
  std::optional<Duration> snapshot_pause_;   // analysis thread; absent: nobody wants one
  std::optional<ClockSynced> clock_;         // analysis thread: the newest; on one machine the only one of a call
  std::map<ParticipantId, Remote> remotes_;  // analysis thread
  RateKeeper rate_;                          // analysis thread
  StreamAnnouncer streams_;                  // analysis thread
  std::vector<Event> batch_, made_;          // analysis thread
  Timestamp next_snapshot_, next_lip_sync_;
  mutable std::mutex mutex_;  // guards what follows
  std::vector<RemoteWish> remote_wishes_;
  std::vector<PeriodWish> period_wishes_;
  std::optional<std::vector<TraceStream>> streams_wish_;
  std::array<Interests, kParties> interests_;
  bool interests_changed_ = false;
  std::optional<TrendSetting> trend_wish_;
  std::optional<ControllerWish> controller_wish_;
  std::shared_ptr<const CallSnapshot> snapshot_;
  std::map<ParticipantId, Told> told_remotes_;
  PerMedium<std::optional<SenderSummary>> sent_summaries_;
  std::shared_ptr<RecorderThread> recorder_;
  bool recorder_is_new_ = false;  // it has neither clocks nor streams yet
  std::unique_ptr<RealtimeThread> thread_;
};

}  // namespace jitterscope
