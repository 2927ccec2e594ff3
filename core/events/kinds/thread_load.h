#pragma once
#include <cstdint>

#include "core/base/scheduling/thread_role.h"
#include "core/base/units/time.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// What a thread has used of the processors since it began, as the kernel counts; twice a second (session thread).
struct ThreadLoad {
  ThreadRole role{};
  std::int32_t tid = 0;
  Duration cpu_time;                            // running
  Duration run_queue_wait;                      // ready to run, but another ran
  std::int64_t voluntary = 0, involuntary = 0;  // context switches
  std::int32_t cpu = -1;
  Timestamp at;
};

template <>
struct trace::Table<ThreadLoad> {
  static constexpr std::string_view name = "thread_load";
  static constexpr std::string_view meaning = "what a thread has used of the processors since it began";
  static constexpr auto local = &ThreadLoad::at;
  template <typename E = ThreadLoad>
  static auto columns() {
    return trace::columns(column("role", &E::role, "the thread's name"), column("tid", &E::tid, "kernel thread id"),
                          column("cpu_time_ns", &E::cpu_time),
                          column("run_queue_wait_ns", &E::run_queue_wait, "ready, but another ran"),
                          column("voluntary", &E::voluntary, "context switches"),
                          column("involuntary", &E::involuntary), column("cpu", &E::cpu, "-1: not known"));
  }
};

}  // namespace jitterscope
