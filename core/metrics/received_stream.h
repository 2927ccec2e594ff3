#pragma once
// What this end receives of one medium, incrementally.
#include <optional>

#include "core/events/events.h"
#include "core/metrics/frame_ledger.h"
#include "core/metrics/measures_track.h"
#include "core/metrics/report_input.h"
#include "core/metrics/rfc3550_jitter.h"
#include "core/metrics/sequence_ledger.h"
#include "core/metrics/stream_clock.h"
#include "core/metrics/stream_track.h"

namespace jitterscope {

/// Events of other media must not be given to it. A new SSRC restarts all figures; series and rejects go on.
class ReceivedStream {
 public:
  ReceivedStream(Medium medium, Timestamp call_began, SampleMemory);

  void add(const PacketArrived&);
  void add(const PacketRejected&);
  void add(const FrameDone&);
  void add(const AudioBlockDone&);

  /// T for late frames from now on; absent: not judged.
  void set_period(std::optional<double> period_ms) { period_ms_ = period_ms; }

  /// Before the first packet; until then that of a call.
  void set_clock(const StreamClock& clock) {
    clock_ = clock;
    now_ = Figures(clock);
  }

  StreamSnapshot snapshot(Timestamp now);
  void renew_measures() { measures_.renew(); }
  std::shared_ptr<const MeasuresView> measures(Timestamp now, const AnalysisQuery& query) { return measures_.view(now, query); }
  PeerSummary summary(Timestamp now);  // spacing and delay of the last 10 s, counts of the whole stream
  std::optional<ReportInput> take_report();

 private:
  struct Figures {
    explicit Figures(const StreamClock& clock) : jitter(clock.jitter_hz()) {}
    std::uint32_t ssrc = 0;
    bool active = false, foreign = false;
    SequenceLedger ledger;
    Rfc3550Jitter jitter;
    BinnedDistribution delay;
    RecentWindow recent_delay;
    FrameLedger frames;
    std::int64_t bytes = 0, missed_playout = 0;
    std::int64_t reported_expected = 0, reported_received = 0;
    std::int64_t foreign_frame = 0;  // counts RTP timestamps
    std::optional<std::int64_t> foreign_timestamp;
  };
  void begin(std::uint32_t ssrc);
  void measure(const PacketArrived&);
  void count_frame(const PacketArrived&);
  void place_dot(const PacketArrived&);
  SecondBySecond::Totals totals() const;

  Medium medium_;
  std::optional<double> period_ms_;
  StreamClock clock_ = usual_clock(medium_);
  Figures now_{clock_};
  StreamTrack track_;
  MeasuresTrack measures_;
  Envelope jitter_series_, delay_series_;
  std::array<std::int64_t, kRejectReasons> rejected_{};
};

}  // namespace jitterscope
