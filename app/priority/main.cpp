// jitterscope_priority: holds the right to better scheduling classes (CAP_SYS_NICE, by packaging/realtime/grant) for
// the threads of the process that starts it, so that jitterscope itself, which loads Qt's and GStreamer's plugins,
// needs none. Standard input is a socket to that process (core/base/realtime/priority_program.h); nothing else is read:
// no argument, no variable, no file but those of /proc/PARENT.
#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include "core/base/files/owned_descriptor.h"
#include "core/base/realtime/class_request.h"
#include "core/base/scheduling/class_limits.h"

namespace jitterscope::priority {
namespace {

constexpr int kNoRight = 77;  // EX_NOPERM
constexpr rlim_t kLongestWithoutRest_us = class_limits::kLongestWithoutRest.ns() / 1000;

/// Whether the thread with this folder is there and has this user. The line "Uid:" of a status file: real, effective,
/// saved, of files. A thread's name cannot look like it: a newline in it is written as "\n".
bool is_of_this_user(int thread) {
  const OwnedDescriptor file(openat(thread, "status", O_RDONLY | O_CLOEXEC));
  std::array<char, 4096> text{};
  if (!file || read(file.fd(), text.data(), text.size() - 1) <= 0) return false;
  const char* line = std::strstr(text.data(), "\nUid:");
  std::array<unsigned, 4> users{};
  if (!line || std::sscanf(line, "\nUid: %u %u %u %u", &users[0], &users[1], &users[2], &users[3]) != 4) return false;
  for (const unsigned user : users)
    if (user != getuid()) return false;
  return true;
}

/// Whom this program serves: the process that started it, and no thread of any other.
class Caller {
 public:
  /// nullopt unless the process at the other end of the socket is the parent and of the same user.
  static std::optional<Caller> at(int socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || size != sizeof peer) return std::nullopt;
    const pid_t parent = getppid();
    if (parent <= 0 || peer.pid != parent || peer.uid != getuid()) return std::nullopt;
    std::array<char, 32> path{};
    std::snprintf(path.data(), path.size(), "/proc/%d/task", parent);
    OwnedDescriptor process(static_cast<int>(syscall(SYS_pidfd_open, parent, 0)));
    OwnedDescriptor threads(open(path.data(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    // Still the parent: so both are of that process, and of no other that got its number.
    if (!process || !threads || getppid() != parent) return std::nullopt;
    return Caller(parent, std::move(process), std::move(threads));
  }

  /// A thread of the caller: its folder in /proc. Nothing where `tid` is no thread of the caller, or has another user
  /// than this program, real, effective, saved or of files.
  OwnedDescriptor thread(pid_t tid) const {
    std::array<char, 16> name{};
    std::snprintf(name.data(), name.size(), "%d", tid);
    OwnedDescriptor thread(openat(threads_.fd(), name.data(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    return thread && is_of_this_user(thread.fd()) ? std::move(thread) : OwnedDescriptor();
  }
  /// Its real-time threads are ended by the kernel when they run too long without a rest (RLIMIT_RTTIME).
  bool is_guarded() const {
    rlimit limit{};
    return prlimit(pid_, RLIMIT_RTTIME, nullptr, &limit) == 0 && limit.rlim_max <= kLongestWithoutRest_us;
  }
  /// Readable (poll) when the process has ended.
  int ended_fd() const { return process_.fd(); }

 private:
  Caller(pid_t pid, OwnedDescriptor process, OwnedDescriptor threads)
      : pid_(pid), process_(std::move(process)), threads_(std::move(threads)) {}
  const pid_t pid_;
  OwnedDescriptor process_, threads_;  // pidfd; /proc/PID/task
};

/// True when this process may give classes; it can do nothing else from then on, also as root.
bool keep_one_right() {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, 2> sets{};
  if (syscall(SYS_capget, &header, sets.data()) != 0) return false;
  const unsigned kept = sets[0].permitted & (1u << CAP_SYS_NICE);
  sets[0] = {kept, kept, 0};
  sets[1] = {};
  return syscall(SYS_capset, &header, sets.data()) == 0 && kept != 0;
}

bool say(std::int32_t error) {
  return send(STDIN_FILENO, &error, sizeof error, MSG_NOSIGNAL | MSG_DONTWAIT) == sizeof error;
}

/// Sets the class of one of the caller's threads. 0, or errno: EINVAL, not a request or beyond what the program uses;
/// ESRCH, no thread of the caller; EACCES, SCHED_FIFO or SCHED_RR for a process without RLIMIT_RTTIME; else the
/// kernel's.
std::int32_t serve(std::span<const std::byte> message, const Caller& caller) {
  const auto request = ClassRequest::parse(message);
  if (!request) return EINVAL;
  const OwnedDescriptor thread = caller.thread(request->tid);
  if (!thread) return ESRCH;
  if (request->attributes.fifo_or_rr() && !caller.is_guarded()) return EACCES;
  if (!kernel::set(request->tid, request->attributes)) return errno;
  if (is_of_this_user(thread.fd())) return 0;  // it has not ended since
  // It ended in between: should its number be another's already, that one has the default class at least.
  kernel::take_class(request->tid);
  return ESRCH;
}

/// Until the caller closes its end or ends.
void serve_all(const Caller& caller) {
  std::array<std::byte, 2 * ClassRequest::kSize> message;
  std::array<pollfd, 2> waiting{{{STDIN_FILENO, POLLIN, 0}, {caller.ended_fd(), POLLIN, 0}}};
  for (bool there = say(0); there;) {
    if (poll(waiting.data(), waiting.size(), -1) < 0) {
      if (errno == EINTR) continue;
      return;
    }
    if (waiting[1].revents != 0) return;
    const ssize_t size = recv(STDIN_FILENO, message.data(), message.size(), MSG_DONTWAIT);
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (size <= 0) return;
    there = say(serve(std::span(message).first(static_cast<std::size_t>(size)), caller));
  }
}

}  // namespace
}  // namespace jitterscope::priority

int main() {
  using namespace jitterscope;
  if (!priority::keep_one_right()) _exit(priority::kNoRight);
  kernel::take_class(0);
  const auto caller = priority::Caller::at(STDIN_FILENO);
  if (!caller) _exit(priority::kNoRight);
  priority::serve_all(*caller);
  _exit(0);
}
