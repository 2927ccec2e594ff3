#include "core/algorithms/playout/policy.h"

#include "core/algorithms/playout/expand_policy.h"
#include "core/algorithms/playout/fixed_delay_policy.h"
#include "core/algorithms/playout/queue_monitoring_policy.h"
#include "core/algorithms/playout/ramjee_policy.h"

namespace jitterscope {
namespace {

template <class Estimator>
std::unique_ptr<PlayoutPolicy> ramjee(const Estimator& estimator, Medium medium) {
  return std::make_unique<RamjeePolicy<Estimator>>(estimator, medium);
}

}  // namespace

std::unique_ptr<PlayoutPolicy> make_playout_policy(const PlayoutSetting& setting, Medium medium, Duration period) {
  switch (setting.kind) {
    case PlayoutPolicyKind::kExpand: return std::make_unique<ExpandPolicy>();
    case PlayoutPolicyKind::kFixed: return std::make_unique<FixedDelayPolicy>(setting.delay, true, medium);
    case PlayoutPolicyKind::kOptimum: return std::make_unique<FixedDelayPolicy>(setting.delay, false, medium);
    case PlayoutPolicyKind::kRamjee1: return ramjee(AverageEstimator(RamjeeConstants::kWeight), medium);
    case PlayoutPolicyKind::kRamjee2: return ramjee(AverageEstimator(RamjeeConstants::kRisingWeight), medium);
    case PlayoutPolicyKind::kRamjee3: return ramjee(MinimumEstimator(), medium);
    case PlayoutPolicyKind::kRamjee4: return ramjee(SpikeEstimator(), medium);
    case PlayoutPolicyKind::kQueueMonitoring: return std::make_unique<QueueMonitoringPolicy>(period);
  }
  return nullptr;
}

}  // namespace jitterscope
