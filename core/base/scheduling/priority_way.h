#pragma once
#include <cstdint>
#include <string_view>

namespace jitterscope {

/// By which right a class was had: the program's own (root, CAP_SYS_NICE, or none needed), the user's limits, rtkit.
enum class PriorityWay : std::uint8_t { kNone, kDirect, kRlimit, kRtkit };
std::string_view to_string(PriorityWay);  // "none", "directly", "by rlimit", "by rtkit"

}  // namespace jitterscope
