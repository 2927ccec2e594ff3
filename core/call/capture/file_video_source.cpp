#include "core/call/capture/file_video_source.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "core/algorithms/media/jpeg_decoder.h"
#include "core/base/files/input_file.h"
#include "core/call/capture/still_source.h"

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

/// OpenCV reads it as it is loaded; 200 MB of memory. Set before main(): no thread reads the environment then.
[[maybe_unused]] const int limited = ::setenv("OPENCV_IO_MAX_IMAGE_PIXELS", "67108864", 0);

std::string extension_of(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return extension;
}

bool is_named_jpeg(const std::filesystem::path& path) {
  const std::string extension = extension_of(path);
  return extension == ".jpg" || extension == ".jpeg";
}

/// What OpenCV reads whole before it looks at it.
bool is_named_picture(const std::filesystem::path& path) {
  constexpr std::array kPictures{".png", ".bmp", ".dib", ".tif", ".tiff", ".webp", ".jp2", ".pbm", ".pgm",
                                 ".ppm", ".pnm", ".pxm", ".sr",  ".ras",  ".exr",  ".hdr", ".pic", ".jpe"};
  return is_named_jpeg(path) || std::ranges::find(kPictures, extension_of(path)) != kPictures.end();
}

/// A JPEG picture needs no OpenCV and is there 0.1 s sooner. nullptr when it is more than the codec takes; or has Exif
/// data, which may want it turned.
std::unique_ptr<VideoSource> open_jpeg(const std::string& path, double frames_per_second) {
  constexpr std::string_view kExif("Exif\0", 5);
  std::ifstream file(path, std::ios::binary);
  const std::vector<std::uint8_t> jpeg{std::istreambuf_iterator<char>(file), {}};
  if (std::search(jpeg.begin(), jpeg.end(), kExif.begin(), kExif.end()) != jpeg.end()) return nullptr;
  JpegDecoder decoder;
  VideoFrame picture;
  if (!decoder.decode(jpeg, picture, PixelFormat::kI420)) return nullptr;
  return StillSource::make(picture, frames_per_second);
}

}  // namespace

std::unique_ptr<VideoSource> open_video_file(const std::string& path, double still_frames_per_second) {
  constexpr std::uintmax_t kLargestPicture = 64 << 20;
  std::error_code ignored;
  if (const std::string other = why_no_file(path); !other.empty()) throw std::runtime_error(other);
  if (path.find('%') == std::string::npos && !std::filesystem::is_regular_file(path, ignored))
    throw std::runtime_error("There is no video file " + path + ". Check its name.");
  std::error_code unknown;  // of a sequence's pattern
  if (is_named_picture(path) && std::filesystem::file_size(path, unknown) > kLargestPicture && !unknown)
    throw std::runtime_error("The picture " + path + " is larger than 64 MB. Use a smaller one.");
  if (is_named_jpeg(path))
    if (auto still = open_jpeg(path, still_frames_per_second)) return still;
  static const OpenFile open = load_reader();
  std::unique_ptr<VideoSource> source(open ? open(path.c_str(), still_frames_per_second) : nullptr);
  if (!source)
    throw std::runtime_error("The file " + path +
                             " is neither a picture nor a video that can be read here (PNG, JPEG, MP4, AVI, MJPEG can; "
                             "a picture of at most 64 megapixels).");
  return source;
}

}  // namespace jitterscope
