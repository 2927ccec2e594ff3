#include "core/call/session/endpoint_session.h"
#include "core/call/session/nonce.h"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "core/base/net/udp_socket.h"
#include "core/base/realtime/clock.h"
#include "core/call/analysis/controller_choice.h"
#include "core/call/capture/make_source.h"
#include "core/events/kinds/notice.h"

namespace jitterscope {
namespace {

constexpr auto kRound = std::chrono::milliseconds(50);  // commands and the remote's words wake it at once; callers,
                                                        // taken over settings and troubles are looked for so often
constexpr Duration kWatchedPeriod = Duration::ms(40), kUnwatchedPeriod = Duration::ms(500);  // of snapshots
constexpr auto kQuietRound = std::chrono::milliseconds(200);  // nobody can call and nobody looks on
constexpr std::size_t kMostShownARound = 64;                  // pictures painted; a round sees one or two
constexpr Duration kQuarterSecond = Duration::ms(250);

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

EndpointSession::EndpointSession(EndpointOptions options, DeviceHost* devices, ConditionsHost* conditions)
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
  if (options_.listen && options_.takes_calls) open_control_port();
  state_.name = options_.name;
  state_.answers_itself = options_.listen && options_.auto_accept;
  std::string error;
  if (options_.callers_pass_link) {
    std::optional<SocketAddress> proxied;
    const auto proxy = through_link({"127.0.0.1", state_.control_port}, proxied, error);
    if (!proxy) throw std::runtime_error(error);
    state_.call_port = proxy->port;
  }
  make_audio_source(settings_->audio);  // a file that cannot be opened is said now, not in the call
  if (settings_->rate_control.on() && !choose_controller(settings_->rate_control, error))
    throw std::runtime_error(error);
  for (auto* picture : {&remote_picture_, &capture_.local_picture()}) picture->ring_at(picture_bell_);
  capture_.set_watched(options_.watched);
  capture_.set_source(settings_->video, settings_->frames_per_second);
  settings_.put(SetVideo{opened_source(settings_->video)});
  publish();
  if (devices_) {
    devices_->set_notice([this](DeviceNotice notice) {
      const std::lock_guard lock(mutex_);
      troubles_.push_back(std::move(notice));
    });
  }
  thread_ = std::jthread([this](std::stop_token stop) { run(stop); });
}

EndpointSession::~EndpointSession() {
  thread_.request_stop();
  thread_.join();
  peers_.clear();  // before what their bells ring
  if (devices_) devices_->set_notice({});
}

void EndpointSession::post(Command command) {
  {
    const std::lock_guard lock(mutex_);
    commands_.push_back(std::move(command));
  }
  posted_.notify_one();
}

EndpointView EndpointSession::view() const {
  const std::lock_guard lock(mutex_);
  return view_;
}

void EndpointSession::note_shown(std::int64_t frame, Timestamp shown) {
  const std::lock_guard lock(mutex_);
  if (shown_.size() < kMostShownARound) shown_.push_back({frame, shown});
}

void EndpointSession::set_interests(Interests interests) {
  {
    const std::lock_guard lock(mutex_);
    new_interests_ = std::move(interests);
  }
  posted_.notify_one();
}

ViewCounts EndpointSession::views_made() const {
  return snapshots_.shown().made;
}

std::shared_ptr<const CallSnapshot> EndpointSession::snapshot() const {
  return snapshots_.shown().snapshot;
}

void EndpointSession::ring() {
  {
    const std::lock_guard lock(mutex_);
    rung_ = true;
  }
  posted_.notify_one();
}

void EndpointSession::run(std::stop_token stop) {
  pthread_setname_np(pthread_self(), "session");
  while (!stop.stop_requested()) round();
  carry_out(HangUp{});
  callers_.turn_away("Its program was closed.");
  drive_peers(monotonic_now());
  route_.finish(monotonic_now());
}

void EndpointSession::round() {
  const CallStage stage = state_.stage;
  const bool worked = take_commands();
  look_for_caller();
  drive_peers(monotonic_now());
  const Timestamp now = monotonic_now();
  look_after_callers(now);
  look_after_conditions(now);
  go_on_demonstrating(now);
  tell_taken_over();
  if (now >= next_quarter_second_) every_quarter_second(monotonic_now());  // of what is set by now
  publish();
  if (worked || state_.stage != stage) rounds_.excuse(boot_time_now());  // that may take seconds by itself
}

/// The time in which a laptop was closed counts, too.
void EndpointSession::tell_if_stood_still() {
  const auto stood = rounds_.look(boot_time_now());
  if (!stood || (peers_.empty() && !media_)) return;
  std::array<char, 161> text;
  std::snprintf(text.data(), text.size(),
                "This program stood still for %.0f s: it was stopped, or this machine slept. Nothing was sent or shown "
                "meanwhile: leave that time out.",
                stood->seconds());
  tell(1, text.data());
}

/// True: there were some.
bool EndpointSession::take_commands() {
  std::deque<Command> commands;
  std::deque<DeviceNotice> troubles;
  std::vector<FrameShown> shown;
  std::optional<Interests> interests;
  {
    std::unique_lock lock(mutex_);
    const auto wait = listener_ || !peers_.empty() || options_.watched ? kRound : kQuietRound;
    posted_.wait_for(lock, wait, [this] { return !commands_.empty() || rung_ || new_interests_; });
    rung_ = false;
    commands.swap(commands_);
    troubles.swap(troubles_);
    shown.swap(shown_);
    interests = std::exchange(new_interests_, std::nullopt);
  }
  tell_if_stood_still();
  if (interests) interests_ = std::move(*interests);
  if (interests && media_) media_->set_interests(interests_);
  if (media_)
    for (const FrameShown& picture : shown) media_->note(picture);
  for (const Command& command : commands) std::visit([this](const auto& wanted) { carry_out(wanted); }, command);
  for (const DeviceNotice& trouble : troubles) tell(trouble.severity, trouble.sentence);
  return !commands.empty();
}

void EndpointSession::drive_peers(Timestamp now) {
  for (std::size_t i = 0; i < peers_.size();) {
    PeerSession& peer = *peers_[i];
    if (!peer.drive(now, beside_)) ring();  // there may be more
    if (!media_ && peer.remote_rings()) state_.stage = CallStage::kCalling;
    if (peer.over())
      end_peer(i);
    else
      ++i;
  }
}

void EndpointSession::every_quarter_second(Timestamp now) {
  next_quarter_second_ = now + kQuarterSecond;
  if (const std::string trouble = capture_.take_trouble(); !trouble.empty()) tell(1, trouble);
  if (!media_) return;
  media_->every_quarter_second(now);
  if (narrow_at_ && now >= *narrow_at_) {
    narrow_at_.reset();
    take_media_through(settings_->link);
  }
  tell_keeping_troubles();
  for (const auto& peer : peers_) peer->every_quarter_second(now);
}

PeerSession* EndpointSession::remote() const {
  const auto found = std::ranges::find_if(peers_, [](const auto& peer) { return peer->in_call(); });
  return found == peers_.end() ? nullptr : found->get();
}

std::string EndpointSession::why_no_more() const {
  if (plain_ || peers_.size() >= options_.most_remotes) return "You are in a call. Hang up first, then call again.";
  if (peers_.empty()) return {};
  if (media_ && !media_->has_room()) return "Those who have just left still take the room: call again in a moment.";
  if (!settings_->link.off()) return "An emulated link is for a call of two: switch it off, then call again.";
  if (settings_->transport == Transport::kTcp)
    return "Pictures over TCP are for a call of two: set transport udp, then call again.";
  return {};
}

void EndpointSession::view_recording() {
  state_.recording = media_ && media_->recorder();
  state_.recorded_unasked = state_.recorded_unasked && state_.recording;
  if (media_) state_.trace_trouble = media_->recording_trouble();
  if (!state_.recording) return;
  state_.trace_path = media_->recorder()->path();
  state_.trace_bytes = media_->recorder()->bytes();
}

void EndpointSession::tell_keeping_troubles() {
  if (!options_.keeping_troubles) return;
  for (const std::string& each : options_.keeping_troubles()) {
    if (std::ranges::find(told_troubles_, each) != told_troubles_.end()) continue;
    told_troubles_.push_back(each);
    tell(2, each);
  }
}

void EndpointSession::publish() {
  state_.settings = settings_.in_force();
  const PeerSession* first = peers_.empty() ? nullptr : peers_.front().get();
  const auto words = [](const AnySetting& setting) { return AskedSetting{name_of(setting), words_of(setting)}; };
  state_.asked_there.clear();
  if (first)
    std::ranges::transform(first->machine().unanswered_requests(), std::back_inserter(state_.asked_there), words);
  state_.consent_asked = false;
  state_.asked_here = {};
  state_.recorded_by_remote.clear();
  state_.unheard_s = 0;
  state_.remotes.clear();
  for (const auto& peer : peers_) {
    if (!state_.consent_asked && peer->asked_here()) {
      state_.consent_asked = true;
      state_.asked_here = words(*peer->asked_here());
    }
    const bool more = !state_.recorded_by_remote.empty() && !peer->recorded_by_remote().empty();
    state_.recorded_by_remote += (more ? " " : "") + peer->recorded_by_remote();
    state_.unheard_s = std::max(state_.unheard_s, peer->unheard_s());
    if (peer->in_call()) state_.remotes.push_back({peer->id(), peer->words()});
  }
  view_recording();
  const std::lock_guard lock(mutex_);
  view_ = state_;
}

void EndpointSession::tell(int severity, std::string_view sentence) {
  if (media_) media_->note(Notice{static_cast<std::uint8_t>(severity), ShortText<160>(sentence), monotonic_now()});
  state_.sentence = sentence;
  ++state_.told;
  if (options_.told) options_.told(severity, state_.sentence);
}

}  // namespace jitterscope
