#pragma once
// Offline analysis: a finished stream in, all its numbers out. Pure functions, any thread.
#include <cstdint>
#include <optional>

#include "core/metrics/analysis_query.h"
#include "core/metrics/stream_input.h"
#include "core/metrics/stream_report.h"

namespace jitterscope {

struct AnalysisOptions {
  std::optional<double> period_ms;  // --period-ms; wins over the stream's nominal period
  LatenessReference reference = LatenessReference::kMinimum;
  std::optional<std::uint32_t> ssrc;  // --ssrc: only this stream
  bool remove_skew = false;           // --remove-skew; else removed where significant (clock_skew.h)
};

/// Meanings as in interface.md, "analyze --json". Packets are taken in order of `received` (equal stamps: input order).
/// Any input is allowed; what cannot be said of it is absent,
/// and packets with a number or time beyond 2^61 are left out. O(n log n) time, O(n) memory.
StreamReport analyze_stream(const StreamInput&, const AnalysisOptions& = {});

/// All streams of a file, or the one asked for.
AnalysisReport analyze(const AnalysisInput&, const AnalysisOptions& = {});

}  // namespace jitterscope
