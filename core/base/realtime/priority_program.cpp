#include "core/base/realtime/priority_program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <sys/xattr.h>

#include <cerrno>
#include <climits>
#include <cstdint>

#include "core/base/realtime/class_request.h"
#include "core/base/realtime/spawn_attributes.h"

namespace jitterscope {
namespace {

constexpr int kPatience_ms = 1000;

std::string beside_this_program() {
  char path[PATH_MAX];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  const std::string own(path, size > 0 ? static_cast<std::size_t>(size) : 0);
  return own.substr(0, own.rfind('/') + 1) + "jitterscope_priority";
}

/// With nothing in its environment and `channel` as its standard input.
int spawn(const std::string& program, int channel, pid_t& child) {
  posix_spawn_file_actions_t descriptors;
  posix_spawn_file_actions_init(&descriptors);
  posix_spawn_file_actions_adddup2(&descriptors, channel, STDIN_FILENO);
  for (const int each : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&descriptors, each, "/dev/null", O_WRONLY, 0);
  const SpawnAttributes attributes;
  char name[] = "jitterscope_priority";
  char* arguments[] = {name, nullptr};
  char* environment[] = {nullptr};
  const int failure = posix_spawn(&child, program.c_str(), &descriptors, &attributes.value, arguments, environment);
  posix_spawn_file_actions_destroy(&descriptors);
  return failure;
}

}  // namespace

PriorityProgram& PriorityProgram::own() {
  static auto* const program = new PriorityProgram(beside_this_program());  // threads may ask while the process ends
  return *program;
}

PriorityProgram::~PriorityProgram() {
  stop();
}

bool PriorityProgram::has_right() {
  const std::lock_guard lock(mutex_);
  return has_right_locked();
}

bool PriorityProgram::has_right_locked() {
  if (right_ == Right::kUnknown) {
    const bool granted = getxattr(path_.c_str(), "security.capability", nullptr, 0) > 0;
    right_ = granted && start() ? Right::kHad : Right::kNone;
  }
  return right_ == Right::kHad;
}

pid_t PriorityProgram::pid() const {
  const std::lock_guard lock(mutex_);
  return pid_;
}

int PriorityProgram::set(pid_t tid, const kernel::Attributes& attributes) {
  const std::lock_guard lock(mutex_);
  if (!has_right_locked()) return EPERM;
  const ClassRequest::Bytes request = ClassRequest{tid, attributes}.bytes();
  for (int tries = 0; tries < 2; ++tries) {
    if ((channel_.fd() < 0 || owner_ != getpid()) && !start()) return EPERM;
    if (send(channel_.fd(), request.data(), request.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(request.size())) {
      if (const int error = answer(); error >= 0) return error;
      pollfd look{channel_.fd(), 0, 0};
      if (poll(&look, 1, 0) == 0) right_ = Right::kNone;  // it hangs; else it has ended, and another is started
    }
    stop();
    if (right_ == Right::kNone) break;
  }
  return EPERM;
}

/// True when it runs and says that it has the right.
bool PriorityProgram::start() {
  stop();
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return false;
  owner_ = getpid();
  channel_ = OwnedDescriptor(ends[0]);
  const bool started = spawn(path_, OwnedDescriptor(ends[1]).fd(), pid_) == 0;
  if (!started) pid_ = -1;
  if (started && answer() == 0) return true;
  stop();
  return false;
}

void PriorityProgram::stop() {
  channel_ = OwnedDescriptor();
  if (pid_ > 0 && owner_ == getpid()) {
    kill(pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {}
  }
  pid_ = -1;
}

/// errno or 0 as it says; -1: it does not.
int PriorityProgram::answer() {
  pollfd waiting{channel_.fd(), POLLIN, 0};
  int ready = 0;
  while ((ready = poll(&waiting, 1, kPatience_ms)) < 0 && errno == EINTR) {}
  std::int32_t error = -1;
  if (ready != 1 || recv(channel_.fd(), &error, sizeof error, 0) != sizeof error) return -1;
  return error;
}

}  // namespace jitterscope
