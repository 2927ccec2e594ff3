#include "core/events/settings/priority.h"

#include <algorithm>

#include "core/base/units/number_words.h"

namespace jitterscope {
std::optional<PrioritySettings> parse_priorities(std::string_view words, std::string& error) {
  PrioritySettings settings;
  if (words.find('=') == std::string_view::npos) {
    const auto all = PrioritySetting::parse(words);
    if (!all) {
      error = "unknown priority class '" + std::string(words) + "': use default, nice, realtime, rr, deadline or slice";
      return std::nullopt;
    }
    for (const ThreadRole role : kMediaThreads) settings[role] = *all;
    return settings;
  }
  while (!words.empty()) {
    const auto [entry, rest] = split_at(words, ',');
    const auto [role_word, class_word] = split_at(entry, '=');
    const auto role = parse_thread_role(role_word);
    const auto setting = PrioritySetting::parse(class_word);
    if (!role || !setting) {
      error = "cannot read '" + std::string(entry) + "': use THREAD=CLASS, for example audio-send=realtime";
      return std::nullopt;
    }
    if (*role == ThreadRole::kWatchdog) {
      error = "the watchdog keeps its class: it guards the machine against the others";
      return std::nullopt;
    }
    settings[*role] = *setting;
    words = rest;
  }
  return settings;
}

PrioritySettings with_default_priorities(const PrioritySettings& named) {
  using Kind = PrioritySetting::Kind;
  PrioritySettings settings = named;
  for (const ThreadRole role : kMediaThreads) settings.try_emplace(role, PrioritySetting{Kind::kRealtime});
  settings.try_emplace(ThreadRole::kAudioDevice, PrioritySetting{Kind::kNice});
  settings.try_emplace(ThreadRole::kRecorder, PrioritySetting{Kind::kNice, 10});
  settings[ThreadRole::kWatchdog] = PrioritySetting{Kind::kRealtime};
  return settings;
}

namespace setting {

std::vector<ThreadRole> Priority::keys() {
  std::vector<ThreadRole> roles;
  for (std::size_t role = 0; role < kThreadRoles; ++role) roles.push_back(static_cast<ThreadRole>(role));
  return roles;
}

std::optional<std::vector<Set<Priority>>> Priority::parse_all(std::string_view words, std::string& error) {
  const auto settings = parse_priorities(words, error);
  if (!settings) return std::nullopt;
  std::vector<Set<Priority>> all;
  for (const auto& [role, priority] : *settings) all.push_back({role, priority});
  return all;
}

PrioritySetting Priority::at(const PrioritySettings& named, ThreadRole role) {
  const PrioritySettings all = with_default_priorities(named);
  const auto found = all.find(role);
  return found == all.end() ? PrioritySetting{} : found->second;
}

bool Priority::remote_may(const Set<Priority>& asked) {
  const bool media = std::ranges::find(kMediaThreads, asked.key) != std::end(kMediaThreads);
  const bool names_figures = asked.value.level || asked.value.runtime || asked.value.period;
  return media && !names_figures && asked.value.kind != PrioritySetting::Kind::kDeadline;
}

}  // namespace setting
}  // namespace jitterscope
