#pragma once
// What the user says of payload types: `--payload 118=AMR/8000`.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/events/names.h"

namespace jitterscope {

struct PayloadRule {
  std::uint8_t type = 0;  // 0 to 127
  Medium medium{};
  double clock_rate_hz = 0;
  std::string name = {};  // encoding name as it was given; empty = only the medium was
  bool operator==(const PayloadRule&) const = default;
};

/// "TYPE=MEDIUM/CLOCK": TYPE 0 to 127, MEDIUM "audio", "video" or an encoding name as rtpmap has it (case does not
/// matter), CLOCK in Hz. nullopt and one sentence in `error` otherwise.
std::optional<PayloadRule> parse_payload_rule(std::string_view text, std::string& error);

}  // namespace jitterscope
