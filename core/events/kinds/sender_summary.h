#pragma once
#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// What the remote says that it has sent of one of its streams since that began, over the control connection: as often
/// as PeerSummary, and once more when it hangs up. Its numbers tell of units of which nothing came.
struct SenderSummary {
  Medium medium{};
  std::uint32_t ssrc = 0;
  std::int64_t units = 0;     // frames (video) or blocks (audio) that it numbered, from 0 on
  std::int64_t packets = 0;   // that it numbered
  std::int64_t left_out = 0;  // pictures that it left out, which have no number
  Timestamp at;               // local, when it came

  constexpr Belonging belonging() const { return Belonging::received(medium, ssrc); }
};

namespace trace {

template <>
inline constexpr std::int32_t kSince<SenderSummary> = 11;
template <>
struct Table<SenderSummary> {
  static constexpr std::string_view name = "sender_summary";
  static constexpr std::string_view meaning = "what the remote says that it has sent of one of its streams";
  static constexpr auto local = &SenderSummary::at;
  template <typename E = SenderSummary>
  static auto columns() {
    return trace::columns(column("medium", &E::medium, "audio or video"), column("ssrc", &E::ssrc),
                          column("units", &E::units, "frames or blocks that it numbered, from 0 on"),
                          column("packets", &E::packets, "that it numbered"),
                          column("left_out", &E::left_out, "pictures that it left out, which have no number"));
  }
};

}  // namespace trace
}  // namespace jitterscope
