#include "core/lab/engine/lab_settings.h"

#include <fmt/format.h>

#include <cstdlib>
#include <sstream>

namespace jitterscope {

std::optional<std::vector<double>> parse_numbers(const std::string& words, double low, double high) {
  std::vector<double> numbers;
  std::istringstream in(words);
  for (std::string word; std::getline(in, word, ',');) {
    char* end = nullptr;
    const double one = std::strtod(word.c_str(), &end);
    if (word.empty() || *end || !(one >= low && one <= high) || numbers.size() == 32) return std::nullopt;
    numbers.push_back(one);
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers.empty() ? std::nullopt : std::optional(numbers);
}

std::optional<LabFactor> parse_factor(const std::string& words, std::string& error) {
  const auto wrong = [&](const char* what) {
    error = fmt::format("A factor is NAME=LEVEL,LEVEL…; '{}' {}.", words, what);
    return std::nullopt;
  };
  const auto equals = words.find('=');
  if (equals == std::string::npos || equals == 0) return wrong("names none");
  LabFactor factor{words.substr(0, equals), {""}};
  int depth = 0;
  for (const char byte : words.substr(equals + 1)) {
    if (byte == '}' && depth == 0) return wrong("has a brace too many");
    if (byte == '{' && depth++ == 0) continue;
    if (byte == '}' && --depth == 0) continue;
    if (byte == ',' && depth == 0)
      factor.levels.emplace_back();
    else
      factor.levels.back() += byte;
  }
  if (depth != 0) return wrong("has a brace that is not closed");
  if (std::ranges::find(factor.levels, "") != factor.levels.end()) return wrong("has an empty level");
  for (const std::string& level : factor.levels)
    if (std::ranges::count(factor.levels, level) > 1) return wrong("has a level twice");
  return factor;
}

std::string to_string(const LabFactor& factor) {
  std::string words = factor.name + "=";
  for (const std::string& level : factor.levels) {
    if (&level != &factor.levels.front()) words += ",";
    words += level.find(',') == std::string::npos ? level : "{" + level + "}";
  }
  return words;
}

}  // namespace jitterscope
