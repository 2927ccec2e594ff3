#include "core/base/net/network_namespace.h"

#include <fcntl.h>
#include <sched.h>

#include <cerrno>
#include <cstring>
#include <thread>

namespace jitterscope {
namespace {

std::string refusal(int error) {
  if (error == EPERM) return "Network namespaces need root: start the program with sudo.";
  return std::string("The kernel makes no network namespace (") + std::strerror(error) + ").";
}

}  // namespace

std::optional<NetworkNamespace> NetworkNamespace::create(std::string& error) {
  int fd = -1, refused = 0;
  std::thread([&] {  // only this thread moves into the new one; the descriptor keeps it
    if (unshare(CLONE_NEWNET) == 0) fd = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
    refused = errno;
  })
      .join();
  if (fd >= 0) return NetworkNamespace(fd);
  error = refusal(refused);
  return std::nullopt;
}

bool NetworkNamespace::enter() const {
  return setns(fd(), CLONE_NEWNET) == 0;
}

bool NetworkNamespace::inside(const std::function<void()>& work) const {
  bool entered = false;
  std::thread([&] {
    entered = enter();
    if (entered) work();
  }).join();
  return entered;
}

}  // namespace jitterscope
