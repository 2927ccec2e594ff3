#pragma once
#include <cstdint>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"

namespace jitterscope {

/// A captured picture became blocks (video-encode thread).
struct FrameEncoded {
  std::uint32_t ssrc = 0;
  std::int64_t frame = 0;
  Timestamp captured, encode_begin, encode_end;  // local
  std::int32_t bytes = 0;                        // JPEG entropy-coded bytes
  std::int32_t blocks = 0;
  std::int32_t width = 0, height = 0, quality = 0;

  constexpr Belonging belonging() const { return Belonging::sent(Medium::kVideo, ssrc); }
};

template <>
struct trace::Table<FrameEncoded> {
  static constexpr std::string_view name = "frame_encoded";
  static constexpr std::string_view meaning = "a captured picture became blocks; main time: encoding ended";
  static constexpr auto local = &FrameEncoded::encode_end;
  template <typename E = FrameEncoded>
  static auto columns() {
    return trace::columns(column("ssrc", &E::ssrc), column("frame", &E::frame), column("captured_ns", &E::captured),
                          column("encode_begin_ns", &E::encode_begin),
                          column("bytes", &E::bytes, "entropy-coded JPEG bytes"), column("blocks", &E::blocks),
                          column("width", &E::width), column("height", &E::height),
                          column("quality", &E::quality, "JPEG quality"));
  }
};

}  // namespace jitterscope
