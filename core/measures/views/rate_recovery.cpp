#include "core/measures/views/rate_recovery.h"

#include <span>

#include "core/base/stats/series.h"
#include "core/measures/views/demonstration_view.h"

namespace jitterscope {
namespace {

constexpr std::size_t kSeconds = 5;
constexpr double kEnough = 0.8, kTooMuch = 1.1;

}  // namespace

std::optional<RateRecovery> rate_recovery(const DemonstrationHalf& without, const DemonstrationHalf& with) {
  const std::span<const SeriesPoint> sent(with.picture_kbps);
  if (!without.link_kbps || without.sound_kbps.empty() || sent.size() < kSeconds) return std::nullopt;
  RateRecovery recovery;
  recovery.available_kbps = *without.link_kbps - *mean_value(without.sound_kbps);
  if (recovery.available_kbps <= 0) return std::nullopt;
  for (std::size_t first = 0; first + kSeconds <= sent.size(); ++first) {
    recovery.sent_kbps = *mean_value(sent.subspan(first, kSeconds));
    const double share = recovery.sent_kbps / recovery.available_kbps;
    if (share < kEnough || share > kTooMuch) continue;  // what is sent beyond it is lost
    recovery.within_s = static_cast<double>(first + kSeconds);
    break;
  }
  return recovery;
}

}  // namespace jitterscope
