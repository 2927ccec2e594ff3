#pragma once
// Events that one end tells the other, made of their columns (core/events/columns.h): measures as the members of an
// object; many of one stream as rows, whose first two columns hold for all. Durations are whole µs; `at` is not
// carried. What a reader would refuse is left out.
#include <limits>
#include <tuple>
#include <type_traits>
#include <vector>

#include "core/algorithms/signalling/json_fields.h"
#include "core/events/columns.h"
#include "core/events/kinds/peer_packet.h"
#include "core/events/kinds/sender_times.h"
#include "core/events/names.h"

namespace jitterscope::told {

/// Calls visit(name, member) for each column from `kFirst` on, before `kEnd`.
template <std::size_t kFirst, std::size_t kEnd, typename Event, typename Visit>
void each_column(Event& event, Visit&& visit) {
  constexpr auto& columns = trace::kColumns<std::remove_const_t<Event>>;
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (visit(std::get<i + kFirst>(columns).name, std::get<i + kFirst>(columns).of(event)), ...);
  }
  (std::make_index_sequence<kEnd - kFirst>());
}
template <typename Event>
inline constexpr std::size_t kColumnCount = std::tuple_size_v<std::remove_const_t<decltype(trace::kColumns<Event>)>>;

template <typename Io>
void carry(Io& io, std::string_view column, Medium& medium) {
  io.word(column, medium, {"audio", "video"});
}
template <typename Io>
void carry(Io& io, std::string_view column, std::uint32_t& ssrc) {
  io.whole(column, ssrc, 0, std::numeric_limits<std::uint32_t>::max());
}
/// A live end assumes nothing of its playout.
template <typename Io>
void carry(Io& io, std::string_view column, std::optional<LatencyEnd>& end) {
  if (!io.carries(column, end.has_value())) return;
  if (!end) end.emplace();
  io.word(column, *end, {"hand-over", "painting", "loudspeaker"});
}
/// Duplicates make the loss a negative one.
template <typename Io, typename Count>
requires std::same_as<Count, std::int64_t> || std::same_as<Count, std::optional<std::int64_t>>
void carry(Io& io, std::string_view column, Count& count) {
  io.whole(column, count, column == "lost" ? -kLargestExact : 0, kLargestExact);
}
/// A delay may be below 0: the clocks agree within a bound.
template <typename Io, typename Number>
requires std::same_as<Number, double> || std::same_as<Number, std::optional<double>>
void carry(Io& io, std::string_view column, Number& number) {
  constexpr double kMostMs = 3'600'000, kLeastDelayMs = -60'000;
  if (column == "loss_ratio") return io.number(column, number, 0, 1);
  if (column == "rate_kbps") return io.number(column, number, 0, 1e12);
  const bool is_delay = column.starts_with("delay_") || column.ends_with("latency_ms");
  io.number(column, number, is_delay ? kLeastDelayMs : 0, kMostMs);
}

// The cells of rows.
inline constexpr std::int64_t kMostUs = 600'000'000;
inline constexpr std::int64_t kStampErrorUs =
    1000;  // the kernel's stamps, which may be absent, come from another clock
template <typename Cell>
inline constexpr std::int64_t kLeast = trace::kIsOptional<Cell> ? -kStampErrorUs : 0;
template <typename Cell>
inline constexpr std::int64_t kMost = kMostUs;
template <>
inline constexpr std::int64_t kMost<std::int64_t> = kLargestExact;
template <>
inline constexpr std::int64_t kMost<std::uint16_t> = std::numeric_limits<std::uint16_t>::max();

inline std::int64_t whole_us(Duration time) {
  return (time.ns() + (time.ns() >= 0 ? 500 : -499)) / 1000;
}
inline void round_to_us(PeerPacket& packet) {
  packet.offset = Duration::us(whole_us(packet.offset));
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
template <typename Cell>
bool is_good(std::optional<std::int64_t> number) {
  return number ? *number >= kLeast<Cell> && *number <= kMost<Cell> : trace::kIsOptional<Cell>;
}
template <typename Cell>
bool write_cell(Json& row, const Cell& cell) {
  std::optional<std::int64_t> number;
  if constexpr (std::is_integral_v<Cell>)
    number = cell;
  else if (const std::optional<Duration> time = cell)
    number = time->ns() / 1000;
  row.push_back(number ? Json(*number) : Json(nullptr));
  return is_good<Cell>(number);
}
template <typename Cell>
bool read_cell(const Json& json, Cell& cell) {
  const auto number = whole_number(json);
  if (!is_good<Cell>(number) || (!number && !json.is_null())) return false;
  if constexpr (std::is_integral_v<Cell>)
    cell = static_cast<Cell>(*number);
  else if (number)
    cell = Duration::us(*number);
  return true;
}

/// At most `most` of the first one's stream. The columns that hold for all are members beside the rows.
template <typename Event>
void carry_rows(FieldWriter& io, std::string_view key, const std::vector<Event>& all, std::size_t most) {
  const auto head_of = [](Event event) {
    FieldWriter head;
    each_column<0, 2>(event, [&](std::string_view name, auto& member) { carry(head, name, member); });
    return head.take();
  };
  Json head = head_of(all.empty() ? Event{} : all.front()), rows = Json::array();
  for (Event event : all) {
    if (rows.size() == most || head_of(event) != head) continue;
    round_to_us(event);
    Json row = Json::array();
    bool good = true;
    each_column<2, kColumnCount<Event>>(event, [&](auto, const auto& cell) { good = write_cell(row, cell) && good; });
    if (good) rows.push_back(std::move(row));
  }
  for (auto& [name, value] : head.items()) io.put(name, value);
  io.put(key, std::move(rows));
}
template <typename Event>
void carry_rows(FieldReader& io, std::string_view key, std::vector<Event>& all, std::size_t most) {
  Event event;
  each_column<0, 2>(event, [&](std::string_view name, auto& member) { carry(io, name, member); });
  for (const Json& row : io.array(key, most)) {
    std::size_t i = 0;
    bool good = row.is_array() && row.size() == kColumnCount<Event> - 2;
    Event& read = all.emplace_back(event);
    each_column<2, kColumnCount<Event>>(read, [&](auto, auto& cell) { good = good && read_cell(row[i++], cell); });
    if constexpr (requires { read.queue; }) good = good && (read.socket || !read.queue);
    if (!good) io.fail("\"" + std::string(key) + "\" holds a row that is none");
  }
}

}  // namespace jitterscope::told
