#include "core/measures/tracks/curve/shadow_policies.h"

#include "core/algorithms/playout/policy_definition.h"

namespace jitterscope {

std::size_t really_played() {
  static const std::size_t index = playout_policy_index(PlayoutSetting::kFixed);
  return index;
}

ShadowPolicies::ShadowPolicies(Medium medium, Duration period) {
  for (std::size_t i = 0; i < kPlayoutPolicies; ++i) {
    if (i == really_played()) continue;
    policies_[i] = make_playout_policy(playout_setting_of(playout_policies()[i]), medium, period);
  }
}

PlayoutDelays ShadowPolicies::take(const PlayoutArrival& unit) {
  PlayoutDelays delays;
  delays.fill(kNotDecided);
  for (std::size_t i = 0; i < kPlayoutPolicies; ++i) {
    if (!policies_[i]) continue;
    const std::optional<Timestamp> playout = policies_[i]->take(unit);
    const bool played = playout && *playout >= unit.received;
    delays[i] = played ? Duration::ns(playout->ns()) - unit.source : kNotPlayed;
  }
  return delays;
}

void ShadowPolicies::set_optimum(Duration target) {
  for (std::size_t i = 0; i < kPlayoutPolicies; ++i)
    if (policies_[i] && playout_policies()[i].follows_optimum) policies_[i]->set_target(target);
}

}  // namespace jitterscope
