#include "core/algorithms/rate/busy_period.h"

#include <algorithm>

namespace jitterscope {
namespace {

constexpr double kShortestMs = 60;  // of sending, and of leaving

}  // namespace

std::optional<double> BusyPeriod::kbps_between(const Moment& from, const Moment& to, double kilobits) {
  const double sent_ms = (to.sent - from.sent).ms(), left_ms = sent_ms + to.rise_ms - from.rise_ms;
  if (sent_ms < kShortestMs || left_ms < kShortestMs) return std::nullopt;
  const auto lost = static_cast<std::int32_t>(to.lost - from.lost);
  const auto packets = static_cast<std::int32_t>(to.packets - from.packets);
  const double lost_share = packets > 0 ? std::clamp(static_cast<double>(lost) / packets, 0.0, 1.0) : 0;
  return kilobits * (1 - lost_share) / left_ms * 1e3;
}

}  // namespace jitterscope
