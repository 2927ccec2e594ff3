#pragma once
// What the kernel counts of one thread of this process, from files of /proc that stay open.
#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/units/time.h"

namespace jitterscope {

struct SchedulingCounts {
  Duration cpu_time, run_queue_wait;
  std::int64_t voluntary = 0, involuntary = 0;  // context switches
};

/// One thread's; any normal thread reads.
class ThreadFiles {
 public:
  explicit ThreadFiles(pid_t tid);
  ~ThreadFiles();
  ThreadFiles(ThreadFiles&&) noexcept;
  ThreadFiles& operator=(ThreadFiles&&) = delete;

  /// The processor it last ran on; -1 when it is gone.
  int processor() const;
  /// nullopt when it is gone, or the kernel does not count.
  std::optional<SchedulingCounts> counts() const;

 private:
  int stat_, status_, schedstat_;
};

/// Field 39 of /proc/TID/stat (proc(5)); the name in it may hold blanks and parentheses. -1: not to be read.
int parse_processor(std::string_view stat);
/// "CPU_NS WAIT_NS SLICES" and the two lines of /proc/TID/status about switches.
std::optional<SchedulingCounts> parse_counts(std::string_view schedstat, std::string_view status);

}  // namespace jitterscope
