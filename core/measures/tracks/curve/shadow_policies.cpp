#include "core/measures/tracks/curve/shadow_policies.h"

namespace jitterscope {

ShadowPolicies::ShadowPolicies(Medium medium, Duration period) {
  for (std::size_t kind = 0; kind < kPlayoutPolicies; ++kind) {
    if (kind == kReallyPlayed) continue;
    PlayoutSetting setting;
    setting.kind = static_cast<PlayoutPolicyKind>(kind);
    policies_[kind] = make_playout_policy(setting, medium, period);
  }
}

PlayoutDelays ShadowPolicies::take(const PlayoutArrival& unit) {
  PlayoutDelays delays;
  delays.fill(kNotDecided);
  for (std::size_t kind = 0; kind < kPlayoutPolicies; ++kind) {
    if (!policies_[kind]) continue;
    const std::optional<Timestamp> playout = policies_[kind]->take(unit);
    const bool played = playout && *playout >= unit.received;
    delays[kind] = played ? Duration::ns(playout->ns()) - unit.source : kNotPlayed;
  }
  return delays;
}

void ShadowPolicies::set_optimum(Duration target) {
  if (auto& policy = policies_[static_cast<std::size_t>(PlayoutPolicyKind::kOptimum)]) policy->set_target(target);
}

}  // namespace jitterscope
