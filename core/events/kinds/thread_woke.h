#pragma once
#include "core/base/units/time.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// A paced thread woke for a deadline (audio-send, video-send threads).
struct ThreadWoke {
  ThreadRole role{};
  Timestamp deadline, woke;
};

namespace trace {

template <>
inline constexpr std::int32_t kCompactSince<ThreadWoke> = 9;
template <>
struct Table<ThreadWoke> {
  static constexpr std::string_view name = "thread_woke";
  static constexpr std::string_view meaning = "a paced thread woke (main time) for a deadline";
  static constexpr auto local = &ThreadWoke::woke;
  static constexpr auto conference = nullptr;
  template <typename E = ThreadWoke>
  static constexpr auto columns() {
    return trace::columns(column("role", &E::role, "the thread's name"), column("deadline_ns", &E::deadline));
  }
};

}  // namespace trace
}  // namespace jitterscope
