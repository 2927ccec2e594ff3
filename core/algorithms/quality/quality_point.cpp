#include "core/algorithms/quality/quality_point.h"

#include <array>

namespace jitterscope {
namespace {

constexpr std::array<std::string_view, 6> kReasons{
    "",
    "Nothing tells of what was played.",
    "What the remote end played of a stream sent here is in its summaries.",
    "The sender does not tell when it captured (another program, not yet, or its account was lost).",
    "The clocks of the two ends are not known to agree.",
    "When the units of a capture or packet list were played is not in it.",
};

}  // namespace

std::string_view reason_of(NoLatency why) {
  return kReasons[static_cast<std::size_t>(why)];
}

}  // namespace jitterscope
