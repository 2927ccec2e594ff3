#pragma once
#include "core/events/setting.h"
#include "core/events/setting_words.h"

namespace jitterscope {

enum class LossPolicy : std::uint8_t { kDiscardFrame, kStripes };  // sun97's rule; crowcroft92 §4's stripes

namespace setting {

struct LossPolicy {
  struct Field {
    jitterscope::LossPolicy loss_policy = jitterscope::LossPolicy::kDiscardFrame;
  };
  static constexpr auto field = &Field::loss_policy;
  using Value = jitterscope::LossPolicy;
  static constexpr std::array<std::string_view, 2> kChoices{"discard", "stripes"};
  static constexpr SettingFacts facts{
      .name = "loss policy",
      .option = "stripes",
      .label = "When a block is missing",
      .scope = SettingScope::kRemoteStream,
      .takes = kOnOrOff,
      .help = "a missing block keeps the old picture there (crowcroft92) instead of losing the frame",
      .at_begin = AtBegin::kSaid,
      .flag = true,
      .remembered = true,
  };
  static std::optional<Value> parse(std::string_view words, std::string&) {
    if (words == "off" || words == kChoices[0]) return Value::kDiscardFrame;
    if (words == "on" || words == kChoices[1]) return Value::kStripes;
    return std::nullopt;
  }
  static std::string words(const Value& value) { return std::string(kChoices[static_cast<std::size_t>(value)]); }
};

}  // namespace setting
}  // namespace jitterscope
