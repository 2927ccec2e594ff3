#pragma once
// Everything that happens in a call, as plain structs: the one log that panels, recorder, analysis and export read.
// Each kind is one file of core/events/kinds: the struct, and its columns in a trace. All are trivially copyable, so
// that real-time threads can push them through a ring without allocating. `local` = this machine's monotonic clock.
// `conference` = the conference clock, which all ends share; it is absent wherever it is not known. An absent value is
// never written as zero.
#include <all_event_kinds.h>
#include <event.h>  // Event, a std::variant of all kinds: enough for who only passes events on

#include <type_traits>

namespace jitterscope {

static_assert(std::is_trivially_copyable_v<Event>);

}  // namespace jitterscope
