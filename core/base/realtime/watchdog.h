#pragma once
// No setting may freeze the machine (claypool98 §5.3): a thread of a higher class than all others of the process looks
// at every thread of it and takes the class from those that use up their budget of processor time.
#include <sys/types.h>

#include <functional>
#include <memory>
#include <optional>

#include "core/base/realtime/watch_pace.h"
#include "core/base/scheduling/thread_role.h"
#include "core/base/units/short_text.h"
#include "core/base/units/time.h"

namespace jitterscope {

/// Made without allocating: a starved thread may hold the allocator's lock.
struct Demotion {
  pid_t tid = 0;
  ShortText<16> thread;            // its name
  std::optional<ThreadRole> role;  // absent: not one of the table
  Duration used, window;
  Timestamp at;                     // local
  ShortText<160> sentence() const;  // for the user
};

class Watchdog {
 public:
  static constexpr int kLevel = 60;  // real-time; all other threads of ours stay below 50

  /// Watches from now on every thread of this process, whoever made it. `tell` is called on the watchdog's thread after
  /// the demotions of one look; it must neither lock nor allocate: other runaways may still starve the holder.
  /// Without the right to a real-time class there is nothing to watch and it only looks now and then.
  /// Throws std::system_error when no thread can be made.
  Watchdog(WatchdogBudget budget, std::function<void(const Demotion&)> tell);
  ~Watchdog();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace jitterscope
