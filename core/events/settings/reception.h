#pragma once
#include <vector>

#include "core/events/per_medium.h"
#include "core/events/setting.h"
#include "core/events/setting_words.h"

namespace jitterscope::setting {

struct Reception : Switch<yes_or_no> {
  struct Field {
    PerMedium<bool> receive{{true, true}};
  };
  static constexpr auto field = &Field::receive;
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
};

}  // namespace jitterscope::setting
