#pragma once
// The figures of one stretch of a received stream that a comparison is made of, each with its interval.
#include <array>
#include <optional>
#include <string>

#include "core/base/stats/interval95.h"
#include "core/measures/compare/loss_difference.h"
#include "core/measures/offline/intervals.h"
#include "core/measures/offline/stream_analysis.h"

namespace jitterscope {

/// A stream, cut as `analyze --from --to` cuts it.
struct CutStream {
  StreamInput packets;
  std::optional<StreamInput> units;  // that were due in it, whole; absent: they are those of `packets`
  const StreamInput& of_units() const { return units ? *units : packets; }
};
/// Absent span: all of it.
CutStream stretch_of(const StreamInput&, const std::optional<TimeSpan>&, const AnalysisOptions& = {});

/// In the order of the table.
enum class StretchFigureKind : std::uint8_t {
  kLoss,
  kFrameLoss,  // of sound there is none
  kDelayP95,
  kDelaySpread,
  kInterarrival,
  kOptimalBuffer,
  kLatency,
  kDistance
};
inline constexpr std::size_t kStretchFigures = 8;

struct StretchFigure {
  std::optional<double> value = {};         // what `analyze` says of the stretch; of frames also those around
  std::optional<Interval95> interval = {};  // of the value; a share lost has `losses` instead
  double clock_error = 0;                   // the value may be off by so much, for the clocks of both ends may
  std::string unknown = {};                 // without a value: why, a sentence
  std::optional<TooFew> too_few = {};       // with a value but no interval: why
  std::optional<LossSeries> losses = {};    // of which a difference is judged as a whole
};

struct StretchFigures {
  std::array<StretchFigure, kStretchFigures> figures;
  QualityPoint quality;       // by which latency and distance are told
  bool skew_removed = false;  // from transits and delays
  bool has_frames = false;    // beside packets
  double seconds = 0;         // that the stretch lasts, as asked for or else from the first arrival to the last
};
/// Time O(n log n) for the figures; that of the resamples does not grow with the stretch. Any thread.
StretchFigures figures_of(const CutStream&, const AnalysisOptions&);

}  // namespace jitterscope
