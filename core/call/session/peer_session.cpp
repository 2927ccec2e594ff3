#include "core/call/session/peer_session.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "core/base/realtime/clock.h"
#include "core/call/path/frame_arrivals.h"
#include "core/events/kinds/remote_unheard.h"
#include "core/measures/views/quality_view.h"

namespace jitterscope {
namespace {

constexpr std::chrono::seconds kConnectLimit{5};
constexpr int kMostInputsARound = 64;  // a remote that floods does not keep the user's commands waiting
constexpr int kMostQuartersWithoutMedia = 12;
constexpr Duration kPathPatience = Duration::seconds(3);
constexpr Duration kUnheardSaid = Duration::seconds(4);
constexpr std::int64_t kFewForeign = 100;  // strays of an earlier call are no news
constexpr Duration kForeignNoticePeriod = Duration::seconds(60);
constexpr double kToldKilobits = 14;  // summaries and sender's times of both media, with headers
constexpr double kToldShare = 0.03;   // of the rate, while it is controlled: the picture can have the rest
constexpr std::size_t kFewTimes = 2;  // of a medium in a message, where the way may be narrow
constexpr int kToldParts = 4, kLeastToldQuarters = kToldParts, kMostToldQuarters = 20;

/// What the remote says by RTCP more often than is taken is its own.
std::int64_t foreign_packets(const StreamSnapshot& stream) {
  return std::accumulate(stream.rejected.begin(), stream.rejected.end(), std::int64_t{0}) -
         stream.rejected[static_cast<std::size_t>(RejectReason::kTooOften)];
}

}  // namespace

PeerSession::PeerSession(Host& host, std::string words, CallMachine machine, const HostPort& target,
                         const std::optional<SocketAddress>& proxied, const std::optional<SocketAddress>& own)
    : host_(host),
      words_(std::move(words)),
      connection_(std::make_unique<ControlConnection>(target, kConnectLimit, own)),
      machine_(std::move(machine)),
      proxied_(proxied) {}

PeerSession::PeerSession(Host& host, std::string words, CallMachine machine,
                         std::unique_ptr<ControlConnection> connection, const SocketAddress& address)
    : host_(host),
      words_(std::move(words)),
      connection_(std::move(connection)),
      machine_(std::move(machine)),
      address_(address),
      answered_(true) {}

std::vector<SocketAddress> PeerSession::hosts() const {
  if (address_.size() == 0) return {};
  return answered_ ? std::vector{address_} : sources_of(address_);
}

bool PeerSession::drive(Timestamp now, const std::optional<SocketAddress>& beside) {
  for (int handled = 0; handled < kMostInputsARound && !over_; ++handled) {
    const auto input = connection_->poll(std::chrono::milliseconds(0));
    if (!input) {
      drive_machine(now);
      look_for_path(now);
      return true;
    }
    take(*input, monotonic_now(), beside);
  }
  return over_.has_value();
}

void PeerSession::take(const ControlInput& input, Timestamp now, const std::optional<SocketAddress>& beside) {
  if (const auto* connected = std::get_if<control_input::Connected>(&input)) {
    address_ = proxied_.value_or(connected->peer);
    host_.reached(*this);
    machine_.connected(now, address_.is_here(connected->local) || (beside && address_.same_host(*beside)));
  } else if (const auto* line = std::get_if<control_input::Line>(&input)) {
    machine_.line(line->text, now);
  } else if (std::holds_alternative<control_input::HeldBack>(input)) {
    host_.tell(1, short_words() +
                      " sends more control messages at once than a call needs: they are read more slowly. Sound and "
                      "pictures are not held up.");
  } else {
    const std::string& reason = std::get<control_input::Disconnected>(input).reason;
    machine_.disconnected(host_.why_disconnected().value_or(reason), now);
  }
  drive_machine(now);
}

void PeerSession::drive_machine(Timestamp now) {
  if (over_) return;
  machine_.tick(now);
  for (bool busy = true; busy && !over_;) {
    for (std::string& line : machine_.take_lines()) connection_->send(std::move(line));
    const auto events = machine_.take_events();
    busy = !events.empty();
    for (const CallEvent& event : events) {
      if (over_) return;  // the one before ended the call
      std::visit([this](const auto& happened) { handle(happened); }, event);
    }
  }
}

void PeerSession::begun(LocalMedia& local, PeerMedia& media) {
  local_ = &local;
  media_ = &media;
}

void PeerSession::close() {
  connection_->close();
  local_ = nullptr;
  media_ = nullptr;
}

void PeerSession::grant_consent(bool granted) {
  if (!std::exchange(asked_here_, {}) || machine_.refuses_all()) return;  // nobody of this call awaits it
  machine_.grant_consent(granted);
  if (machine_.refuses_all()) host_.silenced(*this);
}

const std::string* PeerSession::told(const std::string& setting) const {
  const auto found = told_.find(setting);
  return found == told_.end() ? nullptr : &found->second;
}

void PeerSession::note(const Event& event) {
  if (local_) local_->note(event, id());
}

void PeerSession::note_told(const Event& event) {
  if (local_) local_->note_told(event, id());
}

void PeerSession::every_quarter_second(Timestamp now) {
  if (!media_ || machine_.state() != CallStage::kInCall) return;
  const PeerSummary audio = local_->summary(*media_, Medium::kAudio), video = local_->summary(*media_, Medium::kVideo);
  const std::int64_t packets = audio.packets + video.packets;
  if (std::exchange(packets_heard_, packets) != packets) machine_.media_heard(now);
  look_whether_heard(now);
  if (media_->path().waits() && ++quarters_waited_ == kMostQuartersWithoutMedia)
    host_.tell(1, short_words() + " has not begun to listen: nothing is sent to it until it has.");
  look_whether_media_come(packets);
  look_for_foreign_packets(now);
  // Answers are late when this way is narrow, where more would only make the user's own wishes wait, and when the other
  // one is, behind whose queue the user looks for these reports.
  const int quarters =
      machine_.is_behind(now) ? kMostToldQuarters : quarters_between(audio.rate_kbps + video.rate_kbps);
  if (++told_quarter_ >= quarters) told_quarter_ = 0;
  // On a slow link all at once would hold up the sound like one large packet more.
  for (int part = 0; part < kToldParts; ++part)
    if (quarters == 1 || part == told_quarter_) tell_remote(part, quarters == 1 ? message::Times::kMost : kFewTimes);
}

/// How often the remote is told: four times a second, or as rarely as the rate of the media asks.
int PeerSession::quarters_between(double received_kbps) const {
  if (!host_.settings().rate_control.on()) return 1;
  if (received_kbps <= 0) return kLeastToldQuarters;
  const double seconds = kToldKilobits / (kToldShare * std::max(received_kbps, 1.0));
  return static_cast<int>(std::clamp(4 * seconds, 1.0 * kLeastToldQuarters, 1.0 * kMostToldQuarters));
}

/// Of what is received and sent here, one of kToldParts; of what was sent at most `most_times` units.
void PeerSession::tell_remote(int part, std::size_t most_times) {
  const Medium medium = part % 2 == 0 ? Medium::kAudio : Medium::kVideo;
  if (part < 2) return send_summary(medium);
  std::vector<SenderTimes> times = local_->take_sender_times(*media_, medium, most_times);
  if (!times.empty()) machine_.tell(message::Times{std::move(times)});
}

void PeerSession::hang_up(const std::string& why) {
  if (media_ && machine_.state() == CallStage::kInCall)
    for (const Medium medium : kMedia)
      machine_.tell(message::Summary{local_->summary(*media_, medium), {}, local_->sent_summary(medium)});
  machine_.hang_up(why);
}

void PeerSession::send_summary(Medium medium) {
  const auto snapshot = local_->snapshot();
  const auto* view = snapshot ? &snapshot->received(medium, id()).quality : nullptr;
  std::optional<PeerQuality> quality;
  if (view && *view) {
    const QualityPoint& point = (*view)->now;
    quality = PeerQuality{medium, point.latency_ms,         point.jitter_ms, point.loss_ratio,
                          {},     point.network_latency_ms, point.ends_at};
  }
  machine_.tell(message::Summary{local_->summary(*media_, medium), quality, local_->sent_summary(medium)});
  if (medium != Medium::kVideo || !snapshot) return;
  auto packets = newest_arrivals(snapshot->received(Medium::kVideo, id()).figures, told_frame_);
  if (packets.empty()) return;
  told_frame_ = packets.front().frame;
  machine_.tell(message::Arrivals{std::move(packets)});
}

/// A remote of several addresses may send from another than it was called at: that is never taken, as anybody could.
void PeerSession::look_whether_media_come(std::int64_t packets) {
  const Description& remote = *machine_.remote();
  const bool awaited = (host_.settings().receive[Medium::kAudio] && remote.audio.send) ||
                       (host_.settings().receive[Medium::kVideo] && remote.video.send);
  if (quarters_without_media_ < 0 || !awaited) return;
  if (packets > 0) {
    quarters_without_media_ = -1;
    return;
  }
  if (++quarters_without_media_ < kMostQuartersWithoutMedia) return;
  quarters_without_media_ = -1;
  host_.tell(1, "Nothing has come from " + address_.unmapped().host() +
                    " for 3 s: a firewall may be between, or the remote sends from another address (--bind there).");
}

/// Those of other addresses the kernel throws away unseen. Nobody's are counted with the first remote's.
void PeerSession::look_for_foreign_packets(Timestamp now) {
  if (now < next_foreign_notice_) return;
  const auto seen = local_->snapshot();
  if (!seen) return;
  const std::int64_t foreign = foreign_packets(seen->received(Medium::kAudio, id()).figures) +
                               foreign_packets(seen->received(Medium::kVideo, id()).figures);
  if (foreign - told_foreign_ < kFewForeign) return;
  host_.tell(1, fmt::format("{} foreign packets were refused: something at the remote's address sends to this call's "
                            "ports. They change nothing; Figures has the reasons.",
                            foreign));
  told_foreign_ = foreign;
  next_foreign_notice_ = now + kForeignNoticePeriod;
}

/// Media go to other ports once somebody has answered there: one line of a remote sends them to nobody else.
void PeerSession::look_for_path(Timestamp now) {
  if (!asked_path_ || !media_) return;
  if (media_->path().is_answered()) {
    taken_path_ = asked_path_->path;
    host_.path_changed(*this, *taken_path_);
    asked_path_.reset();
    return media_->path().end_question();
  }
  if (asked_path_->told || now - asked_path_->since < kPathPatience) return;
  asked_path_->told = true;
  if (path_news_.take(now))
    host_.tell(1, short_words() +
                      " wants sound and pictures at other ports, but nothing answers there: they go on as before until "
                      "something does.");
}

void PeerSession::look_whether_heard(Timestamp now) {
  const Duration unheard = machine_.unheard(now);
  unheard_s_ = unheard >= kUnheardSaid ? static_cast<int>(unheard.seconds()) : 0;
  const bool is_unheard = unheard_s_ > 0;
  if (is_unheard == std::exchange(unheard_told_, is_unheard)) return;
  note(RemoteUnheard{unheard_s_, now});
  host_.tell(0, is_unheard
                    ? "The remote has not been heard for 4 s: its program or the network may be down. After 30 s "
                      "the call ends."
                    : "The remote is heard again.");
}

}  // namespace jitterscope
