#pragma once
// Many events of one stream as rows, whose first two columns hold for all and stand beside them. Durations are whole
// µs. What a reader would refuse is left out. A message calls carry_rows() for whatever reads, writes or tells it.
#include <span>
#include <vector>

#include "core/algorithms/signalling/json_fields.h"
#include "core/algorithms/signalling/told_events.h"
#include "core/events/kinds/peer_packet.h"
#include "core/events/kinds/sender_times.h"

namespace jitterscope {
namespace told {

// The cells of rows.
inline constexpr std::int64_t kMostUs = 600'000'000;
inline constexpr std::int64_t kStampErrorUs =
    1000;  // the kernel's stamps, which may be absent, come from another clock

inline std::int64_t whole_us(Duration time) {
  return (time.ns() + (time.ns() >= 0 ? 500 : -499)) / 1000;
}
inline void round_to_us(PeerPacket& packet) {
  packet.offset = Duration::us(packet.offset.ns() < 0 ? -1 : whole_us(packet.offset));  // before the first: no row
}
/// Each boundary between parts is rounded, not each part, so that sums stay within half a microsecond.
inline void round_to_us(SenderTimes& times) {
  Duration passed;
  const auto round = [&passed](Duration& part) {
    const std::int64_t before = whole_us(passed);
    passed += part;
    part = Duration::us(whole_us(passed) - before);
  };
  for (Duration* part : {&times.capture, &times.encode, &times.shaper}) round(*part);
  times.waiting = Duration::us(whole_us(times.waiting));
  if (!times.socket) times.queue.reset();  // where it begins is told by the socket's end
  for (auto* part : {&times.socket, &times.queue})
    if (*part) round(**part);
}

/// Whether a reader takes it; nullopt: it is absent.
inline bool is_good(const trace::MemberType& type, std::optional<std::int64_t> number) {
  if (!number) return type.optional;
  const std::int64_t most = type.form == trace::Form::kWhole ? told::kLargestExact : kMostUs;
  return *number >= (type.optional ? -kStampErrorUs : 0) && *number <= most;
}
inline bool write_cell(Json& row, const trace::Column& column, const void* event) {
  const trace::Value value = column.get(event);
  std::optional<std::int64_t> number;
  if (!value.is_absent()) number = column.type->is_time() ? value.whole / 1000 : value.whole;
  row.push_back(number ? Json(*number) : Json(nullptr));
  return is_good(*column.type, number);
}
inline bool read_cell(const Json& json, const trace::Column& column, void* event) {
  const auto number = whole_number(json);
  if (!is_good(*column.type, number) || (!number && !json.is_null())) return false;
  return !number || column.set(event, trace::Value::of(column.type->is_time() ? *number * 1000 : *number));
}

}  // namespace told

/// At most `most` of the first one's stream. The columns that hold for all are members beside the rows.
template <typename Event>
void carry_rows(FieldWriter& io, std::string_view key, const std::vector<Event>& all, std::size_t most) {
  const auto head_of = [](Event event) {
    FieldWriter head;
    told::carry_columns(head, event, 0, 2);
    return head.take();
  };
  Json head = head_of(all.empty() ? Event{} : all.front()), rows = Json::array();
  for (Event event : all) {
    if (rows.size() == most || head_of(event) != head) continue;
    told::round_to_us(event);
    Json row = Json::array();
    bool good = true;
    for (const trace::Column& column : std::span(told::columns_of<Event>()).subspan(2))
      good = told::write_cell(row, column, &event) && good;
    if (good) rows.push_back(std::move(row));
  }
  for (auto& [name, value] : head.items()) io.put(name, value);
  io.put(key, std::move(rows));
}
template <typename Event>
void carry_rows(FieldReader& io, std::string_view key, std::vector<Event>& all, std::size_t most) {
  Event event;
  told::carry_columns(io, event, 0, 2);
  const trace::Columns& columns = told::columns_of<Event>();
  for (const Json& row : io.array(key, most)) {
    bool good = row.is_array() && row.size() == columns.size() - 2;
    Event& read = all.emplace_back(event);
    for (std::size_t i = 2; good && i < columns.size(); ++i) good = told::read_cell(row[i - 2], columns[i], &read);
    if constexpr (requires { read.queue; }) good = good && (read.socket || !read.queue);
    if (!good) io.fail("\"" + std::string(key) + "\" holds a row that is none");
  }
}

}  // namespace jitterscope
