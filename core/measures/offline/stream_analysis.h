#pragma once
// Offline analysis: a finished stream in, all its numbers out. Pure functions, any thread.
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/algorithms/playout/lateness.h"
#include "core/algorithms/quality/quality_limits.h"
#include "core/measures/definitions/stream_input.h"
#include "core/measures/offline/skew_verdict.h"
#include "core/measures/offline/stream_span.h"
#include "core/measures/views/analysis_query.h"
#include "core/measures/views/stream_report.h"

namespace jitterscope {

struct AnalysisOptions {
  std::optional<double> period_ms;      // --period-ms; wins over the stream's own
  double dvt_factor = kUsualDvtFactor;  // --dvt: DVT / T of late frames and blocks
  LatenessReference reference = LatenessReference::kMinimum;
  std::optional<std::uint32_t> ssrc;  // --ssrc: only this stream
  std::optional<double>
      playout_ms;  // --playout-ms: an assumed buffer over the reference transit, where nothing tells of playout
  bool remove_skew = false;  // --remove-skew; else removed where two directions prove it (skew_verdict.h)
  std::optional<ClockRelation> clocks = {};  // --clocks; wins over what the streams say
  std::optional<SkewVerdict> skew = {};      // of this stream, where all streams of a file decide: analyze() sets it
  MediaLimits limits = {};                   // --limit: what the quality is judged by
  std::optional<double> from_s = {},
                        to_s = {};  // --from, --to: seconds since AnalysisInput::began; not of analyze_stream()
};

/// What `analyze --json` says of a stream. Packets are taken in order of `received` (equal stamps: input order).
/// Any input is allowed; what cannot be said of it is absent,
/// and packets with a number or time beyond 2^61 are left out. O(n log n) time, O(n) memory.
StreamReport analyze_stream(const StreamInput&, const AnalysisOptions& = {});

/// Whether the units of a span are cut apart from its packets. They are not where they are unknown, of a
/// retransmission, and of sound that this end sent, of which each packet is a block that leaves with it.
bool has_units_apart(const StreamInput&);
/// Joins the two reports of a span of a stream: `report` is of the packets that came in it (packets_within()); its
/// figures of frames and blocks become those of `units`, which were due in it (units_within()).
StreamReport with_units_of(StreamReport units, StreamReport report);

/// Second 0: when the call began, else the first packet of all streams; absent: there is none.
std::optional<Timestamp> began_of(const AnalysisInput&);

/// From --from to --to; absent: all of it.
std::optional<TimeSpan> span_of(const AnalysisInput&, const AnalysisOptions&);

/// What is done about the skew of each stream of a file, in their order; see skew_verdict.h.
std::vector<SkewVerdict> skews_of(const AnalysisInput&, const AnalysisOptions& = {});

/// Carries work(0) to work(count - 1) out, in any order and on any threads; when it returns all is done.
using EachOf = std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)>;
void one_after_another(std::size_t count, const std::function<void(std::size_t)>& work);

/// All streams of a file, or the one asked for.
AnalysisReport analyze(const AnalysisInput&, const AnalysisOptions& = {}, const EachOf& = one_after_another);

}  // namespace jitterscope
