// The rate stays at what the user says: what control is compared with.
#include "core/events/quantity_words.h"
#include "core/rate/rate_controller.h"

namespace jitterscope {
namespace {

class FixedController : public RateController {
 public:
  explicit FixedController(DataRate rate) : rate_(rate) {}
  void add(const Event&) override {}
  std::optional<RateDecided> decide(Timestamp now) override {
    if (decided_) return std::nullopt;
    decided_ = true;
    RateDecided decision;
    decision.stage = std::string_view("fixed");
    decision.reason = std::string_view("The rate asked for.");
    decision.target_kbps = rate_.kbits_per_second();
    decision.at = now;
    return decision;
  }

 private:
  DataRate rate_;
  bool decided_ = false;
};

}  // namespace

RateControllerDefinition fixed_controller() {
  return {.name = "fixed",
          .label = "Fixed rate",
          .argument = "a rate, for example 500kbit",
          .make = [](const RateControllerInput& input, std::string& error) -> std::unique_ptr<RateController> {
            if (const auto rate = parse_rate(input.setting.argument)) return std::make_unique<FixedController>(*rate);
            error = "fixed takes a rate after a colon, for example fixed:500kbit.";
            return nullptr;
          }};
}

}  // namespace jitterscope
