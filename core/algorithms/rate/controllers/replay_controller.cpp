// A recorded rate schedule once more: what another controller would have been measured against.
#include <fmt/format.h>

#include <algorithm>

#include "core/algorithms/rate/rate_controller.h"
#include "core/algorithms/rate/rate_controllers.h"
#include "core/events/event.h"

namespace jitterscope {
namespace {

class ReplayController : public RateController {
 public:
  explicit ReplayController(const RateControllerInput& input) : setting_(input.setting), schedule_(input.schedule) {
    std::ranges::stable_sort(schedule_, {}, &RateStep::at);
  }
  void add(const Event&) override {}
  /// Before the schedule's first moment the picture goes as the user set it: nothing but the highest rate allowed holds
  /// it back.
  std::optional<RateDecision> step(Timestamp now) override {
    if (!began_) began_ = now;
    const auto due = std::ranges::upper_bound(schedule_, now - *began_, {}, &RateStep::at);
    const std::ptrdiff_t begun = due - schedule_.begin();
    if (begun == begun_) return std::nullopt;
    begun_ = begun;
    RateDecided decision = begun > 0 ? decision_of(static_cast<std::size_t>(begun - 1)) : before_the_first();
    decision.at = now;
    return decision;
  }
  std::optional<Timestamp> next_step() const override {
    const auto next = static_cast<std::size_t>(begun_);
    return began_ && next < schedule_.size() ? std::optional(*began_ + schedule_[next].at) : std::nullopt;
  }

 private:
  RateDecided before_the_first() const {
    RateDecided decision;
    decision.stage = std::string_view("replay");
    decision.reason =
        std::string_view(fmt::format("The first of {} steps is at {:.1f} s: until then the picture goes as it is set.",
                                     schedule_.size(), schedule_.front().at.seconds()));
    decision.target_kbps = setting_.highest.kbits_per_second();
    return decision;
  }
  RateDecided decision_of(std::size_t index) const {
    const RateStep& step = schedule_[index];
    RateDecided decision;
    decision.stage = std::string_view(step.sending ? "replay" : "break");
    decision.reason = std::string_view(
        fmt::format("As recorded: step {} of {}, at {:.1f} s.", index + 1, schedule_.size(), step.at.seconds()));
    decision.target_kbps =
        std::clamp(step.rate, setting_.lowest, std::max(setting_.lowest, setting_.highest)).kbits_per_second();
    decision.sending = step.sending;
    return decision;
  }

  RateControlSetting setting_;
  std::vector<RateStep> schedule_;
  std::optional<Timestamp> began_;
  std::ptrdiff_t begun_ = -1;  // steps, at the last decision
};

}  // namespace

RateControllerDefinition replay_controller() {
  return {.name = "replay",
          .label = "Replay of a recorded schedule",
          .argument = "a recorded call (.jscope) or a CSV file with at_s,kbps",
          .reads_schedule = true,
          .needs_reports = false,
          .make = [](const RateControllerInput& input, std::string& error) -> std::unique_ptr<RateController> {
            if (input.setting.argument.empty()) {
              error = "replay takes a file after a colon, for example replay:call.jscope.";
              return nullptr;
            }
            if (input.schedule.empty()) {
              error = "There is no rate in " + input.setting.argument + " to replay.";
              return nullptr;
            }
            return std::make_unique<ReplayController>(input);
          }};
}

}  // namespace jitterscope
