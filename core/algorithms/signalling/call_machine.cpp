#include "core/algorithms/signalling/call_machine.h"

#include <fmt/format.h>

#include "core/algorithms/signalling/same_machine.h"

namespace jitterscope {
namespace {

constexpr std::size_t kMaxAwaitingConsent = 16;
constexpr std::size_t kMaxRequested = 64;
constexpr std::size_t kMaxUnanswered = 64;
constexpr int kMaxBadLines = 20;
constexpr Duration kFloodSaidEvery = Duration::seconds(60);
/// Ticks come each 500 ms: after such a gap it was this program that did not look, not the remote that said nothing.
constexpr Duration kStoodStill = Duration::seconds(2);
constexpr int kMostRefusals = 2;  // of consent by the user; then it is not asked again
// A program that compares versions reads the number in these words, and tells its user to update it.
constexpr const char* kToOlder = "This end speaks version 4 of the protocol. Update your program.";
constexpr const char* kIsOlder =
    "The remote's program is of protocol version 3 or before, which this one does not speak any more: update it.";

std::string with_reason(std::string sentence, std::string_view reason) {
  return reason.empty() ? sentence + "." : fmt::format("{}: {}", sentence, reason);
}

/// What the remote gives as its reason is not this program's word.
std::string with_quoted(std::string sentence, std::string_view reason) {
  return with_reason(std::move(sentence), reason.empty() ? std::string() : in_quotes(reason));
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

CallMachine::CallMachine(Description local, const CallMachineOptions& options)
    : local_(std::move(local)), options_(options), consent_(options.consent) {}

// ---- the connection

void CallMachine::connected(Timestamp now, bool here) {
  if (link_up_ || state_ == CallStage::kEnded) return;
  link_up_ = true;
  heard_ = state_since_ = ticked_ = now;
  next_keep_alive_ = now + options_.keep_alive_period;
  if (here && !options_.boot_id.empty()) nonce_ = options_.nonce;
  if (!caller_) return;
  enter(CallStage::kCalling, now);
  local_.nonce = nonce_;
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
    return give_up("The remote's answer cannot be understood.");
  }
  if (reading.problem.code != error_code::kParse && reading.problem.code != error_code::kInvalidRequest) return;
  if (++bad_lines_ > (remote_ ? kMaxBadLines : 0))
    end(remote_words() + " does not speak Jitterscope's protocol.", true);
}

void CallMachine::disconnected(std::string_view reason, Timestamp now) {
  if (state_ == CallStage::kEnded) return;
  if (state_ == CallStage::kConnecting) return end(clean_text(reason), true);
  const char* what =
      state_ == CallStage::kIdle ? "The connection ended before a call came" : "The connection to the remote was lost";
  if (rings_here()) return end(fmt::format("{} called; the connection was lost.", remote_words()), true);
  look_whether_stood_still(now);
  std::string sentence = with_reason(what, clean_text(reason));
  if (state_ == CallStage::kInCall) sentence += " Call again.";
  if (stood_still_ > Duration{} && now - stood_until_ < options_.call_silence_limit)
    sentence = fmt::format("This program stood still for {:.0f} s. {}", stood_still_.seconds(), sentence);
  end(std::move(sentence), true);
}

void CallMachine::tick(Timestamp now) {
  if (!open()) return;
  look_whether_stood_still(now);
  const Duration limit = state_ == CallStage::kInCall ? options_.call_silence_limit : options_.silence_limit;
  if (now - heard_ >= limit) {
    if (rings_here())
      return give_up(fmt::format("{} called, then was silent for {:g} s.", remote_words(), limit.seconds()));
    return give_up(
        fmt::format("The remote has been silent for {:g} s: its program or the network may be down. Call again.",
                    limit.seconds()),
        fmt::format("It had not heard of this end for {:g} s: this program or the network stood still. Call again.",
                    limit.seconds()));
  }
  if (accepted_ && rings_here()) accept(now);
  const Duration waited = now - state_since_;
  if (state_ == CallStage::kIdle && waited >= options_.offer_limit) {
    return give_up("A connection came that brought no call.");
  }
  const bool unanswered = state_ == CallStage::kCalling || state_ == CallStage::kRinging;
  if (unanswered && waited >= options_.ring_limit) {
    const std::string nobody = fmt::format("Nobody answered within {:g} s.", options_.ring_limit.seconds());
    if (caller_) return give_up(nobody + " Call again later.", nobody);
    send(message::HangUp{nobody});
    return end(fmt::format("{} called; nobody answered within {:g} s.", remote_words(), options_.ring_limit.seconds()),
               true);
  }
  look_for_flood(now);
  tell_waiting(now);
  if (now < next_keep_alive_) return;
  next_keep_alive_ = now + options_.keep_alive_period;
  if (unanswered_.size() < kMaxUnanswered) unanswered_.push_back({next_id_, now});
  send(message::KeepAlive{next_id_++});
}

/// What the remote said meanwhile may still be in the reader's hands: it is silent only from now on.
void CallMachine::look_whether_stood_still(Timestamp now) {
  const Duration gap = now - std::exchange(ticked_, now);
  if (gap <= kStoodStill) return;
  stood_still_ = gap;
  stood_until_ = heard_ = now;
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
  if (!rings_here()) return;
  if (awaits_proof_) {
    if (!accepted_) accepted_ = now;
    if (now - *accepted_ < options_.proof_limit) return;
  }
  awaits_proof_ = false;  // what comes later proves nothing
  local_.nonce.clear();
  local_.proof = same_clock_ ? proof_of("callee") : std::string();
  send(message::Answer{offer_id_, local_});
  establish(now);
}

void CallMachine::decline() {
  if (!rings_here()) return;
  fail(offer_id_, error_code::kDeclined, "The call was declined.");
  end("You declined the call.", false);
}

void CallMachine::turn_away(std::string reason, std::string_view what) {
  if (!rings_here()) return;
  fail(offer_id_, error_code::kBusy, std::move(reason));
  end(what.empty() ? std::string() : fmt::format("{} {}.", remote_words(), what), false);
}

void CallMachine::hang_up(const std::string& why) {
  if (state_ == CallStage::kEnded) return;
  if (link_up_) send(message::HangUp{why});
  end(why.empty() ? "You hung up." : why, false);
}

void CallMachine::request_change(const AnySetting& wanted) {
  if (state_ != CallStage::kInCall) return;
  if (requested_.size() >= kMaxRequested) {
    events_.push_back(call_event::Refused{"The remote has not answered earlier requests yet."});
    return;
  }
  if (!remote_takes<message::Change>()) {
    events_.push_back(
        call_event::Refused{fmt::format("The remote's program {}.", capability::Change::without), wanted});
    return;
  }
  const std::int64_t id = next_id_++;
  send(message::Change{id, wanted});
  requested_.emplace(id, wanted);
}

std::vector<AnySetting> CallMachine::unanswered_requests() const {
  std::vector<AnySetting> settings;
  for (const auto& [id, setting] : requested_) settings.push_back(setting);
  return settings;
}

void CallMachine::grant_consent(bool granted) {
  if (!granted && awaiting_consent_.empty()) return;
  if (granted || ++refusals_ >= kMostRefusals) consent_ = granted;
  for (const auto& change : std::exchange(awaiting_consent_, {})) answer_change(change, granted);
}

void CallMachine::announce_media(std::optional<AudioDescription> audio, std::optional<VideoDescription> video) {
  if (audio) local_.audio = *audio;
  if (video) local_.video = *video;
  if (state_ == CallStage::kInCall && (audio || video)) send(message::Media{audio, video});
}

// ---- what the remote says

void CallMachine::handle(const message::Offer& offer, Timestamp now) {
  if (caller_ || remote_) return fail(offer.id, error_code::kBusy, "This end is in another call.");
  if (!offer.description.can) {
    fail(offer.id, error_code::kOlder, kToOlder);
    return end(kIsOlder, true);
  }
  remote_ = offer.description;
  offer_id_ = offer.id;
  enter(CallStage::kRinging, now);
  awaits_proof_ = !nonce_.empty() && is_nonce(remote_->nonce);
  send(message::Ringing{awaits_proof_ ? nonce_ : std::string()});
  events_.push_back(call_event::Ringing{*remote_});
}

void CallMachine::handle(const message::Answer& answer, Timestamp now) {
  if (!awaits_answer() || answer.id != offer_id_) return;
  if (!answer.description.can) {
    send(message::HangUp{kToOlder});
    return end(kIsOlder, true);
  }
  remote_ = answer.description;
  same_clock_ = !remote_->proof.empty() && remote_->proof == proof_of("callee");
  establish(now);
}

void CallMachine::handle(const message::Ringing& ringing, Timestamp now) {
  if (!caller_ || state_ != CallStage::kCalling) return;
  enter(CallStage::kRinging, now);
  remote_nonce_ = ringing.nonce;
  if (std::string proof = proof_of("caller"); !proof.empty()) send(message::Proof{std::move(proof)});
  events_.push_back(call_event::RemoteRings{});
}

void CallMachine::handle(const message::Proof& told, Timestamp now) {
  if (!std::exchange(awaits_proof_, false)) return;
  remote_nonce_ = remote_->nonce;
  same_clock_ = told.proof == proof_of("caller");
  if (accepted_) accept(now);
}

void CallMachine::handle(const message::Change& change, Timestamp now) {
  if (state_ != CallStage::kInCall) return fail(change.id, error_code::kNotInCall, "There is no call.");
  if (!requests_.take(now)) return fail(change.id, error_code::kBusy, "Too many requests within a second.");
  if (consent_) return answer_change(change, *consent_);
  if (awaiting_consent_.size() >= kMaxAwaitingConsent) {
    return fail(change.id, error_code::kBusy, "Too many requests wait for consent.");
  }
  awaiting_consent_.push_back(change);
  if (awaiting_consent_.size() > 1) return;
  events_.push_back(call_event::ConsentAsked{change.setting});
}

void CallMachine::handle(const message::Changed& changed, Timestamp now) {
  if (state_ != CallStage::kInCall || !told_.of<message::Changed>().take(now)) return;
  const char* origin = changed.origin == "remote" ? "local" : "remote";  // seen from this end
  events_.push_back(message::Changed{changed.name, changed.value, origin});
}

void CallMachine::look_for_flood(Timestamp now) {
  if (flood_said_ && now - *flood_said_ < kFloodSaidEvery) return;
  std::int64_t left_out = requests_.take_left_out(now);
  for (SecondLimit& each : told_.all) left_out += each.take_left_out(now);
  if (left_out == 0) return;
  flood_said_ = now;
  events_.push_back(call_event::PeerFlooded{left_out});
}

void CallMachine::handle(const message::Media& media, Timestamp now) {
  if (state_ != CallStage::kInCall) return;
  if (media.audio) remote_->audio = *media.audio;
  if (media.video) remote_->video = *media.video;
  streams_wait_ = true;
  tell_waiting(now);
}

void CallMachine::handle(const message::Path& path, Timestamp now) {
  if (state_ != CallStage::kInCall) return;
  path_waits_ = path;
  tell_waiting(now);
}

/// What the remote said last of its streams and where it receives, so often as may be.
void CallMachine::tell_waiting(Timestamp now) {
  if (streams_wait_ && streams_.take(now)) {
    streams_wait_ = false;
    events_.push_back(call_event::PeerMedia{*remote_});
  }
  if (path_waits_ && paths_.take(now)) { events_.push_back(*std::exchange(path_waits_, {})); }
}

void CallMachine::handle(const message::KeepAlive& keep_alive, Timestamp) {
  send(message::Done{keep_alive.id});
}

template <typename Told>
requires(Told::kMostASecond > 0) void CallMachine::handle(const Told& told, Timestamp now) {
  if (state_ != CallStage::kInCall || !told_.of<Told>().take(now)) return;
  Told stamped = told;
  if constexpr (requires { stamped.stamp(now); }) stamped.stamp(now);
  events_.push_back(std::move(stamped));
}

void CallMachine::handle(const message::HangUp& message, Timestamp) {
  const bool in_call = state_ == CallStage::kInCall;
  std::string sentence =
      with_quoted(remote_words() + (in_call || caller_ ? " hung up" : " gave up calling"), message.reason);
  if (awaits_answer()) sentence += " Call again later.";
  end(std::move(sentence), !in_call);
}

void CallMachine::handle(const message::Done& done, Timestamp) {
  while (!unanswered_.empty() && unanswered_.front().id <= done.id) unanswered_.pop_front();  // lines keep their order
  const auto request = requested_.extract(done.id);
  if (request) events_.push_back(call_event::ChangeAccepted{request.mapped()});
}

void CallMachine::handle(const message::Failed& failed, Timestamp) {
  // A busy end may refuse before it has read the offer, so without its id.
  const bool of_offer = failed.id ? *failed.id == offer_id_ : failed.code > 0;
  if (awaits_answer() && of_offer && failed.code == error_code::kOlder) return end(kIsOlder, true);
  if (awaits_answer() && of_offer && failed.code == error_code::kDeclined)
    return end("The remote declined the call. Call again later.", true);
  if (awaits_answer() && of_offer && failed.code == error_code::kBusy)
    return end(with_quoted("The remote refused the call", failed.sentence) + " Call again later.", true);
  if (awaits_answer() && of_offer) return end(with_quoted("The remote refused the call", failed.sentence), true);
  if (!failed.id) return;
  const auto request = requested_.extract(*failed.id);
  if (!request) return;
  events_.push_back(call_event::Refused{
      with_quoted(fmt::format("The remote did not set {}", name_of(request.mapped())), failed.sentence),
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

void CallMachine::answer_change(const message::Change& change, bool granted) {
  if (!granted) return fail(change.id, error_code::kConsentDenied, "Its user did not agree to that.");
  send(message::Done{change.id});
  events_.push_back(call_event::ChangeRequested{change.setting});
}

void CallMachine::establish(Timestamp now) {
  enter(CallStage::kInCall, now);
  events_.push_back(call_event::Established{local_, *remote_, caller_, same_clock_});
}

void CallMachine::give_up(std::string sentence, std::string told) {
  send(message::HangUp{told.empty() ? sentence : std::move(told)});
  end(std::move(sentence), true);
}

void CallMachine::end(std::string sentence, bool failed) {
  state_ = CallStage::kEnded;
  awaiting_consent_.clear();
  requested_.clear();
  events_.push_back(call_event::Ended{std::move(sentence), failed});
}

/// Empty without nonces of both: that is no proof.
std::string CallMachine::proof_of(std::string_view who) const {
  return clock_proof(who, caller_ ? nonce_ : remote_nonce_, caller_ ? remote_nonce_ : nonce_, options_.boot_id);
}

std::string CallMachine::remote_words() const {
  const bool named = remote_ && !remote_->name.empty();
  if (caller_ || state_ == CallStage::kInCall || options_.address.empty()) return named ? remote_->name : "The remote";
  return fmt::format("{} ({})", named ? remote_->name : "Someone", options_.address);
}

}  // namespace jitterscope
