#include "app/command_line/file_span.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/measures/offline/stream_analysis.h"
#include "core/record/open/stream_file.h"
#include "core/record/trace/reader.h"

namespace jitterscope {

double seconds_of(const AnalysisInput& input, const std::string& file) {
  std::optional<Timestamp> last;
  for (const StreamInput& stream : input.streams)
    for (std::size_t i = 0; i < stream.packets.size(); ++i)
      last = std::max(last.value_or(stream.packets.received(i)), stream.packets.received(i));
  std::string error;
  const bool is_trace = stream_file_kind(file) == StreamFileKind::kTrace;
  const auto trace = is_trace ? TraceReader::open(file, error) : nullptr;
  if (last && trace && trace->meta().call_ended) last = std::max(*last, *trace->meta().call_ended);
  return last ? (*last - *began_of(input)).seconds() : 0;
}

std::string why_beyond(const AnalysisInput& input, const std::string& file, const std::optional<double>& from_s) {
  if (!from_s) return {};
  const double seconds = seconds_of(input, file);
  if (*from_s <= seconds) return {};
  return fmt::format("{} is {:.1f} s long: nothing of it lies at or after {:g} s.", file, seconds, *from_s);
}

}  // namespace jitterscope
