#pragma once
#include <vector>

#include "core/events/per_medium.h"
#include "core/events/playout_setting.h"
#include "core/events/setting.h"

namespace jitterscope::setting {

struct Playout {
  struct Field {
    PerMedium<PlayoutSetting> playout;
  };
  static constexpr auto field = &Field::playout;
  using Value = PlayoutSetting;
  using Key = Medium;
  static constexpr SettingFacts facts{
      .name = "playout.",
      .option = "playout",
      .label = "Playout",
      .scope = SettingScope::kRemoteStream,
      .takes = "a policy, or audio=POLICY,video=POLICY (i:60)",
      .help = "when what is received is played",
      .at_begin = AtBegin::kSaid,
      .remembered = true,
  };
  static std::vector<Key> keys() { return {kMedia.begin(), kMedia.end()}; }
  static std::optional<Value> parse(std::string_view words, std::string&) { return Value::parse(words); }
  static std::string words(const Value& value) { return value.to_string(); }
  /// "i:60" for both media, or "audio=ramjee4,video=e", or one of the two.
  static std::optional<std::vector<Set<Playout>>> parse_all(std::string_view words, std::string& error);
};

}  // namespace jitterscope::setting
