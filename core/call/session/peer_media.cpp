#include "core/call/session/peer_media.h"

#include <stdexcept>

#include "core/algorithms/playout/policy_definition.h"

namespace jitterscope {

void PeerMedia::start_rtcp(RtcpThread& thread, RateBoard& rates, const RtcpConfig& config) {
  rtcp_thread_ = &thread;
  rtcp_ = thread.add(*clock_, *board_, rates, rtcp_sink_, config);
  if (!rtcp_) throw std::runtime_error("there is room for no more.");
}

void PeerMedia::start_audio(AudioReceiver& receiver, const AudioSlotConfig& config) {
  audio_receiver_ = &receiver;
  audio_ = receiver.add(board_->playout, config);
}

void PeerMedia::start_video(VideoReceiver& receiver, const VideoSlotConfig& received, const DecodeSlotConfig& decoded) {
  video_receiver_ = &receiver;
  video_ = receiver.add(board_->playout, picture_, received, decoded);
}

void PeerMedia::stop_rtcp() {
  if (rtcp_) rtcp_thread_->remove(*rtcp_);
}

void PeerMedia::leave() {
  leaves_ = true;
  stop_rtcp();
  if (audio_) audio_receiver_->remove(*audio_);
  if (video_) video_receiver_->remove(*video_);
}

bool PeerMedia::is_gone() {
  return leaves_ && (!rtcp_ || rtcp_thread_->is_gone(*rtcp_)) && (!audio_ || audio_receiver_->is_gone(*audio_)) &&
         (!video_ || video_receiver_->is_gone(*video_));
}

void PeerMedia::agree(const Description& local, const Description& remote) {
  config_.local = local;
  config_.remote = remote;
  const auto period = period_of(remote.video.frames_per_second);
  if (period && video_ && !config_.plain_rtp) video_receiver_->set_period(*video_, *period);
}

void PeerMedia::set_destinations(const PerMedium<SocketAddress>& rtp) {
  destinations_ = rtp;
  for (const Medium medium : kMedia) {
    Route route = this->route(medium);
    route.address = rtcp_of(route.address);
    rtcp_sink_.set_route(medium, route);
  }
}

TakenOver PeerMedia::set_loss_policy(LossPolicy policy, bool discard_late_frames, const SettingChanged* mark) {
  return video_ ? video_receiver_->set_loss_policy(*video_, policy, discard_late_frames, mark) : TakenOver();
}

TakenOver PeerMedia::set_playout(Medium medium, const PlayoutSetting& playout, const SettingChanged* mark) {
  if (!receives(medium)) return {};
  const Duration period = received_period(config_, medium);
  return medium == Medium::kAudio ? audio_receiver_->set_playout(*audio_, playout, period, mark)
                                  : video_receiver_->set_playout(*video_, playout, period, mark);
}

void PeerMedia::renew_period(Medium medium, const PlayoutSetting& playout) {
  const Duration period = received_period(config_, medium);
  const auto* policy = find_playout_policy(playout.policy.view());
  if (period != periods_[medium] && policy && policy->counts_in_periods) set_playout(medium, playout, nullptr);
  periods_[medium] = period;
}

}  // namespace jitterscope
