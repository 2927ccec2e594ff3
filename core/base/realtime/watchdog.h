#pragma once
// No setting may freeze the machine (claypool98 §5.3): a thread of a higher class than all others of the process looks
// at every thread of it, as often as the process uses processor time, and takes the class from those that use up their
// budget.
#include <sys/types.h>
#include <time.h>

#include <functional>
#include <memory>
#include <optional>

#include "core/base/files/owned_descriptor.h"
#include "core/base/scheduling/thread_role.h"
#include "core/base/units/short_text.h"
#include "core/base/units/time.h"

namespace jitterscope {

/// Wakes a thread when the process has used processor time (timer_create(2), CLOCK_PROCESS_CPUTIME_ID). The kernel
/// counts and compares: a process that rests costs nothing, and one thread that spins is enough, whoever made it.
/// The kernel compares at its ticks, of which it has 100 to 1000 a second, on processors where a thread of the process
/// runs just then. So it rings up to a tick late, and later when all threads rest at every tick.
class ProcessorTimeBell {
 public:
  /// For the calling thread, which alone uses it; SIGVTALRM stays blocked there.
  ProcessorTimeBell();
  ~ProcessorTimeBell();
  ProcessorTimeBell(const ProcessorTimeBell&) = delete;
  ProcessorTimeBell& operator=(const ProcessorTimeBell&) = delete;

  /// False: the system gave none, and nothing ever rings.
  bool works() const { return timer_.has_value() && descriptor() >= 0; }
  /// Forgets whether it has rung; rings once when all threads together have used so much more. Absent: not at all.
  void ring_after(std::optional<Duration> used);
  /// Readable when it has rung; below 0: there is none. Not to be read.
  int descriptor() const { return own_.fd(); }

 private:
  OwnedDescriptor own_;
  std::optional<timer_t> timer_;
};

/// A real-time thread that runs for more than `share` of `window` is a runaway; one of SCHED_DEADLINE that uses `share`
/// of what is reserved for it (the kernel holds it to that).
struct WatchdogBudget {
  double share = 0.8, reserved_share = 0.95;
  Duration window = Duration::ms(100);  // well below rtkit's limit of 200 ms without a rest
};

/// What a look saw.
struct WatchSeen {
  bool above_all = false;  // the watchdog has its class: a slow bus may give it late, and it may be lost
  bool has_bell = false;   // it can be told that processor time was used
  bool real_time = false;  // a thread has a real-time class
  bool reserved = false;   // one of SCHED_DEADLINE
  Duration since, used;    // the look before, and the processor time of the whole process since then
};

/// The next look comes after `longest`, or sooner when the process has used this processor time, but not before
/// `shortest`.
struct WatchPause {
  Duration shortest, longest;
  std::optional<Duration> processor_time = {};  // absent: whatever it uses
};

/// When the watchdog looks next: soon after the process has used processor time, as a runaway does, and seldom while it
/// rests. Sans-IO.
WatchPause pause_after(const WatchSeen& seen, const WatchdogBudget& budget);

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
