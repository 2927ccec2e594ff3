#include "app/conditions/child_keeper.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>

#include "core/base/realtime/spawn_attributes.h"

namespace jitterscope {
namespace {

struct Descriptors {
  posix_spawn_file_actions_t value;
  explicit Descriptors(int output) {
    posix_spawn_file_actions_init(&value);
    posix_spawn_file_actions_addopen(&value, 0, "/dev/null", O_RDONLY, 0);
    for (const int each : {1, 2}) {
      if (output >= 0)
        posix_spawn_file_actions_adddup2(&value, output, each);
      else
        posix_spawn_file_actions_addopen(&value, each, "/dev/null", O_WRONLY, 0);
    }
  }
  ~Descriptors() { posix_spawn_file_actions_destroy(&value); }
};

int spawn(const std::string& program, const std::vector<std::string>& words, int output, pid_t& child) {
  std::vector<char*> arguments{const_cast<char*>("jitterscope")};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const SpawnAttributes attributes;
  const Descriptors descriptors(output);
  return posix_spawn(&child, program.c_str(), &descriptors.value, &attributes.value, arguments.data(), environ);
}

std::string end_phrase(int status) {
  if (WIFSIGNALED(status)) return "was killed by signal " + std::to_string(WTERMSIG(status));
  return "ended with status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

/// Does one piece of work at a time for others, who wait.
class ChildKeeper::Thread {
 public:
  void carry_out(const std::function<void()>& work) {
    std::unique_lock lock(mutex_);
    work_ = &work;
    changed_.notify_all();
    changed_.wait(lock, [&] { return work_ == nullptr; });
  }

 private:
  void run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [&] { return work_ != nullptr; })) {
      (*work_)();
      work_ = nullptr;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  const std::function<void()>* work_ = nullptr;
  std::jthread thread_{[this](std::stop_token stop) { run(stop); }};
};

ChildKeeper::ChildKeeper(std::string program) : program_(std::move(program)) {}

ChildKeeper::~ChildKeeper() {
  while (!children_.empty()) end(children_.back());
}

std::optional<pid_t> ChildKeeper::start(const std::vector<std::string>& arguments, int output, std::string& error) {
  if (!thread_) thread_ = std::make_unique<Thread>();
  pid_t child = -1;
  int failure = 0;
  thread_->carry_out([&] { failure = spawn(program_, arguments, output, child); });
  if (failure == 0) {
    children_.push_back(child);
    return child;
  }
  error = std::string("No further process can be started (") + std::strerror(failure) + ").";
  return std::nullopt;
}

void ChildKeeper::end(pid_t child) {
  if (std::erase(children_, child) == 0) return;
  kill(child, SIGKILL);
  while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {}
}

bool ChildKeeper::alive(pid_t child, std::string* how) {
  if (std::ranges::find(children_, child) == children_.end()) return false;
  int status = 0;
  if (waitpid(child, &status, WNOHANG) != child) return true;
  std::erase(children_, child);
  if (how) *how = end_phrase(status);
  return false;
}

}  // namespace jitterscope
