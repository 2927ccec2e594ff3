#pragma once
// Wakes a thread when the process has used processor time (timer_create(2), CLOCK_PROCESS_CPUTIME_ID). The kernel
// counts and compares: a process that rests costs nothing, and one thread that spins is enough, whoever made it.
#include <time.h>

#include <optional>

#include "core/base/files/owned_descriptor.h"
#include "core/base/units/time.h"

namespace jitterscope {

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

}  // namespace jitterscope
