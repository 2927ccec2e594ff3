#pragma once
// How the table of an event type is described.
#include <string_view>
#include <tuple>

#include "core/events/events.h"

namespace jitterscope::trace {

/// The schema version that brought the event's table. A table never changes; a reader reads all versions up to its own.
template <typename Event>
inline constexpr std::int32_t kSince = 1;

template <typename Event, typename Member>
struct Column {
  std::string_view name;
  Member Event::*member;
  std::string_view meaning;
};

/// Specialised for each event: `name`, `local` (its main stamp), `conference` (its own conference stamp, or nullptr
/// where that is computed from the offset), `meaning`, `columns`.
template <typename Event>
struct Table;

template <typename... Columns>
constexpr auto columns(Columns... list) {
  return std::tuple<Columns...>(list...);
}
template <typename Event, typename Member>
constexpr auto column(std::string_view name, Member Event::*member, std::string_view meaning = "") {
  return Column<Event, Member>{name, member, meaning};
}

}  // namespace jitterscope::trace
