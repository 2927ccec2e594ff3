#pragma once
// RTP's payload types (RFC 3551 §6, tables 4 and 5).
#include <cstdint>
#include <optional>

#include "core/events/names.h"

namespace jitterscope::trace {

struct PayloadFormat {
  Medium medium{};
  double clock_rate_hz = 0;
};

/// Of an assigned payload type; nullopt for dynamic, reserved and unassigned ones.
constexpr std::optional<PayloadFormat> assigned_format(std::uint8_t payload_type) {
  switch (payload_type) {
    case 0:
    case 3:
    case 4:
    case 5:
    case 7:
    case 8:
    case 9:
    case 12:
    case 13:
    case 15:
    case 18: return PayloadFormat{Medium::kAudio, 8000};
    case 6: return PayloadFormat{Medium::kAudio, 16000};
    case 10:
    case 11: return PayloadFormat{Medium::kAudio, 44100};
    case 14: return PayloadFormat{Medium::kAudio, 90000};
    case 16: return PayloadFormat{Medium::kAudio, 11025};
    case 17: return PayloadFormat{Medium::kAudio, 22050};
    case 25:
    case 26:
    case 28:
    case 31:
    case 32:
    case 33:
    case 34: return PayloadFormat{Medium::kVideo, 90000};
    default: return std::nullopt;
  }
}

constexpr bool is_dynamic(std::uint8_t payload_type) {
  return payload_type >= 96 && payload_type < 128;
}

/// RTCP's packet types 192 to 223 where RTP has marker and payload type (RFC 5761 §4).
constexpr bool is_rtcp(std::uint8_t payload_type) {
  return payload_type >= 64 && payload_type < 96;
}

}  // namespace jitterscope::trace
