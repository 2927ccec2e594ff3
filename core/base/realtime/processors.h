#pragma once
// Which processors this program may use, and where the calling thread runs.
#include <sched.h>
#include <sys/types.h>

#include <optional>
#include <vector>

namespace jitterscope {

/// In ascending order.
std::vector<int> allowed_processors();

/// Keeps a thread or process (its first thread) to one processor; absent: lets it use all that the calling thread may.
/// False: refused.
bool run_on(pid_t thread, std::optional<int> processor);

/// Keeps the calling thread, and what it starts meanwhile, on one processor; then it is where it was before. False
/// `pinned`: the system refused.
class PinnedTo {
 public:
  explicit PinnedTo(int processor);
  ~PinnedTo();
  PinnedTo(const PinnedTo&) = delete;
  PinnedTo& operator=(const PinnedTo&) = delete;
  bool pinned() const { return pinned_; }

 private:
  cpu_set_t before_;
  bool pinned_ = false;
};

}  // namespace jitterscope
