#pragma once
// The live numbers of a call, from its events alone, incrementally and in bounded memory. Same definitions as
// stream_analysis.h: counts and means equal, percentiles within one bin of 0.01 ms.
#include "core/events/event.h"

#include <memory>
#include <optional>

#include "core/events/identity.h"
#include "core/measures/definitions/figure_span.h"
#include "core/measures/definitions/interval_history.h"
#include "core/measures/definitions/stream_clock.h"
#include "core/measures/views/analysis_query.h"
#include "core/measures/views/interest.h"
#include "core/measures/views/participant_view.h"
#include "core/measures/views/report_input.h"
#include "core/measures/views/stream_snapshot.h"

namespace jitterscope {

struct CallSnapshot;

/// Of any number of participants. Owned by the analysis thread; not thread-safe. No clock, no lock; allocates rarely
/// (new histogram pages, streams that begin). Rate control and demonstrations are between this end and the first
/// remote. Of a participant's medium the eight streams that sent last are kept.
class CallAnalyzer {
 public:
  /// `span` says when the call began, local. kFile for the events of an opened file: any stretch of it can be selected.
  explicit CallAnalyzer(const FigureSpan& span, SampleMemory = SampleMemory::kCall);
  ~CallAnalyzer();
  CallAnalyzer(CallAnalyzer&&) noexcept;
  CallAnalyzer& operator=(CallAnalyzer&&) noexcept;

  /// Every record of the call, of both directions, in any order between threads. A stream is announced before its
  /// first record. A sender's new stream begins with figures of its own; series go on, and what was set holds.
  void announce(const StreamAnnounced&);
  void add(ParticipantId, StreamId, const Event&);
  /// Of a call of two: says whose it is, and announces its stream.
  void add(const Event&, PacketCounts = PacketCounts::kAll);
  /// Of a stretch or a file: so many packets of the stream were due in it before the first or after the last one that
  /// came or was sent; `of_units`: so many of its units' packets, where these are not the same. Of one of which none
  /// was: where no other has come.
  void expect(const StreamKey&, std::int64_t packets_around, std::int64_t units_owed = 0,
              std::optional<std::int64_t> of_units = {});
  /// Of a stretch all has been heard, and nothing will be added.
  void finish();

  /// T of the stream received, for late frames (sun97): the nominal period of frames or blocks, as the trace has it.
  /// Before the first packet, and again when the remote changes it; absent: late frames are unknown.
  void set_period(Medium, std::optional<double> period_ms, ParticipantId from = kFirstRemote);

  /// Of a received stream that is not a call's: before its first packet.
  void set_clock(Medium, const StreamClock&, ParticipantId from = kFirstRemote);

  /// The next snapshot's measures and curves are of all events until then, however soon after the last one: of the end
  /// of a call, so that its trace shows the same.
  void renew();

  /// The delay at the optimum, with the usual normalisers, of the medium's transits from capture over the last 60 s:
  /// the target of the policy kOptimum. Absent until 50 units have come.
  std::optional<Duration> optimal_delay(Medium, ParticipantId from = kFirstRemote) const;

  /// `now` = local. Nothing but `wanted` is computed, besides counts, rates and dots of streams. Measures and curves
  /// are computed anew at most five times a second, those of long stretches once a second; of a file at once. It is of
  /// all that has been heard: the series of loss end with the interval after the last whole second.
  CallSnapshot snapshot(Timestamp now, const Interests& wanted = Interests::all());
  /// The next one after it: each view is made as often as it is wanted, and is until then that of the one before. The
  /// call goes on: series have whole seconds alone.
  std::shared_ptr<const CallSnapshot> next_snapshot(Timestamp now, const Interests& wanted);
  /// How often each view was made so far.
  const ViewCounts& views_made() const;
  /// Of one stream, also when another has taken its place. Absent: not announced, forgotten, or sent by this end.
  std::optional<ReceivedView> received(StreamId, Timestamp now, const AnalysisQuery& = {});
  /// Absent: not announced, forgotten, or not sent by this end.
  std::optional<StreamSnapshot> sent(StreamId, Timestamp now);

  /// What this end measures of the stream it receives, for its sender: counts of the whole stream, spacing and delay
  /// of the last 10 s, rate of the last second.
  PeerSummary summary(Medium, Timestamp now, ParticipantId from = kFirstRemote);
  /// What this end tells of its own; absent: it has sent nothing of the medium.
  std::optional<SenderSummary> sent_summary(Medium, Timestamp now);

  /// This end's side of what it sent since the last call, for the remotes: at most `most` a medium, evenly chosen.
  std::vector<SenderTimes> take_sender_times(std::size_t most);

  /// For the next RR; absent until a packet has come. Begins a new interval of fraction_lost.
  std::optional<ReportInput> take_report(Medium, ParticipantId from = kFirstRemote);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace jitterscope
