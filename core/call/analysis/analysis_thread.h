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

#include "core/base/realtime/realtime_thread.h"
#include "core/call/analysis/analysis_step.h"
#include "core/call/analysis/recorder_thread.h"
#include "core/call/exchange/snapshot_board.h"

namespace jitterscope {

/// Who wants to know something of a call. What remotes and threads are told is made for these alone.
enum class Party : std::uint8_t { kScreen, kSession, kRtcp, kPlayout };
inline constexpr std::size_t kParties = 4;

class AnalysisThread : private AnalysisListener {
 public:
  /// Rings and boards outlive this. `shown` gets each snapshot; the last one of the call holds everything, by the query
  /// of the screen.
  AnalysisThread(EventRings& rings, RateBoard& rates, SnapshotBoard& shown, Timestamp call_began);
  ~AnalysisThread() override;

  /// Takes the last events in, publishes a last snapshot and ends. The other threads of the call must have ended.
  void finish();

  // Any normal thread.
  /// From the next round on the analysis writes what it measures of this remote to its boards, until remove(). A remote
  /// that was removed may be added again.
  void add(ParticipantId remote, ParticipantBoards boards);
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
  static constexpr std::size_t kNewest = 16;  // times that are chosen from
  /// Events from now on go to `recorder` (of more remotes than one those that say themselves whose they are), behind
  /// the newest of the clocks and the streams; null ends the recording. Gives back the previous one.
  std::shared_ptr<RecorderThread> record_to(std::shared_ptr<RecorderThread> recorder);

 private:
  struct ControllerWish {
    std::unique_ptr<RateController> controller;
    std::string name;
  };
  struct RemoteWish {
    ParticipantId remote;
    std::optional<ParticipantBoards> boards;  // absent: it goes
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
  template <typename Round>
  void recorded(Timestamp now, Round&& round);
  void look_how_full(Timestamp now);
  void take_wishes(Timestamp now);

  // As AnalysisListener.
  void on_event(const Identifier::Whose& whose, const Event& event) override;
  void on_summary(ParticipantId, const PerMedium<PeerSummary>&) override;
  void on_sent_summary(const PerMedium<std::optional<SenderSummary>>&) override;
  void on_sender_times(const std::vector<SenderTimes>&) override;
  void on_snapshot(std::shared_ptr<const CallSnapshot>) override;

  EventRings& rings_;
  SnapshotBoard& shown_;
  // These belong to the analysis thread.
  AnalysisStep step_;
  Duration crowded_round_ = AnalysisStep::kLongestRound;  // as short as rings fill fast
  Timestamp looked_;
  bool records_ = false;  // this round
  std::vector<Event> batch_;
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
