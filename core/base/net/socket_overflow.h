#pragma once
// What the kernel threw away because a socket's buffer was full: lost on this machine, not on the link.
#include <cstdint>

#include "core/base/units/time.h"

namespace jitterscope {

/// The kernel counts the drops of a socket together with what its filter refused (SO_MEMINFO, SO_RXQ_OVFL), and full
/// buffers for all sockets of the network namespace: the smaller of both, each since the socket's drops were last seen
/// to grow, or since 10 s ago at most, bounds those of this socket (two sockets that look may both count one drop). One
/// thread.
class SocketOverflow {
 public:
  explicit SocketOverflow(int socket);
  /// At most so many datagrams since this was made. One system call; reads /proc/self/net when the drops have grown.
  std::int64_t count();

 private:
  int socket_;
  std::uint32_t drops_;
  std::int64_t full_, count_ = 0;
  Timestamp seen_;  // full_
};

}  // namespace jitterscope
