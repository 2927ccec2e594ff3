#pragma once
// All threads of the program by role, found by their names in /proc: what was requested for each, what the kernel says it
// has. Serves threads of every kind (ours, Qt's) the same way.
#include <map>
#include <optional>
#include <vector>

#include "core/events/events.h"
#include "core/events/settings.h"

namespace jitterscope {

/// The classes of house.md's thread table, overridden by what the user named.
PrioritySettings with_default_priorities(const PrioritySettings& named);

class ThreadTable {
 public:
  explicit ThreadTable(PrioritySettings requested) : requested_(std::move(requested)) {}

  /// What a new thread of this role should ask for.
  PrioritySetting requested(ThreadRole role) const;
  const PrioritySettings& requested() const { return requested_; }
  /// Asks the kernel now. Empty when granted, else the reason as a sentence. Any normal thread, one at a time.
  std::string request(ThreadRole role, const PrioritySetting& setting);
  /// The next changes() gives all threads.
  void forget() { known_.clear(); }
  /// The threads whose state changed since the last call.
  std::vector<ThreadStatus> changes(Timestamp now);

 private:
  PrioritySettings requested_;
  std::map<ThreadRole, ThreadStatus> known_;
};

}  // namespace jitterscope
