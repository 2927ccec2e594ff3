#include "core/conference/call_machine.h"

#include <fmt/format.h>

namespace jitterscope {
namespace {

constexpr std::size_t kMaxAwaitingConsent = 16;
constexpr std::size_t kMaxRequested = 64;
constexpr std::size_t kMaxUnanswered = 64;
constexpr int kMaxBadLines = 20;

std::string with_reason(std::string sentence, std::string_view reason) {
  return reason.empty() ? sentence + "." : fmt::format("{}: {}", sentence, reason);
}

std::string version_sentence(int theirs) {
  return fmt::format("The far end speaks version {} of the protocol, this end version {}: update the older program.",
                     theirs, kProtocolVersion);
}

}  // namespace

std::string_view to_string(CallStage state) {
  switch (state) {
    case CallStage::kIdle: return "idle";
    case CallStage::kConnecting: return "connecting";
    case CallStage::kCalling: return "calling";
    case CallStage::kRinging: return "ringing";
    case CallStage::kInCall: return "in call";
    case CallStage::kEnded: return "ended";
  }
  return "";
}

CallMachine::CallMachine(Description local, CallMachineOptions options)
    : local_(std::move(local)), options_(options), consent_(options.consent) {}

// ---- the connection

void CallMachine::connected(Timestamp now) {
  if (link_up_ || state_ == CallStage::kEnded) return;
  link_up_ = true;
  heard_ = state_since_ = now;
  next_keep_alive_ = now + options_.keep_alive_period;
  if (!caller_) return;
  enter(CallStage::kCalling, now);
  offer_id_ = next_id_++;
  send(message::Offer{offer_id_, local_});
}

void CallMachine::line(std::string_view text, Timestamp now) {
  if (!open()) return;
  heard_ = now;
  const MessageReading reading = read_message(text);
  if (reading.message) {
    std::visit([&](const auto& message) { handle(message, now); }, *reading.message);
    return;
  }
  if (reading.reply) send(reading.problem);
  if (!reading.reply && awaits_answer() && reading.problem.id == offer_id_) {
    return give_up("The far end's answer cannot be understood.");
  }
  if (reading.problem.code != error_code::kParse && reading.problem.code != error_code::kInvalidRequest) return;
  if (++bad_lines_ > (remote_ ? kMaxBadLines : 0)) end("The far end does not speak Jitterscope's protocol.", true);
}

void CallMachine::disconnected(std::string_view reason, Timestamp) {
  if (state_ == CallStage::kEnded) return;
  if (state_ == CallStage::kConnecting) return end(clean_text(reason), true);
  const char* what =
      state_ == CallStage::kIdle ? "The connection ended before a call came" : "The connection to the far end was lost";
  end(with_reason(what, clean_text(reason)), true);
}

void CallMachine::tick(Timestamp now) {
  if (!open()) return;
  if (now - heard_ >= options_.silence_limit) {
    return give_up(fmt::format("The far end has been silent for {:g} s: its program or the network may be down.",
                               options_.silence_limit.seconds()));
  }
  const Duration waited = now - state_since_;
  if (state_ == CallStage::kIdle && waited >= options_.offer_limit) {
    return give_up("A connection came that brought no call.");
  }
  const bool unanswered = state_ == CallStage::kCalling || state_ == CallStage::kRinging;
  if (unanswered && waited >= options_.ring_limit) {
    return give_up(fmt::format("Nobody answered within {:g} s.", options_.ring_limit.seconds()));
  }
  if (now < next_keep_alive_) return;
  next_keep_alive_ = now + options_.keep_alive_period;
  if (unanswered_.size() < kMaxUnanswered) unanswered_.push_back({next_id_, now});
  send(message::KeepAlive{next_id_++});
}

void CallMachine::media_heard(Timestamp now) {
  if (state_ == CallStage::kInCall) heard_ = now;
}

bool CallMachine::is_behind(Timestamp now) const {
  return !unanswered_.empty() && now - unanswered_.front().asked >= options_.answer_limit;
}

// ---- the user

void CallMachine::call() {
  if (state_ != CallStage::kIdle || link_up_) return;
  caller_ = true;
  state_ = CallStage::kConnecting;
}

void CallMachine::accept(Timestamp now) {
  if (state_ != CallStage::kRinging || caller_) return;
  send(message::Answer{offer_id_, local_});
  establish(now);
}

void CallMachine::decline() {
  if (state_ != CallStage::kRinging || caller_) return;
  fail(offer_id_, error_code::kDeclined, "The call was declined.");
  end("You declined the call.", false);
}

void CallMachine::hang_up() {
  if (state_ == CallStage::kEnded) return;
  if (link_up_) send(message::HangUp{});
  end("You hung up.", false);
}

void CallMachine::request_change(RemoteSetting theirs) {
  if (state_ != CallStage::kInCall) return;
  if (requested_.size() >= kMaxRequested) {
    events_.push_back(call_event::Refused{"The far end has not answered earlier requests yet."});
    return;
  }
  const std::int64_t id = next_id_++;
  send(message::Change{id, theirs});
  requested_.emplace(id, std::move(theirs));
}

void CallMachine::grant_consent(bool granted) {
  consent_ = granted;
  for (const auto& change : std::exchange(awaiting_consent_, {})) answer_change(change);
}

void CallMachine::announce_changed(std::string_view name, std::string_view value, std::string_view origin) {
  if (state_ == CallStage::kInCall) {
    send(message::Changed{std::string(name), std::string(value), std::string(origin)});
  }
}

void CallMachine::announce_media(std::optional<AudioDescription> audio, std::optional<VideoDescription> video) {
  if (audio) local_.audio = *audio;
  if (video) local_.video = *video;
  if (state_ == CallStage::kInCall && (audio || video)) send(message::Media{audio, video});
}

void CallMachine::announce_path(std::uint16_t audio_port, std::uint16_t video_port) {
  if (state_ == CallStage::kInCall) send(message::Path{audio_port, video_port});
}

void CallMachine::send_summary(const PeerSummary& received_here, const std::optional<PeerQuality>& quality) {
  if (state_ == CallStage::kInCall) send(message::Summary{received_here, quality});
}

// ---- what the far end says

void CallMachine::handle(const message::Offer& offer, Timestamp now) {
  if (options_.busy || caller_ || remote_) {
    fail(offer.id, error_code::kBusy, "This end is in another call.");
    if (options_.busy) end("A call was refused because this end is in another one.", false);
    return;
  }
  if (offer.description.version != kProtocolVersion) {
    fail(offer.id, error_code::kVersion, version_sentence(kProtocolVersion));
    return end(version_sentence(offer.description.version), true);
  }
  remote_ = offer.description;
  offer_id_ = offer.id;
  enter(CallStage::kRinging, now);
  if (options_.auto_accept) return accept(now);
  send(message::Ringing{});
  events_.push_back(call_event::Ringing{*remote_});
}

void CallMachine::handle(const message::Answer& answer, Timestamp now) {
  if (!awaits_answer() || answer.id != offer_id_) return;
  if (answer.description.version != kProtocolVersion) return give_up(version_sentence(answer.description.version));
  remote_ = answer.description;
  establish(now);
}

void CallMachine::handle(const message::Ringing&, Timestamp now) {
  if (!caller_ || state_ != CallStage::kCalling) return;
  enter(CallStage::kRinging, now);
  events_.push_back(call_event::FarEndRings{});
}

void CallMachine::handle(const message::Change& change, Timestamp) {
  if (state_ != CallStage::kInCall) return fail(change.id, error_code::kNotInCall, "There is no call.");
  if (consent_) return answer_change(change);
  if (awaiting_consent_.size() >= kMaxAwaitingConsent) {
    return fail(change.id, error_code::kBusy, "Too many requests wait for consent.");
  }
  awaiting_consent_.push_back(change);
  if (awaiting_consent_.size() > 1) return;
  events_.push_back(call_event::ConsentAsked{
      fmt::format("set {} to {}", setting_name(change.setting), setting_value(change.setting))});
}

void CallMachine::handle(const message::Changed& changed, Timestamp) {
  if (state_ != CallStage::kInCall) return;
  const char* origin = changed.origin == "theirs" ? "mine" : "theirs";  // seen from this end
  events_.push_back(call_event::PeerChanged{changed.name, changed.value, origin});
}

void CallMachine::handle(const message::Media& media, Timestamp) {
  if (state_ != CallStage::kInCall) return;
  if (media.audio) remote_->audio = *media.audio;
  if (media.video) remote_->video = *media.video;
  events_.push_back(call_event::PeerMedia{*remote_});
}

void CallMachine::handle(const message::Path& path, Timestamp) {
  if (state_ == CallStage::kInCall) events_.push_back(call_event::PeerPath{path.audio_port, path.video_port});
}

void CallMachine::handle(const message::KeepAlive& keep_alive, Timestamp) {
  send(message::Done{keep_alive.id});
}

void CallMachine::send_times(std::vector<SenderTimes> sent_here) {
  if (state_ == CallStage::kInCall) send(message::Times{std::move(sent_here)});
}

void CallMachine::handle(const message::Times& message, Timestamp now) {
  if (state_ != CallStage::kInCall) return;
  std::vector<SenderTimes> times = message.times;
  for (SenderTimes& each : times) each.at = now;
  events_.push_back(call_event::PeerTimes{std::move(times)});
}

void CallMachine::handle(const message::Summary& message, Timestamp now) {
  if (state_ != CallStage::kInCall) return;
  call_event::PeerSummarised told{message.summary, message.quality};
  told.summary.at = now;
  if (told.quality) told.quality->at = now;
  events_.push_back(told);
}

void CallMachine::handle(const message::HangUp& message, Timestamp) {
  const bool in_call = state_ == CallStage::kInCall;
  end(with_reason(far_end() + (in_call || caller_ ? " hung up" : " gave up calling"), message.reason), !in_call);
}

void CallMachine::handle(const message::Done& done, Timestamp) {
  while (!unanswered_.empty() && unanswered_.front().id <= done.id) unanswered_.pop_front();  // lines keep their order
  const auto request = requested_.extract(done.id);
  if (request) events_.push_back(call_event::ChangeAccepted{request.mapped()});
}

void CallMachine::handle(const message::Failed& failed, Timestamp) {
  // A busy end may refuse before it has read the offer, so without its id.
  const bool of_offer = failed.id ? *failed.id == offer_id_ : failed.code > 0;
  if (awaits_answer() && of_offer) return end(with_reason("The far end refused the call", failed.sentence), true);
  if (!failed.id) return;
  const auto request = requested_.extract(*failed.id);
  if (!request) return;
  events_.push_back(call_event::Refused{
      with_reason(fmt::format("The far end did not set {}", setting_name(request.mapped())), failed.sentence),
      request.mapped()});
}

// ---- common steps

void CallMachine::enter(CallStage state, Timestamp now) {
  state_ = state;
  state_since_ = now;
}

void CallMachine::fail(std::int64_t id, int code, std::string sentence) {
  send(message::Failed{id, code, std::move(sentence)});
}

void CallMachine::answer_change(const message::Change& change) {
  if (!*consent_) return fail(change.id, error_code::kConsentDenied, "Its user did not agree to that.");
  send(message::Done{change.id});
  events_.push_back(call_event::ChangeRequested{change.setting});
}

void CallMachine::establish(Timestamp now) {
  enter(CallStage::kInCall, now);
  events_.push_back(call_event::Established{local_, *remote_, caller_});
}

void CallMachine::give_up(std::string sentence) {
  send(message::HangUp{sentence});
  end(std::move(sentence), true);
}

void CallMachine::end(std::string sentence, bool failed) {
  state_ = CallStage::kEnded;
  awaiting_consent_.clear();
  requested_.clear();
  events_.push_back(call_event::Ended{std::move(sentence), failed});
}

std::string CallMachine::far_end() const {
  return remote_ && !remote_->name.empty() ? remote_->name : "The far end";
}

}  // namespace jitterscope
