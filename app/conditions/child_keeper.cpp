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
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#include "core/base/realtime/spawn_attributes.h"

namespace jitterscope {
namespace {

std::string end_phrase(int status) {
  if (WIFSIGNALED(status)) return "was killed by signal " + std::to_string(WTERMSIG(status));
  return "ended with status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

int start_child(const std::string& program, const std::vector<std::string>& words,
                const std::array<int, 3>& descriptors, pid_t& child) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int its = 0; its < 3; ++its) {
    if (const int ours = descriptors[static_cast<std::size_t>(its)]; ours >= 0)
      posix_spawn_file_actions_adddup2(&actions, ours, its);
    else
      posix_spawn_file_actions_addopen(&actions, its, "/dev/null", O_RDWR, 0);
  }
  std::vector<char*> arguments{const_cast<char*>("jitterscope")};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const SpawnAttributes attributes;
  const int failure = posix_spawn(&child, program.c_str(), &actions, &attributes.value, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

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
  thread_->carry_out([&] { failure = start_child(program_, arguments, {-1, output, output}, child); });
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
