#include "core/algorithms/rate/stepped_controller.h"

#include "core/events/event.h"
#include "core/events/kinds/packet_sent.h"

#include <algorithm>

namespace jitterscope {

void SteppedController::add(const Event& event) {
  if (!controller_) return;
  added_ = true;
  controller_->add(event);
  if (const auto* setting = get_if<SettingChanged>(&event)) size_.add(*setting);
  if (const auto* packet = get_if<PacketSent>(&event); packet && packet->accepted)
    records_.push_back(
        {packet->medium, packet->ssrc, packet->sequence, DataSize::bytes(size_.bytes(*packet)), packet->sent});
}

void SteppedController::add_feedback(const FeedbackReport& report) {
  if (!controller_) return;
  added_ = true;
  pass_records();
  controller_->add_feedback(report);
}

/// Each medium's come from a thread of its own, in order.
void SteppedController::pass_records() {
  if (records_.empty()) return;
  std::ranges::stable_sort(records_, {}, &SendRecord::sent);
  controller_->add_sent(records_);
  records_.clear();
}

std::optional<RateDecision> SteppedController::step(Timestamp now) {
  if (!controller_) return std::nullopt;
  pass_records();
  const auto due = next_step();
  if (due ? now < *due : !added_) return std::nullopt;
  began_ = true;
  added_ = false;
  return controller_->step(now);
}

std::optional<Timestamp> SteppedController::next_step() const {
  if (!controller_) return std::nullopt;
  return began_ ? controller_->next_step() : Timestamp();
}

}  // namespace jitterscope
