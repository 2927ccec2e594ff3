#include "core/call/exchange/setting_handover.h"

#include <fmt/format.h>

namespace jitterscope {

/// Writes where it stands: the acting thread allocates nothing.
Notice SettingMarks::replaced(const SettingChanged& mark) {
  std::array<char, 160> words;
  const auto written = fmt::format_to_n(words.data(), words.size(), "{} {} was replaced before it took effect.",
                                        mark.name.view(), mark.value.view());
  return {0, ShortText<160>(std::string_view(words.data(), std::min(written.size, words.size()))), mark.at};
}

}  // namespace jitterscope
