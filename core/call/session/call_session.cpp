#include "core/call/session/call_session.h"
#include "core/call/session/nonce.h"

#include <pthread.h>

#include <algorithm>
#include <random>
#include <stdexcept>
#include <utility>

#include "core/base/net/udp_socket.h"
#include "core/base/realtime/clock.h"
#include "core/call/analysis/controller_choice.h"
#include "core/call/capture/make_source.h"
#include "core/call/path/frame_arrivals.h"

namespace jitterscope {
namespace {

constexpr auto kRound = std::chrono::milliseconds(50);  // commands and the remote's words wake it at once; callers,
                                                        // taken over settings and troubles are looked for so often
constexpr Duration kWatchedPeriod = Duration::ms(40), kUnwatchedPeriod = Duration::ms(500);  // of snapshots
constexpr auto kQuietRound = std::chrono::milliseconds(200);  // nobody can call and nobody looks on
constexpr int kMostInputsARound = 64;         // a remote that floods does not keep the user's commands waiting
constexpr std::size_t kMostShownARound = 64;  // pictures painted; a round sees one or two
constexpr Duration kQuarterSecond = Duration::ms(250);
constexpr double kToldKilobits = 14;  // summaries and sender's times of both media, with headers
constexpr double kToldShare = 0.03;   // of the rate, while it is controlled: the picture can have the rest
constexpr std::size_t kFewTimes = 2;  // of a medium in a message, where the way may be narrow
constexpr int kToldParts = 4, kLeastToldQuarters = kToldParts, kMostToldQuarters = 20;
constexpr const char* kRelayEnded = "the relay of the emulated link, which carried it, has ended.";

SocketAddress address_of(const std::string& words) {
  const Resolution found = resolve({words, 0});
  if (found.addresses.empty()) throw std::runtime_error(found.error);
  return found.addresses.front();
}

/// As address_of; of this machine.
SocketAddress own_address(const std::string& words) {
  const SocketAddress address = address_of(words);
  std::string ignored;
  if (!UdpSocket::bind(address.with_port(0), {}, ignored))
    throw std::runtime_error("--bind " + words + ": this machine has no such address (ip address shows those it has).");
  return address;
}

}  // namespace

CallSession::CallSession(SessionOptions options, DeviceHost* devices, ConditionsHost* conditions)
    : options_(std::move(options)),
      identity_(make_identity()),
      devices_(devices),
      conditions_(conditions),
      route_(conditions),
      settings_(options_.settings),
      capture_(devices),
      interests_(Interests::all({}, options_.watched ? kWatchedPeriod : kUnwatchedPeriod)),
      machine_options_{.consent = options_.consent, .boot_id = read_boot_id().value_or("")},
      callers_(machine_options_) {
  if (!options_.bind.empty()) bound_ = own_address(options_.bind);
  if (bound_ && !bound_->is_any()) state_.bound = bound_->unmapped().host();
  if (!options_.beside.empty()) callers_.set_beside(beside_ = address_of(options_.beside));
  if (const std::string reason = why_no_link(settings_->link); !reason.empty()) throw std::runtime_error(reason);
  if (options_.listen) listener_.emplace(*options_.listen, options_.next_free_port, bound_);
  if (listener_ && *options_.listen != 0 && listener_->port() != *options_.listen)
    tell(0, "Port " + std::to_string(*options_.listen) + " is in use: callers reach this end at port " +
                std::to_string(listener_->port()) + ".");
  state_.name = options_.name;
  state_.answers_itself = options_.listen && options_.auto_accept;
  if (listener_) state_.control_port = listener_->port();
  state_.call_port = state_.control_port;
  std::string error;
  if (options_.callers_pass_link) {
    const auto proxy = through_link({"127.0.0.1", state_.control_port}, error);
    if (!proxy) throw std::runtime_error(error);
    state_.call_port = proxy->port;
  }
  make_audio_source(settings_->audio);  // a file that cannot be opened is said now, not in the call
  if (settings_->rate_control.on() && !choose_controller(settings_->rate_control, error))
    throw std::runtime_error(error);
  capture_.set_watched(options_.watched);
  capture_.set_source(settings_->video, settings_->frames_per_second);
  settings_.put(SetVideo{opened_source(settings_->video)});
  publish();
  if (devices_) {
    devices_->set_notice([this](std::string sentence) {
      const std::lock_guard lock(mutex_);
      troubles_.push_back(std::move(sentence));
    });
  }
  thread_ = std::jthread([this](std::stop_token stop) { run(stop); });
}

CallSession::~CallSession() {
  thread_.request_stop();
  thread_.join();
  connection_.reset();  // before what its bell rings
  if (devices_) devices_->set_notice({});
}

void CallSession::post(Command command) {
  {
    const std::lock_guard lock(mutex_);
    commands_.push_back(std::move(command));
  }
  posted_.notify_one();
}

SessionView CallSession::view() const {
  const std::lock_guard lock(mutex_);
  return view_;
}

void CallSession::note_shown(std::int64_t frame, Timestamp shown) {
  const std::lock_guard lock(mutex_);
  if (shown_.size() < kMostShownARound) shown_.push_back({frame, shown});
}

void CallSession::set_interests(Interests interests) {
  {
    const std::lock_guard lock(mutex_);
    new_interests_ = std::move(interests);
  }
  posted_.notify_one();
}

ViewCounts CallSession::views_made() const {
  return snapshots_.shown().made;
}

std::shared_ptr<const CallSnapshot> CallSession::snapshot() const {
  return snapshots_.shown().snapshot;
}

void CallSession::ring() {
  {
    const std::lock_guard lock(mutex_);
    rung_ = true;
  }
  posted_.notify_one();
}

void CallSession::run(std::stop_token stop) {
  pthread_setname_np(pthread_self(), "session");
  while (!stop.stop_requested()) round();
  carry_out(HangUp{});
  callers_.turn_away("Its program was closed.");
  drive_machine(monotonic_now());
  route_.finish(monotonic_now());
}

void CallSession::round() {
  take_commands();
  look_for_caller();
  poll_connection();
  const Timestamp now = monotonic_now();
  look_after_callers(now);
  drive_machine(now);
  look_after_conditions(now);
  go_on_demonstrating(now);
  tell_taken_over();
  if (now >= next_quarter_second_) every_quarter_second(now);
  publish();
}

void CallSession::take_commands() {
  std::deque<Command> commands;
  std::deque<std::string> troubles;
  std::vector<FrameShown> shown;
  std::optional<Interests> interests;
  {
    std::unique_lock lock(mutex_);
    const auto wait = listener_ || connection_ || options_.watched ? kRound : kQuietRound;
    posted_.wait_for(lock, wait, [this] { return !commands_.empty() || rung_ || new_interests_; });
    rung_ = false;
    commands.swap(commands_);
    troubles.swap(troubles_);
    shown.swap(shown_);
    interests = std::exchange(new_interests_, std::nullopt);
  }
  if (interests) interests_ = std::move(*interests);
  if (interests && media_) media_->set_interests(interests_);
  if (media_)
    for (const FrameShown& picture : shown) media_->note(picture);
  for (const Command& command : commands) std::visit([this](const auto& wanted) { carry_out(wanted); }, command);
  for (const std::string& trouble : troubles) tell(1, trouble);
}

void CallSession::poll_connection() {
  if (!connection_) return;
  for (int handled = 0; handled < kMostInputsARound; ++handled) {
    const auto input = connection_->poll(std::chrono::milliseconds(0));
    if (!input) return;
    const Timestamp now = monotonic_now();
    if (const auto* connected = std::get_if<control_input::Connected>(&*input)) {
      peer_address_ = proxied_.value_or(connected->peer);
      take_media_from(sources_of(peer_address_));
      machine_->connected(now,
                          peer_address_.is_here(connected->local) || (beside_ && peer_address_.same_host(*beside_)));
    } else if (const auto* line = std::get_if<control_input::Line>(&*input)) {
      machine_->line(line->text, now);
    } else {
      const std::string& reason = std::get<control_input::Disconnected>(*input).reason;
      machine_->disconnected(route_.control_relay_ended() ? kRelayEnded : reason, now);
    }
    drive_machine(now);
    if (!connection_) return;
  }
  ring();  // there may be more
}

void CallSession::drive_machine(Timestamp now) {
  if (!machine_) return;
  machine_->tick(now);
  for (bool busy = true; busy && machine_;) {
    for (std::string& line : machine_->take_lines())
      if (connection_) connection_->send(std::move(line));
    const auto events = machine_->take_events();
    busy = !events.empty();
    for (const CallEvent& event : events) {
      if (!machine_) return;  // the one before ended the call
      std::visit([this](const auto& happened) { handle(happened); }, event);
    }
  }
}

void CallSession::every_quarter_second(Timestamp now) {
  next_quarter_second_ = now + kQuarterSecond;
  if (const std::string trouble = capture_.take_trouble(); !trouble.empty()) tell(1, trouble);
  if (!media_) return;
  media_->every_quarter_second(now);
  tell_keeping_troubles();
  if (!machine_ || machine_->state() != CallStage::kInCall) return;
  const PeerSummary audio = media_->summary(Medium::kAudio), video = media_->summary(Medium::kVideo);
  const std::int64_t packets = audio.packets + video.packets;
  if (std::exchange(packets_heard_, packets) != packets) machine_->media_heard(now);
  look_whether_heard(now);
  look_whether_media_come(packets);
  look_for_foreign_packets(now);
  if (machine_->is_behind(now)) return;  // one more would only make the user's own wishes wait
  const int quarters = quarters_between(audio.rate_kbps + video.rate_kbps);
  if (++told_quarter_ >= quarters) told_quarter_ = 0;
  // On a slow link all at once would hold up the sound like one large packet more.
  for (int part = 0; part < kToldParts; ++part)
    if (quarters == 1 || part == told_quarter_) tell_remote(part, quarters == 1 ? kMostSenderTimes : kFewTimes);
}

/// How often the remote is told: four times a second, or as rarely as the rate of the media asks.
int CallSession::quarters_between(double received_kbps) const {
  if (!settings_->rate_control.on()) return 1;
  if (received_kbps <= 0) return kLeastToldQuarters;
  const double seconds = kToldKilobits / (kToldShare * std::max(received_kbps, 1.0));
  return static_cast<int>(std::clamp(4 * seconds, 1.0 * kLeastToldQuarters, 1.0 * kMostToldQuarters));
}

/// Of what is received and sent here, one of kToldParts; of what was sent at most `most_times` units.
void CallSession::tell_remote(int part, std::size_t most_times) {
  const Medium medium = part % 2 == 0 ? Medium::kAudio : Medium::kVideo;
  if (part < 2) return send_summary(medium);
  std::vector<SenderTimes> times = media_->take_sender_times(medium, most_times);
  if (!times.empty()) machine_->send_times(std::move(times));
}

void CallSession::send_summary(Medium medium) {
  const auto snapshot = media_->snapshot();
  const auto* view = snapshot ? &snapshot->received(medium).quality : nullptr;
  std::optional<PeerQuality> quality;
  if (view && *view) {
    const QualityPoint& point = (*view)->now;
    quality = PeerQuality{medium, point.latency_ms,         point.jitter_ms, point.loss_ratio,
                          {},     point.network_latency_ms, point.ends_at};
  }
  machine_->send_summary(media_->summary(medium), quality);
  if (medium != Medium::kVideo || !snapshot) return;
  auto packets = newest_arrivals(snapshot->received(Medium::kVideo).figures, told_frame_);
  if (packets.empty()) return;
  told_frame_ = packets.front().frame;
  machine_->send_arrivals(std::move(packets));
}

void CallSession::view_recording() {
  state_.recording = media_ && media_->recorder();
  state_.recorded_unasked = state_.recorded_unasked && state_.recording;
  if (media_) state_.trace_trouble = media_->recording_trouble();
  if (!state_.recording) return;
  state_.trace_path = media_->recorder()->path();
  state_.trace_bytes = media_->recorder()->bytes();
}

void CallSession::tell_keeping_troubles() {
  if (!options_.keeping_troubles) return;
  for (const std::string& each : options_.keeping_troubles()) {
    if (std::ranges::find(told_troubles_, each) != told_troubles_.end()) continue;
    told_troubles_.push_back(each);
    tell(2, each);
  }
}

void CallSession::publish() {
  state_.settings = settings_.in_force();
  state_.asked_there = machine_ ? machine_->unanswered_requests() : std::vector<AnySetting>();
  view_recording();
  const std::lock_guard lock(mutex_);
  view_ = state_;
}

std::uint32_t CallSession::random_number() {
  static std::random_device device;
  return device();
}

/// The ports of the next call, and the way to them.
bool CallSession::prepare_media() {
  std::string error;
  auto audio = open_ports(kFirstMediaPort, bound_, error);
  auto video =
      audio ? open_ports(static_cast<std::uint16_t>(audio->rtp.local().port() + 2), bound_, error) : std::nullopt;
  if (!video) {
    tell(2, error);
    return false;
  }
  const auto start = [this] {
    return StreamStart{random_number() | 1, static_cast<std::uint16_t>(random_number()), random_number()};
  };
  for (MediaPorts* ports : {&*audio, &*video})  // until it is known who calls
    if (!ports->take_only_from({})) {
      tell(2, "There is no call: the kernel does not keep strangers' packets from the media ports.");
      return false;
    }
  pending_.emplace(Pending{{std::move(*audio), std::move(*video)}, start(), start()});
  route_.prepare(pending_->sockets, settings_->link, error);  // what cannot be is told when the call begins
  state_.phase = SessionPhase::kConnecting;
  state_.sentence.clear();
  state_.failed = false;
  return true;
}

Description CallSession::describe() const {
  const LinkRoute::Way way = route_.way();
  Description local;
  local.name = options_.name;
  local.identity = identity_;
  local.records = options_.records_remote;
  local.conference_offset = own_offset(realtime_now(), monotonic_now());
  local.audio = {pending_->audio_start.ssrc,
                 way.audio_port,
                 0,
                 settings_->audio_block,
                 settings_->audio.kind != AudioSourceKind::kNone,
                 settings_->receive[Medium::kAudio]};
  local.audio.trend = settings_->rate_control.trend;
  VideoDescription& video = local.video;
  video.ssrc = pending_->video_start.ssrc;
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

void CallSession::begin_media(MediaCallConfig config) {
  const std::vector<std::string> troubles = begin_conditions(config);
  if (machine_) config.media_hosts = hosts_through(settings_->link);
  config.settings = settings_.in_force();
  config.audio_start = pending_->audio_start;
  config.video_start = pending_->video_start;
  config.cname = options_.name.empty() ? std::to_string(pending_->audio_start.ssrc) : options_.name;
  config.program_version = options_.program_version;
  const bool unasked = options_.trace_path.empty() && options_.choose_trace_path;
  config.record_path = unasked ? options_.choose_trace_path() : std::exchange(options_.trace_path, {});  // of one call
  MediaSurroundings around;
  around.played_tap = options_.played_tap;
  around.on_jpeg = options_.on_jpeg;
  around.screen = interests_;
  around.picture_format = options_.watched ? PixelFormat::kBgrx : PixelFormat::kI420;
  around.capture = &capture_;
  around.devices = devices_;
  around.remote_picture = &remote_picture_;
  around.shown = &snapshots_;
  around.microphone_level = &microphone_level_;
  around.speaker_level = &speaker_level_;
  media_ = std::make_unique<MediaCall>(pending_->sockets, around, config);
  state_.recorded_unasked = unasked;
  told_troubles_.clear();
  packets_heard_ = told_foreign_ = quarters_without_media_ = 0;
  next_foreign_notice_ = {};
  told_quarter_ = -1;
  if (machine_ && route_.way().audio_port != machine_->local().audio.port) go_the_way();
  for (const std::string& trouble : troubles) tell(2, trouble);
  state_.phase = SessionPhase::kInCall;
}

void CallSession::end_call(const std::string& sentence, bool failed) {
  if (connection_) connection_->close();
  if (media_) {
    carry_out(Demonstrate{{}, false});  // the next call begins with the user's own settings
    look_after_conditions(monotonic_now());
    tell_taken_over();
    waiting_.clear();
    media_->note(CallEnded{failed, ShortText<160>(sentence), monotonic_now()});
    view_recording();
    media_->finish();
    view_recording();
  }
  media_.reset();
  settings_.leave(SettingLayer::kRemote);
  settings_.put(SetMuted{options_.settings.muted});
  asked_.clear();
  end_conditions();
  connection_.reset();
  machine_.reset();
  pending_.reset();
  microphone_level_.rms = microphone_level_.peak = speaker_level_.rms = speaker_level_.peak = kSilenceDbfs;
  unheard_told_ = false;
  state_.recorded_by_remote.clear();
  state_.unheard_s = 0;
  state_.phase = SessionPhase::kEnded;
  state_.sentence = sentence;
  state_.failed = failed;
  state_.consent_asked.clear();
  state_.asked_here.reset();
  state_.over = options_.one_call;
}

void CallSession::tell(int severity, std::string_view sentence) {
  if (media_) media_->note(Notice{static_cast<std::uint8_t>(severity), ShortText<160>(sentence), monotonic_now()});
  state_.sentence = sentence;
  ++state_.told;
}

}  // namespace jitterscope
