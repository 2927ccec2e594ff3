#include "core/lab/latecki04/sender_control.h"

#include <string_view>
#include <utility>

namespace jitterscope::latecki04 {

SenderControl::SenderControl(const RateScenario& scenario, std::unique_ptr<RateController> controller)
    : controller_(std::move(controller)),
      name_(std::string_view(scenario.control.controller)),
      ask_interval_(scenario.feedback_interval),
      target_(scenario.wanted) {}

void SenderControl::add(const Event& event) {
  controller_.add(event);
}

void SenderControl::receive(const TrendReported& report) {
  if (asked_ && report.judged_from >= *asked_) asked_.reset();
  add(report);
}

std::optional<RateDecided> SenderControl::decide(Timestamp now) {
  auto decision = controller_.step(now);
  if (!decision) return std::nullopt;
  RateDecided& decided = decision->decided;
  decided.controller = name_;
  target_ = DataRate::kbits_per_second(decided.target_kbps);
  sending_ = decided.sending;
  if (decided.judge_from) {
    asked_ = decided.judge_from;
    ask_due_ = now;
  }
  return decided;
}

std::int64_t SenderControl::ask(Timestamp now) {
  ask_due_ = now + ask_interval_;
  return *asked_;
}

}  // namespace jitterscope::latecki04
