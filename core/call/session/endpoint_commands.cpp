// What the session does with each command of a user.
#include <algorithm>
#include <utility>

#include "core/base/realtime/clock.h"
#include "core/call/session/endpoint_session.h"
#include "core/call/session/nonce.h"
#include "core/events/kinds/marker.h"

namespace jitterscope {

void EndpointSession::carry_out(const PlaceCall& wanted) {
  if (const std::string reason = why_no_more(); !reason.empty()) return tell(1, reason);
  const std::string words = HostPort{wanted.host, wanted.port}.to_string();
  if (!media_) state_.peer = words;
  if (const std::string trouble = prepare_media(); !trouble.empty()) {
    tell(2, trouble);
    return peers_.empty() ? end_call(trouble, true) : void();
  }
  CallMachineOptions options = machine_options_;
  options.nonce = make_nonce();
  CallMachine machine(describe(), options);
  machine.call();
  std::string error;
  std::optional<SocketAddress> proxied;
  const auto target = through_link({wanted.host, wanted.port}, proxied, error);
  if (!target) return peers_.empty() ? end_call(error, true) : tell(1, error);
  begin_with(std::make_unique<PeerSession>(as_host(), words, std::move(machine), *target, proxied, bound_));
}

void EndpointSession::carry_out(const AnswerCall& wanted) {
  if (!why_no_more().empty() || !callers_.first()) return;
  if (!wanted.caller.empty() && wanted.caller != callers_.first()->words()) return;  // who was meant has gone
  if (wanted.accept) return answer_first();
  callers_.decline_first(monotonic_now());
  state_.sentence = "You declined the call.";
  state_.over = options_.one_call && callers_.ringing() == 0;
}

/// To the first who asks.
void EndpointSession::carry_out(const GrantConsent& wanted) {
  const auto asks = [](const auto& peer) { return peer->asked_here().has_value(); };
  if (const auto found = std::ranges::find_if(peers_, asks); found != peers_.end())
    (*found)->grant_consent(wanted.granted);
}

void EndpointSession::carry_out(const HangUp& wanted) {
  carry_out(Demonstrate{{}, false});  // while the remote can still be asked back
  for (const auto& peer : peers_) peer->hang_up(wanted.why);
  if (plain_) end_call(wanted.why.empty() ? "You ended the call." : wanted.why, false);
}

void EndpointSession::carry_out(const PlaceMarker& wanted) {
  if (media_) media_->note(Marker{ShortText<64>(wanted.text), monotonic_now()});
}

void EndpointSession::carry_out(const RecordCall& wanted) {
  if (!media_) {
    options_.trace_path = wanted.on ? wanted.path : "";
    return;
  }
  state_.recorded_unasked = false;
  if (!wanted.on) {
    const std::string kept = media_->recorder() ? media_->recorder()->path() : std::string();
    media_->stop_recording();
    if (!kept.empty()) tell(0, "Recording stopped; kept: " + kept);
    return;
  }
  const std::string path = !wanted.path.empty()         ? wanted.path
                           : options_.choose_trace_path ? options_.choose_trace_path()
                                                        : options_.trace_path;
  if (path.empty()) return;
  media_->start_recording(path);
  if (media_->recorder()) tell(0, "Recorded from now on to " + path);
}

void EndpointSession::carry_out(const DiscardRecording& wanted) {
  if (media_) view_recording();
  if (!media_ || !state_.recorded_unasked || media_->recorder()->path() != wanted.path)
    return tell(1, wanted.path + " is not being recorded any more: the file stays.");
  const std::string trouble = media_->discard_recording();
  state_.trace_path.clear();
  state_.trace_bytes = 0;
  tell(trouble.empty() ? 1 : 2, trouble.empty() ? "This call is not recorded; deleted: " + wanted.path : trouble);
}

void EndpointSession::carry_out(const UsePlainRtp& wanted) {
  if (!peers_.empty() || media_) return tell(1, "You are in a call. Hang up first.");
  const bool sends = !wanted.host.empty();
  const auto second = static_cast<std::uint16_t>(wanted.video_port + 2);
  Resolution far;
  if (sends) far = resolve_within({wanted.host, wanted.video_port}, kLookUpLimit);
  if (sends && far.addresses.empty()) return end_call(far.error, true);
  std::string error;
  auto video = open_ports(sends ? 5100 : wanted.video_port, bound_, error);
  auto audio = open_ports(sends ? 5200 : second, bound_, error);
  if (!video || !audio) return end_call(error, true);
  if (!sends && (video->rtp.local().port() != wanted.video_port || audio->rtp.local().port() != second))
    return end_call("Port " + std::to_string(wanted.video_port) + " or " + std::to_string(second) +
                        " is in use (RTP needs an even one). Choose another.",
                    true);
  take_ports(std::move(*audio), std::move(*video));
  route_.prepare(ports_->sockets, {}, error);
  MediaConfig config;
  config.plain_rtp = true;
  config.local = describe();
  config.clock = {config.local.conference_offset, false};  // nobody has agreed on a clock
  if (sends) {
    config.remote_rtp[Medium::kVideo] =
        ports_->sockets.video.rtp.local().family() == AF_INET6 ? far.addresses.front().mapped() : far.addresses.front();
    config.remote_rtp[Medium::kAudio] = config.remote_rtp[Medium::kVideo].with_port(second);
  }
  state_.peer = sends ? "plain RTP to " + HostPort{wanted.host, wanted.video_port}.to_string()
                      : "plain RTP at ports " + std::to_string(wanted.video_port) + " and " + std::to_string(second);
  state_.sentence.clear();
  const std::vector<std::string> impossible = leave_out_what_needs_a_call();
  try {
    plain_ = &begin_media(std::move(config), kFirstRemote);
    for (const std::string& sentence : impossible) tell(1, sentence);
  } catch (const std::exception& fault) {  // a thread that cannot be made
    end_call(std::string("The call could not begin: ") + fault.what(), true);
  }
}

void EndpointSession::carry_out(const CopyToPlayer& wanted) {
  if (media_) media_->copy_to_player(wanted.video_port);
}

}  // namespace jitterscope
