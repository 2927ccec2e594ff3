// Who calls, whom the session answers, whose media it takes, and whether any come.
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "core/base/realtime/clock.h"
#include "core/call/session/call_session.h"

namespace jitterscope {
namespace {

constexpr int kMostAcceptedARound = 16;
constexpr int kMostQuartersWithoutMedia = 12;
constexpr Duration kUnheardSaid = Duration::seconds(4);
constexpr std::int64_t kFewForeign = 100;  // strays of an earlier call are no news
constexpr Duration kForeignNoticePeriod = Duration::seconds(60);
constexpr Duration kSilencedFor = Duration::seconds(5 * 60);

/// What the remote says by RTCP more often than is taken is its own.
std::int64_t foreign_packets(const StreamSnapshot& stream) {
  return std::accumulate(stream.rejected.begin(), stream.rejected.end(), std::int64_t{0}) -
         stream.rejected[static_cast<std::size_t>(RejectReason::kTooOften)];
}

}  // namespace

void CallSession::look_for_caller() {
  if (!listener_) return;
  for (int accepted = 0; accepted < kMostAcceptedARound; ++accepted) {
    auto caller = listener_->accept(std::chrono::milliseconds(0));
    if (!caller) return;
    callers_.add(std::move(*caller), monotonic_now());
  }
}

void CallSession::look_after_callers(Timestamp now) {
  callers_.set_own(pending_ && !media_ ? std::optional(pending_->audio_start.ssrc) : std::nullopt);
  std::string in_vain;
  for (const std::string& sentence : callers_.drive(media_ != nullptr, now)) {
    tell(1, sentence);  // a notice each: one has not the room for several
    in_vain += (in_vain.empty() ? "" : " ") + sentence;
  }
  if (!in_vain.empty()) state_.sentence = in_vain;
  if (callers_.take_own_call() && connection_ && !media_)
    end_call("This is the address of your own window. Call another one.", true);
  const std::size_t rang = std::exchange(state_.more_callers, callers_.ringing());
  if (connection_ && !media_ && callers_.ringing() > rang)
    tell(1, callers_.first()->words() + " is calling you too: hang up to answer.");
  if (connection_ || media_) return;
  if (options_.auto_accept && callers_.first()) return answer_first();
  if (callers_.first()) {
    state_.phase = SessionPhase::kRinging;
    state_.peer = callers_.first()->words();
    --state_.more_callers;
  } else if (state_.phase == SessionPhase::kRinging) {
    state_.phase = SessionPhase::kIdle;
  }
}

void CallSession::answer_first() {
  if (!prepare_media()) return callers_.decline_first(monotonic_now());
  auto caller = callers_.take_first();
  connection_ = std::move(caller->connection);
  connection_->set_bell([this] { ring(); });
  proxied_.reset();  // of a call that this end placed
  peer_address_ = caller->address;
  take_media_from({peer_address_});
  state_.peer = caller->words();
  machine_.emplace(std::move(caller->machine));
  machine_->set_local(describe());
  machine_->accept(monotonic_now());
}

/// Whoever else sends to this call's ports is not heard.
void CallSession::take_media_from(std::vector<SocketAddress> hosts) {
  media_hosts_ = std::move(hosts);
  take_media_through(settings_->link);
}

std::vector<SocketAddress> CallSession::hosts_through(const LinkSettings& link) const {
  std::vector<SocketAddress> hosts = media_hosts_;
  if (conditions_ && !link.off()) hosts.push_back(SocketAddress::loopback());
  return hosts;
}

/// With a link also from its relay, thus from every program of this machine.
void CallSession::take_media_through(const LinkSettings& link) {
  std::vector<SocketAddress> hosts = hosts_through(link);
  bool taken = true;
  for (MediaPorts* ports : {&pending_->sockets.audio, &pending_->sockets.video})
    taken = ports->take_only_from(hosts) && taken;
  if (!taken)
    tell(2, "The kernel does not let the media ports take packets of " + hosts.back().unmapped().host() +
                ": sound or pictures from there are missing.");
  if (media_) media_->take_media_from(std::move(hosts));
}

/// A remote of several addresses may send from another than it was called at: that is never taken, as anybody could.
void CallSession::look_whether_media_come(std::int64_t packets) {
  const Description& remote = *machine_->remote();
  const bool awaited = (settings_->receive[Medium::kAudio] && remote.audio.send) ||
                       (settings_->receive[Medium::kVideo] && remote.video.send);
  if (quarters_without_media_ < 0 || !awaited) return;
  if (packets > 0) {
    quarters_without_media_ = -1;
    return;
  }
  if (++quarters_without_media_ < kMostQuartersWithoutMedia) return;
  quarters_without_media_ = -1;
  tell(1, "Nothing has come from " + peer_address_.unmapped().host() +
              " for 3 s: a firewall may be between, or the remote sends from another address (--bind there).");
}

/// Those of other addresses the kernel throws away unseen.
void CallSession::look_for_foreign_packets(Timestamp now) {
  if (now < next_foreign_notice_) return;
  const auto seen = media_->snapshot();
  if (!seen) return;
  const std::int64_t foreign =
      foreign_packets(seen->received(Medium::kAudio).figures) + foreign_packets(seen->received(Medium::kVideo).figures);
  if (foreign - told_foreign_ < kFewForeign) return;
  tell(1, fmt::format("{} foreign packets were refused: something at the remote's address sends to this call's ports. "
                      "They change nothing; Figures has the reasons.",
                      foreign));
  told_foreign_ = foreign;
  next_foreign_notice_ = now + kForeignNoticePeriod;
}

/// Its user has refused it twice: this call's machine asks no more, nor does that of a call soon after with the same
/// host.
void CallSession::silence_remote(Timestamp now) {
  silenced_[peer_address_.unmapped().host()] = now;
  tell(1, "Refused twice: what else the remote asks to set here in this call is refused without a question.");
}

void CallSession::look_whether_silenced(Timestamp now) {
  std::erase_if(silenced_, [now](const auto& host) { return now - host.second >= kSilencedFor; });
  const std::string host = peer_address_.unmapped().host();
  if (options_.consent || !silenced_.contains(host)) return;
  machine_->refuse_all();
  tell(1, host + " was refused twice a few minutes ago: what it asks to set here is refused without a question.");
}

void CallSession::look_whether_heard(Timestamp now) {
  const Duration unheard = machine_->unheard(now);
  state_.unheard_s = unheard >= kUnheardSaid ? static_cast<int>(unheard.seconds()) : 0;
  const bool is_unheard = state_.unheard_s > 0;
  if (is_unheard == std::exchange(unheard_told_, is_unheard)) return;
  if (media_) media_->note(RemoteUnheard{state_.unheard_s, now});
  tell(0, is_unheard ? "The remote has not been heard for 4 s: its program or the network may be down. After 30 s the "
                       "call ends."
                     : "The remote is heard again.");
}

}  // namespace jitterscope
