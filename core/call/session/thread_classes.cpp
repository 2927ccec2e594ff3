#include "core/call/session/thread_classes.h"

#include <system_error>

#include "core/base/realtime/clock.h"
#include "core/events/kinds/notice.h"

namespace jitterscope {
namespace {

constexpr Duration kUnreadLooks = Duration::seconds(1);
constexpr int kFirstLooks = 4;  // soon, for what begins with the call

}  // namespace

ThreadClasses::ThreadClasses(PrioritySettings requested, EventRings& rings)
    : rings_(rings), threads_(std::move(requested)) {
  for (const auto& [role, priority] : threads_.requested())
    if (role != ThreadRole::kWatchdog) watch_before(priority);
}

bool ThreadClasses::request(ThreadRole role, const PrioritySetting& priority, std::string& reason) {
  if (role == ThreadRole::kWatchdog) {  // nobody's to set, which this says
    reason = threads_.request(role, priority);
    return false;
  }
  try {
    watch_before(priority);
  } catch (const std::system_error& error) {
    reason = "The watchdog could not begin (" + error.code().message() + "): the class stays as it was.";
    return false;
  }
  reason = threads_.request(role, priority);
  look(monotonic_now());
  return true;
}

void ThreadClasses::look(Timestamp now) {
  for (const Event& event : threads_.look(now)) rings_.of(ThreadRole::kSession).push(event);
  next_look_ = now + kUnreadLooks;
}

void ThreadClasses::look_if_due(bool read, Timestamp now) {
  if (!read && looks_ >= kFirstLooks && now < next_look_) return;
  look(now);
  ++looks_;
}

void ThreadClasses::watch_before(const PrioritySetting& priority) {
  if (watchdog_ || !priority.is_realtime()) return;
  watchdog_ = std::make_unique<Watchdog>(WatchdogBudget{}, [this](const Demotion& demotion) {
    threads_.note_demotion(demotion.tid, demotion.at);
    rings_.of(ThreadRole::kWatchdog).push(Notice{1, demotion.sentence(), demotion.at});
  });
}

}  // namespace jitterscope
