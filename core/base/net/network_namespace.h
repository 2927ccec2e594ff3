#pragma once
// A network of its own inside the machine: interfaces, queues and ports that nobody else sees (Linux, root).
#include <functional>
#include <optional>
#include <string>

#include "core/base/files/owned_descriptor.h"

namespace jitterscope {

/// An anonymous network namespace. It lives as long as this object, or a process or socket inside it: whatever is
/// killed, the kernel takes it away with everything in it.
class NetworkNamespace {
 public:
  /// nullopt: `error` says why and what to do. Starts a thread that ends at once.
  static std::optional<NetworkNamespace> create(std::string& error);

  /// The calling thread, and the threads and processes it starts from now on, are inside. Sockets that are open stay
  /// where they are. May be called between fork and exec. False: refused (errno).
  bool enter() const;
  /// Carries `work` out inside, on a thread of its own, and waits for its end. What it opens stays inside.
  /// False: refused, nothing was done.
  bool inside(const std::function<void()>& work) const;
  /// For `netns` of `ip` (as /proc/PID/fd/N); closed on exec.
  int fd() const { return own_.fd(); }

 private:
  explicit NetworkNamespace(int fd) : own_(fd) {}
  OwnedDescriptor own_;
};

}  // namespace jitterscope
