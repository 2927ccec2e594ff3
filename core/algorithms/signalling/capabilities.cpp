#include "core/algorithms/signalling/capabilities.h"

namespace jitterscope {

void Capabilities::add(std::string_view word) {
  for (std::size_t place = 0; place < EveryCapability::kCount; ++place)
    if (EveryCapability::kWords[place] == word) set_.set(place);
}

std::vector<std::string> Capabilities::words() const {
  std::vector<std::string> words;
  for (std::size_t place = 0; place < EveryCapability::kCount; ++place)
    if (set_[place]) words.emplace_back(EveryCapability::kWords[place]);
  return words;
}

std::vector<std::string> Capabilities::sentences_without() const {
  std::vector<std::string> sentences;
  for (std::size_t place = 0; place < EveryCapability::kCount; ++place)
    if (set_[place]) sentences.push_back("The remote's program " + std::string(EveryCapability::kWithout[place]) + ".");
  return sentences;
}

}  // namespace jitterscope
