// Demonstrate -> Shaping in a running call: what ShapingDemonstration asks for is carried out as if the user had.
#include "core/call/call_session.h"
#include "core/link/network.h"
#include "core/realtime/clock.h"

namespace jitterscope {
namespace {

/// On the link, with its headers.
double kbps_on_link(const StreamSnapshot& video) {
  return video.rate_kbps + video.packets_per_second * link::kHeaderBytes * 8 / 1e3;
}

double blocks_a_frame(const StreamSnapshot& video) {
  return video.frames_per_second > 0 ? video.packets_per_second / video.frames_per_second : 0;
}

}  // namespace

void CallSession::carry_out(const Demonstrate& wanted) {
  if (!wanted.run) return follow(demonstration_.stop());
  if (demonstration_.running()) return;
  const auto snapshot = media_ ? media_->snapshot() : nullptr;
  if (!snapshot || !machine_)
    return tell(1, "The demonstration needs a running call between two Jitterscopes. Call first.");
  if (!can_load()) return;
  const bool by_sent = kbps_on_link(snapshot->sent_video) >= kbps_on_link(snapshot->received_video);
  const StreamSnapshot& video = by_sent ? snapshot->sent_video : snapshot->received_video;
  if (!(blocks_a_frame(video) > 0))
    return tell(1, "The demonstration shows packets of video, and none is running. Switch a camera on first.");
  DemonstrationStart start;
  start.mine = settings_.shaping;
  start.theirs = ShapingSetting::parse(snapshot->shaping_theirs).value_or(ShapingSetting{});
  start.link = settings_.link;
  start.background = settings_.background;
  start.video_kbps = kbps_on_link(video);
  start.blocks_a_frame = blocks_a_frame(video);
  follow(demonstration_.begin(start, monotonic_now()));
}

void CallSession::follow(const ShapingDemonstration::Step& step) {
  for (const Command& command : step.commands) std::visit([this](const auto& wanted) { carry_out(wanted); }, command);
  if (!step.mark.empty()) mark(kDemonstrationSetting, step.mark);
}

void CallSession::go_on_demonstrating(Timestamp now) {
  if (!demonstration_.running()) return;
  if (settings_.link == demonstration_.link()) return follow(demonstration_.tick(now));
  // Another link was set meanwhile, and stays; or this one could not be had, and the sentence is there.
  ShapingDemonstration::Step step = demonstration_.stop();
  std::erase_if(step.commands, [](const Command& command) { return std::holds_alternative<SetLink>(command); });
  follow(step);
}

}  // namespace jitterscope
