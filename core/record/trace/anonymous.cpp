#include "core/record/trace/anonymous.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/algorithms/playout/policy_definition.h"
#include "core/algorithms/rate/rate_controllers.h"
#include "core/events/kinds/call_ended.h"
#include "core/events/kinds/demonstration_entered.h"
#include "core/events/kinds/marker.h"
#include "core/events/kinds/notice.h"
#include "core/events/kinds/setting_changed.h"
#include "core/events/settings.h"
#include "core/events/words.h"
#include "core/record/disk/foreign_json.h"

namespace jitterscope::trace {
namespace {

using Json = nlohmann::ordered_json;
using Words = std::optional<std::string>;  // absent: nothing that may stay

constexpr std::string_view kLeftOut = "left out", kPriorityPrefix = setting::Priority::facts.name;

Words one_of(std::string_view value, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, value) == words.end() ? std::nullopt : std::optional(std::string(value));
}

/// What there is of it here; names of controllers and policies could be anything else.
template <typename S>
bool is_known(const Set<S>&) {
  return true;
}
bool is_known(const SetPlayout& set) {
  return jitterscope::is_known(set.value);
}
bool is_known(const SetRateControl& set) {
  return !set.value.on() || find_rate_controller(set.value.controller);
}

Words of_setting(std::string_view name, std::string_view value) {
  std::string ignored;
  const auto setting = parse_setting(name, value, ignored);
  const bool known = setting && std::visit([](const auto& set) { return is_known(set); }, *setting);
  return known ? Words(neutral_words_of(*setting)) : std::nullopt;
}

/// A source told by the remote, whose words are its kind alone.
Words source(std::string_view value) {
  return one_of(value, {"camera", "microphone", "file", "synthetic", "speech", "tone", "clicks", "none"});
}

struct Rule {
  std::string_view name;
  Words (*value)(std::string_view);
};
/// What else is a SettingChanged, or has other words there.
constexpr std::array kRules{
    Rule{setting::Video::facts.name, source},
    Rule{setting::Audio::facts.name, source},
    Rule{"recording",
         [](std::string_view value) {
           return one_of(value, {"sound", "pictures", "sound and pictures"});
         }},
};

Words ruled(std::string_view setting, std::string_view value) {
  if (Words words = of_setting(setting, value)) return words;
  const auto rule = std::ranges::find(kRules, setting, &Rule::name);
  return rule == kRules.end() ? std::nullopt : rule->value(value);
}

bool is_known(std::string_view setting) {
  return is_setting(setting) || std::ranges::find(kRules, setting, &Rule::name) != kRules.end();
}

/// Of a key of the settings in `meta`, as SettingChanged names it; empty: of none.
std::string name_with_key(std::string_view key) {
  std::string name;
  each_value(CallSettings{}, [&](const auto& setting) {
    if (json_key(name_of(setting)) == key) name = name_of(setting);
  });
  return name;
}

Json neutral_json(const Json& settings) {
  Json neutral = Json::object();
  for (const auto& [key, value] : settings.items()) {
    const std::string name = name_with_key(key);
    if (value.is_string() && !name.empty())
      neutral[key] = neutral_value(name, value.get<std::string>());
    else if ((value.is_number() || value.is_boolean() || value.is_null()) && key.size() < 24)
      neutral[key] = value;
    else if (value.is_object() && key == "priority")
      for (const auto& [role, words] : value.items())
        if (parse_thread_role(role) && words.is_string())
          neutral[key][role] = neutral_value(std::string(kPriorityPrefix) + role, words.get<std::string>());
  }
  return neutral;
}

std::string neutral_settings(const std::string& words) {
  const auto settings = parse_foreign_json(words);
  return settings && settings->is_object() ? neutral_json(*settings).dump() : "{}";
}

void neutralise(SettingChanged& changed) {
  const std::string name(changed.name.view()), value(changed.value.view());
  if (!is_known(name)) changed.name = {"setting"};
  changed.value = {neutral_value(name, value)};
  if (!one_of(changed.origin.view(), {"local", "remote"})) changed.origin = {};
}

/// Variants are settings of this program.
void neutralise(DemonstrationEntered& entered) {
  const std::string_view variant = entered.variant.view();
  if (!ShapingSetting::parse(variant) && !PrioritySetting::parse(variant) && !variant.empty())
    entered.variant = {kLeftOut};
}

void neutralise(CallEnded& ended) {
  ended.words = {kLeftOut};
}

void neutralise(Notice& notice) {
  notice.text = {kLeftOut};
}

void neutralise(Marker& marker) {
  marker.text = {"marker"};
}

template <typename... E>
void neutralise_one_of(Event& event) {
  const auto look = [](auto* found) {
    if (found) neutralise(*found);
  };
  (look(get_if<E>(&event)), ...);
}

}  // namespace

std::string neutral_value(std::string_view setting, std::string_view value) {
  return ruled(setting, value).value_or(std::string(kLeftOut));
}

void leave_out_names(TraceMeta& meta) {
  if (!meta.host.empty()) meta.host = "end A";
  meta.identities.clear();
  meta.settings_json = neutral_settings(meta.settings_json);
  std::map<std::string, std::string> local, remote;
  const auto neutral = [](std::map<std::string, std::string>& known, std::string& address, std::size_t first) {
    if (address.empty() || address == "::" || address == "0.0.0.0") return;  // of nobody
    const std::size_t number = std::min<std::size_t>(first + 2 * known.size(), 254);
    const bool ipv6 = address.find(':') != std::string::npos;
    address =
        known.try_emplace(address, ipv6 ? fmt::format("2001:db8::{:x}", number) : fmt::format("192.0.2.{}", number))
            .first->second;
  };
  for (TraceStream& stream : meta.streams) {
    neutral(local, stream.local_address, 1);
    neutral(remote, stream.remote_address, 2);
  }
}

/// What else is text is the program's own.
void leave_out_names(Event& event) {
  neutralise_one_of<SettingChanged, DemonstrationEntered, CallEnded, Notice, Marker>(event);
}

}  // namespace jitterscope::trace
