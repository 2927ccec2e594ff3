#pragma once
// Which playout policies there are. A new one is one file in policies/ (expand_policy.cpp is an example); command line,
// window, curve and traces know it from then on.
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/algorithms/playout/policy.h"
#include "core/events/playout_setting.h"

namespace jitterscope {

struct PlayoutPolicyInput {
  PlayoutSetting setting;
  Medium medium;
  Duration period;  // nominal spacing of units
};

struct PlayoutPolicyDefinition {
  int place = 100;    // among all, from the first
  std::string name;   // word of the command line, of traces and JSON: "ramjee4"; at most 23 bytes of a-z 0-9 -
  std::string label;  // in a list to choose from: "Queue monitoring"
  std::string short_label = {};    // beside a point, in a cell: "QM"; empty: the label
  std::string sentence;            // what it does, with its source
  bool takes_delay = false;        // after a colon, in milliseconds: "i:60"
  bool follows_optimum = false;    // set_target() tells it the live optimum
  bool counts_in_periods = false;  // made anew when the sender's period changes
  std::function<std::unique_ptr<PlayoutPolicy>(const PlayoutPolicyInput&)> make;
};

/// The definition of every file policies/NAME_policy.cpp, in the order of their names.
const std::vector<PlayoutPolicyDefinition>& all_playout_policies();
/// The same in the order in which they are shown.
const std::vector<PlayoutPolicyDefinition>& playout_policies();
/// nullptr: there is none of that name.
const PlayoutPolicyDefinition* find_playout_policy(std::string_view name);
/// Its place in playout_policies(), from 0; of an unknown one their number.
std::size_t playout_policy_index(std::string_view name);

/// As it is set where nothing is said of its delay.
PlayoutSetting playout_setting_of(const PlayoutPolicyDefinition&);
/// Whether there is such a policy, and a delay if it takes one.
bool is_known(const PlayoutSetting&);
/// nullopt: no policy is called so, or it takes a delay and none is there, or the other way round.
std::optional<PlayoutSetting> known_playout(std::string_view words);
/// "e, i:MS, optimum, ramjee1, ramjee2 or queue-monitoring": what can be chosen.
std::string playout_words();

/// Of a policy that there is (known_playout); std::invalid_argument else.
std::unique_ptr<PlayoutPolicy> make_playout_policy(const PlayoutSetting&, Medium, Duration period);

}  // namespace jitterscope
