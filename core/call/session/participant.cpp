#include "core/call/session/participant.h"

#include "core/algorithms/playout/policy_definition.h"

namespace jitterscope {

void Participant::start_audio(AudioReceiver& receiver, const AudioSlotConfig& config) {
  if (const auto slot = receiver.add(*board_, config)) audio_ = {&receiver, *slot};
}

void Participant::start_video(VideoReceiver& receiver, const VideoSlotConfig& received,
                              const DecodeSlotConfig& decoded) {
  if (const auto slots = receiver.add(*board_, picture_, received, decoded)) video_ = {&receiver, *slots};
}

bool Participant::receives(Medium medium) const {
  return medium == Medium::kAudio ? audio_.has_value() : video_.has_value();
}

void Participant::leave() {
  if (audio_) audio_->thread->remove(audio_->slot);
  if (video_) video_->thread->remove(video_->slot);
}

bool Participant::is_gone() {
  const auto gone = [](const auto& served) { return !served || served->thread->is_gone(served->slot); };
  return gone(audio_) && gone(video_);
}

TakenOver Participant::set_loss_policy(LossPolicy policy, bool discard_late_frames, const SettingChanged* mark) {
  return video_ ? video_->thread->set_loss_policy(video_->slot, policy, discard_late_frames, mark) : TakenOver();
}

TakenOver Participant::set_playout(Medium medium, const PlayoutSetting& playout, Duration period,
                                   const SettingChanged* mark) {
  if (!receives(medium)) return {};
  const auto set = [&](const auto& served) { return served->thread->set_playout(served->slot, playout, period, mark); };
  return medium == Medium::kAudio ? set(audio_) : set(video_);
}

void Participant::renew_period(Medium medium, const PlayoutSetting& playout, Duration period) {
  const auto* policy = find_playout_policy(playout.policy.view());
  if (period != periods_[medium] && policy && policy->counts_in_periods) set_playout(medium, playout, period, nullptr);
  periods_[medium] = period;
}

void Participant::set_frame_period(Duration period) {
  if (video_) video_->thread->set_period(video_->slot, period);
}

std::int64_t Participant::frames_skipped() const {
  return video_ ? video_->thread->frames_skipped(video_->slot) : 0;
}

}  // namespace jitterscope
