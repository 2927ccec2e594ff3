#include "core/record/trace/anonymous.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/algorithms/playout/policy_definition.h"
#include "core/algorithms/rate/rate_controller.h"
#include "core/events/demonstration.h"
#include "core/events/settings.h"

namespace jitterscope::trace {
namespace {

using Json = nlohmann::ordered_json;
using Words = std::optional<std::string>;  // absent: nothing that may stay

constexpr std::string_view kLeftOut = "left out", kNeutralFile = "FILE", kPriorityPrefix = "priority.";

Words one_of(std::string_view value, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, value) == words.end() ? std::nullopt : std::optional(std::string(value));
}

Words digits(std::string_view value) {
  const bool number =
      !value.empty() && value.size() <= 9 && value.find_first_not_of("0123456789") == std::string_view::npos;
  return number ? std::optional(std::string(value)) : std::nullopt;
}

template <typename Setting>
Words as_parsed(const std::optional<Setting>& setting) {
  return setting ? std::optional(setting->to_string()) : std::nullopt;
}

/// Its kind; of a synthetic picture also size and rate.
Words source(std::string_view value) {
  const auto picture = VideoSourceSetting::parse(value);
  if (picture && picture->kind == VideoSourceKind::kSynthetic) return picture->to_string();
  return one_of(value.substr(0, value.find(':')),
                {"camera", "microphone", "file", "synthetic", "speech", "tone", "clicks", "none"});
}

Words link(std::string_view value) {
  std::string error;
  auto links = LinkSettings::parse(value, error);
  if (!links) return std::nullopt;
  for (LinkSetting* way : {&links->up, &links->down})
    if (!way->trace_file.empty()) way->trace_file = kNeutralFile;
  return links->to_string();
}

Words rate_control(std::string_view value) {
  std::string error;
  auto setting = RateControlSetting::parse(value, error);
  if (!setting) return std::nullopt;
  const RateControllerDefinition* definition = find_rate_controller(setting->controller);
  if (setting->on() && !definition) return std::nullopt;
  const bool file = definition && definition->reads_schedule;
  const bool number = setting->argument.find_first_not_of("0123456789.kmgbit") == std::string::npos;
  if (!setting->argument.empty() && (file || !number)) setting->argument = kNeutralFile;
  return setting->to_string();
}

Words video_format(std::string_view value) {
  const auto blank = value.find(' ');
  const Words quality = digits(value.substr(0, blank));
  if (!quality || blank == std::string_view::npos) return std::nullopt;
  const Words colours = one_of(value.substr(blank + 1), {"4:2:0", "4:2:2"});
  return colours ? std::optional(*quality + " " + *colours) : std::nullopt;
}

Words demonstration(std::string_view value) {
  const auto blank = value.find(' ');
  if (!parse_demonstration_phase(value.substr(0, blank))) return std::nullopt;
  const auto rest = blank == std::string_view::npos ? std::string_view() : value.substr(blank + 1);
  const bool known =
      rest.empty() || parse_demonstration_kind(rest) || ShapingSetting::parse(rest) || PrioritySetting::parse(rest);
  return known ? std::optional(std::string(value)) : std::nullopt;
}

Words background(std::string_view value) {
  std::string error;
  return as_parsed(BackgroundSetting::parse(value, error));
}

struct Rule {
  std::string_view name;
  Words (*value)(std::string_view);
};
constexpr auto kYesNo = [](std::string_view value) { return one_of(value, {"yes", "no"}); };
constexpr auto kNeutralPlayout = [](std::string_view value) { return as_parsed(known_playout(value)); };
/// By the names of SettingChanged.
constexpr std::array kRules{
    Rule{"shaping", [](std::string_view value) { return as_parsed(ShapingSetting::parse(value)); }},
    Rule{"video", source},
    Rule{"audio", source},
    Rule{"video format", video_format},
    Rule{"receive audio", kYesNo},
    Rule{"receive video", kYesNo},
    Rule{"muted", kYesNo},
    Rule{"recording",
         [](std::string_view value) {
           return one_of(value, {"sound", "pictures", "sound and pictures"});
         }},
    Rule{"loss policy",
         [](std::string_view value) {
           return one_of(value, {"stripes", "discard"});
         }},
    Rule{"audio-block", digits},
    Rule{"playout.audio", kNeutralPlayout},
    Rule{"playout.video", kNeutralPlayout},
    Rule{"lip-sync",
         [](std::string_view value) {
           return one_of(value, {"on", "off"});
         }},
    Rule{"rate-control", rate_control},
    Rule{"transport",
         [](std::string_view value) {
           return one_of(value, {"udp", "tcp"});
         }},
    Rule{"link", link},
    Rule{"background", background},
    Rule{"cpu-load", digits},
    Rule{"video-load", digits},
    Rule{"receive-processor", [](std::string_view value) { return value == "any" ? Words("any") : digits(value); }},
    Rule{kDemonstrationSetting, demonstration},
};

Words ruled(std::string_view setting, std::string_view value) {
  if (setting.starts_with(kPriorityPrefix) && parse_thread_role(setting.substr(kPriorityPrefix.size())))
    return as_parsed(PrioritySetting::parse(value));
  const auto rule = std::ranges::find(kRules, setting, &Rule::name);
  return rule == kRules.end() ? std::nullopt : rule->value(value);
}

bool is_known(std::string_view setting) {
  const bool priority =
      setting.starts_with(kPriorityPrefix) && parse_thread_role(setting.substr(kPriorityPrefix.size()));
  return priority || std::ranges::find(kRules, setting, &Rule::name) != kRules.end();
}

/// A key of the settings in `meta`, as SettingChanged names it.
std::string setting_of(std::string key) {
  if (key == "loss_policy") return "loss policy";
  if (key.starts_with("playout_")) key[7] = '.';
  std::ranges::replace(key, '_', '-');
  return key;
}

Json neutral_json(const Json& settings) {
  Json neutral = Json::object();
  for (const auto& [key, value] : settings.items()) {
    if (value.is_string() && key == "subsampling")
      neutral[key] = one_of(value.get<std::string>(), {"4:2:0", "4:2:2"}).value_or(std::string(kLeftOut));
    else if (value.is_string() && is_known(setting_of(key)))
      neutral[key] = neutral_value(setting_of(key), value.get<std::string>());
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
  const Json settings = Json::parse(words, nullptr, false);
  return settings.is_object() ? neutral_json(settings).dump() : "{}";
}

void neutralise(SettingChanged& changed) {
  const std::string name(changed.name.view()), value(changed.value.view());
  if (!is_known(name)) changed.name = {"setting"};
  changed.value = {neutral_value(name, value)};
  if (!one_of(changed.origin.view(), {"local", "remote", "mine", "theirs"})) changed.origin = {};
}

void neutralise(Notice& notice) {
  notice.text = {kLeftOut};
}

void neutralise(Marker& marker) {
  marker.text = {"marker"};
}

/// What else is text is the program's own.
template <typename E>
void neutralise(E&) {}

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

void leave_out_names(Event& event) {
  std::visit([](auto& happened) { neutralise(happened); }, event);
}

}  // namespace jitterscope::trace
