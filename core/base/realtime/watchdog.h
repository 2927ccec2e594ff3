#pragma once
// No setting may freeze the machine (claypool98 §5.3): a thread of a higher class than all others of the process looks
// at every thread of it, as often as the process uses processor time, and takes the class from those that use up their
// budget.
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

  /// Watches from now on every thread of this process, whoever made it and however it got its class. Nobody has to say
  /// so: a runaway uses processor time, and the kernel wakes the watchdog when the process has used 20 ms
  /// (ProcessorTimeBell). From the time when a thread has a class and does not rest until it has lost it are, besides
  /// what the machine itself holds up a thread of the highest class, at most
  ///   25 ms until the first look: the 20 ms and a tick of the kernel of 4 ms, or 25 ms after the look before; and
  ///   100 ms until 80 of 100 ms are proven, with a look each 25 ms: 125 ms in all, 135 where the kernel ticks 100
  ///   times a second; 150 for one that rests for less than a fifth of the time.
  /// One that rests at every tick of the kernel rings no bell. It is found by the looks that come anyway, after 400 ms;
  /// where no other thread has a class, after 1.4 s.
  /// `tell` is called on the watchdog's thread after the demotions of one look; it must neither lock nor allocate:
  /// other runaways may still starve the holder. Without the right to a real-time class there is nothing to watch and
  /// it only looks now and then. Throws std::system_error when no thread can be made.
  Watchdog(WatchdogBudget budget, std::function<void(const Demotion&)> tell);
  ~Watchdog();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace jitterscope
