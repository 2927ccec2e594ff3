#include "app/priority/caller.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstring>

#include "core/base/scheduling/class_limits.h"

namespace jitterscope::priority {
namespace {

constexpr rlim_t kLongestWithoutRest_us = class_limits::kLongestWithoutRest.ns() / 1000;

/// The line "Uid:" of a status file: real, effective, saved, of files. A thread's name cannot look like it: a newline
/// in it is written as "\n".
bool is_of_this_user(int thread) {
  const Handle file(openat(thread, "status", O_RDONLY | O_CLOEXEC));
  std::array<char, 4096> text{};
  if (!file || read(file.fd(), text.data(), text.size() - 1) <= 0) return false;
  const char* line = std::strstr(text.data(), "\nUid:");
  std::array<unsigned, 4> users{};
  if (!line || std::sscanf(line, "\nUid: %u %u %u %u", &users[0], &users[1], &users[2], &users[3]) != 4) return false;
  for (const unsigned user : users)
    if (user != getuid()) return false;
  return true;
}

}  // namespace

Handle::~Handle() {
  if (fd_ >= 0) close(fd_);
}

std::optional<Caller> Caller::at(int socket) {
  ucred peer{};
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || size != sizeof peer) return std::nullopt;
  const pid_t parent = getppid();
  if (parent <= 0 || peer.pid != parent || peer.uid != getuid()) return std::nullopt;
  std::array<char, 32> path{};
  std::snprintf(path.data(), path.size(), "/proc/%d/task", parent);
  Handle process(static_cast<int>(syscall(SYS_pidfd_open, parent, 0)));
  Handle threads(open(path.data(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Still the parent: so both are of that process, and of no other that got its number.
  if (!process || !threads || getppid() != parent) return std::nullopt;
  return Caller(parent, std::move(process), std::move(threads));
}

Handle Caller::thread(pid_t tid) const {
  std::array<char, 16> name{};
  std::snprintf(name.data(), name.size(), "%d", tid);
  Handle thread(openat(threads_.fd(), name.data(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (thread && !is_of_this_user(thread.fd())) return Handle(-1);
  return thread;
}

bool Caller::is_there(const Handle& thread) const {
  return is_of_this_user(thread.fd());
}

bool Caller::is_guarded() const {
  rlimit limit{};
  return prlimit(pid_, RLIMIT_RTTIME, nullptr, &limit) == 0 && limit.rlim_max <= kLongestWithoutRest_us;
}

}  // namespace jitterscope::priority
