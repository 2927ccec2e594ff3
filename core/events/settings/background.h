#pragma once
#include "core/events/link_setting.h"
#include "core/events/setting.h"

namespace jitterscope::setting {

struct Background {
  struct Field {
    BackgroundSetting background;
  };
  static constexpr auto field = &Field::background;
  using Value = BackgroundSetting;
  static constexpr SettingFacts facts{
      .name = "background",
      .option = "background",
      .label = "Background traffic",
      .scope = SettingScope::kLink,
      .takes = "KB/s, 500 or 500,burst=8",
      .help = "other traffic in the link's queue",
      .told_at_begin = true,
  };
  static std::optional<Value> parse(std::string_view words, std::string& error) { return Value::parse(words, error); }
  static std::string words(const Value& value) { return value.to_string(); }
  /// Without a link there is no queue that it could fill.
  template <typename All>
  static bool is_in_force(const All& settings) {
    return !settings.link.off() && settings.background.kilobytes_per_second > 0;
  }
};

}  // namespace jitterscope::setting
