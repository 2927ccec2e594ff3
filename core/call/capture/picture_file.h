#pragma once
// What a file of a picture says of itself in its first bytes, whatever its name: readers go by these too.
#include <cstdint>
#include <optional>
#include <string>

namespace jitterscope {

inline constexpr std::uintmax_t kLargestPicture = 64 << 20;  // bytes
inline constexpr std::int64_t kMostPixels = 64 << 20;        // of a picture, or of one of a movie

enum class PictureKind { kNone, kPng, kJpeg, kOther };

/// kNone: no picture by its beginning (a movie, a text), or it cannot be read. Of a regular file.
PictureKind picture_kind(const std::string& path);

/// Width by height as the header of a PNG or a JPEG tells; nullopt: of another kind, or without such a header.
std::optional<std::int64_t> pixels_of(const std::string& path);

}  // namespace jitterscope
