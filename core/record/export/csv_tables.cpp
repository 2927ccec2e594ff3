// What was set and what the conditions of the call were, as CSV files beside the packet lists.
#include <fmt/format.h>

#include "core/record/disk/output_file.h"
#include "core/record/export/export.h"
#include "core/record/trace/conference_offsets.h"
#include "core/record/trace/row_codec.h"

namespace jitterscope::trace {
namespace {

/// RFC 4180: quoted where it has to be.
std::string text_cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

template <typename T>
std::string cell(const T& value) {
  if constexpr (kIsOptional<T>)
    return value ? cell(*value) : std::string();
  else if constexpr (kIsTime<T>)
    return std::to_string(value.ns());
  else if constexpr (kIsText<T>)
    return text_cell(value.view());
  else if constexpr (std::is_enum_v<T>)
    return text_cell(to_string(value));
  else if constexpr (std::is_same_v<T, bool>)
    return value ? "1" : "0";
  else
    return fmt::format("{}", value);
}

template <typename E>
std::string header() {
  std::string line = "local_ns,conference_ns";
  for_each_column<E>([&](const auto& column) { line.append(",").append(column.name); });
  return line + "\n";
}

template <typename E>
bool write_table(const TraceReader& trace, const ConferenceOffsets& offsets, const std::string& folder,
                 WrittenFiles& files, std::string& error) {
  std::optional<OutputFile> file;
  const bool read = trace.read<E>(
      [&](const E& event) {
        if (!file) file.emplace(folder + "/" + std::string(Table<E>::name) + ".csv").write(header<E>());
        std::string line =
            cell(event.*Table<E>::local) + "," + cell(conference_time(event, offsets.at(local_time(event))));
        for_each_column<E>([&](const auto& column) { line += "," + cell(column.of(event)); });
        file->write(line + "\n");
      },
      error);
  if (!read) return false;
  if (!file) return true;
  if (!file->finish(error)) return false;
  files.push_back(file->path());
  return true;
}

template <typename... E>
bool write_tables(const TraceReader& trace, const ConferenceOffsets& offsets, const std::string& folder,
                  WrittenFiles& files, std::string& error) {
  return (write_table<E>(trace, offsets, folder, files, error) && ...);
}

}  // namespace

bool write_csv_tables(const TraceReader& trace, const std::string& folder, WrittenFiles& files, std::string& error) {
  const auto offsets = ConferenceOffsets::of(trace, error);
  return offsets &&
         write_tables<SettingChanged, LinkReport, LoadReport, ClockSynced, ClockStepped, PacketStamped, FrameShown,
                      SenderTimes, ThreadLoad, ClassChanged, TrendReported, RateDecided, FrameOmitted, TcpReported,
                      DemonstrationEntered, RemoteUnheard, CallEnded>(trace, *offsets, folder, files, error);
}

}  // namespace jitterscope::trace
