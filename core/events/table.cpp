#include "core/events/table.h"

#include "core/base/scheduling/priority_way.h"
#include "core/base/scheduling/thread_role.h"
#include "core/events/events.h"
#include "core/events/make_column.h"
#include "core/events/words.h"

namespace jitterscope::trace {
namespace {

template <typename E>
constexpr bool kHolds = requires {
  Table<E>::holds;
};
template <typename E>
constexpr bool kCompact = requires {
  Table<E>::compact;
};

template <typename E>
EventTable made() {
  const E empty;
  EventTable table{.name = Table<E>::name,
                   .meaning = Table<E>::meaning,
                   .since = kSince<E>,
                   .holds = kHolds<E>,
                   .compact = kCompact<E>,
                   .local = column_of(empty, "local_ns", empty.*Table<E>::local),
                   .conference = {},
                   .columns = Table<E>::columns(),
                   .empty = empty};
  if constexpr (requires { Table<E>::conference; })
    table.conference = column_of(empty, "conference_ns", empty.*Table<E>::conference);
  return table;
}

template <typename... E>
struct Made {
  static std::vector<EventTable> all() { return {made<E>()...}; }
};

std::optional<Timestamp> time_in(const Event& event, const Column& column) {
  const Value value = column.get(event.data());
  return value.is_absent() ? std::nullopt : std::optional(Timestamp::ns(value.whole));
}

}  // namespace

const std::vector<EventTable>& event_tables() {
  static const std::vector<EventTable> tables = AllEventKinds<Made>::all();
  return tables;
}

Timestamp local_time(const Event& event) {
  return *time_in(event, table_of(event).local);
}

std::optional<Timestamp> conference_time(const Event& event, std::optional<Duration> offset) {
  if (const auto& own = table_of(event).conference) return time_in(event, *own);
  return offset ? std::optional(local_time(event) + *offset) : std::nullopt;
}

}  // namespace jitterscope::trace
