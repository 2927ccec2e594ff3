#include "core/algorithms/playout/playout_change.h"

#include <algorithm>

#include "core/algorithms/playout/playout_offset.h"
#include "core/algorithms/playout/policy_definition.h"
#include "core/algorithms/playout/restart.h"

namespace jitterscope {
namespace {

constexpr Duration kWorthTelling = Duration::ms(1);
constexpr Duration kTellEvery = Duration::seconds(1);

bool differs(Duration a, Duration b, Duration least) {
  return std::max(a - b, b - a) >= least;
}

}  // namespace

PlayoutChange make_playout_change(const PlayoutSetting& setting, Medium medium, Duration period) {
  return {ShortText<24>(setting.to_string()), make_playout_policy(setting, medium, period)};
}

PolicyInForce::PolicyInForce(const PlayoutSetting& setting, Medium medium, Duration period) {
  PlayoutChange first = make_playout_change(setting, medium, period);
  policy_ = std::move(first.policy);
  told_.policy = first.name;
  told_.medium = medium;
}

bool PolicyInForce::jumps_to(const PlayoutArrival& unit) const {
  if (count_ == 0) return false;
  const PlayoutArrival& last = recent_[(count_ - 1) % kMost];
  return timestamps_restarted(unit.source - last.source, transit_of(unit) - transit_of(last));
}

std::optional<Timestamp> PolicyInForce::take(const PlayoutArrival& unit) {
  recent_[count_++ % kMost] = unit;
  return policy_->take(unit);
}

void PolicyInForce::note(Duration held, bool talkspurt, Timestamp at) {
  const Duration delay = policy_->delay();
  const bool changed = differs(delay, told_.delay, kWorthTelling) || differs(held, told_.held, kWorthTelling);
  if (!renamed_ && !(changed && (talkspurt || at - told_.at >= kTellEvery))) return;
  told_.delay = delay;
  told_.held = held;
  told_.at = at;
  renamed_ = false;
  decided_ = told_;
}

std::unique_ptr<PlayoutPolicy> PolicyInForce::set(PlayoutChange change, Duration held, Timestamp now) {
  for (std::size_t i = count_ - std::min(count_, kMost); i < count_; ++i)
    static_cast<void>(change.policy->take(recent_[i % kMost]));
  std::swap(policy_, change.policy);
  told_.policy = change.name;
  renamed_ = true;
  note(held, false, now);
  return std::move(change.policy);
}

void PolicyInForce::restart() {
  count_ = 0;
  policy_->restart();
}

}  // namespace jitterscope
