#pragma once
// The words of an enum whose values count from 0: the word at the place of its value.
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace jitterscope {

/// nullopt: no value has this word.
template <typename Enum, std::size_t N>
constexpr std::optional<Enum> value_of_word(const std::array<std::string_view, N>& words, std::string_view word) {
  for (std::size_t i = 0; i < N; ++i)
    if (words[i] == word) return static_cast<Enum>(i);
  return std::nullopt;
}

/// "unknown" beyond the words.
template <typename Enum, std::size_t N>
constexpr std::string_view word_of_value(const std::array<std::string_view, N>& words, Enum value) {
  const auto i = static_cast<std::size_t>(value);
  return i < N ? words[i] : std::string_view("unknown");
}

/// The word of each value, in order; for enums that have none, nothing.
template <typename Enum>
inline constexpr std::nullopt_t kWordsOf = std::nullopt;

template <typename Enum>
concept HasWords = requires {
  kWordsOf<Enum>.size();
};
/// "unknown" for a value beyond the words.
template <HasWords Enum>
constexpr std::string_view to_string(Enum value) {
  return word_of_value(kWordsOf<Enum>, value);
}
/// nullopt: no value has this word.
template <HasWords Enum>
constexpr std::optional<Enum> value_of_word(std::string_view word) {
  return value_of_word<Enum>(kWordsOf<Enum>, word);
}

}  // namespace jitterscope
