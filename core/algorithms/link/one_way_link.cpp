#include "core/algorithms/link/one_way_link.h"

#include <cmath>

namespace jitterscope::link {

OneWayLink::OneWayLink(const LinkSetting& setting, std::optional<DeliveryTrace> trace, std::uint64_t seed,
                       Timestamp began)
    : setting_(setting), trace_(std::move(trace)), schedule_began_(began), line_(seed, began) {
  if (trace_) trace_->begin(began);
  queue_.set_limits(setting_);
  apply_schedule(began);
}

void OneWayLink::offer(const Packet& offered, Timestamp at) {
  run(at);
  const Packet packet = numbers_.numbered(offered);
  if (!serialises())
    line_.launch(packet, at, setting_, delay_ + time_after_token_bucket(setting_, packet.bytes), drops_);
  else if (!sending_)
    begin(packet, at, false);
  else if (!queue_.push(packet))
    drops_.push_back({packet.id, at, packet.way, packet.traffic, LinkDrop::kQueueFull});
}

void OneWayLink::run(Timestamp now) {
  while (true) {
    const bool step_due =
        next_step_ < setting_.schedule.size() && schedule_began_ + setting_.schedule[next_step_].at <= now;
    if (sending_ && sent_ <= now && (!step_due || sent_ <= schedule_began_ + setting_.schedule[next_step_].at))
      end_sending();
    else if (step_due)
      take_step();
    else
      return;
  }
}

std::optional<Timestamp> OneWayLink::next_event() const {
  if (!drops_.empty()) return drops_.front().at;
  const Departure* arrival = line_.next();
  if (!sending_) return arrival ? std::optional(arrival->at) : std::nullopt;
  return arrival ? std::min(arrival->at, sent_) : sent_;
}

void OneWayLink::reseed(std::uint64_t seed) {
  line_.reseed(seed);
  numbers_ = {};
}

bool OneWayLink::can_become(const LinkSetting& setting) const {
  return !setting.ethernet_stations && setting.trace_file == setting_.trace_file;
}

void OneWayLink::set(const LinkSetting& setting, Timestamp at) {
  run(at);
  if (setting.schedule != setting_.schedule) schedule_began_ = at;
  setting_ = setting;
  queue_.set_limits(setting_);
  apply_schedule(at);
}

/// What the setting says for `at`: its own values, or those of the steps until then.
void OneWayLink::apply_schedule(Timestamp at) {
  auto rate = setting_.rate;
  delay_ = setting_.delay;
  for (next_step_ = 0; next_step_ < setting_.schedule.size(); ++next_step_) {
    const LinkStep& step = setting_.schedule[next_step_];
    if (schedule_began_ + step.at > at) break;
    if (step.rate) rate = step.rate;
    if (step.delay) delay_ = *step.delay;
  }
  change_rate(rate, at);
}

void OneWayLink::take_step() {
  const LinkStep& step = setting_.schedule[next_step_++];
  if (step.delay) delay_ = *step.delay;
  if (step.rate) change_rate(step.rate, schedule_began_ + step.at);
}

void OneWayLink::change_rate(std::optional<DataRate> rate, Timestamp at) {
  const double before = ns_a_byte_;
  ns_a_byte_ = rate && !setting_.kernel ? 8e9 / rate->bits_per_second() : 0;
  if (trace_ || !sending_) return;
  const double left = (static_cast<double>((sent_ - at).ns()) + fraction_ns_) * ns_a_byte_ / before;
  fraction_ns_ = left - std::floor(left);
  sent_ = at + Duration::ns(static_cast<std::int64_t>(left));
}

void OneWayLink::begin(const Packet& packet, Timestamp at, bool backlogged) {
  sending_ = packet;
  if (trace_) {
    sent_ = trace_->serve(packet.bytes, at, backlogged);
    return;
  }
  const double time = (backlogged ? fraction_ns_ : 0) + packet.bytes * ns_a_byte_;
  const double whole = std::floor(time);
  fraction_ns_ = time - whole;
  sent_ = at + Duration::ns(static_cast<std::int64_t>(whole));
}

void OneWayLink::end_sending() {
  const Packet packet = *sending_;
  sending_.reset();
  line_.launch(packet, sent_, setting_, delay_, drops_);
  if (const auto next = queue_.pop()) begin(*next, sent_, true);
}

}  // namespace jitterscope::link
