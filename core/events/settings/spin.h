#pragma once
#include "core/base/units/number_words.h"
#include "core/base/units/time.h"
#include "core/events/setting.h"
#include "core/events/setting_words.h"

namespace jitterscope::setting {

struct Spin {
  struct Field {
    Duration spin = Duration::ns(0);
  };
  static constexpr auto field = &Field::spin;
  using Value = Duration;
  static constexpr SettingFacts facts{
      .name = "spin-us",
      .option = "spin",
      .label = "Spin",
      .scope = SettingScope::kEndpoint,
      .takes = "0 to 100 µs",
      .help = "µs of spinning before each departure, at most 100",
      .at_begin = AtBegin::kNotSaid,
      .in_call = false,
  };
  static std::optional<Value> parse(std::string_view words, std::string&) {
    const auto us = parse_within(words, 0, 100);
    return us ? std::optional(Duration::ns(static_cast<std::int64_t>(*us * 1e3))) : std::nullopt;
  }
  static std::string words(const Value& value) { return shortest_decimal(value.us()); }
};

}  // namespace jitterscope::setting
