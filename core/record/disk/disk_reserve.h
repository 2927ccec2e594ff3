#pragma once
// Room on a disk that is kept for the end of a recording: when the disk is full, what was recorded can still be put in
// order. It has no name, so nothing is left of it when the program is killed.
#include <string>

namespace jitterscope {

class DiskReserve {
 public:
  DiskReserve() = default;
  ~DiskReserve() { release(); }
  DiskReserve(const DiskReserve&) = delete;
  DiskReserve& operator=(const DiskReserve&) = delete;
  /// Takes up to 8 MB in `folder`, half of what is free when that is less. Where that cannot be, there is none.
  void hold(const std::string& folder);
  void release();

 private:
  int fd_ = -1;
};

}  // namespace jitterscope
