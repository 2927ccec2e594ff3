#pragma once
// Wakes a thread that sleeps until one of its descriptors is readable.
#include <sys/eventfd.h>
#include <unistd.h>

namespace jitterscope {

class DescriptorBell {
 public:
  DescriptorBell() = default;
  ~DescriptorBell() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  DescriptorBell(const DescriptorBell&) = delete;
  DescriptorBell& operator=(const DescriptorBell&) = delete;

  /// Any thread, never blocks; a system call.
  void ring() { eventfd_write(descriptor_, 1); }
  /// The thread that it wakes: whether it was rung since the last time.
  bool take() {
    eventfd_t rings = 0;
    return eventfd_read(descriptor_, &rings) == 0;
  }
  /// Readable when it was rung; below 0 where the system gave none.
  int descriptor() const { return descriptor_; }

 private:
  const int descriptor_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
};

}  // namespace jitterscope
