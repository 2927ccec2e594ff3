// Which streams run, to and from whom, and what each is told when the media change.
#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "core/base/realtime/clock.h"
#include "core/call/analysis/controller_choice.h"
#include "core/call/capture/make_source.h"
#include "core/call/pipeline/audio_receiver.h"
#include "core/call/pipeline/audio_sender.h"
#include "core/call/pipeline/rtcp_thread.h"
#include "core/call/pipeline/stream_configs.h"
#include "core/call/pipeline/video_receiver.h"
#include "core/call/pipeline/video_sender.h"
#include "core/call/session/call_trace_meta.h"
#include "core/call/session/local_media.h"
#include "core/call/steps/expected_stream.h"
#include "core/events/kinds/notice.h"

namespace jitterscope {
namespace {

constexpr Duration kStillUnderWay = Duration::ms(200);  // from a remote that has left

}  // namespace

void LocalMedia::start_audio_receiving(PeerMedia& peer) {
  if (!audio_receiver_) {
    AudioReceiverConfig receiver;
    receiver.priority = classes_.requested(ThreadRole::kAudioReceive);
    receiver.out = {around_.devices && settings_.speaker_id != "none" ? &around_.devices->speaker() : nullptr,
                    around_.played_tap};
    audio_receiver_ = std::make_unique<AudioReceiver>(sockets_.audio.rtp, rings_, *around_.speaker_level, receiver);
  }
  AudioSlotConfig audio = audio_slot_config(peer.config(), settings_, peer.clock());
  audio.remote = peer.id();
  if (around_.devices && settings_.speaker_id != "none") audio.devices = around_.devices;
  audio.expected = expected(peer, Medium::kAudio);
  peer.participant().start_audio(*audio_receiver_, audio);
}

void LocalMedia::start_video_receiving(PeerMedia& peer) {
  if (!video_receiver_) {
    VideoReceiverConfig receiver;
    receiver.receive_priority = classes_.requested(ThreadRole::kVideoReceive);
    receiver.decode_priority = classes_.requested(ThreadRole::kVideoDecode);
    receiver.picture_format = around_.picture_format;
    video_receiver_ = std::make_unique<VideoReceiver>(sockets_.video.rtp, rings_, receiver);
  }
  VideoSlotConfig received = video_slot_config(peer.config(), settings_, peer.clock());
  DecodeSlotConfig decoded = decode_slot_config(peer.config(), settings_);
  received.remote = decoded.remote = peer.id();
  received.expected = expected(peer, Medium::kVideo);
  if (peer.id() == kFirstRemote) decoded.on_jpeg = around_.on_jpeg;
  peer.participant().start_video(*video_receiver_, received, decoded);
}

/// Of who came first: what nobody else is expected to send.
std::optional<StreamAnnounced> LocalMedia::expected(const PeerMedia& peer, Medium medium) const {
  if (!peer.is_expected()) return std::nullopt;
  const Description& remote = peer.config().remote;
  const std::uint32_t ssrc = medium == Medium::kAudio ? remote.audio.ssrc : remote.video.ssrc;
  return expected_stream(peer.id(), medium, ssrc, received_period(peer.config(), medium), monotonic_now());
}

void LocalMedia::start_audio_sending() {
  AudioSenderConfig audio = audio_sender_config(config_, settings_, *clock_);
  audio.priority = classes_.requested(ThreadRole::kAudioSend);
  audio_sender_ = std::make_unique<AudioSender>(sockets_.audio.rtp, rings_, *around_.microphone_level, audio);
}

void LocalMedia::start_video_sending() {
  VideoSenderConfig video = video_sender_config(config_, settings_, *clock_);
  video.encode.rate = video.send.rate = &rates_;
  video.send_priority = classes_.requested(ThreadRole::kVideoSend);
  video.encode_priority = classes_.requested(ThreadRole::kVideoEncode);
  video_sender_ = std::make_unique<VideoSender>(sockets_.video.rtp, *around_.capture, rings_, video);
}

PeerMedia* LocalMedia::first_remote() const {
  const auto found = std::ranges::find(peers_, kFirstRemote, [](const auto& peer) { return peer->id(); });
  return found == peers_.end() ? nullptr : found->get();
}

bool LocalMedia::sends(Medium medium) const {
  return std::ranges::any_of(peers_, [medium](const auto& peer) { return peer->sends(medium); });
}

/// With stripes as soon as one of those who receive wants them.
VideoFormat LocalMedia::format() const {
  const auto wants_stripes = [this](const auto& peer) {
    return video_format(peer->config(), settings_).loss_policy == LossPolicy::kStripes;
  };
  const auto striped = std::ranges::find_if(peers_, wants_stripes);
  if (striped != peers_.end()) return video_format((*striped)->config(), settings_);
  return video_format(peers_.empty() ? config_ : peers_.front()->config(), settings_);
}

PeerMedia* LocalMedia::add(ParticipantId id, const MediaConfig& config, bool waits) {
  if (!has_room()) return nullptr;
  const bool is_first = std::exchange(nobody_came_, false);  // later ones, who come back included, are expected
  const auto clock = is_first ? clock_ : std::make_shared<CallClock>(config.clock);
  LatestValue<VideoFrame>* picture = id == kFirstRemote ? around_.remote_picture : nullptr;
  PeerMedia& peer = *peers_.emplace_back(
      std::make_unique<PeerMedia>(id, config, clock, picture, std::array{&sockets_.audio.rtcp, &sockets_.video.rtcp}));
  std::ranges::sort(peers_, {}, [](const auto& each) { return each->id(); });
  if (!is_first) peer.expect();
  if (waits) peer.path().wait_for_remote();
  peer.participant().board().lip_sync = settings_.lip_sync;
  analysis_->add(id, {peer.participant().shared_board(), {{peer.path().board(), peer.path().board()}}});
  try {
    if (is_first) begin();
    set_destinations(peer, first_hop(config, Medium::kAudio), first_hop(config, Medium::kVideo));
    start_rtcp(peer);
    update(peer, config.local, config.remote, settings_);
  } catch (...) {
    remove(peer);
    throw;
  }
  return &peer;
}

void LocalMedia::switched(PeerMedia& peer) {
  update(peer, peer.config().local, peer.config().remote, settings_);
}

/// With the first remote: what is recorded and who decides.
void LocalMedia::begin() {
  if (!config_.record_path.empty()) start_recording(config_.record_path);
  if (!recorder()) note_settings();
  if (!settings_.rate_control.on()) return;
  std::string error;
  set_controller(choose_controller(settings_.rate_control, error), settings_.rate_control);
  if (!error.empty()) note_trouble(error);
}

void LocalMedia::remove(PeerMedia& peer) {
  const auto found = std::ranges::find(peers_, &peer, &std::unique_ptr<PeerMedia>::get);
  if (found == peers_.end()) return;
  peer.path().stop_rtcp();
  analysis_->remove(peer.id());
  left_.push_back({std::move(*found), monotonic_now()});
  peers_.erase(found);
  control_->look_for_reports(settings_.rate_control, sound_goes());
  set_routes();
  if (!sends(Medium::kAudio)) change_audio_source();
  video_sender_->set_active(sends(Medium::kVideo));
  video_sender_->set_format(format());
  receive_video_as_sent();
}

void LocalMedia::look_after_those_who_left(Timestamp now) {
  for (Left& left : left_)
    if (left.served && now - left.at >= kStillUnderWay) {
      skipped_of_left_ += left.peer->participant().frames_skipped();
      left.peer->leave();
      left.served = false;
    }
  std::erase_if(left_, [](Left& left) { return !left.served && left.peer->is_gone(); });
}

void LocalMedia::start_rtcp(PeerMedia& peer) {
  RtcpConfig rtcp = rtcp_config(peer.config(), peer.id(), peer.participant().board());
  rtcp.of(Medium::kAudio).progress = &audio_sender_->progress();
  rtcp.of(Medium::kVideo).progress = &video_sender_->progress();
  peer.path().start_rtcp(*rtcp_, peer.clock(), peer.id() == kFirstRemote ? rates_ : unheard_rates_, rtcp);
}

/// To those who want the medium. When the last of them does not any more, what is begun still goes there.
void LocalMedia::set_routes() {
  for (const Medium medium : kMedia) {
    Routes routes;
    for (const auto& peer : peers_)
      if (peer->sends(medium)) routes.add(peer->path().route(medium));
    if (routes.empty()) continue;
    if (medium == Medium::kAudio)
      audio_sender_->set_routes(routes);
    else
      video_sender_->set_routes(routes);
  }
}

void LocalMedia::set_destinations(PeerMedia& peer, const SocketAddress& audio, const SocketAddress& video) {
  peer.path().set_destinations({{audio, video}});
  set_routes();
}

void LocalMedia::update(PeerMedia& peer, const Description& local, const Description& remote,
                        const CallSettings& settings) {
  // What is said of this end holds for all at once: none is left out of the last packet.
  for (const auto& each : peers_) each->agree(local, each.get() == &peer ? remote : each->config().remote);
  const bool other_source = !(settings.audio == settings_.audio) || sends(Medium::kAudio) != sound_is_fetched_;
  tell_periods(peer);
  for (const Medium medium : kMedia)
    peer.participant().renew_period(medium, settings_.playout[medium], received_period(peer.config(), medium));
  settings_.audio = settings.audio;
  settings_.video = settings.video;
  // A receiver once made stays: what is still under way is counted.
  if (local.audio.receive && !peer.participant().receives(Medium::kAudio)) start_audio_receiving(peer);
  if (local.video.receive && !peer.participant().receives(Medium::kVideo)) start_video_receiving(peer);
  if (settings_.receive_processor) set_receive_processor(settings_.receive_processor);
  receive_video_as_sent();
  if (peer.id() == kFirstRemote)
    analysis_->set_trend(config_.plain_rtp ? settings_.rate_control.trend : remote.audio.trend);
  set_routes();
  if (other_source) change_audio_source();
  control_->look_for_reports(settings_.rate_control, sound_goes());
  video_sender_->set_active(sends(Medium::kVideo));
  video_sender_->set_format(format());
}

void LocalMedia::take_media_from(PeerMedia& peer, std::vector<SocketAddress> hosts) {
  peer.take_media_from(std::move(hosts));
  receive_video_as_sent();
}

/// Over what remotes say; another try when the port could not be had.
void LocalMedia::receive_video_as_sent() {
  if (!video_receiver_) return;
  Transport transport = Transport::kUdp;
  std::vector<SocketAddress> hosts;
  for (const auto& peer : peers_) {
    if (peer->config().remote.video.transport == Transport::kTcp) transport = Transport::kTcp;
    std::ranges::copy(peer->config().media_hosts, std::back_inserter(hosts));
  }
  const std::string trouble = video_receiver_->set_transport(transport, hosts);
  if (!trouble.empty() && trouble != transport_trouble_) note_trouble(trouble);
  transport_trouble_ = trouble;
}

/// Late frames are judged by what the remote says of itself; a trace has the same.
void LocalMedia::tell_periods(const PeerMedia& peer) {
  const MediaConfig& config = peer.config();
  if (peer.id() == kFirstRemote)
    analysis_->set_streams(call_streams(config, settings_, sockets_, around_.capture->frames_per_second()));
  if (config.plain_rtp) return;
  const double blocks_per_second = static_cast<double>(kAudioClock) / config.remote.audio.block_bytes;
  const auto tell = [&](Medium medium, double per_second) {
    analysis_->set_period(peer.id(), medium, period_ms(per_second));
  };
  tell(Medium::kAudio, blocks_per_second);
  tell(Medium::kVideo, config.remote.video.frames_per_second);
}

void LocalMedia::change_audio_source() {
  sound_is_fetched_ = sends(Medium::kAudio);
  const bool microphone =
      sends(Medium::kAudio) && settings_.audio.kind == AudioSourceKind::kMicrophone && around_.devices;
  if (microphone)
    around_.devices->open_microphone(settings_.audio.id);
  else if (around_.devices)
    around_.devices->close_microphone();
  std::unique_ptr<AudioSource> source;
  try {
    if (sends(Medium::kAudio)) source = make_audio_source(settings_.audio);
  } catch (const std::runtime_error& error) { note_trouble(error.what()); }
  audio_sender_->set_source(std::move(source), microphone ? &around_.devices->microphone() : nullptr);
}

}  // namespace jitterscope
