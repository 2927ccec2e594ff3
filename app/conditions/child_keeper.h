#pragma once
// Children that cannot outlive this program, however it ends.
#include <sys/types.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace jitterscope {

/// Starts another process of the program, in the normal class, with `words` after its name. Each descriptor: what it
/// has as its standard input, output and error; -1: nothing, /dev/null. 0, or errno.
int start_child(const std::string& program, const std::vector<std::string>& words,
                const std::array<int, 3>& descriptors, pid_t& child);

/// Starts further processes of this program from a thread of its own that lives as long as they do: the kernel's
/// death signal to a child follows the thread that started it. They run in the normal class, in this session, and are
/// `jitterscope tied PID …` or `jitterscope counter PID` (app/commands/counter.h). All are killed with this object.
class ChildKeeper {
 public:
  explicit ChildKeeper(std::string program = "/proc/self/exe");
  ~ChildKeeper();

  /// `output`: a descriptor for the child's standard output and error; -1: nowhere. nullopt: `error` says why.
  std::optional<pid_t> start(const std::vector<std::string>& arguments, int output, std::string& error);
  /// Kills and waits for it (a millisecond).
  void end(pid_t child);
  /// False once it has ended, for good. `how` then says how ("was killed by signal 9", "ended with status 1").
  bool alive(pid_t child, std::string* how = nullptr);

 private:
  class Thread;
  std::string program_;
  std::vector<pid_t> children_;
  std::unique_ptr<Thread> thread_;
};

}  // namespace jitterscope
