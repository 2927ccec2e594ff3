#pragma once
// SQLite's lock on a database, as another process sees it.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

namespace jitterscope::trace_test {

/// What SQLite holds while it has a database open: a read lock on these bytes (sqlite.org/src/file/src/os.h).
inline struct flock shared_lock(short type) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = 0x40000002;
  lock.l_len = 510;
  return lock;
}

/// Somebody has it open.
inline bool is_locked(const std::string& path) {
  const pid_t child = fork();
  if (child == 0) {
    struct flock lock = shared_lock(F_WRLCK);
    const int fd = open(path.c_str(), O_RDWR);
    _exit(fd >= 0 && fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return status == 0;
}

}  // namespace jitterscope::trace_test
