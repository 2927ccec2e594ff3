#pragma once
#include "core/events/quantity_words.h"
#include "core/events/setting.h"

namespace jitterscope::setting {

struct ToyGreeting {
  struct Field {
    int toy_greeting = 0;
  };
  static constexpr auto field = &Field::toy_greeting;
  using Value = int;
  static constexpr int kLeast = 0, kMost = 9;
  static constexpr SettingFacts facts{
      .name = "toy-greeting",
      .option = "toy-greeting",
      .label = "Toy greeting",
      .scope = SettingScope::kEndpoint,
      .takes = "0 to 9",
      .help = "a toy: how often the user is greeted",
      .yours = "your greetings",
  };
  static std::optional<Value> parse(std::string_view words, std::string&) { return parse_count(words, kLeast, kMost); }
  static std::string words(const Value& value) { return std::to_string(value); }
};

}  // namespace jitterscope::setting
