#pragma once
// The streams of a file with their figures, as a list shows them side by side.
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/measures/views/stream_report.h"
#include "core/measures/views/stretch.h"

namespace jitterscope {

struct ListedStream {
  StreamReport report;           // until it is measured: who sends what, and how many packets
  bool measured = false;         // false: its figures are still to come
  std::optional<double> from_s;  // its first packet, in seconds of the file
  std::string no_sound = {};     // why its sound cannot be played; empty: it can be
};

struct FileStreams {
  std::vector<ListedStream> streams;  // in the order of the file
  bool complete = false;              // all have been measured
  std::optional<Stretch> stretch;     // of which alone the figures are; absent: of the whole file
  std::string trouble;                // why there are none; empty: nothing is wrong
};

}  // namespace jitterscope
