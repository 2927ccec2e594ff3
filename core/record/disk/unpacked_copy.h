#pragma once
// What is in a packed file, as a file: for readers that need one (SQLite).
#include <optional>
#include <string>
#include <utility>

namespace jitterscope::trace {

/// In a folder of its own for temporary files that this user alone can enter; gone with this object.
class UnpackedCopy {
 public:
  /// nullopt and one sentence in `error`: as unpack_gzip() says, or there is no room for it.
  static std::optional<UnpackedCopy> make(const std::string& packed, std::string& error);
  UnpackedCopy(UnpackedCopy&& other) noexcept : folder_(std::exchange(other.folder_, {})) {}
  UnpackedCopy& operator=(UnpackedCopy&& other) noexcept {
    std::swap(folder_, other.folder_);
    return *this;
  }
  ~UnpackedCopy();
  std::string path() const { return folder_ + "/unpacked"; }

 private:
  explicit UnpackedCopy(std::string folder) : folder_(std::move(folder)) {}
  std::string folder_;
};

}  // namespace jitterscope::trace
