#pragma once
#include <cstdint>
#include <optional>

#include "core/base/units/number_words.h"
#include "core/events/setting.h"

namespace jitterscope::setting {

struct Seed {
  struct Field {
    std::optional<std::uint32_t> seed = {};
  };
  static constexpr auto field = &Field::seed;
  using Value = std::optional<std::uint32_t>;            // absent: each call draws one, which its trace names
  static constexpr std::uint32_t kMost = 4'000'000'000;  // as of a lab
  static constexpr std::string_view kNew = "new";
  static constexpr SettingFacts facts{
      .name = "seed",
      .option = "seed",
      .label = "Seed",
      .scope = SettingScope::kLink,
      .takes = "a whole number from 0 to 4000000000, or new",
      .help =
          "what the link and its background draw (loss, jitter, duplicates, reordering, times of packets) is the same "
          "with the same seed; new: each call has another one, which its trace names",
      .at_begin = AtBegin::kNotSaid,  // two calls do not differ by their seeds
  };
  static std::optional<Value> parse(std::string_view words, std::string&) {
    if (words == kNew) return Value();
    const auto number = whole_number<std::uint32_t>(words);
    if (!number || *number > kMost) return std::nullopt;
    return Value(number);
  }
  static std::string words(const Value& value) { return value ? std::to_string(*value) : std::string(kNew); }
};

}  // namespace jitterscope::setting
