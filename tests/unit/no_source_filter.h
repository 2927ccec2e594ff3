#pragma once
// A kernel that keeps no sender away from a socket.
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <cstddef>

namespace jitterscope {

/// From now on, for this thread and those that it starts: in a process of its own. False: the system cannot.
inline bool refuse_source_filters() {
  const auto load = [](std::size_t offset) {
    return sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
  };
  std::array program{load(offsetof(seccomp_data, nr)),
                     sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_setsockopt, 0, 3),
                     load(offsetof(seccomp_data, args) + 2 * sizeof(std::uint64_t)),
                     sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SO_ATTACH_FILTER, 0, 1),
                     sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
                     sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  const sock_fprog filter{static_cast<unsigned short>(program.size()), program.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

/// Those of this socket stay as they are.
inline void lock_source_filter(int fd) {
  const int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_LOCK_FILTER, &on, sizeof on);
}

}  // namespace jitterscope
