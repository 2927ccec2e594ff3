#pragma once
#include <cstdint>

#include "core/base/scheduling/thread_role.h"
#include "core/base/units/short_text.h"
#include "core/base/units/time.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// What the kernel says of a thread now; sent when it changes.
struct ThreadStatus {
  ThreadRole role{};
  std::int32_t tid = 0;
  ShortText<24> requested,
      effective;  // "default", "nice -19", "realtime 20", "rr 20", "deadline 2/10 ms", "slice 0.1 ms"
  std::int32_t cpu = -1;
  Timestamp at;
};

template <>
struct trace::Table<ThreadStatus> {
  static constexpr std::string_view name = "thread_status";
  static constexpr std::string_view meaning = "what the kernel says of a thread; written when it changes";
  static constexpr bool holds = true;
  static constexpr auto local = &ThreadStatus::at;
  template <typename E = ThreadStatus>
  static auto columns() {
    return trace::columns(column("role", &E::role, "the thread's name"), column("tid", &E::tid, "kernel thread id"),
                          column("requested", &E::requested, "class asked for"),
                          column("effective", &E::effective, "class in force"),
                          column("cpu", &E::cpu, "-1: not known"));
  }
};

}  // namespace jitterscope
