#include "core/base/realtime/watch_pace.h"

#include "core/base/realtime/runaway_search.h"

namespace jitterscope {
namespace {

constexpr Duration kWithoutRight = Duration::seconds(1), kNothingToWatch = Duration::seconds(1);
constexpr std::int64_t kRestingWindows = 2;  // between looks at a process that rests

}  // namespace

WatchPause pause_after(const WatchSeen& seen, const WatchdogBudget& budget) {
  if (!seen.above_all) return {kWithoutRight, kWithoutRight};
  const Duration tick = budget.window / static_cast<std::int64_t>(RunawaySearch::kLooks);
  // A reservation may be so small that the process hardly uses more when it is used up.
  if (!seen.has_bell || seen.reserved) return {tick, tick};
  const bool busy = seen.used.seconds() >= budget.share * seen.since.seconds();  // the bell would ring before the tick
  if (busy) return {tick, tick};
  return {tick, seen.real_time ? budget.window * kRestingWindows : kNothingToWatch,
          Duration::from_seconds(tick.seconds() * budget.share)};
}

}  // namespace jitterscope
