#include "core/record/disk/private_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace jitterscope {
namespace {

constexpr mode_t kUserAlone = S_IRUSR | S_IWUSR;

bool is_empty_file(int fd) {
  struct stat status {};
  return ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0;
}

}  // namespace

std::string create_private_file(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kUserAlone);
  const int why = errno;
  if (fd < 0 && why == EEXIST) return path + " exists already: give the recording another name.";
  if (fd < 0 && (why == ENOSPC || why == EDQUOT)) return "There is no room for " + path + ": nothing is recorded.";
  if (fd < 0)
    return path + " cannot be written: " + std::strerror(why) +
           ". Check that the folder exists and is yours to write in.";
  ::close(fd);
  return {};
}

bool take_empty_file(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  const bool taken = fd >= 0 && is_empty_file(fd) && ::fchmod(fd, kUserAlone) == 0;
  if (fd >= 0) ::close(fd);
  return taken;
}

std::string why_not_private(const std::string& path, uid_t) {
  std::error_code code;
  const std::filesystem::path folder = std::filesystem::absolute(path, code).parent_path();
  const auto permissions = std::filesystem::status(folder, code).permissions();
  using std::filesystem::perms;
  const bool open =
      !code && (permissions & perms::others_write) != perms::none && (permissions & perms::sticky_bit) == perms::none;
  return open ? "Others may change the folder " + folder.string() +
                    " (chmod o-w): nothing is recorded there. Choose another."
              : std::string();
}

HeldFile::~HeldFile() {
  if (fd_ >= 0) ::close(fd_);
}

void HeldFile::hold(const std::string& path) {
  if (fd_ >= 0) ::close(fd_);
  fd_ = ::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC);
}

bool HeldFile::is_at(const std::string& path) const {
  struct stat held {
  }, there{};
  return fd_ >= 0 && ::fstat(fd_, &held) == 0 && ::lstat(path.c_str(), &there) == 0 && held.st_ino == there.st_ino &&
         held.st_dev == there.st_dev;
}

}  // namespace jitterscope
