#pragma once
#include "core/events/link_setting.h"
#include "core/events/setting.h"

namespace jitterscope::setting {

struct Link {
  struct Field {
    LinkSettings link;  // emulated between the ends by this end, both directions
  };
  static constexpr auto field = &Field::link;
  using Value = LinkSettings;
  static constexpr SettingFacts facts{
      .name = "link",
      .option = "link",
      .label = "Link",
      .scope = SettingScope::kLink,
      .takes = "a preset, or words, e.g. rate=1mbit,queue=20,delay=20ms,line-loss=1%",
      .help =
          "the link between the ends: a preset, or words, e.g. rate=1mbit,queue=20,delay=20ms,line-loss=1%; "
          "up:SPEC;down:SPEC; it holds at most 6400 packets, also without queue= or with a longer one; netem's words "
          "are "
          "read, those that differ are below",
      .told_at_begin = true,
  };
  static std::optional<Value> parse(std::string_view words, std::string& error) { return Value::parse(words, error); }
  static std::string words(const Value& value) { return value.to_string(); }
  static std::string neutral_words(Value value) {
    for (LinkSetting* way : {&value.up, &value.down})
      if (!way->trace_file.empty()) way->trace_file = "FILE";
    return value.to_string();
  }
};

}  // namespace jitterscope::setting
