#pragma once
// Bytes as a file, for readers that open a path.
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <span>
#include <string>

/// In a folder of this process alone, in memory where the system has such a place; gone with the process.
class ScratchFile {
 public:
  explicit ScratchFile(const std::string& name) {
    const std::filesystem::path memory = "/dev/shm";
    std::error_code none;
    const bool in_memory = std::filesystem::is_directory(memory, none) && !getenv("TMPDIR");
    std::string folder = ((in_memory ? memory : std::filesystem::temp_directory_path()) / "fuzz-XXXXXX").string();
    if (mkdtemp(folder.data())) folder_ = folder;
    path_ = folder_ / name;
  }
  ~ScratchFile() {
    std::error_code none;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, none);
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  std::string path() const { return path_.string(); }
  void write(std::span<const std::uint8_t> bytes) const {
    for (const char* beside : {"-wal", "-shm", "-journal"}) std::filesystem::remove(path() + beside);
    std::ofstream file(path_, std::ios::binary | std::ios::trunc);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }

 private:
  std::filesystem::path folder_, path_;
};
