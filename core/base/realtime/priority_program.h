#pragma once
// jitterscope_priority from the side of the program whose threads it serves.
#include <sys/types.h>

#include <mutex>
#include <string>

#include "core/base/files/owned_descriptor.h"
#include "core/base/realtime/kernel_priority.h"

namespace jitterscope {

/// The small program that holds CAP_SYS_NICE where packaging/realtime/grant gave it (app/priority), as a child of this
/// process: started when first needed, it ends with this object or this process. Any normal threads.
class PriorityProgram {
 public:
  /// The one of this process, beside the program's own file. It stays until the process ends.
  static PriorityProgram& own();

  explicit PriorityProgram(std::string path) : path_(std::move(path)) {}
  ~PriorityProgram();
  PriorityProgram(const PriorityProgram&) = delete;
  PriorityProgram& operator=(const PriorityProgram&) = delete;

  /// Whether it is there and has the right. Found out once (some ms): the watchdog and the threads below it must have
  /// their classes by the same way.
  bool has_right();
  /// 0, or errno: EPERM also where there is no such right or nobody answers within a second. For SCHED_FIFO and
  /// SCHED_RR guard_real_time first, or it refuses (EACCES). Starts it again where it has ended.
  int set(pid_t tid, const kernel::Attributes& attributes);
  /// -1: it does not run.
  pid_t pid() const;

 private:
  enum class Right { kUnknown, kNone, kHad };

  bool has_right_locked();
  bool start();
  void stop();
  int answer();

  const std::string path_;
  mutable std::mutex mutex_;
  Right right_ = Right::kUnknown;
  pid_t owner_ = 0, pid_ = -1;  // owner: the process that started it, which may have forked since
  OwnedDescriptor channel_;
};

}  // namespace jitterscope
