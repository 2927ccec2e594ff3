#pragma once
// What an end of a call can do beyond the base of the protocol, one file of capabilities/ each: the word that says it
// in an offer and its answer, what it means for who reads the wire format, and what the user is told where the other
// end lacks it. An end uses what both can; nobody compares version numbers.
#include <all_capabilities.h>

#include <bitset>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace jitterscope {

template <typename... C>
struct CapabilityList {
  static constexpr std::size_t kCount = sizeof...(C);
  static constexpr std::string_view kWords[] = {C::word...}, kSays[] = {C::says...}, kWithout[] = {C::without...};
  template <typename One>
  static constexpr std::size_t place_of() {
    constexpr bool is_it[] = {std::is_same_v<One, C>...};
    std::size_t place = 0;
    while (!is_it[place]) ++place;
    return place;
  }
};
using EveryCapability = AllCapabilities<CapabilityList>;

class Capabilities {
 public:
  Capabilities() = default;
  static Capabilities all() { return Capabilities(std::bitset<EveryCapability::kCount>().set()); }

  template <typename One>
  bool has() const {
    return set_[EveryCapability::place_of<One>()];
  }
  template <typename One>
  void remove() {
    set_.reset(EveryCapability::place_of<One>());
  }
  /// A word that this program does not know is passed over.
  void add(std::string_view word);
  std::vector<std::string> words() const;  // in their alphabetical order
  Capabilities without(const Capabilities& other) const { return Capabilities(set_ & ~other.set_); }
  bool operator==(const Capabilities&) const = default;

  /// What the user of an end is told whose remote lacks these, a sentence each: "The remote's program takes no pictures
  /// over TCP."
  std::vector<std::string> sentences_without() const;

 private:
  explicit Capabilities(std::bitset<EveryCapability::kCount> set) : set_(set) {}

  std::bitset<EveryCapability::kCount> set_;
};

}  // namespace jitterscope
