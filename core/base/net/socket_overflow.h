#pragma once
// What the kernel threw away because a socket's buffer was full: lost on this machine, not on the link.
#include <cstdint>

namespace jitterscope {

/// The kernel counts the drops of a socket together with what its filter refused, and full buffers for all sockets of
/// the network namespace: the smaller of both, each since the last look, bounds those of this socket (two sockets that
/// look may both count one drop). One thread.
class SocketOverflow {
 public:
  explicit SocketOverflow(int socket);
  /// At most so many datagrams since this was made. Reads /proc/self/net.
  std::int64_t count();

 private:
  int socket_;
  std::uint32_t drops_;
  std::int64_t full_, count_ = 0;
};

}  // namespace jitterscope
