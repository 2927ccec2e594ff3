#include "app/window/compare_stretches.h"

#include <algorithm>
#include <exception>
#include <new>

#include "core/measures/compare/compare_calls.h"
#include "core/measures/definitions/stream_input.h"
#include "core/record/open/logged_changes.h"
#include "core/record/open/stream_file.h"
#include "core/record/trace/reader.h"
#include "ui/tr.h"

namespace jitterscope {
namespace {

/// A file of one or both stretches.
struct ReadFile {
  AnalysisInput input;
  bool is_trace = false;
  std::string note;  // what was left out of it
  std::vector<LoggedChange> changes;
};

std::optional<ReadFile> read_compared(const std::string& path, const OpenOptions& options, const std::stop_token& stop,
                                      std::string& error) {
  ReadFile file;
  auto input = read_stream_file(path, {options.port, {}, options.payloads}, error, file.note, stop);
  if (!input || stop.stop_requested()) return std::nullopt;
  file.input = std::move(*input);
  file.is_trace = stream_file_kind(path) == StreamFileKind::kTrace;
  const auto began = began_of(file.input);
  if (!began || !file.is_trace) return file;
  const auto trace = TraceReader::open(path, error);
  auto changes = trace ? logged_changes(*trace, *began, error) : std::nullopt;
  if (!changes) return std::nullopt;
  file.changes = std::move(*changes);
  return file;
}

AnalysisOptions analysis_of(const StretchToCompare& stretch, const OpenOptions& options) {
  AnalysisOptions analysis;
  analysis.clocks = options.clocks;
  analysis.from_s = stretch.of.from_s;
  analysis.to_s = stretch.of.to_s;
  return analysis;
}

/// Seconds of analysis: the first and the last packet of all streams.
std::optional<std::pair<double, double>> recorded_s(const AnalysisInput& input) {
  std::optional<std::pair<Timestamp, Timestamp>> range;
  for (const StreamInput& stream : input.streams)
    for (std::size_t i = 0; i < stream.packets.size(); ++i) {
      const Timestamp at = stream.packets.received(i);
      range = range ? std::pair(std::min(range->first, at), std::max(range->second, at)) : std::pair(at, at);
    }
  if (!range) return std::nullopt;
  const Timestamp began = *began_of(input);
  return std::pair((range->first - began).seconds(), (range->second - began).seconds());
}

/// That a recording does not hold all of a stretch; empty: it does, but for what is as good as nothing.
std::string why_not_whole(const QString& which, const ReadFile& file, const AnalysisOptions& options) {
  constexpr double kNothing_s = 1.5;  // between two packets, or not yet written
  const auto recorded = recorded_s(file.input);
  if (!recorded) return {};
  const bool later = options.from_s && *options.from_s < recorded->first - kNothing_s;
  const bool sooner = options.to_s && *options.to_s > recorded->second + kNothing_s;
  if (!later && !sooner) return {};
  return Tr::tr("%1: the recording has packets from %2 to %3 s alone.")
      .arg(which, QString::number(recorded->first, 'f', 1), QString::number(recorded->second, 'f', 1))
      .toStdString();
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
  const AnalysisOptions of_before = analysis_of(before, options), of_after = analysis_of(after, options);
  result.table = compare(first->input, of_before, other.input, of_after);
  for (const std::string& note :
       {first->note, two ? other.note : std::string(), why_not_whole(Tr::tr("Before"), *first, of_before),
        why_not_whole(Tr::tr("After"), other, of_after)})
    if (!note.empty()) result.table->notes.push_back(note);
  result.changes = {first->changes, other.changes};
  return result;
}

}  // namespace

CompareResult compare_stretches(const StretchToCompare& before, const StretchToCompare& after,
                                const OpenOptions& options, const std::stop_token& stop) {
  try {
    return compared(before, after, options, stop);
  } catch (const std::bad_alloc&) {
    return {.sentence = Tr::tr("These stretches need more memory to be compared than this machine has.").toStdString()};
  } catch (const std::exception& fault) {
    return {.sentence = Tr::tr("These stretches cannot be compared: %1.").arg(fault.what()).toStdString()};
  }
}

}  // namespace jitterscope
