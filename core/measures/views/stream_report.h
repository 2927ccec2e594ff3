#pragma once
// The exact numbers of one finished stream: every key of `analyze --json` as a plain struct.
// Times in ms, shares as fractions of 1. Absent = cannot be said from this stream, never zero.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/algorithms/quality/quality_limits.h"
#include "core/algorithms/quality/voice_quality.h"
#include "core/events/names.h"
#include "core/measures/views/compensation_report.h"
#include "core/measures/views/delay_report.h"
#include "core/measures/views/delay_split_report.h"
#include "core/measures/views/interarrival_report.h"
#include "core/measures/views/intervals_report.h"
#include "core/measures/views/loss_burst_figures.h"
#include "core/measures/views/payload_info.h"
#include "core/measures/views/trend_report.h"

namespace jitterscope {

/// Figures that skew changes.
struct SkewFigures {
  std::optional<DelayReport> delay;
  std::optional<PdvReport> pdv;
  double area_ms_percent = 0;
  CompensationOptimum optimal;
};

/// A straight drift that may be the clocks' or that of a queue: not removed, since nothing proves which.
struct SkewCandidate {
  double ppm = 0;
  SkewFigures measured, corrected;
};

/// sun97: lost = a block missing; late = R_i - R_{i-1} > DVT for consecutive complete frames
/// (core/algorithms/playout/lateness.h). Of a stream that this end only sent, `sent` alone is known.
struct FramesReport {
  std::int64_t sent = 0;
  std::optional<std::int64_t> complete, lost;
  std::optional<std::int64_t> late;   // absent while T is unknown
  std::optional<double> error_ratio;  // (lost + late) / sent
  std::optional<double> dvt_ms;       // in force at the end
};

struct AudioReport {
  std::int64_t blocks = 0;
  std::optional<std::int64_t> error, late;
  std::optional<double> dvt_ms;  // in force at the end
};

/// One run of the sender's sequence numbers has its own counts; what lies between runs is no loss.
struct RunReport {
  std::int64_t packets = 0, expected = 0, lost = 0, reordered = 0;
};

struct StreamReport {
  Medium medium{};
  bool medium_known = true;  // false: `medium` means nothing; no frames, blocks, RFC 3550 jitter or verdict
  Direction direction{};
  std::optional<std::uint32_t> ssrc;
  std::optional<PayloadInfo> payload;         // of captures
  std::optional<double> clock_rate_hz;        // of the RTP timestamps
  std::vector<PayloadCount> payloads;         // of captures
  std::vector<std::string> sources;           // of captures: address and port, one after the other
  std::string destination;                    // empty: not known
  std::vector<RunReport> runs;                // empty: one, the stream
  std::optional<double> stamp_resolution_ms;  // of receive times, where the source says so
  std::vector<std::string> notes;             // whole sentences: what is odd, what is null, and why
  /// Expected: between the lowest and the highest sequence number, and what the sender's reports counted beyond.
  std::int64_t packets = 0, expected = 0, duplicates = 0, reordered = 0;
  std::optional<std::int64_t> lost;  // absent: the stream was sent here, and what came of it is not known
  std::optional<double> loss_ratio;  // likewise
  /// Sent here: packets that the kernel did not take. Received: of the packets that came, those that the receiver could
  /// not read, by reason too; they are not lost. Absent: not known.
  std::optional<std::int64_t> refused;
  std::array<std::int64_t, kRejectReasons> refused_by{};
  std::optional<std::int64_t> bytes;
  std::optional<double> duration_ms;
  InterarrivalReport interarrival;
  std::array<ExceedanceReport, 3> exceedances;
  bool stamped = false;                               // packets have RTP timestamps
  std::optional<Rfc3550Report> jitter_rfc3550;        // by RTP timestamp; without any by send time
  std::optional<Rfc3550Report> jitter_on_send_times;  // the same filter on send times, cf. RFC 5450
  std::optional<DelayReport> delay;
  bool round_trips = false;  // delays and their variation are there and back
  std::optional<PdvReport> pdv;
  std::optional<IpdvReport> ipdv;
  std::optional<CompensationReport> compensation;
  std::optional<SkewCandidate> skew_candidate;
  std::optional<TrendReport> trend;  // audio with known delays
  std::optional<double> gaps_per_second;
  std::optional<double> period_ms;        // nominal, or as the timestamps show; DVT follows each unit's own
  std::optional<FramesReport> frames;     // video
  std::optional<AudioReport> audio;       // audio
  std::optional<LossBursts> loss_bursts;  // of units not played, where playout is known; else not received
  std::optional<VoiceQuality> voice;      // audio with a latency
  std::optional<IntervalsReport> intervals;
  std::optional<DelaySplitReport> delay_split;    // received streams of a trace
  std::optional<double> os_share, network_share;  // of their sum
  QualityPoint quality;                           // jitter before the buffer, latency and loss after it
  QualityLimits limits;                           // what it is judged by
};

struct AnalysisReport {
  std::string file;
  std::vector<StreamReport> streams;
  std::vector<std::string> notes = {};  // whole sentences: what of the file was left out
};

}  // namespace jitterscope
