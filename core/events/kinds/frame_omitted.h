#pragma once
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// A picture was left out by its sender (video-encode, video-send threads).
struct FrameOmitted {
  std::uint32_t ssrc = 0;
  std::optional<std::int64_t> frame;  // its number where it had one
  OmitReason reason{};
  Timestamp at;  // local

  constexpr Belonging belonging() const { return Belonging::sent(Medium::kVideo, ssrc); }
};

template <>
struct trace::Table<FrameOmitted> {
  static constexpr std::string_view name = "frame_omitted";
  static constexpr std::string_view meaning = "a picture was left out by its sender";
  static constexpr auto local = &FrameOmitted::at;
  template <typename E = FrameOmitted>
  static auto columns() {
    return trace::columns(column("ssrc", &E::ssrc), column("frame", &E::frame, "NULL: it had no number yet"),
                          column("reason", &E::reason, "target rate, break, or obsolete (TCP)"));
  }
};

}  // namespace jitterscope
