#include "core/record/disk/private_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace jitterscope {
namespace {

constexpr std::uint64_t kMostReserve = 8 << 20;  // twice the log that SQLite lets grow before it folds it in

constexpr mode_t kUserAlone = S_IRUSR | S_IWUSR, kOthers = S_IRWXG | S_IRWXO;

int create(const std::string& path) {
  return ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kUserAlone);
}

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

bool PrivateFile::write_at(std::int64_t offset, std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file_.fd(), bytes.data(), bytes.size(), offset);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
    offset += written;
  }
  return true;
}

PrivateFile create_private_file(const std::string& path, std::string& error) {
  error.clear();
  const int fd = create(path);
  const int why = errno;
  if (fd >= 0) return PrivateFile(fd);
  if (why == EEXIST)
    error = path + " exists already: give the recording another name.";
  else if (why == ENOSPC || why == EDQUOT)
    error = "There is no room for " + path + ": nothing is recorded.";
  else
    error =
        path + " cannot be written: " + std::strerror(why) + ". Check that the folder exists and is yours to write in.";
  return {};
}

PrivateFile take_empty_file(const std::string& path) {
  PrivateFile file(::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  if (!file || ::fstat(file.fd(), &status) != 0) return {};
  if (!S_ISREG(status.st_mode) || status.st_size != 0 || status.st_uid != ::geteuid() || status.st_nlink != 1)
    return {};
  if ((status.st_mode & kOthers) == 0 && ::fchmod(file.fd(), kUserAlone) == 0) return file;
  if (::unlink(path.c_str()) != 0) return {};
  return PrivateFile(create(path));
}

std::string why_not_private(const std::string& path, uid_t user) {
  std::error_code code;
  const std::filesystem::path folder = std::filesystem::absolute(path, code).parent_path();
  struct stat status {};
  if (::stat(folder.c_str(), &status) != 0) return {};  // said when the file is made
  if (status.st_uid != user && status.st_uid != 0)
    return "The folder " + folder.string() +
           " belongs to another user, who could put other files in the place of yours: nothing is recorded there. "
           "Choose a folder of your own.";
  if ((status.st_mode & S_IWOTH) != 0 && (status.st_mode & S_ISVTX) == 0)
    return "Others may change the folder " + folder.string() +
           " (chmod o-w): nothing is recorded there. Choose another.";
  return {};
}

/// By O_PATH: closing it takes no lock of SQLite's off the file.
void HeldFile::hold(const PrivateFile& file) {
  const std::string path = "/proc/self/fd/" + std::to_string(file.fd());
  file_ = OwnedDescriptor(::open(path.c_str(), O_PATH | O_CLOEXEC));
}

bool HeldFile::is_at(const std::string& path) const {
  struct stat held {
  }, there{};
  return file_ && ::fstat(file_.fd(), &held) == 0 && ::lstat(path.c_str(), &there) == 0 &&
         held.st_ino == there.st_ino && held.st_dev == there.st_dev;
}

}  // namespace jitterscope
