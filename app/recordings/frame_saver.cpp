#include "app/recordings/frame_saver.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "core/record/disk/private_file.h"

namespace jitterscope {
namespace {

namespace fs = std::filesystem;
constexpr int kMost = 100;
constexpr const char* kPrefix = "frame-";

}  // namespace

FrameSaver::FrameSaver(std::string folder) : folder_(std::move(folder)) {
  std::error_code error;
  fs::create_directories(folder_, error);
  auto each = fs::directory_iterator(folder_, error);
  if (error)
    throw std::runtime_error(
        fmt::format("{} cannot hold the pictures: {}. Choose another folder.", folder_, error.message()));
  for (; each != fs::directory_iterator(); each.increment(error))
    if (error || each->path().filename().string().starts_with(kPrefix))
      throw std::runtime_error(folder_ + " holds pictures already. Choose another folder, or remove them first.");
  if (const std::string why = why_not_private(folder_ + "/" + kPrefix); !why.empty()) throw std::runtime_error(why);
  if (::access(folder_.c_str(), W_OK | X_OK) != 0)
    throw std::runtime_error(
        fmt::format("{} cannot hold the pictures: {}. Choose another folder.", folder_, std::strerror(errno)));
}

void FrameSaver::save(std::int64_t frame, std::span<const std::uint8_t> jpeg) {
  if (saved_ >= kMost || !trouble().empty()) return;
  ++saved_;
  const std::string path = fmt::format("{}/{}{:06}.jpg", folder_, kPrefix, frame);
  std::string error;
  if (const PrivateFile file = create_private_file(path, error)) {
    if (file.write_at(0, {reinterpret_cast<const char*>(jpeg.data()), jpeg.size()})) return;
    std::error_code ignored;
    fs::remove(path, ignored);
  }
  const std::lock_guard lock(mutex_);
  trouble_ = fmt::format("The picture could not be written to {}, nor were later ones: the disk may be full.", path);
}

std::string FrameSaver::trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_;
}

}  // namespace jitterscope
