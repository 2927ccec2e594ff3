#include "core/events/demonstration.h"

#include "core/events/kinds/demonstration_entered.h"
#include "core/events/kinds/setting_changed.h"

namespace jitterscope {

std::string demonstration_words(const DemonstrationEntered& entered) {
  std::string words(to_string(entered.phase));
  if (entered.phase == DemonstrationPhase::kSettling) words.append(" ").append(to_string(entered.kind));
  if (!entered.variant.view().empty()) words.append(" ").append(entered.variant.view());
  return words;
}

std::optional<DemonstrationEntered> demonstration_in(const SettingChanged& change) {
  if (change.name.view() != kDemonstrationSetting) return std::nullopt;
  const std::string_view words = change.value.view();
  const auto blank = words.find(' ');
  const auto phase = value_of_word<DemonstrationPhase>(words.substr(0, blank));
  if (!phase) return std::nullopt;
  DemonstrationEntered entered{*phase, {}, {}, change.end, change.at};
  if (blank == std::string_view::npos) return entered;
  const std::string_view rest = words.substr(blank + 1);
  if (phase == DemonstrationPhase::kSettling)
    entered.kind = value_of_word<DemonstrationKind>(rest).value_or(DemonstrationKind::kShaping);
  else
    entered.variant = {rest};
  return entered;
}

}  // namespace jitterscope
