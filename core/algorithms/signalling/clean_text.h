#pragma once
// Texts of another end, which may be anything, as this program keeps and shows them.
#include <cstddef>
#include <string>
#include <string_view>

namespace jitterscope {

inline constexpr std::size_t kMaxTextBytes = 200;  // of any text of the remote that is kept or shown

/// `text` without control characters, made valid UTF-8, at most kMaxTextBytes.
std::string clean_text(std::string_view text);

/// As clean_text, at most 40 characters; without spaces around it, thus empty where nothing would be seen.
std::string clean_name(std::string_view text);

/// What another end says, within a sentence of this program: in quotation marks, which it cannot end itself.
std::string in_quotes(std::string_view text);

}  // namespace jitterscope
