#pragma once
// One thing that `jitterscope doctor` looked at: what it found, how good that is and what helps.
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace jitterscope::doctor {

enum class Verdict : std::uint8_t { kGood, kLimited, kMissing };

/// monostate: not known.
using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string>;
template <typename T>
Value known(const std::optional<T>& value) {
  return value ? Value(*value) : Value();
}

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
  std::string remedy{};  // a sentence; empty exactly when good

  void limited(std::string what_helps) { verdict = Verdict::kLimited, remedy = std::move(what_helps); }
  void missing(std::string what_helps) { verdict = Verdict::kMissing, remedy = std::move(what_helps); }
};

/// {"machine":{NAME:VALUE},"checks":[{"id","name","values":{NAME:{"value","unit"}},"verdict","remedy"}]}; unknown =
/// null.
nlohmann::ordered_json to_json(const std::vector<Figure>& machine, const std::vector<Check>& checks);
/// A table for people.
std::string to_text(const std::vector<Figure>& machine, const std::vector<Check>& checks);

}  // namespace jitterscope::doctor
