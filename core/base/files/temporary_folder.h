#pragma once
// A folder that goes at the end, with what is in it.
#include <stdlib.h>

#include <filesystem>
#include <string>

namespace jitterscope {

class TemporaryFolder {
 public:
  /// In the system's folder for such; its name begins with "jitterscope-" and `what`.
  explicit TemporaryFolder(const std::string& what) {
    std::string name = std::filesystem::temp_directory_path() / ("jitterscope-" + what + "-XXXXXX");
    if (mkdtemp(name.data())) path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code none;
    if (!path_.empty()) std::filesystem::remove_all(path_, none);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }  // empty: it could not be made

 private:
  std::filesystem::path path_;
};

}  // namespace jitterscope
