#include "core/algorithms/signalling/version_words.h"

#include <fmt/format.h>

#include <charconv>

namespace jitterscope {

std::string version_sentence(int there, int here) {
  return fmt::format("The remote speaks version {} of the protocol, this end version {}: update the older program.",
                     there, here);
}

std::string told_version_sentence(std::string_view refusal) {
  constexpr std::string_view kWord = "version ";
  for (auto at = refusal.find(kWord); at != std::string_view::npos; at = refusal.find(kWord)) {
    refusal.remove_prefix(at + kWord.size());
    int there = 0;
    const auto read = std::from_chars(refusal.data(), refusal.data() + refusal.size(), there);
    if (read.ec == std::errc() && there > 0 && there != kProtocolVersion) return version_sentence(there);
  }
  return fmt::format(
      "The remote refused the call: it speaks another version of the protocol than this end, which speaks version {}. "
      "Update the older program.",
      kProtocolVersion);
}

}  // namespace jitterscope
