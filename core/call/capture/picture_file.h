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

// Numbered pictures as FFmpeg opens them by a pattern such as f_%03d.png.

/// The name of one picture; %% is a per cent sign. nullopt: not one pattern of a number.
std::optional<std::string> sequence_member(const std::string& pattern, int number);

/// Whether there is one.
bool has_members(const std::string& pattern);

/// A sentence when one of the pictures that are there is no file, neither PNG nor JPEG, or too large; else empty.
std::string why_no_sequence(const std::string& pattern);

}  // namespace jitterscope
