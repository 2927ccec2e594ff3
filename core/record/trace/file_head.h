#pragma once
// The first bytes of a file: is it an SQLite database, and is it a trace of ours? Asked before SQLite opens it.
#include <cstdint>
#include <string>
#include <string_view>

namespace jitterscope::trace {

struct FileHead {
  bool readable = false;
  bool sqlite = false;
  std::int32_t application_id = 0;
  std::int32_t schema_version = 0;
  bool is_trace() const;
};

FileHead read_file_head(const std::string& path);
/// Of what a file holds: its first hundred bytes, or more.
FileHead file_head(std::string_view bytes);

}  // namespace jitterscope::trace
