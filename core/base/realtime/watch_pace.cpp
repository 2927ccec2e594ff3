#include "core/base/realtime/watch_pace.h"

#include "core/base/realtime/runaway_search.h"

namespace jitterscope {
namespace {

constexpr Duration kWithoutRight = Duration::seconds(1);

}  // namespace

WatchPause pause_after(const WatchSeen& seen, const WatchdogBudget& budget) {
  if (!seen.above_all) return {kWithoutRight, kWithoutRight};
  const Duration tick = budget.window / static_cast<std::int64_t>(RunawaySearch::kLooks);
  return {tick, tick};
}

}  // namespace jitterscope
