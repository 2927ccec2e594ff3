#pragma once
// Wakes a thread that sleeps until one of its descriptors is readable.
#include <sys/eventfd.h>

#include "core/base/files/owned_descriptor.h"

namespace jitterscope {

class DescriptorBell {
 public:
  /// Any thread, never blocks; a system call.
  void ring() { eventfd_write(descriptor(), 1); }
  /// The thread that it wakes: whether it was rung since the last time.
  bool take() {
    eventfd_t rings = 0;
    return eventfd_read(descriptor(), &rings) == 0;
  }
  /// Readable when it was rung; below 0 where the system gave none.
  int descriptor() const { return own_.fd(); }

 private:
  const OwnedDescriptor own_{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
};

}  // namespace jitterscope
