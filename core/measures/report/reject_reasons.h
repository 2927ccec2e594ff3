#pragma once
// Why datagrams were refused, in words and in JSON.
#include <array>
#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "core/events/names.h"

namespace jitterscope {

/// By reason.
using ReasonCounts = std::array<std::int64_t, kRejectReasons>;

/// "3 truncated, 1200 wrong SSRC"; empty where there are none.
std::string reason_words(const ReasonCounts& counts);
/// {"truncated": 3, …}, without reasons that none has.
nlohmann::ordered_json reasons_json(const ReasonCounts& counts);

}  // namespace jitterscope
