#pragma once
// Here are the controllers of the sent picture's rate, by name, with what command line, window, labs and traces know of
// them.
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/events/rate_setting.h"

namespace jitterscope {

class RateController;

/// One moment of a recorded schedule.
struct RateStep {
  Duration at;    // since the controller's first step
  DataRate rate;  // of the picture, with headers
  bool sending = true;
};

struct RateControllerInput {
  RateControlSetting setting;
  std::vector<RateStep> schedule;  // of the file that the argument names, where the definition asks for one
};

struct RateControllerDefinition {
  std::string name;                            // word of the command line, without blanks: "two-stream"
  std::string label;                           // for a list, with its source: "Two-stream, ours"
  std::vector<std::string> former_names = {};  // in old traces and scripts; find_rate_controller() knows them
  std::string argument = {};    // what follows a colon, in words: "a rate, for example 500kbit"; empty: nothing does
  bool follows_limits = false;  // goes on under other limits, which SettingChanged "rate-control" tells it
  bool reads_schedule = false;  // the argument is a file with RateSteps
  bool needs_reports = true;    // of the remote about this end's sound (TrendReported); without them it is not used
  bool needs_feedback = false;  // add_feedback(): simulations alone give it so far
  /// nullptr: `error` says what is wrong with the argument.
  std::function<std::unique_ptr<RateController>(const RateControllerInput& input, std::string& error)> make;
};

const std::vector<RateControllerDefinition>& rate_controllers();

/// By the setting's controller, which is not "off". nullptr: `error` says why and names those that there are.
std::unique_ptr<RateController> make_rate_controller(const RateControllerInput& input, std::string& error);
/// Also by a former name.
const RateControllerDefinition* find_rate_controller(std::string_view name);

}  // namespace jitterscope
