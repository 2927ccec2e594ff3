#pragma once
// What was measured of a stream, in words, as a hand-out prints it.
#include <optional>
#include <string>
#include <vector>

#include "core/measures/views/stream_report.h"

namespace jitterscope {

struct FigureWords {
  std::string name;   // "Packet loss"
  std::string value;  // "1.05 %"; empty: not known
  std::string why;    // of an empty value, a few words; else what more is to be said of it, or nothing
};

struct StreamWords {
  std::string title;                 // "audio received, SSRC 0xafb3dd8d"
  std::vector<FigureWords> figures;  // of all streams of a direction the same ones in the same order
  std::string verdict;               // empty: of no known medium
  std::optional<bool> acceptable;
};

}  // namespace jitterscope
