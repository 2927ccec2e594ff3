#pragma once
// What this end receives of one medium, incrementally.
#include <array>
#include <optional>
#include <set>

#include "core/events/kinds/audio_block_done.h"
#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_rejected.h"
#include "core/events/kinds/peer_summary.h"
#include "core/events/kinds/ring_dropped.h"
#include "core/events/kinds/rtcp_reported.h"
#include "core/measures/definitions/frame_ledger.h"
#include "core/measures/definitions/rfc3550_jitter.h"
#include "core/measures/definitions/sender_counts.h"
#include "core/measures/definitions/sequence_ledger.h"
#include "core/measures/definitions/stream_clock.h"
#include "core/measures/definitions/stream_input.h"
#include "core/measures/packets/foreign_frames.h"
#include "core/measures/packets/lost_dots.h"
#include "core/measures/tracks/streams/measures_track.h"
#include "core/measures/tracks/streams/stream_track.h"
#include "core/measures/tracks/table/wants.h"
#include "core/measures/views/report_input.h"

namespace jitterscope {

/// Events of other media must not be given to it. A new SSRC restarts all figures; series and rejects go on.
class ReceivedStream {
 public:
  using Wants =
      Events<PacketArrived, PacketRejected, FrameDone, AudioBlockDone, RtcpReported, SenderSummary, RingDropped>;
  static constexpr SendTimes kSendTimes = SendTimes::kOfKnownVariation;

  ReceivedStream(Medium medium, const FigureSpan& span, SampleMemory);

  void add(const PacketArrived& packet) { count(packet, true); }
  void add(const PacketRejected&);
  void add(const FrameDone&);
  void add(const AudioBlockDone&);
  // What the sender itself counted; its summaries come more often than its RTCP reports.
  void add(const SenderSummary&);
  void add(const RtcpReported&);
  void add(const RingDropped&);

  /// What such a packet counts for at the edge of a stretch.
  void add_alone(const PacketArrived& packet) { count(packet, false); }
  void add_to_unit(const PacketArrived&);
  /// So many packets of the stream were due in the stretch, or in the file, before the first or after the last one that
  /// came; so many of its units, which are packets of sound.
  void expect(std::uint32_t ssrc, std::int64_t packets_around, std::int64_t of_units);

  /// Before the first packet: series and rejects of `before` go on, and what was set for it holds.
  void continue_from(const ReceivedStream& before);

  /// Drops the delays of this SSRC, which are impossible. Their variation stays known.
  void forget_delays();

  /// T for late frames where timestamps do not tell it.
  void set_period(std::optional<double> period_ms) { rule_.nominal_ms = period_ms; }

  /// Before the first packet; until then that of a call.
  void set_clock(const StreamClock& clock) {
    clock_ = clock;
    now_ = Figures(clock, span_.recent());
    rule_.timestamp_hz = clock.timestamp_hz;
  }

  /// Counts, rates with their series, dots.
  StreamSnapshot snapshot(Timestamp now);
  /// The rest: distributions, recent figures, series. `over`: all has been heard, and the series of loss ends with the
  /// interval after the last whole second.
  void fill_figures(StreamSnapshot&, Timestamp now, bool over);
  void renew_measures() { measures_.renew(); }
  std::shared_ptr<const MeasuresView> measures(Timestamp now, const AnalysisQuery& query) {
    return measures_.view(now, query);
  }
  /// Spacing and delay of the last 10 s (p95 renewed once a second), counts of the whole stream.
  PeerSummary summary(Timestamp now);
  std::optional<ReportInput> take_report();

 private:
  static constexpr std::size_t kDottedFrames = 12;  // of departures as many as of arrivals
  struct Figures {
    Figures(const StreamClock& clock, Duration recent) : jitter(clock.jitter_hz()), recent_delay(recent) {}
    std::uint32_t ssrc = 0;
    bool active = false, foreign = false, delays_known = true;
    SequenceLedger ledger;
    Rfc3550Jitter jitter, send_time_jitter{1e9};
    BinnedDistribution delay;
    RecentWindow recent_delay;
    std::optional<double> told_p95_ms;  // of it, as told last, and when that was looked for
    std::optional<Timestamp> told_p95_at;
    FrameLedger frames;
    std::set<std::int64_t> earlier;  // packets that count for their unit alone, by number
    std::int64_t bytes = 0;
    std::array<std::int64_t, kRejectReasons> refused{};
    std::optional<std::int64_t> run_offset;  // of the packet before
    int runs = 1;
    std::int64_t around = 0, units_around = 0;   // expected, before the first or after the last packet
    std::optional<std::int64_t> missed_playout;  // nothing tells of playout until a block's turn has come
    SenderCounts sender_counts;
    bool summarised = false;  // by summaries
    std::int64_t reported_expected = 0, reported_received = 0;
    std::optional<Timestamp> own_drops;  // notes of what came were dropped here, last at that time
    ForeignFrames foreign_frames;
    LostDots lost{kDottedFrames}, lost_departures{kDottedFrames};
  };
  void begin(std::uint32_t ssrc);
  void count(const PacketArrived&, bool with_unit);
  void measure(const PacketArrived&);
  void count_frame(const FrameDone&);
  void count_frame(const PacketArrived&);
  void place_dot(const PacketArrived&);
  std::optional<double> told_p95_ms(Timestamp now);
  SecondBySecond::Totals totals() const { return {now_.bytes, now_.ledger.expected(), now_.ledger.packets()}; }
  template <typename Counts>
  void fill_counts(Counts&, Timestamp now);

  Medium medium_;
  FigureSpan span_;
  StreamClock clock_ = usual_clock(medium_);
  LatenessRule rule_{.timestamp_hz = clock_.timestamp_hz, .talkspurts = medium_ == Medium::kAudio};
  Figures now_{clock_, span_.recent()};
  StreamTrack track_;
  PacketDots departures_{kDottedFrames};  // of the packets received, by their send times
  MeasuresTrack measures_;
  Envelope jitter_series_, delay_series_;
  std::array<std::int64_t, kRejectReasons> rejected_{};  // of no stream
};

}  // namespace jitterscope
