#include "core/call/capture/picture_file.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>

namespace jitterscope {
namespace {

using namespace std::string_view_literals;

constexpr std::array kOtherMagics{"BM"sv,
                                  "II*\0"sv,
                                  "MM\0*"sv,
                                  "II+\0"sv,
                                  "MM\0+"sv,
                                  "\0\0\0\x0CjP  "sv,
                                  "\xFF\x4F\xFF\x51"sv,
                                  "\x59\xA6\x6A\x95"sv,
                                  "\x76\x2F\x31\x01"sv,
                                  "#?RGBE"sv,
                                  "#?RADIANCE"sv};
constexpr int kMostSegments = 1000;  // of a JPEG before its size

/// Fewer where the file ends.
std::string read_at(std::istream& file, std::streamoff at, std::size_t count) {
  std::string bytes(count, '\0');
  file.clear();
  file.seekg(at).read(bytes.data(), static_cast<std::streamsize>(count));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

std::int64_t number(std::string_view bytes) {
  std::int64_t value = 0;
  for (const char byte : bytes) value = value << 8 | static_cast<unsigned char>(byte);
  return value;
}

/// P1 to P7 and the two of real numbers.
bool is_anymap(std::string_view head) {
  return head.size() > 2 && head[0] == 'P' && "1234567Ff"sv.find(head[1]) != std::string_view::npos &&
         " \t\r\n"sv.find(head[2]) != std::string_view::npos;
}

PictureKind kind_of(std::string_view head) {
  if (head.starts_with("\x89PNG\r\n\x1A\n"sv)) return PictureKind::kPng;
  if (head.starts_with("\xFF\xD8\xFF"sv)) return PictureKind::kJpeg;
  const bool webp =
      head.starts_with("RIFF"sv) && head.substr(std::min<std::size_t>(8, head.size())).starts_with("WEBP");
  const bool other = std::ranges::any_of(kOtherMagics, [&](std::string_view magic) { return head.starts_with(magic); });
  return webp || other || is_anymap(head) ? PictureKind::kOther : PictureKind::kNone;
}

std::optional<std::int64_t> jpeg_pixels(std::istream& file) {
  constexpr std::size_t kHeadBytes = 9;
  std::streamoff at = 2;
  for (int i = 0; i < kMostSegments; ++i) {
    const std::string segment = read_at(file, at, kHeadBytes);
    if (segment.size() < kHeadBytes || segment[0] != '\xFF') return std::nullopt;
    const auto marker = static_cast<unsigned char>(segment[1]);
    if (marker == 0xFF) {  // filling
      ++at;
      continue;
    }
    const bool of_frame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
    if (of_frame) return number(segment.substr(5, 2)) * number(segment.substr(7, 2));
    const std::int64_t size = number(segment.substr(2, 2));
    if (size < 2) return std::nullopt;
    at += 2 + size;
  }
  return std::nullopt;
}

}  // namespace

PictureKind picture_kind(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return kind_of(read_at(file, 0, 16));
}

std::optional<std::int64_t> pixels_of(const std::string& path) {
  constexpr std::size_t kPngHeadBytes = 24;
  std::ifstream file(path, std::ios::binary);
  const std::string head = read_at(file, 0, kPngHeadBytes);
  const PictureKind kind = kind_of(head);
  if (kind == PictureKind::kJpeg) return jpeg_pixels(file);
  if (kind != PictureKind::kPng || head.size() < kPngHeadBytes) return std::nullopt;
  return number(head.substr(16, 4)) * number(head.substr(20, 4));
}

}  // namespace jitterscope
