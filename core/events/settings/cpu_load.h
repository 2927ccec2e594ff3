#pragma once
#include "core/events/quantity_words.h"
#include "core/events/setting.h"

namespace jitterscope {
namespace setting {

struct CpuLoad {
  struct Field {
    int cpu_load = 0;
  };
  static constexpr auto field = &Field::cpu_load;
  using Value = int;
  static constexpr int kLeast = 0, kMost = 64;
  static constexpr SettingFacts facts{
      .name = "cpu-load",
      .option = "cpu-load",
      .label = "Counter processes",
      .scope = SettingScope::kEndpoint,
      .takes = "0 to 64",
      .help = "counter processes on this machine",
      .told_at_begin = true,
  };
  static std::optional<Value> parse(std::string_view words, [[maybe_unused]] std::string& error) {
    return parse_count(words, kLeast, kMost);
  }
  static std::string words(const Value& value) { return std::to_string(value); }
};

}  // namespace setting

}  // namespace jitterscope
