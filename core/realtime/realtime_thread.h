#pragma once
// A named thread of the program whose scheduling class can be changed while it runs. All threads of house.md's table
// use it, whatever their class.
#include <sys/types.h>

#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "core/realtime/priority_class.h"

namespace jitterscope {

/// Asked for beside granted.
struct ThreadState {
  ThreadRole role{};
  PrioritySetting requested;
  std::string effective;  // as EffectivePriority::to_string; "ended" after the body returned
  std::string reason;     // why the last request was refused; empty when granted
  pid_t tid = 0;
  int cpu = -1;  // where it last ran; -1 unknown
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

  /// Changes the class now, from any normal thread. Never stops the thread; the answer says what the kernel granted.
  ThreadState request(PrioritySetting);
  /// Read from the kernel now. Any normal thread, a few µs.
  ThreadState status() const;

  ThreadRole role() const { return role_; }
  void request_stop() { thread_.request_stop(); }
  /// request_stop, then waits for the end of the body.
  void join();

 private:
  void set_up();
  ThreadState read_state() const;

  const ThreadRole role_;
  mutable std::mutex mutex_;  // never taken by the body; guards the thread's id against reuse after its end
  PrioritySetting requested_;
  std::string reason_;
  pid_t tid_ = 0;
  bool ended_ = false;
  std::jthread thread_;
};

}  // namespace jitterscope
