#include "core/media/file_video_source.h"

#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>

namespace jitterscope {
namespace {

using OpenFile = VideoSource* (*)(const char* path, double still_frames_per_second);

/// The module lies beside the program in a build tree and in ../lib/jitterscope when installed. Once loaded it stays.
OpenFile load_reader() {
  constexpr const char* kModule = "jitterscope_opencv_reader.so";
  std::error_code ignored;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  std::string reason;
  for (const auto& place : {folder / kModule, folder / "../lib/jitterscope" / kModule}) {
    if (void* module = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL))
      return reinterpret_cast<OpenFile>(dlsym(module, "jitterscope_open_video_file"));
    if (std::filesystem::exists(place, ignored)) reason = dlerror();
  }
  throw std::runtime_error("Pictures and videos from files need the part " + std::string(kModule) +
                           " of this program, which is missing or cannot be loaded. Install the program again. " +
                           reason);
}

}  // namespace

std::unique_ptr<VideoSource> open_video_file(const std::string& path, double still_frames_per_second) {
  std::error_code ignored;
  if (path.find('%') == std::string::npos && !std::filesystem::is_regular_file(path, ignored))
    throw std::runtime_error("There is no video file " + path + ". Check its name.");
  static const OpenFile open = load_reader();
  std::unique_ptr<VideoSource> source(open ? open(path.c_str(), still_frames_per_second) : nullptr);
  if (!source)
    throw std::runtime_error(
        "The file " + path +
        " is neither a picture nor a video that can be read here (PNG, JPEG, MP4, AVI, MJPEG can).");
  return source;
}

}  // namespace jitterscope
