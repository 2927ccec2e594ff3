#include "tests/goldens/trace_lines.h"

#include <fmt/format.h>

#include <map>
#include <stdexcept>
#include <vector>

#include "core/record/trace/row_codec.h"

namespace jitterscope::goldens {
namespace {

template <typename T>
std::string text_of(const T& value) {
  if constexpr (trace::kIsOptional<T>)
    return value ? text_of(*value) : "-";
  else if constexpr (trace::kIsTime<T>)
    return std::to_string(value.ns());
  else if constexpr (trace::kIsText<T>)
    return '"' + std::string(value.view()) + '"';
  else if constexpr (std::is_enum_v<T>)
    return std::string(to_string(value));
  else if constexpr (std::is_floating_point_v<T>)
    return fmt::format("{:.12g}", value);
  else
    return std::to_string(static_cast<std::int64_t>(value));
}

/// FNV-1a, 64 bits.
class Hash {
 public:
  void add(const std::string& text) {
    for (const char c : text + '\n') value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

struct ColumnValues {
  std::string name;
  std::vector<std::string> values;
};
using TableColumns = std::vector<ColumnValues>;

template <typename E>
void add(TableColumns& table, const E& event, std::int64_t position) {
  std::size_t at = 0;
  const auto put = [&](std::string_view name, std::string value) {
    if (at == table.size()) table.push_back({std::string(name), {}});
    table[at++].values.push_back(std::move(value));
  };
  put("place in the log", std::to_string(position));
  put("local_ns", text_of(event.*trace::Table<E>::local));
  if constexpr (trace::kHasConference<E>) put("conference_ns", text_of(event.*trace::Table<E>::conference));
  trace::for_each_column<E>([&](const auto& column) { put(column.name, text_of(column.of(event))); });
}

std::string column_line(const ColumnValues& column) {
  Hash hash;
  std::size_t absent = 0;
  for (const std::string& value : column.values) {
    hash.add(value);
    if (value == "-") ++absent;
  }
  const auto& all = column.values;
  if (absent == all.size()) return fmt::format("  {}: all absent\n", column.name);
  std::string line = fmt::format("  {}: {} … {} … {}", column.name, all.front(), all[all.size() / 2], all.back());
  if (absent > 0) line += fmt::format(", {} absent", absent);
  return line + fmt::format(", hash {:016x}\n", hash.value());
}

}  // namespace

std::string event_lines(const TraceReader& trace) {
  std::vector<Event> events;
  std::string error;
  if (!trace.read_events([&](const Event& event) { events.push_back(event); }, error)) throw std::runtime_error(error);
  return fmt::format("schema {}, ", trace.schema_version()) + event_lines(events);
}

std::string event_lines(const std::vector<Event>& events) {
  std::map<std::string, TableColumns> tables;
  std::int64_t position = 0;
  for (const Event& event : events) {
    std::visit([&]<typename E>(const E& e) { add(tables[std::string(trace::Table<E>::name)], e, position); }, event);
    ++position;
  }
  std::string text = fmt::format("{} events\n", position);
  for (const auto& [name, columns] : tables) {
    text += fmt::format("{}: {} rows\n", name, columns.front().values.size());
    for (const ColumnValues& column : columns) text += column_line(column);
  }
  return text;
}

std::string event_line(const Event& event) {
  return std::visit(
      []<typename E>(const E& e) {
        std::string line(trace::Table<E>::name);
        line += " local_ns=" + text_of(e.*trace::Table<E>::local);
        trace::for_each_column<E>(
            [&](const auto& column) { line.append(" ").append(column.name) += '=' + text_of(column.of(e)); });
        return line;
      },
      event);
}

std::string meta_lines(const TraceReader& trace) {
  const TraceMeta& meta = trace.meta();
  std::string text = fmt::format(
      "meta: version {}, conference offset {}, real-time offset {}, began {}, ended {}, {}\n", meta.program_version,
      text_of(meta.conference_offset), text_of(meta.realtime_offset), text_of(meta.call_began),
      text_of(meta.call_ended), meta.clock_synchronised ? "synchronised" : "not synchronised");
  for (const TraceStream& s : meta.streams)
    text += fmt::format(
        "stream: {} {} {}, payload type {}, period {} ms, clock {} Hz, uncertainty {} ms, playout adds {} ms\n",
        to_string(s.medium), to_string(s.direction), s.ssrc, s.payload_type, text_of(s.nominal_period_ms),
        text_of(s.clock_rate_hz), text_of(s.delay_uncertainty_ms), text_of(s.playout_added_ms));
  return text;
}

}  // namespace jitterscope::goldens
