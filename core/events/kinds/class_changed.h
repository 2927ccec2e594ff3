#pragma once
#include <cstdint>

#include "core/base/scheduling/priority_way.h"
#include "core/base/scheduling/thread_role.h"
#include "core/base/units/short_text.h"
#include "core/base/units/time.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// The class of a thread was granted, refused, lost without being asked, or taken by the watchdog.
struct ClassChanged {
  ThreadRole role{};
  std::int32_t tid = 0;
  ClassEvent change{};
  ShortText<24> requested, effective;  // as ThreadStatus's
  PriorityWay way{};
  Timestamp at;  // local
};

template <>
struct trace::Table<ClassChanged> {
  static constexpr std::string_view name = "class_changed";
  static constexpr std::string_view meaning = "the scheduling class of a thread was granted, refused, lost or taken";
  static constexpr bool holds = true;
  static constexpr auto local = &ClassChanged::at;
  template <typename E = ClassChanged>
  static auto columns() {
    return trace::columns(column("role", &E::role, "the thread's name"), column("tid", &E::tid, "kernel thread id"),
                          column("change", &E::change, "granted, refused, lost, or demoted by the watchdog"),
                          column("requested", &E::requested),
                          column("effective", &E::effective, "class in force from now on"),
                          column("way", &E::way, "by which right: none, directly, by rlimit, by rtkit"));
  }
};

}  // namespace jitterscope
