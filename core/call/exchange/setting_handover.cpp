#include "core/call/exchange/setting_handover.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/events/kinds/notice.h"
#include "core/events/kinds/setting_changed.h"

namespace jitterscope {

bool are_of_one_setting(const Event& one, const Event& other) {
  const auto *a = get_if<SettingChanged>(&one), *b = get_if<SettingChanged>(&other);
  return a && b && a->name == b->name;
}

const WaitingMarks& SettingMarks::put(const SettingChanged* mark) {
  const std::int64_t taken = taken_.load(std::memory_order_acquire);
  const auto end = waiting_.marks.begin() + static_cast<std::ptrdiff_t>(waiting_.count);
  const auto gone = [&](const WaitingMarks::Numbered& each) {
    return each.number <= taken || (mark && are_of_one_setting(each.mark, *mark));
  };
  waiting_.count = static_cast<std::size_t>(std::remove_if(waiting_.marks.begin(), end, gone) - waiting_.marks.begin());
  if (mark && waiting_.count < WaitingMarks::kMost) waiting_.marks[waiting_.count++] = {++waiting_.newest, *mark};
  return waiting_;
}

Event SettingMarks::in_force(Event mark, Timestamp now) {
  auto& changed = get<SettingChanged>(mark);
  changed.asked = changed.at;
  changed.at = now;
  return mark;
}

/// Writes where it stands: the acting thread allocates nothing.
Event SettingMarks::replaced_notice(std::int64_t count, Timestamp now) {
  std::array<char, 160> words;
  const auto written =
      fmt::format_to_n(words.data(), words.size(), "Changes that others replaced before they took effect: {}.", count);
  return Notice{0, ShortText<160>(std::string_view(words.data(), std::min(written.size, words.size()))), now};
}

}  // namespace jitterscope
