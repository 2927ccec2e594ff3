#pragma once
// Numbered pictures as FFmpeg opens them by a pattern such as f_%03d.png.
#include <optional>
#include <string>

namespace jitterscope {

/// The name of one picture; %% is a per cent sign. nullopt: not one pattern of a number.
std::optional<std::string> sequence_member(const std::string& pattern, int number);

/// Whether there is one.
bool has_members(const std::string& pattern);

/// A sentence when one of the pictures that are there is no file, neither PNG nor JPEG, or too large; else empty.
std::string why_no_sequence(const std::string& pattern);

}  // namespace jitterscope
