#include "core/call/session/peer_media.h"

#include <stdexcept>

#include "core/algorithms/playout/policy_definition.h"
#include "core/call/pipeline/audio_receiver.h"
#include "core/call/pipeline/rtcp_thread.h"
#include "core/call/pipeline/video_receiver.h"

namespace jitterscope {

struct PeerMedia::Threads {
  RtcpSocketSink rtcp_sink;
  RtcpThread* rtcp_thread = nullptr;
  AudioReceiver* audio_receiver = nullptr;
  VideoReceiver* video_receiver = nullptr;
  std::optional<RtcpThread::Remote> rtcp = {};
  std::optional<AudioReceiver::Remote> audio = {};
  std::optional<VideoRemote> video = {};
};

PeerMedia::PeerMedia(ParticipantId id, const MediaConfig& config, std::shared_ptr<CallClock> clock,
                     LatestValue<VideoFrame>* picture, const std::array<UdpSocket*, 2>& rtcp_sockets)
    : id_(id),
      config_(config),
      clock_(std::move(clock)),
      picture_(picture ? *picture : own_picture_),
      threads_(new Threads{RtcpSocketSink(rtcp_sockets)}) {}
PeerMedia::~PeerMedia() = default;

void PeerMedia::start_rtcp(RtcpThread& thread, RateBoard& rates, const RtcpConfig& config) {
  threads_->rtcp_thread = &thread;
  threads_->rtcp = thread.add(*clock_, *board_, rates, threads_->rtcp_sink, config);
  if (!threads_->rtcp) throw std::runtime_error("there is room for no more.");
}

void PeerMedia::start_audio(AudioReceiver& receiver, const AudioSlotConfig& config) {
  threads_->audio_receiver = &receiver;
  threads_->audio = receiver.add(board_->playout, config);
}

void PeerMedia::start_video(VideoReceiver& receiver, const VideoSlotConfig& received, const DecodeSlotConfig& decoded) {
  threads_->video_receiver = &receiver;
  threads_->video = receiver.add(board_->playout, picture_, received, decoded);
}

bool PeerMedia::receives(Medium medium) const {
  return medium == Medium::kAudio ? threads_->audio.has_value() : threads_->video.has_value();
}

void PeerMedia::stop_rtcp() {
  if (threads_->rtcp) threads_->rtcp_thread->remove(*threads_->rtcp);
}

void PeerMedia::leave() {
  leaves_ = true;
  stop_rtcp();
  if (threads_->audio) threads_->audio_receiver->remove(*threads_->audio);
  if (threads_->video) threads_->video_receiver->remove(*threads_->video);
}

bool PeerMedia::is_gone() {
  return leaves_ && (!threads_->rtcp || threads_->rtcp_thread->is_gone(*threads_->rtcp)) &&
         (!threads_->audio || threads_->audio_receiver->is_gone(*threads_->audio)) &&
         (!threads_->video || threads_->video_receiver->is_gone(*threads_->video));
}

void PeerMedia::agree(const Description& local, const Description& remote) {
  config_.local = local;
  config_.remote = remote;
  const auto period = period_of(remote.video.frames_per_second);
  if (period && threads_->video && !config_.plain_rtp) threads_->video_receiver->set_period(*threads_->video, *period);
}

void PeerMedia::set_destinations(const PerMedium<SocketAddress>& rtp) {
  destinations_ = rtp;
  for (const Medium medium : kMedia) {
    Route route = this->route(medium);
    route.address = rtcp_of(route.address);
    threads_->rtcp_sink.set_route(medium, route);
  }
}

TakenOver PeerMedia::set_loss_policy(LossPolicy policy, bool discard_late_frames, const SettingChanged* mark) {
  return threads_->video
             ? threads_->video_receiver->set_loss_policy(*threads_->video, policy, discard_late_frames, mark)
             : TakenOver();
}

TakenOver PeerMedia::set_playout(Medium medium, const PlayoutSetting& playout, const SettingChanged* mark) {
  if (!receives(medium)) return {};
  const Duration period = received_period(config_, medium);
  return medium == Medium::kAudio ? threads_->audio_receiver->set_playout(*threads_->audio, playout, period, mark)
                                  : threads_->video_receiver->set_playout(*threads_->video, playout, period, mark);
}

std::int64_t PeerMedia::frames_skipped() const {
  return threads_->video ? threads_->video_receiver->frames_skipped(*threads_->video) : 0;
}

void PeerMedia::renew_period(Medium medium, const PlayoutSetting& playout) {
  const Duration period = received_period(config_, medium);
  const auto* policy = find_playout_policy(playout.policy.view());
  if (period != periods_[medium] && policy && policy->counts_in_periods) set_playout(medium, playout, nullptr);
  periods_[medium] = period;
}

}  // namespace jitterscope
