#include "core/record/disk/output_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

namespace jitterscope::trace {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kLongestName = 200;  // of NAME in NAME.part-XXXXXX: 255 bytes are all there may be

/// What a process has open, or a device: /dev/stdout, /proc/self/fd/3. It may be a file that was opened for us.
bool is_of_the_system(const std::string& path) {
  std::error_code code;
  const std::string folder = fs::weakly_canonical(fs::absolute(path, code).parent_path(), code);
  return folder == "/dev" || folder.starts_with("/proc/");
}

/// Null: there is none of it, and `fd` is closed.
std::FILE* stream_of(int fd) {
  std::FILE* stream = fd >= 0 ? ::fdopen(fd, "wb") : nullptr;
  if (fd >= 0 && !stream) ::close(fd);
  return stream;
}

}  // namespace

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  struct stat there {
  }, behind{};
  const bool exists = ::lstat(path_.c_str(), &there) == 0;
  const bool leads = exists && ::stat(path_.c_str(), &behind) == 0;
  if (is_of_the_system(path_) || (leads && !S_ISREG(behind.st_mode))) {
    file_ = stream_of(::open(path_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
  } else if (exists && S_ISLNK(there.st_mode)) {
    refusal_ = path_ + " is a link: give the name of the file itself, or remove the link.";
  } else if (!exists || ::faccessat(AT_FDCWD, path_.c_str(), W_OK, AT_EACCESS) == 0) {
    begin_part();
  }
  failed_ = !file_;
}

OutputFile::~OutputFile() {
  if (file_) std::fclose(file_);
  if (!part_.empty()) ::unlink(part_.c_str());
}

void OutputFile::begin_part() {
  const fs::path path(path_);
  std::string pattern = path.parent_path() / (path.filename().string().substr(0, kLongestName) + ".part-XXXXXX");
  const int fd = ::mkostemp(pattern.data(), O_CLOEXEC);
  if (fd < 0) return;
  part_ = pattern;
  file_ = stream_of(fd);
}

void OutputFile::write(std::string_view bytes) {
  if (!failed_) failed_ = std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size();
}

/// On the disk first: else a machine that stops now has neither.
bool OutputFile::put_in_place() {
  const int fd = ::fileno(file_);
  struct stat replaced {};
  if (::lstat(path_.c_str(), &replaced) == 0 && S_ISREG(replaced.st_mode)) {
    const bool given = ::fchown(fd, replaced.st_uid, replaced.st_gid) == 0;
    // What cannot be given to the other's owner or group stays its writer's alone.
    if (given && ::fchmod(fd, replaced.st_mode & 0777) != 0) return false;
  }
  if (::fsync(fd) != 0 || ::rename(part_.c_str(), path_.c_str()) != 0) return false;
  part_.clear();
  return true;
}

bool OutputFile::finish(std::string& error) {
  if (!failed_) failed_ = std::fflush(file_) != 0 || (!part_.empty() && !put_in_place());
  if (file_ && std::fclose(std::exchange(file_, nullptr)) != 0) failed_ = true;
  if (!failed_) return true;
  error = refusal_.empty()
              ? path_ + " cannot be written: check that the folder exists, is yours to write in and has room."
              : refusal_;
  return false;
}

}  // namespace jitterscope::trace
