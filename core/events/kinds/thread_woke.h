#pragma once
#include "core/base/scheduling/thread_role.h"
#include "core/base/units/time.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// A paced thread woke for a deadline (audio-send, video-send threads).
struct ThreadWoke {
  ThreadRole role{};
  Timestamp deadline, woke;
};

template <>
struct trace::Table<ThreadWoke> {
  static constexpr std::string_view name = "thread_woke";
  static constexpr std::string_view meaning = "a paced thread woke (main time) for a deadline";
  static constexpr bool compact = true;
  static constexpr auto local = &ThreadWoke::woke;
  template <typename E = ThreadWoke>
  static auto columns() {
    return trace::columns(column("role", &E::role, "the thread's name"), column("deadline_ns", &E::deadline));
  }
};

}  // namespace jitterscope
