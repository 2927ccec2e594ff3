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

namespace trace {

template <>
inline constexpr std::int32_t kSince<FrameShown> = 3;
template <>
struct Table<FrameShown> {
  static constexpr std::string_view name = "frame_shown";
  static constexpr std::string_view meaning = "a decoded frame of the remote was painted (main time)";
  static constexpr auto local = &FrameShown::shown;
  static constexpr auto conference = nullptr;
  template <typename E = FrameShown>
  static constexpr auto columns() {
    return trace::columns(column("frame", &E::frame));
  }
};

}  // namespace trace
}  // namespace jitterscope
