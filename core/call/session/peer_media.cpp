#include "core/call/session/peer_media.h"

#include <algorithm>
#include <random>
#include <stdexcept>

#include "core/algorithms/playout/policy_definition.h"
#include "core/call/pipeline/audio_receiver.h"
#include "core/call/pipeline/rtcp_thread.h"
#include "core/call/pipeline/video_receiver.h"

namespace jitterscope {

struct PeerMedia::Threads {
  /// The remote has this slot on this thread.
  template <typename Thread, typename Slot>
  struct Place {
    Thread* thread;
    Slot slot;
  };
  RtcpSocketSink rtcp_sink;
  std::optional<Place<RtcpThread, RtcpThread::Remote>> rtcp = {};
  std::optional<Place<AudioReceiver, AudioReceiver::Remote>> audio = {};
  std::optional<Place<VideoReceiver, VideoRemote>> video = {};
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
  const auto slot = thread.add(*clock_, *board_, rates, threads_->rtcp_sink, config);
  if (!slot) throw std::runtime_error("there is room for no more.");
  threads_->rtcp = {&thread, *slot};
}

void PeerMedia::start_audio(AudioReceiver& receiver, const AudioSlotConfig& config) {
  if (const auto slot = receiver.add(board_->playout, config)) threads_->audio = {&receiver, *slot};
}

void PeerMedia::start_video(VideoReceiver& receiver, const VideoSlotConfig& received, const DecodeSlotConfig& decoded) {
  const auto slots = receiver.add(board_->playout, picture_, received, decoded);
  if (slots) threads_->video = {&receiver, *slots};
}

bool PeerMedia::receives(Medium medium) const {
  return medium == Medium::kAudio ? threads_->audio.has_value() : threads_->video.has_value();
}

void PeerMedia::stop_rtcp() {
  if (const auto& rtcp = threads_->rtcp) rtcp->thread->remove(rtcp->slot);
}

void PeerMedia::leave() {
  leaves_ = true;
  stop_rtcp();
  if (const auto& audio = threads_->audio) audio->thread->remove(audio->slot);
  if (const auto& video = threads_->video) video->thread->remove(video->slot);
}

bool PeerMedia::is_gone() {
  const auto gone = [](const auto& place) { return !place || place->thread->is_gone(place->slot); };
  return leaves_ && gone(threads_->rtcp) && gone(threads_->audio) && gone(threads_->video);
}

void PeerMedia::agree(const Description& local, const Description& remote) {
  config_.local = local;
  config_.remote = remote;
  const auto period = period_of(remote.video.frames_per_second);
  const auto& video = threads_->video;
  if (period && video && !config_.plain_rtp) video->thread->set_period(video->slot, *period);
}

void PeerMedia::set_destinations(const PerMedium<SocketAddress>& rtp) {
  destinations_ = rtp;
  for (const Medium medium : kMedia) {
    Route route = this->route(medium);
    route.address = rtcp_of(route.address);
    threads_->rtcp_sink.set_route(medium, route);
  }
}

void PeerMedia::ask_path(std::uint16_t audio_port, std::uint16_t video_port) {
  const PerMedium<std::uint16_t> ports{{audio_port, video_port}};
  std::random_device random;
  for (const Medium medium : kMedia) {
    threads_->rtcp_sink.set_probed(medium, rtcp_of(config_.remote_rtp[medium].with_port(ports[medium])));
    path_tokens_[medium] = std::uint64_t{random()} << 32 | random() | 1;
  }
  board_->path.asked.put(path_tokens_);
  if (const auto& rtcp = threads_->rtcp) rtcp->thread->ring();
}

bool PeerMedia::path_is_answered() const {
  return std::ranges::all_of(kMedia, [this](Medium medium) {
    const auto& answered = board_->path.answered[static_cast<std::size_t>(medium)];
    return answered.load(std::memory_order_relaxed) == path_tokens_[medium];
  });
}

void PeerMedia::end_path_question() {
  path_tokens_ = {};
  board_->path.asked.put(path_tokens_);
}

TakenOver PeerMedia::set_loss_policy(LossPolicy policy, bool discard_late_frames, const SettingChanged* mark) {
  const auto& video = threads_->video;
  return video ? video->thread->set_loss_policy(video->slot, policy, discard_late_frames, mark) : TakenOver();
}

TakenOver PeerMedia::set_playout(Medium medium, const PlayoutSetting& playout, const SettingChanged* mark) {
  if (!receives(medium)) return {};
  const Duration period = received_period(config_, medium);
  const auto set = [&](const auto& place) { return place->thread->set_playout(place->slot, playout, period, mark); };
  return medium == Medium::kAudio ? set(threads_->audio) : set(threads_->video);
}

std::int64_t PeerMedia::frames_skipped() const {
  const auto& video = threads_->video;
  return video ? video->thread->frames_skipped(video->slot) : 0;
}

void PeerMedia::renew_period(Medium medium, const PlayoutSetting& playout) {
  const Duration period = received_period(config_, medium);
  const auto* policy = find_playout_policy(playout.policy.view());
  if (period != periods_[medium] && policy && policy->counts_in_periods) set_playout(medium, playout, nullptr);
  periods_[medium] = period;
}

}  // namespace jitterscope
