#pragma once
// What a call can be set to: all settings of core/events/settings (setting.h says what each is made of), as values
// (CallSettings) and as changes of one of them (AnySetting). Words are those of the command line, so that settings in
// traces and on the wire read the same.
#include <all_settings.h>

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/events/setting.h"
#include "core/events/setting_change.h"

namespace jitterscope {

/// Everything that a call starts with: a member for each file.
template <typename... S>
struct SettingFields : S::Field... {};
struct CallSettings : AllSettings<SettingFields> {};

template <typename... S>
using VariantOfSets = std::variant<Set<S>...>;
/// One setting with the value that it is to have.
using AnySetting = AllSettings<VariantOfSets>;

/// Calls visit.operator()<S>() for each setting, in the order of the files' names.
template <typename Visit>
void each_setting(Visit&& visit) {
  [&]<typename... S>(std::type_identity<std::variant<S...>>) {
    (visit.template operator()<S>(), ...);
  }(std::type_identity<AllSettings<std::variant>>());
}

/// As `settings` have it; of a key (a thread, a medium), of that key.
template <typename S>
Set<S> setting_of(const CallSettings& settings) {
  return {settings.*S::field};
}
template <SettingForEachKey S>
Set<S> setting_of(const CallSettings& settings, typename S::Key key) {
  if constexpr (requires { S::at(settings.*S::field, key); })
    return {key, S::at(settings.*S::field, key)};
  else
    return {key, (settings.*S::field)[key]};
}

/// Calls visit(Set<S>) for each setting and each of its keys, as `settings` have them.
template <typename Visit>
void each_value(const CallSettings& settings, Visit&& visit) {
  each_setting([&]<typename S>() {
    if constexpr (SettingForEachKey<S>)
      for (const auto key : S::keys()) visit(setting_of<S>(settings, key));
    else
      visit(setting_of<S>(settings));
  });
}

template <typename S>
void put(CallSettings& settings, const Set<S>& wanted) {
  if constexpr (SettingForEachKey<S>)
    (settings.*S::field)[wanted.key] = wanted.value;
  else
    settings.*S::field = wanted.value;
}
void put(CallSettings& settings, const AnySetting& wanted);

std::string name_of(const AnySetting&);   // "shaping", "priority.audio-send": as in log and messages
std::string words_of(const AnySetting&);  // "b,60"
End end_of(const AnySetting&);
AnySetting with_end(AnySetting, End);
std::string neutral_words_of(const AnySetting&);  // for others to read: without names of files and devices
const SettingFacts& facts_of(const AnySetting&);
/// The same as `like`, with the value that `settings` have.
AnySetting same_of(const CallSettings& settings, const AnySetting& like);
bool is_same(const AnySetting& one, const AnySetting& other);  // but for the value and the end
/// nullopt: there is none of that name, or its words cannot be read; `error` says which and why.
std::optional<AnySetting> parse_setting(std::string_view name, std::string_view words, std::string& error);
/// What log and remote are told when a call or a recording begins: all that is always said, and what is in force and
/// not as it is by default.
std::vector<AnySetting> said_at_begin(const CallSettings& settings);
/// What the remote may ask for by this end's consent; nullopt: it is none of these.
std::optional<AnySetting> parse_asked(std::string_view name, std::string_view words);
/// The key of JSON objects for a setting of that name: "audio_block".
std::string json_key(std::string_view name);
/// Whether there is one of that name.
bool is_setting(std::string_view name);
/// Of every setting, in the order of the files' names.
std::vector<SettingFacts> all_setting_facts();

/// The words of the command line, --OPTION or --at SECONDS:OPTION=: of a setting for each key several may come, and
/// "OPTION.KEY" is one of them. nullopt: `error` says why; it is empty when no setting has that option.
std::optional<std::vector<AnySetting>> parse_option(std::string_view option, std::string_view words,
                                                    std::string& error);

}  // namespace jitterscope
