#pragma once
#include <cstdint>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"

namespace jitterscope {

/// There has been no sign of the remote for so long, or there is one again.
struct RemoteUnheard {
  std::int32_t seconds = 0;  // 0: it is heard again
  Timestamp at;              // local

  constexpr Belonging belonging() const { return Belonging::of_participant(true); }
};

template <>
struct trace::Table<RemoteUnheard> {
  static constexpr std::string_view name = "remote_unheard";
  static constexpr std::string_view meaning = "no sign of the remote for so long, or one again";
  static constexpr auto local = &RemoteUnheard::at;
  template <typename E = RemoteUnheard>
  static auto columns() {
    return trace::columns(column("seconds", &E::seconds, "whole ones; 0: it is heard again").within({.least = 0}));
  }
};

}  // namespace jitterscope
