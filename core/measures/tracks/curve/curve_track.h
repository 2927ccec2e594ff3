#pragma once
// The live jitter compensation curve of one received medium, and what each playout policy makes of the same arrivals.
#include <memory>
#include <optional>

#include "core/events/kinds/audio_block_done.h"
#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/frame_played.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/playout_decided.h"
#include "core/measures/definitions/sequence_ledger.h"
#include "core/measures/tracks/curve/curve_stream.h"
#include "core/measures/tracks/table/kept_answers.h"
#include "core/measures/tracks/table/wants.h"
#include "core/measures/views/analysis_query.h"

namespace jitterscope {

/// Units are packets (audio) or complete frames (video); only events of its medium (decisions of the other are
/// ignored). Transit: by RTP timestamps, where they count a clock of known rate, and units without one are left out;
/// else by send times, as soon as one is known, and from then on units without one are left out. A new SSRC begins
/// anew, and so does a jump of the sender's timestamps by more than a second. Not thread-safe; no clock.
/// Sliding windows and the whole call are kept incrementally, transits in bins of 0.01 ms; a selection and a stretch
/// of which a skew is removed, the RTP clock's or that of the two ends, are exact, over the units kept: of a call those
/// of the last 15 minutes and at most 2^18, of a file 2^22. From the whole of a longer call the RTP clock's skew is
/// removed as it was known when each unit came. Against `first` is the unit of the lowest number in the stretch. Of the
/// whole of a longer call the view says `skew_unknown`. Points: the one in force is measured on what was played since
/// the setting was last changed. kFixed in the shadow is read from the curve at its delay (the one in force, else 60
/// ms), so against the curve's own reference; the others are run on the arrivals, and their delay is taken against the
/// curve's reference over the same stretch.
class CurveTrack {
 public:
  using Wants = Events<PacketArrived, FrameDone, AudioBlockDone, FramePlayed, PlayoutDecided>;
  static constexpr SendTimes kSendTimes = SendTimes::kAll;

  CurveTrack(Medium medium, Timestamp call_began, SampleMemory = SampleMemory::kCall);

  void add(const PacketArrived&);  // of video only the clock
  void add(const FrameDone&);      // video
  void add(const AudioBlockDone& block) { decide(block.ssrc, block.sequence, block.playout, block.outcome); }  // audio
  void add(const FramePlayed& frame) { decide(frame.ssrc, frame.frame, frame.playout, frame.outcome); }        // video
  void add(const PlayoutDecided&);

  /// Nominal spacing of units, for policies that count in units; from the next new stream on. Absent: the usual one.
  void set_period(std::optional<double> period_ms);

  /// Before the first unit; until then that of a call.
  void set_clock(const StreamClock& clock);

  /// Before the first event: what was decided and set for `before` holds.
  void continue_from(const CurveTrack& before) {
    in_force_ = before.in_force_;
    period_ = before.period_;
  }

  /// Null before the first unit. Each query is answered anew when something came, as often as KeptAnswers says, a
  /// selection only while something may still come into it; else by the same object again. `now` = local.
  std::shared_ptr<const CompensationView> view(Timestamp now, const AnalysisQuery&);
  void renew() { answers_.clear(); }  // at the next view(), however soon

  /// As CallAnalyzer::optimal_delay. Playout does not remove the RTP clock's skew, and neither does this. O(bins of the
  /// last 60 s).
  std::optional<Duration> optimal_delay() const {
    return stream_ ? optimum_of(stream_->sliding(MeasureWindow::k60s)->sums().bins()) : std::nullopt;
  }

 private:
  using Answers = KeptAnswers<CompensationView>;
  /// `delay` = by send times, where they are known. One of `delay` and `rtp_timestamp` is.
  void add_unit(std::uint32_t ssrc, std::int64_t number, Timestamp received, std::optional<Duration> delay,
                std::optional<std::int64_t> rtp_timestamp, bool talkspurt);
  void begin(std::uint32_t ssrc, bool by_send_time);
  void decide(std::uint32_t ssrc, std::int64_t number, Timestamp playout, PlayoutOutcome);
  /// Whether something may have come into the selection since the view was made, or has been forgotten.
  bool selection_changes(const Answers::Kept&) const;

  Medium medium_;
  Timestamp began_;
  SampleMemory memory_;
  Duration period_;
  StreamClock clock_;
  std::int64_t clock_hz_ = 0;
  std::optional<PlayoutInForce> in_force_;
  std::optional<CurveStream> stream_;
  SequenceLedger ledger_;                      // audio
  std::optional<Duration> conference_offset_;  // video: conference - local, by the last packet
  Answers answers_{memory_};                   // their state: changes_ then
  Timestamp newest_;                           // unit of the stream
  std::uint64_t changes_ = 0;                  // of what views are made from, so far
};

}  // namespace jitterscope
