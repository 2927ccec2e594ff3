#pragma once
#include <cstdint>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"

namespace jitterscope {

/// The schedule of a frame has been carried out (video-send thread).
struct FrameSent {
  std::uint32_t ssrc = 0;
  std::int64_t frame = 0;
  Timestamp begin, end;  // local: first and last send call
  std::int32_t blocks = 0;
  std::int32_t overrun_blocks = 0;  // went out at once because the next frame had come
  Duration fetching;                // T_p measured for this frame
  Duration burst_interval;          // T_burst in force
  std::int32_t burst_size = 0;      // S_burst in force

  constexpr Belonging belonging() const { return Belonging::sent(Medium::kVideo, ssrc); }
};

template <>
struct trace::Table<FrameSent> {
  static constexpr std::string_view name = "frame_sent";
  static constexpr std::string_view meaning =
      "the schedule of a frame has been carried out; main time: the last send call";
  static constexpr auto local = &FrameSent::end;
  template <typename E = FrameSent>
  static auto columns() {
    return trace::columns(
        column("ssrc", &E::ssrc), column("frame", &E::frame), column("begin_ns", &E::begin, "the first send call"),
        column("blocks", &E::blocks),
        column("overrun_blocks", &E::overrun_blocks, "went out at once because the next frame had come"),
        column("fetching_ns", &E::fetching, "T_p measured for this frame"),
        column("burst_interval_ns", &E::burst_interval, "T_burst in force"),
        column("burst_size", &E::burst_size, "S_burst in force, 0 = the whole frame"));
  }
};

}  // namespace jitterscope
