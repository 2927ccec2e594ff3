#pragma once
// What a SettingChanged is about, as a type: nothing else compares the names of settings or reads their words.
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/units/enum_words.h"
#include "core/base/units/time.h"
#include "core/events/setting.h"

namespace jitterscope {

struct SettingChanged;

/// Whether the change is of this setting (of any key), whatever its value is.
template <typename S, std::same_as<SettingChanged> Change>
bool concerns(const Change& change) {
  if constexpr (SettingForEachKey<S>)
    return change.name.view().starts_with(S::facts.name);
  else
    return change.name.view() == S::facts.name;
}

/// nullopt: it is of another setting, or its words cannot be read (one too long for its event, of another program).
template <typename S, std::same_as<SettingChanged> Change>
std::optional<Set<S>> as(const Change& change) {
  if (!concerns<S>(change)) return std::nullopt;
  std::string ignored;
  auto value = S::parse(change.value.view(), ignored);
  if (!value) return std::nullopt;
  if constexpr (SettingForEachKey<S>) {
    for (const auto key : S::keys())
      if (change.name.view().substr(S::facts.name.size()) == to_string(key))
        return Set<S>{key, std::move(*value), change.end};
    return std::nullopt;
  } else {
    return Set<S>{std::move(*value), change.end};
  }
}

/// As an event.
template <typename S, std::same_as<SettingChanged> Change = SettingChanged>
Change changed_to(const Set<S>& setting, std::string_view origin, Timestamp at) {
  return {.name = {name_of(setting)},
          .value = {words_of(setting)},
          .end = setting.end,
          .origin = {origin},
          .at = at,
          .asked = {}};
}

}  // namespace jitterscope
