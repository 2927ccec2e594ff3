#pragma once
// Everything that happens in a call, as plain structs: the one log that panels, recorder, analysis and export read.
// Each kind is one file of core/events/kinds: the struct, and its columns in a trace. `local` = this machine's
// monotonic clock. `conference` = the conference clock, which all ends share; it is absent wherever it is not known. An
// absent value is never written as zero. This header is for who treats all kinds alike.
#include <all_event_kinds.h>
#include <event_kinds.h>

#include <algorithm>
#include <type_traits>
#include <variant>

#include "core/events/event.h"

namespace jitterscope {

template <typename... E>
struct EventsOfKinds {
  static constexpr std::size_t kMostBytes = std::max({sizeof(E)...});
  template <typename Visitor>
  static decltype(auto) visit(Visitor& visitor, const Event& event) {
    using Result = std::common_type_t<std::invoke_result_t<Visitor&, const E&>...>;
    using Visit = Result (*)(Visitor&, const std::byte*);
    static constexpr Visit kVisits[]{
        [](Visitor& of, const std::byte* data) -> Result { return of(*reinterpret_cast<const E*>(data)); }...};
    if (event.index() == kEventKinds) throw std::bad_variant_access();
    return kVisits[event.index()](visitor, event.data());
  }
};
static_assert(AllEventKinds<EventsOfKinds>::kMostBytes == Event::kMostBytes);

/// visitor(e), where e is what the event is; it takes every kind and returns the same type of each.
template <typename Visitor>
decltype(auto) visit(Visitor&& visitor, const Event& event) {
  return AllEventKinds<EventsOfKinds>::visit(visitor, event);
}

}  // namespace jitterscope
