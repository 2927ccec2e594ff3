// This end's media: their ports, what is said of them, and how they begin and end with the remotes of a call.
#include <algorithm>
#include <random>
#include <stdexcept>
#include <utility>

#include "core/base/realtime/clock.h"
#include "core/call/session/endpoint_session.h"
#include "core/events/kinds/call_ended.h"

namespace jitterscope {
namespace {

constexpr Duration kLettingIn = Duration::ms(500);  // media of a remote that has left

Duration offset_now() {
  return own_offset(realtime_now(), monotonic_now());
}

}  // namespace

std::uint32_t EndpointSession::random_number() {
  static std::random_device device;
  return device();
}

void EndpointSession::take_ports(MediaPorts audio, MediaPorts video) {
  const auto start = [this] {
    return StreamStart{random_number() | 1, static_cast<std::uint16_t>(random_number()), random_number()};
  };
  ports_.emplace(Ports{{std::move(audio), std::move(video)}, start(), start(), offset_now()});
}

/// The ports of the next call, and the way to them; those that there are in a conference.
std::string EndpointSession::prepare_media() {
  if (ports_) return {};
  std::string error;
  auto audio = open_ports(kFirstMediaPort, bound_, error);
  auto video =
      audio ? open_ports(static_cast<std::uint16_t>(audio->rtp.local().port() + 2), bound_, error) : std::nullopt;
  if (!video) return error;
  for (MediaPorts* ports : {&*audio, &*video})  // until it is known who calls
    if (!ports->take_only_from({}))
      return "There is no call: the kernel does not keep strangers' packets from the media ports.";
  take_ports(std::move(*audio), std::move(*video));
  route_.prepare(ports_->sockets, settings_->link, error);  // what cannot be is told when the call begins
  state_.stage = CallStage::kConnecting;
  state_.sentence.clear();
  state_.failed = false;
  return {};
}

Description EndpointSession::describe() const {
  const LinkRoute::Way way = route_.way();
  Description local;
  local.name = options_.name;
  local.identity = identity_;
  local.records = options_.records_remote;
  local.clock_is_kept = media_ && !plain_;
  local.conference_offset = ports_->clock_offset;
  if (local.clock_is_kept) local.conference_offset = media_->clock().offset;
  if (local.clock_is_kept && media_->clock().role == ClockRole::kSlave) local.conference_offset.reset();
  local.audio = {ports_->audio_start.ssrc,
                 way.audio_port,
                 0,
                 settings_->audio_block,
                 settings_->audio.kind != AudioSourceKind::kNone,
                 settings_->receive[Medium::kAudio]};
  local.audio.trend = settings_->rate_control.trend;
  VideoDescription& video = local.video;
  video.ssrc = ports_->video_start.ssrc;
  video.port = way.video_port;
  video.subsampling = settings_->subsampling;
  video.frames_per_second = capture_.frames_per_second();
  video.width = settings_->video.width;
  video.height = settings_->video.height;
  video.block_bytes = settings_->block_size;
  video.loss_policy = settings_->loss_policy;
  video.transport = settings_->transport;
  video.send = settings_->video.kind != VideoSourceKind::kNone;
  video.receive = settings_->receive[Medium::kVideo];
  return local;
}

/// What is of this end, whoever the remote is.
void EndpointSession::complete(MediaConfig& config) const {
  config.settings = settings_.in_force();
  config.audio_start = ports_->audio_start;
  config.video_start = ports_->video_start;
  config.cname = options_.name.empty() ? std::to_string(ports_->audio_start.ssrc) : options_.name;
  config.program_version = options_.program_version;
}

/// With the first remote those of this end begin.
PeerMedia& EndpointSession::begin_media(MediaConfig config, ParticipantId id, bool waits) {
  if (media_) {
    complete(config);
    PeerMedia* peer = media_->add(id, config, waits);
    if (!peer) throw std::runtime_error("there is room for no more.");
    return *peer;
  }
  const std::vector<std::string> troubles = begin_conditions(config);
  complete(config);
  const bool unasked = options_.trace_path.empty() && options_.choose_trace_path;
  config.record_path = unasked ? options_.choose_trace_path() : std::exchange(options_.trace_path, {});  // of one call
  MediaSurroundings around;
  around.played_tap = options_.played_tap;
  around.on_jpeg = options_.on_jpeg;
  around.screen = interests_;
  around.most_remotes = std::min(options_.most_remotes, kMostRemotes);
  around.picture_format = options_.watched ? PixelFormat::kBgrx : PixelFormat::kI420;
  around.capture = &capture_;
  around.devices = devices_;
  around.remote_picture = &remote_picture_;
  around.shown = &snapshots_;
  around.microphone_level = &microphone_level_;
  around.speaker_level = &speaker_level_;
  media_ = std::make_unique<LocalMedia>(ports_->sockets, around, config);
  PeerMedia* peer = nullptr;
  try {
    peer = media_->add(id, config, waits);
  } catch (...) {
    media_.reset();  // there is no call
    throw;
  }
  state_.recorded_unasked = unasked;
  told_troubles_.clear();
  for (const std::string& trouble : troubles) tell(2, trouble);
  state_.stage = CallStage::kInCall;
  return *peer;
}

void EndpointSession::end_peer(std::size_t index) {
  PeerSession& peer = *peers_[index];
  const PeerSession::Over over = *peer.over();
  if (peers_.size() == 1) return end_call(over.sentence, over.failed);
  const std::unique_ptr<PeerSession> gone = std::move(peers_[index]);
  peers_.erase(peers_.begin() + static_cast<std::ptrdiff_t>(index));
  for (const Waiting& each : std::exchange(waiting_, {}))  // its threads may take nothing over any more
    announce(each.setting, each.origin);
  if (PeerMedia* media = gone->media()) media_->remove(*media);
  gone->close();
  if (media_ && !remote()) return end_call(over.sentence, over.failed);
  narrow_at_ = monotonic_now() + kLettingIn;
  tell(over.failed ? 1 : 0, over.sentence);
  const PeerSession* first = remote();
  if (!first) return;
  state_.peer = first->words();
  if (in_call() != 1) return;
  const auto& to = first->media()->path().destinations();  // a call of two again, which may have a link
  route_.begin(ports_->sockets, to[Medium::kAudio], to[Medium::kVideo]);
}

void EndpointSession::end_call(const std::string& sentence, bool failed) {
  if (media_) {
    carry_out(Demonstrate{{}, false});  // the next call begins with the user's own settings
    look_after_conditions(monotonic_now());
    tell_taken_over();
    waiting_.clear();
    media_->note(CallEnded{failed, ShortText<160>(sentence), monotonic_now()});
    view_recording();
  }
  for (const auto& peer : peers_) peer->close();
  if (media_) {
    media_->finish([this] {
      route_.end_link();
      look_after_conditions(monotonic_now());
    });
    view_recording();
  }
  media_.reset();
  if (devices_) devices_->forget_played();  // a remote's sound is kept no longer than its call
  plain_ = nullptr;
  narrow_at_.reset();
  known_.clear();
  settings_.leave(SettingLayer::kRemote);
  settings_.put(SetMuted{options_.settings.muted});
  asked_.clear();
  end_conditions();
  peers_.clear();
  ports_.reset();
  microphone_level_.rms = microphone_level_.peak = speaker_level_.rms = speaker_level_.peak = kSilenceDbfs;
  state_.stage = CallStage::kEnded;
  state_.sentence = sentence;
  state_.failed = failed;
  state_.over = options_.one_call;
}

}  // namespace jitterscope
