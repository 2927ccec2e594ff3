// jitterscope_priority: holds the right to better scheduling classes (CAP_SYS_NICE, by packaging/realtime/grant) for
// the threads of the process that starts it, so that jitterscope itself, which loads Qt's and GStreamer's plugins,
// needs none. Standard input is a socket to that process (core/base/realtime/priority_program.h); nothing else is read:
// no argument, no variable, no file but those of /proc/PARENT.
#include <linux/capability.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>

#include "app/priority/caller.h"
#include "core/base/realtime/class_request.h"

namespace jitterscope::priority {
namespace {

constexpr int kNoRight = 77;  // EX_NOPERM

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
  const Handle thread = caller.thread(request->tid);
  if (!thread) return ESRCH;
  if (request->attributes.fifo_or_rr() && !caller.is_guarded()) return EACCES;
  if (!kernel::set(request->tid, request->attributes)) return errno;
  if (caller.is_there(thread)) return 0;
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
