// Demonstrate in a running call: what the comparison asks for is carried out as if the user had.
#include <algorithm>
#include <thread>

#include "core/base/realtime/class_right.h"
#include "core/base/realtime/clock.h"
#include "core/base/realtime/processors.h"
#include "core/call/session/call_session.h"
#include "core/call/session/priority_demonstration.h"
#include "core/call/session/shaping_demonstration.h"

namespace jitterscope {

void CallSession::carry_out(const Demonstrate& wanted) {
  const auto as_set = [this](const Command& command) { return stands(command); };
  if (!wanted.run) return follow(demonstration_.stop(as_set));
  if (demonstration_.running()) return;
  if (!media_ || !media_->snapshot() || !machine_)
    return tell(1, "The demonstration needs a running call between two Jitterscopes. Call first.");
  if (!can_load()) return;
  auto plan = wanted.kind == DemonstrationKind::kPriority ? plan_priority() : plan_shaping();
  refusal_told_ = false;
  if (plan) follow(demonstration_.begin(std::move(*plan), monotonic_now()));
}

std::optional<ComparisonPlan> CallSession::plan_shaping() {
  const auto snapshot = media_->snapshot();
  const auto sent = video_on_link(snapshot->sent[Medium::kVideo]),
             received = video_on_link(snapshot->received(Medium::kVideo).figures);
  if (!sent && !received) {
    tell(1, "The demonstration shows packets of video, and none is running. Switch a camera on first.");
    return std::nullopt;
  }
  const VideoOnLink video = !received || (sent && sent->kbps >= received->kbps) ? *sent : *received;
  ShapingStart start;
  start.mine = settings_.shaping;
  start.theirs = ShapingSetting::parse(told_["shaping"]).value_or(ShapingSetting{});
  start.link = settings_.link;
  start.background = settings_.background;
  start.video_kbps = video.kbps;
  start.blocks_a_frame = video.blocks_a_frame;
  return shaping_plan(start);
}

std::optional<ComparisonPlan> CallSession::plan_priority() {
  const PrioritySetting realtime{PrioritySetting::Kind::kRealtime};
  if (const std::string reason = why_refused(realtime, ThreadRole::kVideoReceive); !reason.empty()) {
    tell(1, "There is nothing to compare without the real-time class. " + reason);
    return std::nullopt;
  }
  PriorityStart start;
  if (const auto processors = allowed_processors(); !processors.empty()) start.processor = processors.back();
  start.receive_processor = settings_.receive_processor;
  start.cpu_load = settings_.cpu_load;
  start.audio_block = settings_.audio_block;
  start.mine = with_default_priorities(settings_.priorities);
  for (const auto& [name, value] : told_) {
    const auto told = parse_setting(name, value);  // what could not be asked back for is left as it is
    if (!told) continue;
    if (const auto* block = std::get_if<SetAudioBlock>(&*told)) start.their_audio_block = block->bytes;
  }
  return priority_plan(start);
}

/// Of the remote: as it said last.
bool CallSession::stands(const Command& command) const {
  const auto remotely = [this](const RemoteSetting& setting, End end, bool mine) {
    if (end == End::kMine) return mine;
    const auto told = told_.find(setting_name(setting));
    return told != told_.end() && told->second == setting_value(setting);
  };
  if (const auto* link = std::get_if<SetLink>(&command)) return settings_.link == link->link;
  if (const auto* background = std::get_if<SetBackground>(&command))
    return settings_.background == background->background;
  if (const auto* where = std::get_if<SetReceiveProcessor>(&command))
    return settings_.receive_processor == where->processor;
  if (const auto* load = std::get_if<SetCpuLoad>(&command)) return settings_.cpu_load == load->counters;
  if (const auto* shaping = std::get_if<SetShaping>(&command))
    return remotely(*shaping, shaping->end, settings_.shaping == shaping->shaping);
  if (const auto* block = std::get_if<SetAudioBlock>(&command))
    return remotely(*block, block->end, settings_.audio_block == block->bytes);
  if (const auto* priority = std::get_if<SetPriority>(&command)) {
    const PrioritySettings mine = with_default_priorities(settings_.priorities);
    const auto found = mine.find(priority->role);
    return remotely(*priority, priority->end, found != mine.end() && found->second == priority->priority);
  }
  return false;
}

/// The mark first: what follows it is no longer of the half before.
void CallSession::follow(const GuidedComparison::Step& step) {
  if (step.mark.empty()) return;
  mark(kDemonstrationSetting, step.mark);
  const Choices own = own_;
  for (const Command& command : step.commands) {
    if (auto asked = asked_of_far_end(command)) asked_.push_back(*asked);
    std::visit([this](const auto& wanted) { carry_out(wanted); }, command);
  }
  own_ = own;
  if (demonstration_.running()) return;
  const PrioritySettings automatic = with_default_priorities({});  // restored by name: nobody has chosen them
  std::erase_if(settings_.priorities, [&](const auto& choice) {
    const auto found = automatic.find(choice.first);
    return found != automatic.end() && choice.second == found->second && !own_.priorities.contains(choice.first);
  });
}

/// Whether this answers a demonstration, and not the user's own wish. Each answer once.
bool CallSession::demonstration_asked(const RemoteSetting& answered) {
  const auto found = std::find_if(asked_.begin(), asked_.end(), [&](const RemoteSetting& asked) {
    return setting_name(asked) == setting_name(answered) && setting_value(asked) == setting_value(answered);
  });
  if (found == asked_.end()) return false;
  asked_.erase(found);
  return true;
}

void CallSession::go_on_demonstrating(Timestamp now) {
  if (demonstration_.running())
    follow(demonstration_.tick(now, [this](const Command& command) { return stands(command); }));
}

}  // namespace jitterscope
