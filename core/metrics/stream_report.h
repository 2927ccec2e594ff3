#pragma once
// The exact numbers of one finished stream: every key of `analyze --json` (interface.md) as a plain struct.
// Times in ms, shares as fractions of 1. Absent = cannot be said from this stream, never zero.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/events/delay_parts.h"
#include "core/events/names.h"
#include "core/quality/quality_point.h"

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
  std::optional<double> uncertainty;
};

struct PdvReport {
  double p50 = 0, p95 = 0, p99 = 0, max = 0;
};  // RFC 5481
struct IpdvReport {
  double mean_abs = 0, p95_abs = 0, max_abs = 0;
};  // RFC 3393

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
  std::int64_t frames = 0;
  double area_ms_percent = 0;
  std::vector<CurvePoint> curve;  // corners, at most 1000
  CompensationOptimum optimal;
};

/// sun97: lost = a block missing; late = R_i - R_{i-1} > T for consecutive complete frames.
struct FramesReport {
  std::int64_t sent = 0, complete = 0, lost = 0;
  std::optional<std::int64_t> late;   // absent while T is unknown
  std::optional<double> error_ratio;  // (lost + late) / sent
};

struct AudioReport {
  std::int64_t blocks = 0, error = 0;
  std::optional<std::int64_t> late;
};

/// Where the delay goes (core/events/delay_parts.h), ms; absent = cannot be known.
struct DelayPartReport {
  std::int64_t n = 0;
  double mean = 0, p50 = 0, p95 = 0;
};
struct DelaySplitReport {
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
  Direction direction{};
  std::optional<std::uint32_t> ssrc;
  std::int64_t packets = 0, expected = 0, lost = 0, duplicates = 0, reordered = 0;
  std::optional<double> loss_ratio;
  std::optional<std::int64_t> bytes;
  std::optional<double> duration_ms;
  InterarrivalReport interarrival;
  std::array<ExceedanceReport, 3> exceedances;
  std::optional<Rfc3550Report> jitter_rfc3550;
  std::optional<DelayReport> delay;
  std::optional<PdvReport> pdv;
  std::optional<IpdvReport> ipdv;
  std::optional<CompensationReport> compensation;
  std::optional<TrendReport> trend;  // audio with known delays
  std::optional<double> gaps_per_second;
  std::optional<double> period_ms;                // T in force for late frames and blocks
  std::optional<FramesReport> frames;             // video
  std::optional<AudioReport> audio;               // audio
  std::optional<DelaySplitReport> delay_split;    // received streams of a trace
  std::optional<double> os_share, network_share;  // of their sum
  QualityPoint quality;                           // by quality_point() of quality_json.h
};

struct AnalysisReport {
  std::string file;
  std::vector<StreamReport> streams;
};

}  // namespace jitterscope
