#include "core/record/disk/unpacked_copy.h"

#include <cstdlib>
#include <filesystem>

#include "core/record/disk/packed_file.h"
#include "core/record/disk/private_file.h"

namespace jitterscope::trace {

namespace fs = std::filesystem;

std::optional<UnpackedCopy> UnpackedCopy::make(const std::string& packed, std::string& error) {
  const auto bytes = unpack_gzip(packed, error);
  if (!bytes) return std::nullopt;
  std::error_code code;
  const std::string temporary = fs::temp_directory_path(code).string();
  std::string folder = temporary + "/jitterscope-XXXXXX";
  if (code || !::mkdtemp(folder.data())) {
    error = packed + " cannot be unpacked: the folder for temporary files cannot be written. Set TMPDIR to another.";
    return std::nullopt;
  }
  UnpackedCopy copy(folder);
  if (const PrivateFile file = create_private_file(copy.path(), error); file && file.write_at(0, *bytes)) return copy;
  error = packed + " cannot be unpacked: there is no room in " + temporary + ". Set TMPDIR to another folder.";
  return std::nullopt;
}

UnpackedCopy::~UnpackedCopy() {
  std::error_code code;
  if (!folder_.empty()) fs::remove_all(folder_, code);
}

}  // namespace jitterscope::trace
