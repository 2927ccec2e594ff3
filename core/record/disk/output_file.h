#pragma once
// A file being exported. It is written beside its place, as NAME.part-XXXXXX of its user alone (0600), and takes the
// place when it is complete: what fails, or is never finished, leaves what was there and no part. One that replaces
// another has its rights. A link is not followed but refused: to what is behind it its user gives the name. Devices,
// pipes and descriptors (/dev/stdout, /dev/fd/3) are written as they are.
#include <cstdio>
#include <string>
#include <string_view>

namespace jitterscope::trace {

class OutputFile {
 public:
  explicit OutputFile(std::string path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  /// Buffered; what fails is found out at the end.
  void write(std::string_view bytes);
  /// Closes. False and a sentence in `error` when anything could not be written.
  bool finish(std::string& error);
  const std::string& path() const { return path_; }

 private:
  void begin_part();
  bool put_in_place();

  std::string path_, part_;  // part_ is empty: written as it is, or in place already
  std::string refusal_;
  std::FILE* file_ = nullptr;
  bool failed_ = false;
};

}  // namespace jitterscope::trace
