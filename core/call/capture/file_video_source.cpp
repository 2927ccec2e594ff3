#include "core/call/capture/make_source.h"

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
#include "core/call/capture/picture_file.h"
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

/// What OpenCV reads whole before it looks at it.
bool is_named_picture(const std::filesystem::path& path) {
  constexpr std::array kPictures{".jpg", ".jpeg", ".png", ".bmp", ".dib", ".tif", ".tiff", ".webp", ".jp2", ".pbm",
                                 ".pgm", ".ppm",  ".pnm", ".pxm", ".sr",  ".ras", ".exr",  ".hdr",  ".pic", ".jpe"};
  return std::ranges::find(kPictures, extension_of(path)) != kPictures.end();
}

/// FFmpeg takes it for a pattern of the shell, and opens whatever that names.
bool is_wildcard(const std::string& path) {
  for (std::size_t at = path.find('%'); at != std::string::npos; at = path.find('%', at + 1))
    if (at + 1 < path.size() && std::string_view("*?[]{}").find(path[at + 1]) != std::string_view::npos) return true;
  return false;
}

/// Empty when readers may look at it.
std::string why_no_video(const std::string& path) {
  std::error_code code;
  if (std::string other = why_no_file(path); !other.empty()) return other;
  const bool is_file = std::filesystem::is_regular_file(path, code);
  if (!is_file && !has_members(path)) return "There is no video file " + path + ". Check its name.";
  if (is_wildcard(path)) return path + " would be read as a pattern of names. Give it a name without %*.";
  if (std::string reason = why_no_sequence(path); !reason.empty()) return reason;
  const bool picture = is_named_picture(path) || picture_kind(path) != PictureKind::kNone;
  if (is_file && picture && std::filesystem::file_size(path, code) > kLargestPicture && !code)
    return "The picture " + path + " is larger than 64 MB. Use a smaller one.";
  return {};
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
  if (const std::string reason = why_no_video(path); !reason.empty()) throw std::runtime_error(reason);
  if (picture_kind(path) == PictureKind::kJpeg)
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
