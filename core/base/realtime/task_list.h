#pragma once
// The threads of this process by system calls alone: no allocation, no lock, safe in a signal handler.
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <span>

#include "core/base/files/owned_descriptor.h"

namespace jitterscope {

/// Keeps /proc/self/task open. One thread at a time.
class TaskList {
 public:
  TaskList() : folder_(open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {}

  /// Calls visit(tid) for each thread there is; those that come or go meanwhile may be missed.
  template <typename Visit>
  void each(std::span<char> scratch, Visit&& visit) const {
    if (lseek(folder_.fd(), 0, SEEK_SET) != 0) return;
    for (;;) {
      const long bytes = syscall(SYS_getdents64, folder_.fd(), scratch.data(), scratch.size());
      if (bytes <= 0) return;
      for (long at = 0; at < bytes;) {
        std::uint16_t length = 0;  // of struct linux_dirent64: ino 8, off 8, reclen 2, type 1, name
        std::memcpy(&length, scratch.data() + at + 16, sizeof length);
        if (const pid_t tid = number(scratch.data() + at + 19); tid > 0) visit(tid);
        at += length;
      }
    }
  }
  /// "NAME" of a thread into `name`; empty when it is gone.
  void name(pid_t tid, std::span<char> name) const {
    char path[48];
    char* end = path + sizeof path;
    *--end = 0;
    constexpr char kFile[] = "/comm";
    end -= sizeof kFile - 1;
    std::memcpy(end, kFile, sizeof kFile - 1);
    for (pid_t rest = tid; rest > 0; rest /= 10) *--end = static_cast<char>('0' + rest % 10);
    constexpr char kFolder[] = "/proc/self/task/";
    end -= sizeof kFolder - 1;
    std::memcpy(end, kFolder, sizeof kFolder - 1);
    name[0] = 0;
    // Not openat(): ThreadSanitizer does not see that one.
    const OwnedDescriptor file(open(end, O_RDONLY | O_CLOEXEC));
    const long bytes = read(file.fd(), name.data(), name.size() - 1);
    if (bytes > 0) name[static_cast<std::size_t>(bytes)] = 0;
    if (char* newline = std::strchr(name.data(), '\n')) *newline = 0;
  }

 private:
  static pid_t number(const char* word) {
    pid_t value = 0;
    for (; *word >= '0' && *word <= '9'; ++word) value = value * 10 + (*word - '0');
    return *word == 0 ? value : 0;  // "." and ".." are none
  }
  const OwnedDescriptor folder_;
};

}  // namespace jitterscope
