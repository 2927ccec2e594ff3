#pragma once
// All threads of the program by role, found by their names in /proc: what was requested for each, what the kernel says
// it has, what it has used. Serves threads of every kind (ours, Qt's) the same way.
#include <array>
#include <atomic>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/realtime/priority_class.h"
#include "core/base/realtime/task_list.h"
#include "core/call/analysis/thread_files.h"
#include "core/events/event.h"
#include "core/events/kinds/class_changed.h"
#include "core/events/kinds/thread_status.h"
#include "core/events/settings.h"
#include "core/events/settings/priority.h"

namespace jitterscope {

/// One normal thread, unless a function says otherwise.
class ThreadTable {
 public:
  explicit ThreadTable(PrioritySettings requested) : requested_(std::move(requested)) {}

  /// What a new thread of this role should ask for.
  PrioritySetting requested(ThreadRole role) const;
  const PrioritySettings& requested() const { return requested_; }
  /// Asks the kernel now; the next look() tells. Before a real-time class the watchdog's is asked for, if it has none.
  /// Empty when granted, else the reason as a sentence.
  std::string request(ThreadRole role, const PrioritySetting& setting);
  /// The next look() gives all threads.
  void forget();
  /// What changed since the last look: ThreadStatus, ClassChanged, Notice; ThreadLoad of each twice a second, where
  /// looks are so often. A thread seen for the first time is asked for its class once more when it has another than
  /// requested, for the reason's sake.
  std::vector<Event> look(Timestamp now);
  /// The watchdog's thread: takes no lock, allocates nothing.
  void note_demotion(pid_t tid, Timestamp at);

 private:
  struct Task {
    ThreadRole role;
    ThreadFiles files;
    ThreadStatus told;                 // tid 0: nothing yet
    std::optional<ClassChanged> last;  // absent: its class was never asked for
    bool last_told = false;
    std::optional<Timestamp> next_load;
  };
  struct DemotionSlot {
    std::atomic<pid_t> tid{0};
    std::atomic<std::int64_t> at_ns{0};
  };

  void find_tasks();
  void raise_watchdog();
  void begin_watching(pid_t tid, Task& task);
  void read_load(pid_t tid, Task& task, int cpu, Timestamp now);
  void note_unasked_change(pid_t tid, Task& task, const EffectivePriority& now_has);
  void change(pid_t tid, Task& task, const PriorityResult& result);
  void tell_refusal(ThreadRole role, const std::string& reason);
  std::optional<Timestamp> demoted_at(pid_t tid) const;

  PrioritySettings requested_;
  TaskList list_;
  std::map<pid_t, Task> tasks_;
  std::map<pid_t, int> others_;  // threads of no role, and how often they were asked for their names
  std::vector<Event> events_;    // of the next look
  bool refusal_told_ = false;
  std::array<DemotionSlot, 8> demotions_;
  std::size_t next_demotion_ = 0;  // watchdog's
};

}  // namespace jitterscope
