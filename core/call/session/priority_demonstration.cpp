#include "core/call/session/priority_demonstration.h"

#include <algorithm>
#include <array>

#include "core/events/audio_block.h"

namespace jitterscope {
namespace {

constexpr int kCounters = 4;
constexpr std::array kMediaThreads{ThreadRole::kAudioSend, ThreadRole::kAudioReceive, ThreadRole::kVideoSend,
                                   ThreadRole::kVideoReceive};
const PrioritySetting kOrdinaryClass{}, kRealtimeClass{PrioritySetting::Kind::kRealtime};

void add_classes(ComparisonPlan& plan, const PrioritySettings& start) {
  for (const ThreadRole role : kMediaThreads) {
    const auto found = start.find(role);
    if (found == start.end()) continue;
    plan.settings.push_back(
        {SetPriority{role, kOrdinaryClass}, SetPriority{role, kRealtimeClass}, SetPriority{role, found->second}});
  }
}

}  // namespace

int demonstration_counters(const PriorityStart& start) {
  return std::max(start.cpu_load, kCounters);
}

ComparisonPlan priority_plan(const PriorityStart& start) {
  ComparisonPlan plan{DemonstrationKind::kPriority, kOrdinaryClass.to_string(), kRealtimeClass.to_string(), {}};
  if (start.their_audio_block)
    plan.settings.push_back({SetAudioBlock{kFreeAudioBlock, End::kTheirs},
                             {},
                             SetAudioBlock{*start.their_audio_block, End::kTheirs},
                             true});
  plan.settings.push_back({SetAudioBlock{kFreeAudioBlock}, {}, SetAudioBlock{start.audio_block}});
  add_classes(plan, start.mine);
  plan.settings.push_back({SetReceiveProcessor{start.processor}, {}, SetReceiveProcessor{start.receive_processor}});
  plan.settings.push_back({SetCpuLoad{demonstration_counters(start)}, {}, SetCpuLoad{start.cpu_load}});
  return plan;
}

}  // namespace jitterscope
