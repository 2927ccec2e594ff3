#pragma once
// What every controller of the sent picture's rate is: events, send records and feedback in; target, pacing rate and
// window out, at steps whose times it says itself. A new one is one file in controllers/ (examples:
// fixed_controller.cpp, replay_controller.cpp); command line, window, labs and traces know it from then on.
#include "core/events/event.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/algorithms/rate/feedback/feedback_record.h"
#include "core/events/kinds/rate_decided.h"
#include "core/events/rate_setting.h"

namespace jitterscope {

/// What a controller wants from now on, until its next decision.
struct RateDecision {
  RateDecision(const RateDecided& target) : decided(target) {}  // and neither pacing rate nor window
  RateDecided decided;                  // the target with its reason: the event; `controller` need not be filled in
  std::optional<DataRate> pacing = {};  // of the picture's bursts, with all headers: no faster; absent: no limit
  std::optional<DataSize> window = {};  // of media that is sent and not reported on, with all headers; absent: none
  // In a call the shaper keeps to `pacing` between the bursts of its strategy. Nobody keeps to `window` yet: what is
  // under way is known by feedback alone. Neither is a column of the event's table yet.
};

/// Run by a SteppedController in the analysis thread of a call or in a simulation; not thread-safe, no clock, seed or
/// thread of its own.
class RateController {
 public:
  virtual ~RateController() = default;
  /// Every event of the call at this end, as CallAnalyzer gets them; most are of no interest. In time order as far as
  /// one thread's events go.
  virtual void add(const Event& event) = 0;
  /// Packets of both media that this end sent, in order of time (across media but for a ms); each a PacketSent before.
  virtual void add_sent(std::span<const SendRecord>) {}
  /// In order of `came`, after the send records of what it tells of.
  virtual void add_feedback(const FeedbackReport&) {}
  /// The decision that is due at `now`, if there is one; `now` never falls. The first step comes at once, with what is
  /// known by then, and gives the rate to begin with.
  virtual std::optional<RateDecision> step(Timestamp now) = 0;
  /// After a step and again after what is added then: when the next step is wanted, which comes then and not sooner, in
  /// a call by at most some ms later, as a thread wakes; a time that has passed: now. nullopt: with what is added next.
  virtual std::optional<Timestamp> next_step() const { return std::nullopt; }
};

/// Between the steps of a controller that goes by elapsed time.
inline constexpr Duration kUsualStep = Duration::ms(20);

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
