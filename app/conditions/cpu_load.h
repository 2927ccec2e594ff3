#pragma once
// claypool98's load: processes that do nothing but count (§5).
#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "app/conditions/child_keeper.h"

namespace jitterscope {

/// One thread at a time. The counters are processes of their own in the normal class and in this session (autogroup
/// would make nice values meaningless otherwise); they end with this object and with this program, even when it is
/// killed.
class CpuLoad {
 public:
  static constexpr int kMost = 64;
  explicit CpuLoad(std::string program = "/proc/self/exe") : keeper_(std::move(program)) {}

  /// That many from now on, 0 … kMost. False: `error` says why; those that could be started run.
  bool set(int counters, std::string& error);
  /// The only processor of all counters; absent: any that this program may use. False: `error` says why.
  bool run_on(std::optional<int> processor, std::string& error);
  /// Alive now.
  int running();
  /// A sentence for each counter that ended without being asked to, since the last call.
  std::vector<std::string> take_complaints();

 private:
  void notice_deaths();
  ChildKeeper keeper_;
  std::vector<pid_t> counters_;
  std::optional<int> processor_;
  std::vector<std::string> complaints_;
};

}  // namespace jitterscope
