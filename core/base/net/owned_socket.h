#pragma once
#include <unistd.h>

#include <utility>

namespace jitterscope {

/// A descriptor of its own; closed by the destructor.
class OwnedSocket {
 public:
  explicit OwnedSocket(int fd = -1) : fd_(fd) {}
  OwnedSocket(OwnedSocket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  OwnedSocket& operator=(OwnedSocket&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~OwnedSocket() {
    if (fd_ >= 0) ::close(fd_);
  }
  int fd() const { return fd_; }

 private:
  int fd_ = -1;
};

}  // namespace jitterscope
