#pragma once
// What the packets of a captured stream carry, and who says so.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jitterscope {

/// Nobody; the payload type is an assigned one (RFC 3551); a session description in the capture; the user; the pace of
/// the RTP timestamps.
enum class PayloadSource : std::uint8_t { kUnknown, kAssigned, kDescription, kUser, kTimestamps };

/// The word of `analyze --json`: "assigned", "description", "option", "timestamps"; empty for kUnknown.
constexpr std::string_view to_string(PayloadSource source) {
  constexpr std::string_view kWords[] = {"", "assigned", "description", "option", "timestamps"};
  return kWords[static_cast<std::size_t>(source)];
}

struct PayloadInfo {
  int type = 0;            // of most packets, 0 to 127
  std::string name = {};   // encoding name, "AMR"; empty = unknown
  PayloadSource source{};  // of medium and clock rate
};

/// How many packets of a stream are of a payload type, and what that is.
struct PayloadCount {
  PayloadInfo payload;
  std::optional<double> clock_rate_hz;
  std::int64_t packets = 0;
  bool timed =
      true;  // false: telephone-events, comfort noise, keep-alives: they count for loss and for nothing in time
};

}  // namespace jitterscope
