#include "core/record/trace/file_head.h"

#include "core/record/disk/whole_file.h"
#include "core/record/trace/schema.h"

namespace jitterscope::trace {
namespace {

// sqlite.org/fileformat: offsets in the 100-byte header, big-endian.
constexpr std::size_t kDatabaseHeaderBytes = 100, kUserVersionAt = 60, kApplicationIdAt = 68;
using namespace std::string_view_literals;
constexpr std::string_view kSqliteMagic = "SQLite format 3\0"sv;

std::int32_t big_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<std::uint8_t>(bytes[at + i]);
  return static_cast<std::int32_t>(value);
}

}  // namespace

bool FileHead::is_trace() const {
  return sqlite && application_id == kApplicationId;
}

FileHead read_file_head(const std::string& path) {
  const auto bytes = first_bytes(path, kDatabaseHeaderBytes);
  return bytes ? file_head(*bytes) : FileHead{};
}

FileHead file_head(std::string_view bytes) {
  FileHead head;
  head.readable = true;
  if (bytes.size() < kDatabaseHeaderBytes || !bytes.starts_with(kSqliteMagic)) return head;
  head.sqlite = true;
  head.application_id = big_endian(bytes, kApplicationIdAt);
  head.schema_version = big_endian(bytes, kUserVersionAt);
  return head;
}

}  // namespace jitterscope::trace
