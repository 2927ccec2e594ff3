#pragma once
// Events that one end tells the other, made of their columns (core/events/columns.h): measures as the members of an
// object. `at` is not carried. Many events of one stream go as rows (told_rows.h).
#include <algorithm>
#include <limits>
#include <optional>

#include "core/events/names.h"
#include "core/events/table.h"

namespace jitterscope::told {

inline constexpr std::int64_t kLargestExact = std::int64_t{1} << 53;  // what every JSON implementation carries exactly

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
      io.word(key, word, {"hand-over", "painting", "loudspeaker"},
              column.meaning);  // a live end assumes nothing of its playout
    else
      io.word(key, word, {"audio", "video"}, column.meaning);
    column.set(event, trace::Value::of(word));
  } else if (column.type->form == trace::Form::kWhole) {
    const std::int64_t least = key == "lost" ? -kLargestExact : 0;  // duplicates make the loss a negative one
    const std::int64_t most = key == "ssrc" ? std::numeric_limits<std::uint32_t>::max() : kLargestExact;
    const auto whole = [&](auto& number) { io.whole(key, number, least, most, column.meaning); };
    column.set(event, trace::Value::of(carried(optional, now, now.whole, whole)));
  } else {
    // A delay may be below 0: the clocks agree within a bound.
    const bool is_delay = key.starts_with("delay_") || key.ends_with("latency_ms");
    const double most = key == "loss_ratio" ? 1 : key == "rate_kbps" ? 1e12 : kMostMs;
    const auto real = [&](auto& number) { io.number(key, number, is_delay ? kLeastDelayMs : 0, most, column.meaning); };
    column.set(event, trace::Value::of_real(carried(optional, now, now.real, real)));
  }
}
template <typename Io, typename Event>
void carry_columns(Io& io, Event& event, std::size_t first = 0, std::size_t end = SIZE_MAX) {
  const trace::Columns& columns = columns_of<Event>();
  for (std::size_t i = first; i < std::min(end, columns.size()); ++i) carry(io, columns[i], &event);
}

}  // namespace jitterscope::told
