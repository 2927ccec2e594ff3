#pragma once
#include "core/events/quantity_words.h"
#include "core/events/rate_setting.h"
#include "core/events/setting.h"

namespace jitterscope::setting {

struct RateControl {
  struct Field {
    RateControlSetting rate_control;
  };
  static constexpr auto field = &Field::rate_control;
  using Value = RateControlSetting;
  static constexpr SettingFacts facts{
      .name = "rate-control",
      .option = "rate-control",
      .label = "Rate control",
      .scope = SettingScope::kLocalMedium,
      .takes = "off, two-stream, latecki04, fixed:RATE or replay:FILE",
      .help =
          "off, two-stream, latecki04, fixed:RATE or replay:FILE; with "
          ",min=RATE,max=RATE,keep=sharpness|motion,low=L,high=U,epsilon=TIME,preset=paper|pathload if wanted; "
          "pct-low=L, pct-high=U, pdt-low=L, pdt-high=U: thresholds of one test alone",
      .at_begin = AtBegin::kSaid,
      .told_at_begin = true,
  };
  static std::optional<Value> parse(std::string_view words, std::string& error) { return Value::parse(words, error); }
  static std::string words(const Value& value) { return value.to_string(); }
  static std::string neutral_words(Value value) {
    if (!value.argument.empty() && !parse_rate(value.argument)) value.argument = "FILE";
    return value.to_string();
  }
};

}  // namespace jitterscope::setting
