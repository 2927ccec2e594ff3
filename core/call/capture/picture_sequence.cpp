// Numbered pictures as FFmpeg opens them.
#include <algorithm>
#include <cctype>
#include <filesystem>

#include "core/base/files/input_file.h"
#include "core/call/capture/picture_file.h"

namespace jitterscope {
namespace {

namespace fs = std::filesystem;
constexpr int kFirstNumbers = 5, kMostMembers = 100'000;  // FFmpeg begins at one of 0 to 4
constexpr std::size_t kMostDigits = 9;

bool is_there(const std::string& pattern, int number) {
  std::error_code code;
  return fs::exists(*sequence_member(pattern, number), code);
}

std::optional<int> first_member(const std::string& pattern) {
  if (!sequence_member(pattern, 0)) return std::nullopt;
  for (int number = 0; number < kFirstNumbers; ++number)
    if (is_there(pattern, number)) return number;
  return std::nullopt;
}

/// As FFmpeg looks for it: in steps that double, so that gaps may be passed over.
int last_member(const std::string& pattern, int first) {
  for (int last = first;;) {
    int reach = 0;
    for (int step = 1; last + step < first + 2 * kMostMembers && is_there(pattern, last + step); step *= 2)
      reach = step;
    if (reach == 0) return last;
    last += reach;
  }
}

std::string why_no_member(const std::string& path) {
  if (std::string other = why_no_file(path); !other.empty()) return other;
  std::error_code code;
  if (fs::file_size(path, code) > kLargestPicture && !code) return path + " is larger than 64 MB. Use a smaller one.";
  const auto pixels = pixels_of(path);
  if (!pixels) return path + " of the sequence is neither a PNG nor a JPEG, or is damaged.";
  if (*pixels > kMostPixels) return path + " is larger than 64 megapixels. Use a smaller one.";
  return {};
}

}  // namespace

std::optional<std::string> sequence_member(const std::string& pattern, int number) {
  std::string name;
  bool numbered = false;
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    if (pattern[at] != '%') {
      name += pattern[at];
      continue;
    }
    std::string width;
    while (++at < pattern.size() && std::isdigit(static_cast<unsigned char>(pattern[at]))) width += pattern[at];
    if (at >= pattern.size() || width.size() > kMostDigits) return std::nullopt;
    if (pattern[at] == '%' && width.empty()) {
      name += '%';
      continue;
    }
    const std::size_t digits = width.empty() ? 0 : std::stoul(width);
    if (pattern[at] != 'd' || numbered || digits > kMostDigits) return std::nullopt;
    const std::string plain = std::to_string(number);
    name += std::string(digits - std::min(digits, plain.size()), '0') + plain;
    numbered = true;
  }
  return numbered ? std::optional(name) : std::nullopt;
}

bool has_members(const std::string& pattern) {
  return first_member(pattern).has_value();
}

std::string why_no_sequence(const std::string& pattern) {
  const auto first = first_member(pattern);
  if (!first) return {};
  const int last = last_member(pattern, *first);
  if (last - *first >= kMostMembers) return pattern + " names more than 100 000 pictures. Use fewer.";
  for (int number = *first; number <= last; ++number) {
    if (!is_there(pattern, number)) continue;
    if (std::string reason = why_no_member(*sequence_member(pattern, number)); !reason.empty()) return reason;
  }
  return {};
}

}  // namespace jitterscope
