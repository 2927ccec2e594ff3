#include "core/call/session/priority_demonstration.h"

#include <algorithm>

#include "core/events/audio_block.h"

namespace jitterscope {
namespace {

constexpr int kCounters = 4, kMoreVideos = 2;
const PrioritySetting kOrdinaryClass{};

}  // namespace

ComparedClass compared_class(const std::function<std::string(const PrioritySetting&)>& why_refused) {
  using Kind = PrioritySetting::Kind;
  ComparedClass found;
  for (const Kind kind : {Kind::kRealtime, Kind::kNice, Kind::kSlice}) {
    const std::string reason = why_refused({kind});
    if (kind == Kind::kRealtime) found.refusal = reason;
    if (!reason.empty()) continue;
    found.granted = {kind};
    break;
  }
  if (found.granted && !found.refusal.empty())
    found.refusal += " Compared in its place: " + found.granted->to_string() + ".";
  return found;
}

int demonstration_counters(const PriorityStart& start) {
  return std::max(start.cpu_load, kCounters);
}

ComparisonPlan priority_plan(const PriorityStart& start) {
  ComparisonPlan plan{DemonstrationKind::kPriority, kOrdinaryClass.to_string(), start.compared.to_string(), {}};
  if (start.remote_audio_block)
    plan.settings.push_back(
        {SetAudioBlock{kFreeAudioBlock, End::kRemote}, {}, SetAudioBlock{*start.remote_audio_block, End::kRemote}});
  plan.settings.push_back({SetAudioBlock{kFreeAudioBlock}, {}, {}});
  for (const ThreadRole role : kMediaThreads)
    plan.settings.push_back({SetPriority{role, kOrdinaryClass}, SetPriority{role, start.compared}, {}});
  plan.settings.push_back({SetReceiveProcessor{start.processor}, {}, {}});
  plan.settings.push_back({SetCpuLoad{demonstration_counters(start)}, {}, {}});
  plan.settings.push_back({SetVideoLoad{start.video_load}, {}, {}});
  const int more = start.video_load + kMoreVideos;
  if (more <= setting::VideoLoad::kMost) plan.harder = {SetVideoLoad{more}};
  return plan;
}

}  // namespace jitterscope
