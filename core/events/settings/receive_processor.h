#pragma once
#include "core/events/quantity_words.h"
#include "core/events/setting.h"

namespace jitterscope::setting {

struct ReceiveProcessor {
  struct Field {
    std::optional<int> receive_processor = {};
  };
  static constexpr auto field = &Field::receive_processor;
  using Value = std::optional<int>;  // absent: wherever the kernel puts them
  static constexpr int kMost = 1023;
  static constexpr std::string_view kAny = "any";
  static constexpr SettingFacts facts{
      .name = "receive-processor",
      .option = "receive-processor",
      .label = "Receive on processor",
      .scope = SettingScope::kEndpoint,
      .takes = "the number of a processor, or any",
      .help = "the only processor of receive threads and counters",
  };
  static std::optional<Value> parse(std::string_view words, std::string&) {
    if (words == kAny) return Value();
    const auto number = parse_count(words, 0, kMost);
    if (!number) return std::nullopt;
    return Value(number);
  }
  static std::string words(const Value& value) { return value ? std::to_string(*value) : std::string(kAny); }
};

}  // namespace jitterscope::setting
