#pragma once
// A file being exported: buffered, and a failed write is found out once, at the end. A new one is of its user alone
// (0600), one that is replaced keeps its rights.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <string_view>

namespace jitterscope::trace {

class OutputFile {
 public:
  explicit OutputFile(const std::string& path) : path_(path) {
    if (const int made = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR); made >= 0)
      ::close(made);
    file_.open(path, std::ios::binary | std::ios::trunc);
  }
  void write(std::string_view bytes) { file_.write(bytes.data(), static_cast<std::streamsize>(bytes.size())); }
  /// Closes. False and a sentence in `error` when anything could not be written.
  bool finish(std::string& error) {
    file_.close();
    if (file_) return true;
    error = path_ + " cannot be written: check that the folder exists, is yours to write in and has room.";
    return false;
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::ofstream file_;
};

}  // namespace jitterscope::trace
