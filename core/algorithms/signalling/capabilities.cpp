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

std::string Capabilities::sentence_without() const {
  std::string sentence;
  for (std::size_t place = 0; place < EveryCapability::kCount; ++place) {
    if (!set_[place]) continue;
    sentence += sentence.empty() ? "The remote's program " : "; it ";
    sentence += EveryCapability::kWithout[place];
  }
  return sentence.empty() ? sentence : sentence + ".";
}

}  // namespace jitterscope
