// The rate stays at what the user says: what control is compared with.
#include <algorithm>

#include "core/algorithms/rate/rate_controller.h"
#include "core/algorithms/rate/rate_controllers.h"
#include "core/events/event.h"
#include "core/events/quantity_words.h"

namespace jitterscope {
namespace {

class FixedController : public RateController {
 public:
  FixedController(DataRate wanted, const RateControlSetting& limits)
      : rate_(std::clamp(wanted, limits.lowest, std::max(limits.lowest, limits.highest))),
        as_wanted_(rate_ == wanted) {}
  void add(const Event&) override {}
  std::optional<RateDecision> step(Timestamp now) override {
    if (decided_) return std::nullopt;
    decided_ = true;
    RateDecided decision;
    decision.stage = std::string_view("fixed");
    decision.reason =
        std::string_view(as_wanted_ ? "The rate asked for." : "As near the rate asked for as the limits allow.");
    decision.target_kbps = rate_.kbits_per_second();
    decision.at = now;
    return decision;
  }

 private:
  DataRate rate_;
  bool as_wanted_;
  bool decided_ = false;
};

}  // namespace

RateControllerDefinition fixed_controller() {
  return {.name = "fixed",
          .label = "Fixed rate",
          .argument = "a rate, for example 500kbit",
          .needs_reports = false,
          .make = [](const RateControllerInput& input, std::string& error) -> std::unique_ptr<RateController> {
            if (const auto rate = parse_rate(input.setting.argument))
              return std::make_unique<FixedController>(*rate, input.setting);
            error = "fixed takes a rate of 100bit to 100gbit after a colon, for example fixed:500kbit.";
            return nullptr;
          }};
}

}  // namespace jitterscope
