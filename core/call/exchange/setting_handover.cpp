#include "core/call/exchange/setting_handover.h"

#include <fmt/format.h>

namespace jitterscope {

/// Writes where it stands: the acting thread allocates nothing.
Notice SettingMarks::replaced_notice(std::int64_t count, Timestamp now) {
  std::array<char, 160> words;
  const auto written =
      fmt::format_to_n(words.data(), words.size(), "Changes that others replaced before they took effect: {}.", count);
  return {0, ShortText<160>(std::string_view(words.data(), std::min(written.size, words.size()))), now};
}

}  // namespace jitterscope
