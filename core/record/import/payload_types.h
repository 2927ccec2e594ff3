#pragma once
// RTP's payload types (RFC 3551 §6, tables 4 and 5).
#include <cstdint>
#include <optional>
#include <string>

#include "core/events/names.h"

namespace jitterscope::trace {

struct PayloadFormat {
  Medium medium{};
  std::optional<double> clock_rate_hz;
  std::string name = {};  // encoding name; empty = not said
};

/// Of an assigned payload type; nullopt for dynamic, reserved and unassigned ones.
inline std::optional<PayloadFormat> assigned_format(std::uint8_t payload_type) {
  const auto audio = [](const char* name, double clock_hz = 8000) {
    return PayloadFormat{Medium::kAudio, clock_hz, name};
  };
  const auto video = [](const char* name) { return PayloadFormat{Medium::kVideo, 90000, name}; };
  switch (payload_type) {
    case 0: return audio("PCMU");
    case 3: return audio("GSM");
    case 4: return audio("G723");
    case 5: return audio("DVI4");
    case 6: return audio("DVI4", 16000);
    case 7: return audio("LPC");
    case 8: return audio("PCMA");
    case 9: return audio("G722");
    case 10:
    case 11: return audio("L16", 44100);
    case 12: return audio("QCELP");
    case 13: return audio("CN");
    case 14: return audio("MPA", 90000);
    case 15: return audio("G728");
    case 16: return audio("DVI4", 11025);
    case 17: return audio("DVI4", 22050);
    case 18: return audio("G729");
    case 25: return video("CelB");
    case 26: return video("JPEG");
    case 28: return video("nv");
    case 31: return video("H261");
    case 32: return video("MPV");
    case 33: return video("MP2T");
    case 34: return video("H263");
    default: return std::nullopt;
  }
}

/// 96 to 127, and 35 to 63, which browsers take when those are used up.
constexpr bool is_dynamic(std::uint8_t payload_type) {
  return (payload_type >= 96 && payload_type < 128) || (payload_type >= 35 && payload_type < 64);
}

/// True of the second byte of a datagram that has one of RTCP's packet types 192 to 223 where RTP has marker and
/// payload type (RFC 5761 §4).
constexpr bool is_rtcp(std::uint8_t marker_and_type) {
  return marker_and_type >= 192 && marker_and_type < 224;
}

}  // namespace jitterscope::trace
