// What a remote says, or the call machine of it.
#include <algorithm>
#include <utility>

#include "core/base/realtime/clock.h"
#include "core/call/session/peer_session.h"
#include "core/events/demonstration.h"
#include "core/events/kinds/demonstration_entered.h"
#include "core/events/kinds/setting_changed.h"

namespace jitterscope {
namespace {
constexpr std::size_t kMostTold = 64;
constexpr std::size_t kLongestNameInSentences = 40;  // a longer one would be the sentence
}  // namespace

void PeerSession::handle(const call_event::Established& established) {
  if (!established.remote.name.empty()) words_ = established.remote.name;
  recorded_by_remote_ = recording_words(established.remote.records);
  told_ = {{std::string(setting::AudioBlock::facts.name), std::to_string(established.remote.audio.block_bytes)}};
  if (!recorded_by_remote_.empty()) told_[std::string(kRecordingFact)] = established.remote.records;
  try {
    host_.established(*this, established);
  } catch (const std::exception& error) {  // a thread that cannot be made
    machine_.hang_up();
    over_ = Over{std::string("The call could not begin: ") + error.what(), true};
  }
}

void PeerSession::handle(const call_event::ConsentAsked& asked) {
  asked_here_ = asked.setting;
}

void PeerSession::handle(const call_event::ChangeRequested& requested) {
  host_.set_for_remote(requested.setting);
}

/// PeerChanged follows and carries the news.
void PeerSession::handle(const call_event::ChangeAccepted& accepted) {
  host_.demonstration_answered(accepted.setting, false);
}

/// What it sets is what a remote tells first, when its media have begun.
void PeerSession::handle(const message::Changed& changed) {
  if (!media_) return;
  if (media_->path().stop_waiting()) local_->switched(*media_);
  const auto told = told_.find(changed.name);
  const bool news = told == told_.end() || told->second != changed.value;
  if (told_.size() < kMostTold || told != told_.end()) told_[changed.name] = changed.value;
  const SettingChanged happened{ShortText<32>(changed.name), ShortText<160>(changed.value), End::kRemote,
                                ShortText<16>(changed.origin), monotonic_now()};
  if (news) tell_of_remote(happened);
  if (auto entered = demonstration_in(happened)) {
    if (entered->phase == DemonstrationPhase::kSettling) remote_demonstration_ = entered->kind;
    entered->kind = remote_demonstration_;  // later words do not say it
    note(*entered);
  } else {
    note(happened);
  }
}

void PeerSession::handle(const call_event::PeerFlooded& flooded) {
  host_.tell(1, "The remote says more than " + std::to_string(kMostChangesASecond) +
                    " things of a kind a second: " + std::to_string(flooded.left_out) + " are left out.");
}

/// In this end's words: a value is the remote's own text.
void PeerSession::tell_of_remote(const SettingChanged& change) {
  const Timestamp now = change.at;
  if (const auto muted = as<setting::Muted>(change); muted && mute_news_.take(now))
    host_.tell(0, short_words() + (muted->value ? " has muted its sound." : "'s sound is on again."));
  const std::string recorded = change.name.view() == kRecordingFact ? recording_words(change.value.view()) : "";
  if (recorded.empty()) return;
  recorded_by_remote_ = recorded;
  if (recording_news_.take(now)) host_.tell(1, recorded);
}

std::string PeerSession::short_words() const {
  return words_.size() <= kLongestNameInSentences ? words_ : "The remote";
}

/// Empty: it is none of the things that an end may keep.
std::string PeerSession::recording_words(std::string_view kept) const {
  const bool known = std::ranges::find(kRecordings, kept) != kRecordings.end();
  return known ? short_words() + " records your " + std::string(kept) + "." : "";
}

void PeerSession::handle(const call_event::PeerMedia& media) {
  if (!media_) return;
  Description remote = media.remote;  // what its packets bear was agreed, and is not changed to another's
  remote.audio.ssrc = media_->config().remote.audio.ssrc;
  remote.video.ssrc = media_->config().remote.video.ssrc;
  local_->update(*media_, machine_.local(), remote, host_.settings());
}

void PeerSession::handle(const message::Path& path) {
  if (!media_ || (asked_path_ && asked_path_->path == path)) return;
  const auto& agreed = media_->config().remote_rtp;
  if (path == taken_path_.value_or(message::Path{agreed[Medium::kAudio].port(), agreed[Medium::kVideo].port()})) {
    asked_path_.reset();
    return media_->path().end_question();
  }
  asked_path_ = AskedPath{path, monotonic_now()};
  media_->ask_path(path.audio_port, path.video_port);
}

void PeerSession::handle(const message::Summary& summarised) {
  if (!local_) return;
  const Medium medium = summarised.summary.medium;
  bounds_.has_sent(medium, local_->sent_summary(medium));
  const bool judged = local_->notes_all_sent(medium);
  const bool can_be =
      !judged || (bounds_.can_be(summarised.summary) && (!summarised.quality || bounds_.can_be(*summarised.quality)));
  if (can_be) note_told(summarised.summary);
  if (can_be && summarised.quality) note_told(*summarised.quality);
  const bool counts_can_be = !summarised.sent || bounds_.can_be(*summarised.sent);
  if (counts_can_be && summarised.sent) note_told(*summarised.sent);
  if ((!can_be && bounds_.knows(medium)) || !counts_can_be) tell_of_doubt();
}

/// Neither a row nor a verdict comes of them.
void PeerSession::tell_of_doubt() {
  if (doubt_news_.take(monotonic_now()))
    host_.tell(1, short_words() +
                      " tells figures that cannot be, as of more than was sent or of delays that no "
                      "network has: they are left out.");
}

void PeerSession::handle(const message::Times& told) {
  for (const SenderTimes& times : told.times) {
    if (!bounds_.can_be(times)) return tell_of_doubt();
    note_told(times);
  }
}

void PeerSession::handle(const message::Arrivals& told) {
  if (!media_) return;
  const std::uint32_t own = media_->config().local.video.ssrc;
  for (const PeerPacket& packet : told.packets) {
    if (packet.ssrc == own && bounds_.can_be(packet))
      note_told(packet);
    else if (bounds_.knows(Medium::kVideo))
      return tell_of_doubt();
  }
}

void PeerSession::handle(const call_event::Refused& refused) {
  if (!refused.setting || !host_.demonstration_answered(*refused.setting, true)) host_.tell(1, refused.sentence);
}

void PeerSession::handle(const call_event::Ended& ended) {
  for (std::string& line : machine_.take_lines()) connection_->send(std::move(line));
  over_ = Over{ended.sentence, ended.failed};
}

}  // namespace jitterscope
