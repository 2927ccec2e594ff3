#include "core/record/disk/disk_reserve.h"

#include <fcntl.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <cstdint>

namespace jitterscope {
namespace {

constexpr std::uint64_t kMostReserve = 8 << 20;  // twice the log that SQLite lets grow before it folds it in

}  // namespace

void DiskReserve::hold(const std::string& folder) {
  release();
  struct statvfs disk {};
  if (::statvfs(folder.c_str(), &disk) != 0) return;
  const auto bytes =
      static_cast<off_t>(std::min<std::uint64_t>(kMostReserve, std::uint64_t{disk.f_bavail} * disk.f_frsize / 2));
  file_ = OwnedDescriptor(::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (file_ && ::fallocate(file_.fd(), 0, 0, bytes) != 0) release();
}

}  // namespace jitterscope
