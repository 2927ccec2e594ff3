#pragma once
// claypool98's load on chosen processors: processes that do nothing but count (§5).
#include <sys/types.h>

#include <string>
#include <vector>

#include "core/base/units/time.h"

namespace jitterscope {

/// One thread starts, changes and ends it. The counters are `jitterscope counter PID` (app/commands/counter.h) in the
/// normal class and in this session (autogroup would make nice values meaningless otherwise); the kernel ends them with
/// the thread that started them.
class CounterLoad {
 public:
  CounterLoad() = default;
  ~CounterLoad() { clear(); }
  CounterLoad(const CounterLoad&) = delete;
  CounterLoad& operator=(const CounterLoad&) = delete;

  /// One more, on that processor only. Returns when it counts. False: `error` says why.
  bool add(int processor, std::string& error);
  /// False when one has ended by itself: `error` says so.
  bool all_count(std::string& error);
  /// Ends all.
  void clear();

 private:
  std::vector<pid_t> children_;
};

}  // namespace jitterscope
