#pragma once
// A schedule of rates for a replaying controller: what a controller decided in a recorded call, or a list as text.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/algorithms/rate/rate_controllers.h"

namespace jitterscope {

inline constexpr std::size_t kMostRateSteps = 1'000'000;

/// From a .jscope trace (its rate_decided table, times from the first decision on) or a text file as
/// parse_rate_schedule() reads it, of at most 64 MB. nullopt: a sentence in `error` that names the file.
std::optional<std::vector<RateStep>> read_rate_schedule(const std::string& path, std::string& error,
                                                        std::size_t most = kMostRateSteps);

/// Lines "at_s,kbps" under a header line of these words; at_s never falls. 0 kbit/s: no picture. nullopt: `error`
/// names the line.
std::optional<std::vector<RateStep>> parse_rate_schedule(std::string_view text, std::string& error,
                                                         std::size_t most = kMostRateSteps);

}  // namespace jitterscope
