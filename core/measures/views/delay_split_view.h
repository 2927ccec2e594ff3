#pragma once
// Where the delay of what is received goes, live.
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/base/stats/sample_figures.h"
#include "core/events/delay_parts.h"

namespace jitterscope {

/// Where the delay of one received medium goes. A part that cannot be known (foreign sender, no stamps, clock bound too
/// wide) is absent.
struct DelaySplitView {
  bool of_stretch = false;                                      // figures are of all of a stretch, not of the last 10 s
  std::array<std::optional<SampleFigures>, kDelayParts> parts;  // ms, last 10 s
  std::optional<SampleFigures> whole;  // ms; of frames or blocks of which every part up to the last known one is known
  std::optional<DelayPart> last;       // where `whole` ends (display, or decode without a window …)
  std::optional<double> clock_bound_ms;           // half-width, of `link` and `whole`
  std::optional<double> os_ms, network_ms;        // means, last 10 s
  std::optional<double> waiting_ms, kernel_ms;    // within os_ms: means of the same frames
  std::optional<double> os_share, network_share;  // of their sum (nahrstedt94 Fig 7)
  std::string unknown;                            // why parts are missing, one sentence; empty: none is
  std::string units;                              // of which units all this is, one sentence; empty: of all played
  struct Moment {                                 // means over a second or more
    double at_s = 0;
    std::array<std::optional<double>, kDelayParts> parts;  // ms
    std::optional<double> os_share;
    std::optional<double> waiting = {};  // ms in which threads waited for a processor: within the
                                         // parts of work, the operating system's all the same
  };
  std::vector<Moment> series;  // at most a few thousand
};

}  // namespace jitterscope
