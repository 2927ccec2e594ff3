#include "core/call/exchange/encoded_frames.h"

#include "core/events/kinds/setting_changed.h"

namespace jitterscope {

void FormatMarks::add(const Event& mark) {
  const auto* changed = get_if<SettingChanged>(&mark);
  for (std::size_t i = 0; i < count; ++i)
    if (const auto* known = get_if<SettingChanged>(&marks[i]); changed && known && known->name == changed->name) {
      marks[i] = mark;
      return;
    }
  if (count < marks.size()) marks[count++] = mark;
}

}  // namespace jitterscope
