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

void RecentArrivals::add(const PlayoutArrival& unit) {
  ring_[count_++ % kMost] = unit;
}

bool RecentArrivals::jumps_to(const PlayoutArrival& unit) const {
  if (count_ == 0) return false;
  const PlayoutArrival& last = ring_[(count_ - 1) % kMost];
  return timestamps_restarted(unit.source - last.source, transit_of(unit) - transit_of(last));
}

void RecentArrivals::teach(PlayoutPolicy& policy) const {
  for (std::size_t i = count_ - std::min(count_, kMost); i < count_; ++i) (void)policy.take(ring_[i % kMost]);
}

void DecisionNotes::rename(const ShortText<24>& policy) {
  told_.policy = policy;
  renamed_ = true;
}

std::optional<PlayoutDecided> DecisionNotes::note(Duration delay, Duration held, bool talkspurt, Timestamp at) {
  const bool changed = differs(delay, told_.delay, kWorthTelling) || differs(held, told_.held, kWorthTelling);
  if (!renamed_ && !(changed && (talkspurt || at - told_.at >= kTellEvery))) return std::nullopt;
  told_.delay = delay;
  told_.held = held;
  told_.at = at;
  renamed_ = false;
  return told_;
}

}  // namespace jitterscope
