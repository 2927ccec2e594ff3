#pragma once
// Loads of this machine, processes of this program: claypool98's counters and nahrstedt94's video applications.

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/conditions/child_keeper.h"

namespace jitterscope {

/// Processes that do nothing but count (claypool98 §5). One thread at a time. They are processes of their own in the
/// normal class and in this session (autogroup would make nice values meaningless otherwise); they end with this object
/// and with this program, even when it is killed.
class CpuLoad {
 public:
  static constexpr int kMost = 64;
  explicit CpuLoad(std::string program = "/proc/self/exe") : keeper_(std::move(program)) {}

  /// That many from now on, 0 … kMost. False: `error` says why; those that could be started run.
  bool set(int counters, std::string& error);
  /// The only processor of all counters; absent: any that this program may use. False: `error` says why.
  bool run_on(std::optional<int> processor, std::string& error);
  /// How many are alive now.
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

/// Further calls of this program with itself, over loopback, without a window. One thread at a time, and no thread of
/// its own for the set-up: what a start still needs is done by running() and
/// take_complaints(), of which one is to be called about once a second. Each application is two processes (one sends
/// synthetic video, one receives and decodes it) in the normal class; they end with this object and with this program,
/// even when it is killed.
class VideoLoad {
 public:
  static constexpr int kMost = 16;
  explicit VideoLoad(std::string program = "/proc/self/exe");
  ~VideoLoad();

  /// That many from now on, 0 … kMost; returns at once, their calls stand within a second or so. False: `error` says
  /// why.
  bool set(int applications, std::string& error);
  /// Whose both processes are alive.
  int running();
  /// A sentence for each application that ended without being asked to, since the last call.
  std::vector<std::string> take_complaints();

 private:
  struct Application;
  bool start_one(std::string& error);
  void end_one(Application& application);
  void carry_on();

  ChildKeeper keeper_;
  std::vector<std::unique_ptr<Application>> applications_;
  std::vector<std::string> complaints_;
};

}  // namespace jitterscope
