#pragma once
// The first pictures received, kept in a folder (--remote-frames): a recording of the remote, of this user alone.
#include <cstdint>
#include <mutex>
#include <span>
#include <string>

namespace jitterscope {

/// Made on the main thread, fed by another.
class FrameSaver {
 public:
  /// Makes the folder. Throws std::runtime_error with a sentence: it cannot be made, holds pictures already, or others
  /// may change it.
  explicit FrameSaver(std::string folder);

  /// FOLDER/frame-NNNNNN.jpg, a new file (0600); 100 of them, and none after the first that cannot be written. One
  /// thread, which it blocks for a file's writing.
  void save(std::int64_t frame, std::span<const std::uint8_t> jpeg);
  /// A sentence, when a picture could not be kept. Any thread.
  std::string trouble() const;

 private:
  std::string folder_;
  int saved_ = 0;
  mutable std::mutex mutex_;
  std::string trouble_;
};

}  // namespace jitterscope
