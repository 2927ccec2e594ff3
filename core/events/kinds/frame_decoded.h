#pragma once
#include <cstdint>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"

namespace jitterscope {

/// A complete frame was decoded and handed to the screen (video-decode thread).
struct FrameDecoded {
  std::uint32_t ssrc = 0;
  std::int64_t frame = 0;
  bool ok = true;
  Timestamp completed, decode_begin, decode_end;  // local
  std::int32_t width = 0, height = 0;

  constexpr Belonging belonging() const { return Belonging::received(Medium::kVideo, ssrc); }
};

template <>
struct trace::Table<FrameDecoded> {
  static constexpr std::string_view name = "frame_decoded";
  static constexpr std::string_view meaning = "a complete frame was decoded; main time: decoding ended";
  static constexpr auto local = &FrameDecoded::decode_end;
  template <typename E = FrameDecoded>
  static auto columns() {
    return trace::columns(column("ssrc", &E::ssrc), column("frame", &E::frame),
                          column("ok", &E::ok, "0: the JPEG could not be decoded"),
                          column("completed_ns", &E::completed), column("decode_begin_ns", &E::decode_begin),
                          column("width", &E::width), column("height", &E::height));
  }
};

}  // namespace jitterscope
