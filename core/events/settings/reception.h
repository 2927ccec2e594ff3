#pragma once
#include <vector>

#include "core/events/per_medium.h"
#include "core/events/setting.h"
#include "core/events/setting_words.h"

namespace jitterscope::setting {

struct Reception {
  struct Field {
    PerMedium<bool> receive{{true, true}};
  };
  static constexpr auto field = &Field::receive;
  using Value = bool;
  using Key = Medium;
  static constexpr SettingFacts facts{
      .name = "receive ",
      .option = "receive",
      .label = "Receive",
      .scope = SettingScope::kRemoteStream,
      .takes = kOnOrOff,
      .help = "whether sound or picture of the remote is wanted",
  };
  static std::vector<Key> keys() { return {kMedia.begin(), kMedia.end()}; }
  static std::optional<Value> parse(std::string_view words, std::string&) { return parse_switch(words); }
  static std::string words(const Value& value) { return std::string(yes_or_no(value)); }
};

}  // namespace jitterscope::setting
