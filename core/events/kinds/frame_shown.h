#pragma once
#include <cstdint>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"

namespace jitterscope {

/// A decoded frame of the remote was painted (GUI thread).
struct FrameShown {
  std::int64_t frame = 0;
  Timestamp shown;  // local

  constexpr Belonging belonging() const { return Belonging::received(Medium::kVideo); }
};

template <>
struct trace::Table<FrameShown> {
  static constexpr std::string_view name = "frame_shown";
  static constexpr std::string_view meaning = "a decoded frame of the remote was painted (main time)";
  static constexpr auto local = &FrameShown::shown;
  template <typename E = FrameShown>
  static auto columns() {
    return trace::columns(column("frame", &E::frame));
  }
};

}  // namespace jitterscope
