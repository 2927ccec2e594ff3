#pragma once
#include <cstdint>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// A complete frame reached its playout time, or came too late for it (video-decode thread). Frames that never were
/// complete are FrameDone's alone.
struct FramePlayed {
  std::uint32_t ssrc = 0;
  std::int64_t frame = 0;  // as FrameDone's
  PlayoutOutcome outcome{};
  Timestamp completed;  // local
  Timestamp playout;    // local: when it was handed to the screen, or should have been

  constexpr Belonging belonging() const { return Belonging::received(Medium::kVideo, ssrc); }
};

template <>
struct trace::Table<FramePlayed> {
  static constexpr std::string_view name = "frame_played";
  static constexpr std::string_view meaning =
      "a complete frame reached its playout time (main time), or came too late for it";
  static constexpr auto local = &FramePlayed::playout;
  template <typename E = FramePlayed>
  static auto columns() {
    return trace::columns(column("ssrc", &E::ssrc), column("frame", &E::frame, "as frame_done's"),
                          column("outcome", &E::outcome, "played; late: not played; dropped: to shorten the delay"),
                          column("completed_ns", &E::completed));
  }
};

}  // namespace jitterscope
