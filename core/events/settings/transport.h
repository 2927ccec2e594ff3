#pragma once
#include "core/base/units/enum_words.h"
#include "core/events/rate_setting.h"
#include "core/events/setting.h"

namespace jitterscope::setting {

struct Transport {
  struct Field {
    jitterscope::Transport transport = jitterscope::Transport::kUdp;
  };
  static constexpr auto field = &Field::transport;
  using Value = jitterscope::Transport;
  static constexpr std::array<std::string_view, 2> kChoices = kWordsOf<Value>;
  static constexpr SettingFacts facts{
      .name = "transport",
      .option = "transport",
      .label = "Picture over",
      .scope = SettingScope::kLocalMedium,
      .takes = "udp or tcp",
      .help = "how the picture travels (sound always by UDP)",
      .at_begin = AtBegin::kSaid,
      .told_at_begin = true,
  };
  static std::optional<Value> parse(std::string_view words, std::string&) { return value_of_word<Value>(words); }
  static std::string words(const Value& value) { return std::string(to_string(value)); }
};

}  // namespace jitterscope::setting
