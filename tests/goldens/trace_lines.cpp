#include "tests/goldens/trace_lines.h"
#include "core/events/words.h"

#include <fmt/format.h>

#include <map>
#include <stdexcept>

#include "core/events/make_column.h"

namespace jitterscope::goldens {
namespace {

std::string text_of(const trace::MemberType& type, const trace::Value& value) {
  if (value.is_absent()) return "-";
  switch (type.form) {
    case trace::Form::kText: return '"' + std::string(value.text) + '"';
    case trace::Form::kWord: return std::string(value.text);
    case trace::Form::kSingle: return fmt::format("{:.12g}", static_cast<float>(value.real));
    case trace::Form::kReal: return fmt::format("{:.12g}", value.real);
    default: return std::to_string(value.whole);
  }
}
std::string text_of(const trace::Column& column, const Event& event) {
  return text_of(*column.type, column.get(event.data()));
}
template <typename T>
std::string text_of(const T& value) {
  return text_of(trace::kMemberType<T>, trace::kMemberType<T>.get(&value));
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
using TableValues = std::vector<ColumnValues>;

void add(TableValues& values, const Event& event, std::int64_t position) {
  std::size_t at = 0;
  const auto put = [&](std::string_view name, std::string value) {
    if (at == values.size()) values.push_back({std::string(name), {}});
    values[at++].values.push_back(std::move(value));
  };
  const trace::EventTable& table = trace::table_of(event);
  put("place in the log", std::to_string(position));
  put("local_ns", text_of(table.local, event));
  if (table.conference) put("conference_ns", text_of(*table.conference, event));
  for (const trace::Column& column : table.columns) put(column.name, text_of(column, event));
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
  std::map<std::string, TableValues> tables;
  std::int64_t position = 0;
  for (const Event& event : events) add(tables[std::string(trace::table_of(event).name)], event, position++);
  std::string text = fmt::format("{} events\n", position);
  for (const auto& [name, columns] : tables) {
    text += fmt::format("{}: {} rows\n", name, columns.front().values.size());
    for (const ColumnValues& column : columns) text += column_line(column);
  }
  return text;
}

std::string event_line(const Event& event) {
  const trace::EventTable& table = trace::table_of(event);
  std::string line(table.name);
  line += " local_ns=" + text_of(table.local, event);
  for (const trace::Column& column : table.columns)
    line.append(" ").append(column.name) += '=' + text_of(column, event);
  return line;
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
