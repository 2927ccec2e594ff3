#pragma once
// Whom jitterscope_priority serves: the process that started it, and no thread of any other.
#include <sys/types.h>

#include <optional>
#include <utility>

namespace jitterscope::priority {

/// A file descriptor; closed with it.
class Handle {
 public:
  explicit Handle(int fd) : fd_(fd) {}
  ~Handle();
  Handle(Handle&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  Handle& operator=(Handle&&) = delete;
  int fd() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_;
};

class Caller {
 public:
  /// nullopt unless the process at the other end of the socket is the parent and of the same user.
  static std::optional<Caller> at(int socket);

  /// A thread of the caller: its folder in /proc. Nothing where `tid` is no thread of the caller, or has another user
  /// than this program, real, effective, saved or of files.
  Handle thread(pid_t tid) const;
  /// It has not ended since, so that its number is still its own.
  bool is_there(const Handle& thread) const;
  /// Its real-time threads are ended by the kernel when they run too long without a rest (RLIMIT_RTTIME).
  bool is_guarded() const;
  /// Readable (poll) when the process has ended.
  int ended_fd() const { return process_.fd(); }

 private:
  Caller(pid_t pid, Handle process, Handle threads)
      : pid_(pid), process_(std::move(process)), threads_(std::move(threads)) {}
  const pid_t pid_;
  Handle process_, threads_;  // pidfd; /proc/PID/task
};

}  // namespace jitterscope::priority
