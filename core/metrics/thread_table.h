#pragma once
// The threads of a call: classes asked for and got, and how late they wake.
#include <map>

#include "core/events/events.h"
#include "core/metrics/recent_window.h"

namespace jitterscope {

class ThreadTable {
 public:
  void add(const ThreadStatus&);
  void add(const ThreadWoke&);
  std::vector<ThreadRow> rows(Timestamp now);  // in the order of ThreadRole; wake lateness of the last 10 s

 private:
  struct Thread {
    ThreadRow row;
    RecentWindow wake_us;
  };
  std::map<ThreadRole, Thread> threads_;
};

}  // namespace jitterscope
