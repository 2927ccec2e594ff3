// What the session does when the remote or the call machine says something.
#include <algorithm>
#include <utility>

#include "core/base/realtime/clock.h"
#include "core/call/analysis/controller_choice.h"
#include "core/call/session/call_session.h"

namespace jitterscope {
namespace {
constexpr std::size_t kMostTold = 64;
constexpr std::size_t kLongestNameInSentences = 40;  // a longer one would be the sentence
}  // namespace

void CallSession::handle(const call_event::RemoteRings&) {
  state_.phase = SessionPhase::kCalling;
}

void CallSession::handle(const call_event::Established& established) {
  MediaCallConfig config;
  config.local = established.local;
  config.remote = established.remote;
  config.clock = agree_on_clock(established.same_clock, established.remote.conference_offset, established.caller,
                                established.local.conference_offset.value_or(Duration{}));
  const bool ipv6 = pending_->sockets.audio.rtp.local().family() == AF_INET6;
  const SocketAddress remote = ipv6 ? peer_address_.mapped() : peer_address_.unmapped();
  config.remote_rtp[Medium::kAudio] = remote.with_port(established.remote.audio.port);
  config.remote_rtp[Medium::kVideo] = remote.with_port(established.remote.video.port);
  if (!established.remote.name.empty()) state_.peer = established.remote.name;
  state_.sentence.clear();
  const std::string recorded = recording_words(established.remote.records);
  state_.recorded_by_remote = recorded;
  if (!recorded.empty()) tell(1, recorded);  // before anything of this end leaves it
  try {
    begin_media(std::move(config));
    if (!recorded.empty()) media_->note(Notice{1, ShortText<160>(recorded), media_->began()});
  } catch (const std::exception& error) {  // a thread that cannot be made
    machine_->hang_up();
    return end_call(std::string("The call could not begin: ") + error.what(), true);
  }
  look_whether_silenced(monotonic_now());
  for (const AnySetting& setting : said_at_begin(settings_.in_force()))
    if (facts_of(setting).told_at_begin && name_of(setting) != name_of(SetPriority{ThreadRole::kWatchdog, {}}))
      machine_->announce_changed(name_of(setting), neutral_words_of(setting), "local");
  if (!options_.records_remote.empty()) machine_->announce_changed(kRecordingFact, options_.records_remote, "local");
  told_ = {{std::string(setting::AudioBlock::facts.name), std::to_string(established.remote.audio.block_bytes)}};
  if (!recorded.empty()) told_[std::string(kRecordingFact)] = established.remote.records;
}

void CallSession::handle(const call_event::ConsentAsked& asked) {
  state_.consent_asked = asked.what;
  state_.asked_here = asked.setting;
}

void CallSession::handle(const call_event::ChangeRequested& requested) {
  set_mine(requested.setting, SettingLayer::kRemote, "remote");
}

/// PeerChanged follows and carries the news.
void CallSession::handle(const call_event::ChangeAccepted& accepted) {
  demonstration_asked(accepted.setting);
}

void CallSession::handle(const call_event::PeerChanged& changed) {
  if (!media_) return;
  const auto told = told_.find(changed.name);
  const bool news = told == told_.end() || told->second != changed.value;
  if (told_.size() < kMostTold || told != told_.end()) told_[changed.name] = changed.value;
  const SettingChanged happened{ShortText<32>(changed.name), ShortText<160>(changed.value), End::kTheirs,
                                ShortText<16>(changed.origin), monotonic_now()};
  if (news) tell_of_remote(happened);
  if (auto entered = demonstration_in(happened)) {
    if (entered->phase == DemonstrationPhase::kSettling) remote_demonstration_ = entered->kind;
    entered->kind = remote_demonstration_;  // later words do not say it
    media_->note(*entered);
  } else {
    media_->note(happened);
  }
}

void CallSession::handle(const call_event::PeerFlooded& flooded) {
  tell(1, "The remote says more than " + std::to_string(kMostChangesASecond) +
              " things of a kind a second: " + std::to_string(flooded.left_out) + " are left out.");
}

/// In this end's words: a value is the remote's own text.
void CallSession::tell_of_remote(const SettingChanged& change) {
  const Timestamp now = change.at;
  if (const auto muted = as<setting::Muted>(change); muted && mute_news_.take(now))
    tell(0, short_peer() + (muted->value ? " has muted its sound." : "'s sound is on again."));
  const std::string recorded = change.name.view() == kRecordingFact ? recording_words(change.value.view()) : "";
  if (recorded.empty() || !recording_news_.take(now)) return;
  state_.recorded_by_remote = recorded;
  tell(1, recorded);
}

std::string CallSession::short_peer() const {
  return state_.peer.size() <= kLongestNameInSentences ? state_.peer : "The remote";
}

/// Empty: it is none of the things that an end may keep.
std::string CallSession::recording_words(std::string_view kept) const {
  const bool known = std::ranges::find(kRecordings, kept) != kRecordings.end();
  return known ? short_peer() + " records your " + std::string(kept) + "." : "";
}

void CallSession::handle(const call_event::PeerMedia& media) {
  if (media_) media_->update_media(machine_->local(), media.remote, settings_.in_force());
}

void CallSession::handle(const call_event::PeerSummarised& summarised) {
  if (!media_) return;
  PeerSummary summary = summarised.summary;
  summary.at = monotonic_now();
  media_->note(summary);
  if (auto quality = summarised.quality) {
    quality->at = summary.at;
    media_->note(*quality);
  }
}

void CallSession::handle(const call_event::PeerTimes& told) {
  if (!media_) return;
  for (const SenderTimes& times : told.times) media_->note(times);
}

void CallSession::handle(const call_event::PeerArrivals& told) {
  if (!media_) return;
  for (const PeerPacket& packet : told.packets) media_->note(packet);
}

void CallSession::handle(const call_event::Refused& refused) {
  const bool demonstrated = refused.setting && demonstration_asked(*refused.setting);
  if (demonstrated) demonstration_.leave_out(*refused.setting);
  if (!demonstrated || !std::exchange(refusal_told_, true)) tell(1, refused.sentence);
}

void CallSession::handle(const call_event::Ended& ended) {
  for (std::string& line : machine_->take_lines())
    if (connection_) connection_->send(std::move(line));
  end_call(ended.sentence, ended.failed);
}

void CallSession::announce_media() {
  if (!machine_ || machine_->state() != CallStage::kInCall || !media_) {
    if (media_ && pending_) media_->update_media(describe(), Description{}, settings_.in_force());
    return;
  }
  const Description local = describe();
  machine_->announce_media(local.audio, local.video);
  media_->update_media(local, *machine_->remote(), settings_.in_force());
}

}  // namespace jitterscope
