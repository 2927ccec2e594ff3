#pragma once
// One thing that `jitterscope doctor` looked at: what it found, how good that is and what helps.
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace jitterscope::doctor {

enum class Verdict : std::uint8_t { kGood, kLimited, kMissing };
/// "good", "limited", "missing".
std::string_view to_string(Verdict);

/// monostate: not known.
using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

struct Figure {
  std::string name;
  Value value;
  std::string unit;  // "us", "bytes" ...; empty = a word, a yes or a plain count
};

struct Check {
  std::string id;    // "class.fifo": stays the same from version to version
  std::string name;  // for people
  std::vector<Figure> figures;
  Verdict verdict = Verdict::kGood;
  std::string remedy;  // a sentence; empty exactly when good
};

}  // namespace jitterscope::doctor
