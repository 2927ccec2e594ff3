#include "app/window/compare_stretches.h"

#include <exception>
#include <new>

#include "core/measures/compare/compare_calls.h"
#include "core/record/open/logged_changes.h"
#include "core/record/open/stream_file.h"
#include "core/record/trace/reader.h"

namespace jitterscope {
namespace {

/// A file of one or both stretches.
struct ReadFile {
  AnalysisInput input;
  std::string note;  // what was left out of it
  std::vector<LoggedChange> changes;
};

std::optional<ReadFile> read_compared(const std::string& path, const OpenOptions& options, const std::stop_token& stop,
                                      std::string& error) {
  ReadFile file;
  auto input = read_stream_file(path, {{}, {}, options.payloads}, error, file.note, stop);
  if (!input) return std::nullopt;
  file.input = std::move(*input);
  const auto began = began_of(file.input);
  if (!began || stream_file_kind(path) != StreamFileKind::kTrace) return file;
  const auto trace = TraceReader::open(path, error);
  auto changes = trace ? logged_changes(*trace, *began, error) : std::nullopt;
  if (!changes) return std::nullopt;
  file.changes = std::move(*changes);
  return file;
}

/// An axis begins with the first packet that is shown, and seconds of analysis with the first of the file.
double axis_begins_s(const AnalysisInput& input, const StretchToCompare& stretch) {
  const auto began = began_of(input);
  if (input.began || !began || !stretch.began_at_ms) return 0;
  const auto later_ms = *stretch.began_at_ms - began->ns() / 1'000'000;
  return later_ms > 1 ? static_cast<double>(later_ms) / 1e3 : 0;
}

AnalysisOptions analysis_of(const AnalysisInput& input, const StretchToCompare& stretch, const OpenOptions& options) {
  const double begins_s = axis_begins_s(input, stretch);
  AnalysisOptions analysis;
  analysis.clocks = options.clocks;
  if (stretch.of.from_s) analysis.from_s = *stretch.of.from_s + begins_s;
  if (stretch.of.to_s) analysis.to_s = *stretch.of.to_s + begins_s;
  return analysis;
}

CompareResult compared(const StretchToCompare& before, const StretchToCompare& after, const OpenOptions& options,
                       const std::stop_token& stop) {
  CompareResult result;
  const auto first = read_compared(before.of.file, options, stop, result.sentence);
  if (!first) return result;
  const bool two = after.of.file != before.of.file;
  const auto second = two ? read_compared(after.of.file, options, stop, result.sentence) : std::nullopt;
  if (two && !second) return result;
  const ReadFile& other = two ? *second : *first;
  result.table = compare(first->input, analysis_of(first->input, before, options), other.input,
                         analysis_of(other.input, after, options));
  for (const ReadFile* file : {&*first, two ? &other : nullptr})
    if (file && !file->note.empty()) result.table->notes.push_back(file->note);
  result.changes = {first->changes, other.changes};
  return result;
}

}  // namespace

CompareResult compare_stretches(const StretchToCompare& before, const StretchToCompare& after,
                                const OpenOptions& options, const std::stop_token& stop) {
  try {
    return compared(before, after, options, stop);
  } catch (const std::bad_alloc&) {
    return {.sentence = "These stretches need more memory to be compared than this machine has."};
  } catch (const std::exception& fault) {
    return {.sentence = "These stretches cannot be compared: " + std::string(fault.what()) + "."};
  }
}

}  // namespace jitterscope
