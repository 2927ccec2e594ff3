#pragma once
// The exact numbers of one finished stream: every key of `analyze --json` as a plain struct.
// Times in ms, shares as fractions of 1. Absent = cannot be said from this stream, never zero.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/algorithms/quality/quality_point.h"
#include "core/algorithms/quality/voice_quality.h"
#include "core/base/stats/interval95.h"
#include "core/events/delay_parts.h"
#include "core/events/names.h"
#include "core/measures/views/loss_burst_figures.h"
#include "core/measures/views/payload_info.h"

namespace jitterscope {

/// claypool98 §3 and crowcroft92 Tables 2-7 over x_i = R_i - R_{i-1}; variance and stddev with n - 1.
struct InterarrivalReport {
  std::int64_t n = 0;
  std::optional<double> mean, variance, stddev, average_deviation, absolute_deviation, cv, skew, excess_kurtosis;
  std::optional<double> min, max, range, p50, p95, p99;
};

struct SpacingReport {
  double min = 0, mean = 0, max = 0;
};

/// Intervals above mean + n stddev (crowcroft92 Tables 4 and 7); spacing needs two of them.
struct ExceedanceReport {
  int n = 0;
  std::optional<double> threshold_ms, share;
  std::optional<SpacingReport> spacing_ms;
};

struct Rfc3550Report {
  double last = 0, mean = 0, max = 0;  // mean of the estimate after each packet from the second on
};

struct DelayReport {
  double min = 0, mean = 0;
  std::optional<double> stddev;
  double p50 = 0, p95 = 0, p99 = 0, max = 0;
  std::optional<double>
      uncertainty;            // half-width: bound of the sender's clock + of the receiver's, largest of the span
  bool skew_removed = false;  // of delays less what skew added since the first packet
};

struct PdvReport {
  double p50 = 0, p95 = 0, p99 = 0, max = 0;
  bool skew_removed = false;
};  // RFC 5481
/// RFC 3393 over pairs of packets with consecutive sequence numbers; a pair of which one did not come, or of which a
/// send time is unknown, is undefined. Absent figures: every pair is.
struct IpdvReport {
  std::int64_t pairs = 0;      // defined
  double undefined_share = 0;  // of all pairs between the lowest and the highest sequence number
  std::optional<double> mean_abs, p95_abs, max_abs;
};

struct CurvePoint {
  double buffer_ms = 0, dropped_percent = 0;
};

struct CompensationOptimum {
  double buffer_ms = 0, dropped_percent = 0, distance = 0;
};

/// claypool98 Fig 16: what share of the frames is more than buffer_ms late.
struct CompensationReport {
  std::string reference;  // "minimum" or "first"
  bool skew_removed = false;
  std::optional<double> skew_ppm;  // what was removed
  std::string skew_by;             // why it was: "asked for", "both directions", "leaving stream"; empty = it was not
  std::int64_t frames = 0;
  double area_ms_percent = 0;
  std::vector<CurvePoint> curve;  // corners, at most 1000
  CompensationOptimum optimal;
};

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

/// What is said of one figure: its interval, or that there are too few independent values for one.
struct IntervalReport {
  std::optional<Interval95> interval;
  bool too_few = false;
};
/// 95 % intervals of one series of values by a moving block bootstrap; effective_n = how many independent values would
/// tell as much of the mean.
struct SeriesIntervals {
  double effective_n = 0;
  IntervalReport mean, p95, p99;
};
/// Of delays (packets in order of arrival), of interarrival times, of the buffer at the optimum of the compensation
/// curve, and of the share of sequence numbers that did not come. Absent: the figure itself is.
struct IntervalsReport {
  std::optional<SeriesIntervals> delay, interarrival;
  std::optional<IntervalReport> optimal_buffer;
  std::optional<double> optimal_effective_n;
  std::optional<IntervalReport> loss_ratio;
  std::optional<double> loss_effective_n;
};

/// Where the delay goes (core/events/delay_parts.h), ms; absent = cannot be known.
struct DelayPartReport {
  std::int64_t n = 0;
  double mean = 0, p50 = 0, p95 = 0;
};
struct DelaySplitReport {
  std::optional<LatencyEnd> ends_at;  // of `whole`
  std::array<std::optional<DelayPartReport>, kDelayParts> parts;
  std::optional<DelayPartReport> whole;
};

/// latecki04 §3.1: a window of successive delays in sequence order.
struct TrendWindowReport {
  std::int64_t end_sequence = 0;
  double pct = 0, pdt = 0;
  TrendPhase phase{};
};

struct TrendScaleReport {
  int packets = 0, groups = 0;
  std::vector<TrendWindowReport> windows;
};

struct TrendVerdictReport {
  std::int64_t end_sequence = 0;
  double value = 0;  // 1 increasing, -1 decreasing, 0 steady, +-0.5 ambiguous
};

struct TrendReport {
  static constexpr int kStep = 8;  // packets between the ends of windows
  double epsilon_ms = 0, low = 0, high = 0;
  std::array<TrendScaleReport, 3> scales;
  std::vector<TrendVerdictReport> verdicts;
};

struct StreamReport {
  Medium medium{};
  bool medium_known = true;  // false: `medium` means nothing; no frames, blocks, RFC 3550 jitter or verdict
  Direction direction{};
  std::optional<std::uint32_t> ssrc;
  std::optional<PayloadInfo> payload;         // of captures
  std::optional<double> clock_rate_hz;        // of the RTP timestamps
  std::optional<double> stamp_resolution_ms;  // of receive times, where the source says so
  std::vector<std::string> notes;             // whole sentences: what is null, and why
  /// Expected: between the lowest and the highest sequence number, and what the sender's reports counted beyond.
  std::int64_t packets = 0, expected = 0, duplicates = 0, reordered = 0;
  std::optional<std::int64_t> lost;     // absent: the stream was sent here, and what came of it is not known
  std::optional<double> loss_ratio;     // likewise
  std::optional<std::int64_t> refused;  // of a stream sent here: packets that the kernel did not take
  std::optional<std::int64_t> bytes;
  std::optional<double> duration_ms;
  InterarrivalReport interarrival;
  std::array<ExceedanceReport, 3> exceedances;
  std::optional<Rfc3550Report> jitter_rfc3550;        // by RTP timestamp
  std::optional<Rfc3550Report> jitter_on_send_times;  // the same filter on send times, cf. RFC 5450
  std::optional<DelayReport> delay;
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
};

struct AnalysisReport {
  std::string file;
  std::vector<StreamReport> streams;
};

}  // namespace jitterscope
