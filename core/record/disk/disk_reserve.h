#pragma once
// Room on a disk that is kept for the end of a recording: when the disk is full, what was recorded can still be put in
// order. It has no name, so nothing is left of it when the program is killed.
#include <string>

#include "core/base/files/owned_descriptor.h"

namespace jitterscope {

class DiskReserve {
 public:
  /// Takes up to 8 MB in `folder`, half of what is free when that is less. Where that cannot be, there is none.
  void hold(const std::string& folder);
  void release() { file_ = OwnedDescriptor(); }

 private:
  OwnedDescriptor file_;
};

}  // namespace jitterscope
