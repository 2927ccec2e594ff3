#include "core/lab/engine/lab_settings.h"

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

}  // namespace jitterscope
