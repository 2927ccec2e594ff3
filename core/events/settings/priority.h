#pragma once
#include <array>
#include <map>
#include <vector>

#include "core/base/scheduling/priority_setting.h"
#include "core/base/scheduling/thread_role.h"
#include "core/events/setting.h"

namespace jitterscope {

inline constexpr std::array kMediaThreads{ThreadRole::kAudioSend, ThreadRole::kAudioReceive, ThreadRole::kVideoSend,
                                          ThreadRole::kVideoReceive};

/// One class a thread; roles that are not named stay as resources/reference/threads.md says.
using PrioritySettings = std::map<ThreadRole, PrioritySetting>;
/// "realtime" (the four media threads) or "audio-send=realtime,video-send=nice". On failure `error` says why.
std::optional<PrioritySettings> parse_priorities(std::string_view, std::string& error);
/// The classes of resources/reference/threads.md, overridden by what the user named.
PrioritySettings with_default_priorities(const PrioritySettings& named);

namespace setting {

struct Priority {
  struct Field {
    PrioritySettings priorities;
  };
  static constexpr auto field = &Field::priorities;
  using Value = PrioritySetting;
  using Key = ThreadRole;
  static constexpr SettingFacts facts{
      .name = "priority.",
      .option = "priority",
      .label = "Priority",
      .scope = SettingScope::kThread,
      .takes = "default, nice, realtime, rr, deadline or slice, or THREAD=CLASS,...",
      .help =
          "default, nice[:VALUE], realtime[:LEVEL], rr[:LEVEL], deadline[:RUNTIME_MS/PERIOD_MS] or slice[:MS], or "
          "THREAD=CLASS,...",
      .at_begin = AtBegin::kSaid,
      .told_at_begin = true,
      .yours = "the priorities of your media threads",
      .yours_of_key = "the priority of your thread ",
  };
  static std::vector<Key> keys();
  static std::optional<Value> parse(std::string_view words, std::string&) { return Value::parse(words); }
  static std::string words(const Value& value) { return value.to_string(); }
  static std::optional<std::vector<Set<Priority>>> parse_all(std::string_view words, std::string& error);
  /// With the default of a role that is not named.
  static Value at(const PrioritySettings& named, Key role);
  /// What has a class of its own, by the program's choice or somebody's.
  template <typename All>
  static bool is_in_force(const All& settings, Key role) {
    return with_default_priorities(settings.priorities).contains(role);
  }
  /// Media threads alone. How high a thread may stand, and what is reserved for it, is its own machine's to say.
  static bool remote_may(const Set<Priority>&);
};

}  // namespace setting
}  // namespace jitterscope
