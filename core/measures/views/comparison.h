#pragma once
// What changed between two stretches of a call, or between two calls: the table of `jitterscope compare`.
// Times in ms, shares as fractions of 1. Absent = not known, never zero.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/stats/interval95.h"
#include "core/events/names.h"

namespace jitterscope {

enum class DifferenceVerdict : std::uint8_t {
  kClear,     // the 95 % interval of the difference does not hold 0
  kNotClear,  // it does
  kTooFew,    // a stretch is too short beside the time over which its values hang together
  kUnknown    // a figure is not known, or the two are not of the same thing
};
constexpr std::string_view to_string(DifferenceVerdict verdict) {
  constexpr std::string_view kWords[] = {"clear", "no clear difference", "too few", "unknown"};
  return kWords[static_cast<std::size_t>(verdict)];
}

enum class FigureUnit : std::uint8_t { kNone, kMs, kShare };

/// A row of the table.
struct ComparedFigure {
  std::string_view name;  // the key of JSON: "loss_ratio", "delay_p95_ms" …
  std::string_view words;
  FigureUnit unit{};
  std::optional<double> before, after;
  std::optional<double> difference = {};    // after less before; of what is not known, or not the same, none
  std::optional<Interval95> interval = {};  // of the difference; wider by how far the clocks of both may be off
  DifferenceVerdict verdict = DifferenceVerdict::kUnknown;
  std::string reason = {};  // of kTooFew and kUnknown: a sentence
};

/// Of the received streams of one medium, or of what this end sent of it, as the remote counted.
struct MediumComparison {
  Medium medium{};
  std::optional<std::uint32_t> ssrc_before, ssrc_after;  // of received ones
  std::vector<ComparedFigure> figures;
  Direction direction = Direction::kReceived;
};

struct ComparedStretch {
  std::string file;
  std::optional<double> from_s, to_s;  // as asked for
};

struct Comparison {
  ComparedStretch before, after;
  std::vector<MediumComparison> media;
  std::vector<std::string> notes;  // whole sentences: what was left out
};

}  // namespace jitterscope
