#pragma once
// The analysis thread: reads every ring of events, keeps the numbers of the call, publishes snapshots for screens and
// reports for RTCP, and hands the events on to the recorder. All mathematics of a call happens here.
#include <array>
#include <atomic>
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
#include "core/call/exchange/event_rings.h"
#include "core/measures/tracks/call_analyzer.h"

namespace jitterscope {

/// One a medium; absent before the first packet.
using ReceptionReports = std::array<std::optional<ReportInput>, 2>;

class AnalysisThread {
 public:
  /// `snapshot_period`: 40 ms for a window, longer when nobody watches. Rings and boards outlive this.
  AnalysisThread(EventRings& rings, PlayoutBoard& board, RateBoard& rates, Timestamp call_began,
                 Duration snapshot_period);
  ~AnalysisThread();

  /// Takes the last events in, publishes a last snapshot and ends. The other threads of the call must have ended.
  void finish();

  // Any normal thread.
  /// See CallAnalyzer::set_period.
  void set_period(Medium, std::optional<double> period_ms);
  /// The streams of the call as they are agreed now: see StreamAnnouncer.
  void set_streams(std::vector<TraceStream>);
  /// By which the remote's sound is judged.
  void set_trend(const TrendSetting&);
  /// Who decides about this end's picture from the next round on; null: nobody.
  void set_controller(std::unique_ptr<RateController> controller, const std::string& name);
  /// What the measures and curves of later snapshots are of.
  void set_query(const AnalysisQuery&);
  /// What later snapshots hold, besides what the session itself asks for; all until this is called. The last snapshot
  /// of the call holds everything.
  void set_views(ViewSet);
  std::shared_ptr<const CallSnapshot> snapshot() const;
  /// How often each view was made by the last snapshot.
  ViewCounts views_made() const;
  /// What this end measures of the stream it receives, about a quarter of a second old; empty until just after the
  /// first call, as the figures are made only where somebody asks.
  PeerSummary summary(Medium) const;
  /// This end's side of what it sent since the last call, for the remote end: each once, at most `most`; of more the
  /// newest, evenly chosen, as the remote end does not wait for long. Gathered only where somebody asks.
  std::vector<SenderTimes> take_sender_times(Medium medium, std::size_t most);
  static constexpr std::size_t kMostTimes = 256, kNewest = 16;  // of a medium: kept; chosen from
  /// Events from now on go to `recorder`, behind the newest of the clocks and the streams; null ends the recording.
  /// Gives back the previous one.
  std::shared_ptr<RecorderThread> record_to(std::shared_ptr<RecorderThread> recorder);

  /// One reader: the rtcp thread. A new value every kReportPeriod.
  LatestValue<ReceptionReports>& reports() { return reports_; }
  static constexpr Duration kReportPeriod = Duration::seconds(2);

 private:
  struct ControllerWish {
    std::unique_ptr<RateController> controller;
    std::string name;
  };
  void run(std::stop_token stop);
  void round(Timestamp now);
  void take_wishes(Timestamp now);
  void publish_snapshot(Timestamp now, ViewSet wanted);
  void steer_playout(Timestamp now);

  EventRings& rings_;
  PlayoutBoard& board_;
  const Duration snapshot_period_, round_;
  CallAnalyzer analyzer_;             // analysis thread
  ViewSet wanted_ = ViewSet::all();   // analysis thread
  std::optional<ClockSynced> clock_;  // analysis thread: the newest; on one machine the only one of a call
  LipSyncKeeper lip_sync_;            // analysis thread
  RateKeeper rate_;                   // analysis thread
  StreamAnnouncer streams_;           // analysis thread
  std::vector<Event> batch_, made_;   // analysis thread
  LatestValue<ReceptionReports> reports_;
  Timestamp next_snapshot_, next_summary_, next_report_, next_times_, next_lip_sync_, next_optimum_;
  mutable std::atomic<bool> summaries_wanted_{false};
  std::atomic<bool> times_wanted_{false};
  mutable std::mutex mutex_;  // guards what follows
  std::array<std::optional<double>, 2> periods_ms_;
  std::optional<std::vector<TraceStream>> streams_wish_;
  AnalysisQuery query_;
  ViewSet views_ = ViewSet::all();
  ViewCounts views_made_{};
  std::optional<TrendSetting> trend_wish_;
  std::optional<ControllerWish> controller_wish_;
  std::shared_ptr<const CallSnapshot> snapshot_;
  std::array<PeerSummary, 2> summaries_;
  std::array<std::vector<SenderTimes>, 2> sender_times_;  // by medium
  std::shared_ptr<RecorderThread> recorder_;
  bool recorder_is_new_ = false;  // it has neither clocks nor streams yet
  std::unique_ptr<RealtimeThread> thread_;
};

}  // namespace jitterscope
