#pragma once
// A named thread of the program that begins in a scheduling class; apply_priority changes it while it runs. All threads
// of resources/reference/threads.md use it, whatever their class.
#include <sys/types.h>

#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "core/base/realtime/priority_class.h"

namespace jitterscope {

/// Asked for beside granted.
struct ThreadState {
  ThreadRole role{};
  PrioritySetting requested;
  std::string effective;  // as EffectivePriority::to_string; "ended" after the body returned
  std::string reason;     // why the class was refused; empty when granted
  pid_t tid = 0;
  bool operator==(const ThreadState&) const = default;
};

/// Runs `body` in a thread of its own, named after its role (`top -H`), with the finest timer slack and a faulted-in
/// stack. The body returns when its token asks for it, and must block or sleep in every round: a real-time thread that
/// spins takes a processor from the machine. An exception that leaves the body ends the program.
/// No mlockall: it would pin the whole window and the decoder's libraries (hundreds of MB, beyond the usual
/// RLIMIT_MEMLOCK); media buffers are touched before the call, so they are resident unless the machine swaps.
class RealtimeThread {
 public:
  using Body = std::function<void(std::stop_token)>;

  /// Returns when the thread has its name and class. Throws std::system_error when no thread can be made.
  RealtimeThread(ThreadRole, PrioritySetting, Body body);
  ~RealtimeThread();  // request_stop and join
  RealtimeThread(const RealtimeThread&) = delete;
  RealtimeThread& operator=(const RealtimeThread&) = delete;

  /// Read from the kernel now. Any normal thread, a few µs.
  ThreadState status() const;

  /// Keeps it to one processor; absent: any. False: refused, or it has ended. Any normal thread.
  bool run_on(std::optional<int> processor);

  ThreadRole role() const { return role_; }
  void request_stop() { thread_.request_stop(); }
  /// request_stop, then waits for the end of the body.
  void join();

 private:
  void set_up();

  const ThreadRole role_;
  mutable std::mutex mutex_;  // never taken by the body; guards the thread's id against reuse after its end
  const PrioritySetting requested_;
  std::string reason_;
  pid_t tid_ = 0;
  bool ended_ = false;
  std::jthread thread_;
};

}  // namespace jitterscope
