#pragma once
// Events that one end tells the other, made of their columns (core/events/columns.h): measures as the members of an
// object; many of one stream as rows, whose first two columns hold for all. Durations are whole µs; `at` is not
// carried. What a reader would refuse is left out.
#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/algorithms/signalling/json_fields.h"
#include "core/events/kinds/peer_packet.h"
#include "core/events/kinds/sender_times.h"
#include "core/events/names.h"
#include "core/events/table.h"

namespace jitterscope::told {

template <typename Event>
const trace::Columns& columns_of() {
  return trace::event_tables()[kPlaceOf<Event>].columns;
}

/// `ask` carries a T that must be there, or an optional one. Gives what it is now.
template <typename T, typename Ask>
std::optional<T> carried(bool optional, const trace::Value& now, T number, Ask&& ask) {
  std::optional<T> one = now.is_absent() ? std::nullopt : std::optional(number);
  optional ? ask(one) : ask(number);
  return optional ? one : number;
}

/// A member of an event in its column's name.
template <typename Io>
void carry(Io& io, const trace::Column& column, void* event) {
  constexpr double kMostMs = 3'600'000, kLeastDelayMs = -60'000;
  const std::string_view key = column.name;
  const trace::Value now = column.get(event);
  const bool optional = column.type->optional;
  if (column.type->form == trace::Form::kWord) {
    if (optional && !io.carries(key, !now.is_absent())) return;
    std::int64_t word = now.whole;
    if (key == "ends_at")
      io.word(key, word, {"hand-over", "painting", "loudspeaker"});  // a live end assumes nothing of its playout
    else
      io.word(key, word, {"audio", "video"});
    column.set(event, trace::Value::of(word));
  } else if (column.type->form == trace::Form::kWhole) {
    const std::int64_t least = key == "lost" ? -kLargestExact : 0;  // duplicates make the loss a negative one
    const std::int64_t most = key == "ssrc" ? std::numeric_limits<std::uint32_t>::max() : kLargestExact;
    const auto whole = [&](auto& number) { io.whole(key, number, least, most); };
    column.set(event, trace::Value::of(carried(optional, now, now.whole, whole)));
  } else {
    // A delay may be below 0: the clocks agree within a bound.
    const bool is_delay = key.starts_with("delay_") || key.ends_with("latency_ms");
    const double most = key == "loss_ratio" ? 1 : key == "rate_kbps" ? 1e12 : kMostMs;
    const auto real = [&](auto& number) { io.number(key, number, is_delay ? kLeastDelayMs : 0, most); };
    column.set(event, trace::Value::of_real(carried(optional, now, now.real, real)));
  }
}
template <typename Io, typename Event>
void carry_columns(Io& io, Event& event, std::size_t first = 0, std::size_t end = SIZE_MAX) {
  const trace::Columns& columns = columns_of<Event>();
  for (std::size_t i = first; i < std::min(end, columns.size()); ++i) carry(io, columns[i], &event);
}

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
  const std::int64_t most = type.form == trace::Form::kWhole ? kLargestExact : kMostUs;
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

/// At most `most` of the first one's stream. The columns that hold for all are members beside the rows.
template <typename Event>
void carry_rows(FieldWriter& io, std::string_view key, const std::vector<Event>& all, std::size_t most) {
  const auto head_of = [](Event event) {
    FieldWriter head;
    carry_columns(head, event, 0, 2);
    return head.take();
  };
  Json head = head_of(all.empty() ? Event{} : all.front()), rows = Json::array();
  for (Event event : all) {
    if (rows.size() == most || head_of(event) != head) continue;
    round_to_us(event);
    Json row = Json::array();
    bool good = true;
    for (const trace::Column& column : std::span(columns_of<Event>()).subspan(2))
      good = write_cell(row, column, &event) && good;
    if (good) rows.push_back(std::move(row));
  }
  for (auto& [name, value] : head.items()) io.put(name, value);
  io.put(key, std::move(rows));
}
template <typename Event>
void carry_rows(FieldReader& io, std::string_view key, std::vector<Event>& all, std::size_t most) {
  Event event;
  carry_columns(io, event, 0, 2);
  const trace::Columns& columns = columns_of<Event>();
  for (const Json& row : io.array(key, most)) {
    bool good = row.is_array() && row.size() == columns.size() - 2;
    Event& read = all.emplace_back(event);
    for (std::size_t i = 2; good && i < columns.size(); ++i) good = read_cell(row[i - 2], columns[i], &read);
    if constexpr (requires { read.queue; }) good = good && (read.socket || !read.queue);
    if (!good) io.fail("\"" + std::string(key) + "\" holds a row that is none");
  }
}

}  // namespace jitterscope::told
