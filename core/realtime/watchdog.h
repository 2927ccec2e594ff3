#pragma once
// No setting may freeze the machine (claypool98 §5.3): a thread of a higher class than all others of the process looks at
// every thread of it and takes the class from those that use up their budget of processor time.
#include <functional>
#include <memory>
#include <string>

#include "core/events/names.h"
#include "core/realtime/priority_class.h"

namespace jitterscope {

class RealtimeThread;

/// A real-time thread that runs for more than `share` of `window` is a runaway; one of SCHED_DEADLINE that uses nearly all
/// that is reserved for it.
struct WatchdogBudget {
  double share = 0.8;
  Duration window = Duration::ms(100);  // well below rtkit's limit of 200 ms without a rest
};

struct Demotion {
  pid_t tid = 0;
  std::string thread;               // its name
  std::optional<ThreadRole> role;   // absent: not one of the table
  EffectivePriority from;
  Duration used, window;
  Timestamp at;                     // local
  std::string sentence() const;     // for the user
};

class Watchdog {
 public:
  static constexpr int kLevel = 60;  // real-time; all other threads of ours stay below 50

  /// Watches from now on every thread of this process, whoever made it. `tell` is called on the watchdog's thread after
  /// the demotion and may take locks: the runaway is harmless by then. Without the right to a real-time class there is
  /// nothing to watch and it only looks now and then.
  Watchdog(WatchdogBudget budget, std::function<void(const Demotion&)> tell);
  ~Watchdog();

  RealtimeThread& thread();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace jitterscope
