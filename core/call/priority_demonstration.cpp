#include "core/call/priority_demonstration.h"

#include <algorithm>
#include <array>

#include "core/events/audio_block.h"

namespace jitterscope {
namespace {

constexpr int kCountersACore = 3;
constexpr std::array kMediaThreads{ThreadRole::kAudioSend, ThreadRole::kAudioReceive, ThreadRole::kVideoSend,
                                   ThreadRole::kVideoReceive};
const PrioritySetting kOrdinary{}, kRealtime{PrioritySetting::Kind::kRealtime};

void add_classes(ComparisonPlan& plan, const PrioritySettings& start, End end) {
  for (const ThreadRole role : kMediaThreads) {
    const auto found = start.find(role);
    if (found == start.end()) continue;
    plan.settings.push_back({SetPriority{role, kOrdinary, end}, SetPriority{role, kRealtime, end},
                             SetPriority{role, found->second, end}, end == End::kTheirs});
  }
}

}  // namespace

int demonstration_counters(const PriorityStart& start) {
  return std::max(start.cpu_load, kCountersACore * start.processors);
}

ComparisonPlan priority_plan(const PriorityStart& start) {
  ComparisonPlan plan{DemonstrationKind::kPriority, kOrdinary.to_string(), kRealtime.to_string(), {}};
  if (start.their_audio_block)
    plan.settings.push_back({SetAudioBlock{kFreeAudioBlock, End::kTheirs},
                             {},
                             SetAudioBlock{*start.their_audio_block, End::kTheirs},
                             true});
  add_classes(plan, start.theirs, End::kTheirs);
  plan.settings.push_back({SetAudioBlock{kFreeAudioBlock}, {}, SetAudioBlock{start.audio_block}});
  add_classes(plan, start.mine, End::kMine);
  plan.settings.push_back({SetCpuLoad{demonstration_counters(start)}, {}, SetCpuLoad{start.cpu_load}});
  return plan;
}

}  // namespace jitterscope
