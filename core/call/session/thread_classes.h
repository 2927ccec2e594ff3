#pragma once
// The scheduling classes of a call's threads: what was asked for, and what the kernel says they have, as events.
#include <functional>
#include <memory>
#include <string>

#include "core/base/realtime/watchdog.h"
#include "core/call/analysis/thread_table.h"
#include "core/call/exchange/event_rings.h"

namespace jitterscope {

/// Session thread.
class ThreadClasses {
 public:
  /// `requested`: of threads that begin. Throws std::system_error when the watchdog that a class needs cannot begin.
  ThreadClasses(PrioritySettings requested, EventRings& rings);

  PrioritySetting requested(ThreadRole role) const { return threads_.requested(role); }
  /// Asks the kernel now. False: it was not asked, as the watchdog could not begin. `reason`: a sentence when the class
  /// was refused; the thread goes on as it was.
  bool request(ThreadRole role, const PrioritySetting& priority, std::string& reason);
  /// Notes what has changed.
  void look(Timestamp now);
  /// As look() where it is due: at each call while somebody reads of them; the kernel's files of all threads are most
  /// of what a round costs.
  void look_if_due(bool read, Timestamp now);
  /// The next look notes all, as for a new trace.
  void forget() { threads_.forget(); }

 private:
  /// Before a thread gets the first class with which it could hold up the machine.
  void watch_before(const PrioritySetting& priority);

  EventRings& rings_;
  ThreadTable threads_;
  std::unique_ptr<Watchdog> watchdog_;
  int looks_ = 0;
  Timestamp next_look_;
};

}  // namespace jitterscope
