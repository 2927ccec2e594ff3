#include "core/algorithms/playout/policies/queue_monitoring_policy.h"

#include <algorithm>

#include "core/algorithms/playout/policy_definition.h"

namespace jitterscope {

Duration QueueMonitoringPolicy::threshold(std::int64_t units, Duration period) {
  std::int64_t frames = kBaseThreshold;
  for (std::int64_t more = units - kAllowed - 1; more > 0 && frames > 1; --more) frames /= kDecay;
  return period * std::max<std::int64_t>(frames, 1);
}

QueueMonitoringPolicy::QueueMonitoringPolicy(Duration period) : period_(std::max(period, Duration::ms(1))) {}

std::optional<Timestamp> QueueMonitoringPolicy::take(const PlayoutArrival& unit) {
  const Duration transit = transit_of(unit);
  reference_.add(unit.received, transit);
  offset_.set(offset_.any() ? std::max(offset_.value(), transit) : transit);
  const Duration wait = offset_.value() - transit;
  const std::int64_t waiting = (wait.ns() + period_.ns() - 1) / period_.ns();  // with this one
  if (!too_long(waiting, unit.received)) return offset_.playout(unit);
  offset_.set(offset_.value() - period_);
  since_.fill(std::nullopt);
  return std::nullopt;
}

bool QueueMonitoringPolicy::too_long(std::int64_t waiting, Timestamp now) {
  bool exceeded = false;
  for (std::size_t i = 0; i < kLengths; ++i) {
    const std::int64_t units = kAllowed + 1 + static_cast<std::int64_t>(i);
    if (waiting < units) {
      since_[i].reset();
      continue;
    }
    if (!since_[i]) since_[i] = now;
    exceeded = exceeded || now - *since_[i] >= threshold(units, period_);
  }
  return exceeded;
}

Duration QueueMonitoringPolicy::delay() const {
  return offset_.value() - reference_.smallest();
}

void QueueMonitoringPolicy::restart() {
  *this = QueueMonitoringPolicy(period_);
}

PlayoutPolicyDefinition queue_monitoring_policy() {
  return {.place = 80,
          .name = "queue-monitoring",
          .label = "Queue monitoring",
          .short_label = "QM",
          .sentence =
              "Queue monitoring: starts as E, and throws a unit away when the queue has been long for a while "
              "(Stone and Jeffay 1995)",
          .counts_in_periods = true,
          .make = [](const PlayoutPolicyInput& input) -> std::unique_ptr<PlayoutPolicy> {
            return std::make_unique<QueueMonitoringPolicy>(input.period);
          }};
}

}  // namespace jitterscope
