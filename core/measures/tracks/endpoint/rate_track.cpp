#include "core/measures/tracks/endpoint/rate_track.h"

#include "core/events/bytes_on_link.h"
#include "core/events/setting_change.h"
#include "core/events/settings/rate_control.h"
#include "core/events/settings/transport.h"
#include "core/measures/views/rate_view.h"

namespace jitterscope {
namespace {

constexpr Duration kViewPeriod = Duration::ms(200);
constexpr Duration kLateEvents = Duration::ms(500);  // seconds are closed so much after their end
constexpr Duration kToldPeriod = Duration::seconds(1);
constexpr std::uint32_t kMostPacketsTold = 1'000'000;  // between two points; more: the remote began to count anew

}  // namespace

void RateTrack::add(const TrendReported& report) {
  // What is measured here is of what this end receives.
  Way& of = way(report.direction == Direction::kReceived ? Direction::kSent : Direction::kReceived);
  if (of.trend.add(report) && &of == &sent_) note_told_rate(report);
}

void RateTrack::note_told_rate(const TrendReported& report) {
  const bool goes_on = told_ && told_->ssrc == report.ssrc && report.at >= told_->at;
  if (goes_on && report.at - told_->at < kToldPeriod) return;
  const std::uint32_t packets = goes_on ? report.video_packets - told_->video_packets : 0;
  const std::uint32_t bytes = goes_on ? report.video_bytes - told_->video_bytes : 0;
  if (goes_on && packets <= kMostPacketsTold) {
    const auto size = bytes_on_link(sent_.transport.value_or(Transport::kUdp), packets, bytes);
    told_rate_.add(seconds(report.at), (DataSize::bytes(size) / (report.at - told_->at)).kbits_per_second());
  }
  told_ = report;
}

void RateTrack::add(const RateDecided& decision) {
  decision_ = decision;
  const double at_s = seconds(decision.at);
  target_.add(at_s, decision.sending ? decision.target_kbps : 0);
  low_.add(at_s, decision.low_kbps);
  high_.add(at_s, decision.high_kbps);
}

void RateTrack::end_control(double at_s) {
  decision_.reset();
  target_.add(at_s, std::nullopt);
  low_.add(at_s, std::nullopt);
  high_.add(at_s, std::nullopt);
}

void RateTrack::add(const FrameOmitted& omitted) {
  const auto reason = static_cast<std::size_t>(omitted.reason);
  if (reason < omitted_.size()) ++omitted_[reason];
}

void RateTrack::add(const TcpReported& report) {
  tcp_ = report;
  tcp_round_trip_.add(seconds(report.at), report.round_trip_ms);
}

void RateTrack::count(Way& of, Medium medium, Timestamp at, std::int32_t size) {
  const bool video = medium == Medium::kVideo;
  const auto bytes = bytes_on_link(video ? of.transport.value_or(Transport::kUdp) : Transport::kUdp, 1, size);
  if (!video) return of.available.add_sound(at, bytes);
  of.passed.advance(seconds(at), of.picture);
  of.picture.bytes += bytes;
  ++of.picture.packets;
}

void RateTrack::add(const PacketSent& packet) {
  if (packet.accepted) count(sent_, packet.medium, packet.sent, packet.size);
}

void RateTrack::add(const PacketArrived& packet) {
  count(received_, packet.medium, packet.received, packet.size);
}

void RateTrack::add(const SettingChanged& change) {
  sent_.available.add(change);
  received_.available.add(change);
  if (change.end == End::kBoth) return;
  Way& of = change.end == End::kLocal ? sent_ : received_;
  if (concerns<setting::RateControl>(change)) {
    const auto set = as<setting::RateControl>(change);
    of.setting = set ? std::optional(set->value) : std::nullopt;
    if (&of == &sent_ && of.setting && !of.setting->on()) end_control(seconds(change.at));
  } else if (concerns<setting::Transport>(change)) {
    const auto set = as<setting::Transport>(change);
    of.transport = set ? std::optional(set->value) : std::nullopt;
    if (&of == &sent_ && of.transport != Transport::kTcp) tcp_.reset();
  }
}

std::shared_ptr<const RateView> RateTrack::view(Direction direction, Timestamp now) {
  Way& of = way(direction);
  const bool sent = direction == Direction::kSent;
  if (!of.trend.last() && !(sent && decision_) && !of.view) return nullptr;
  if (of.view && now >= of.viewed && now - of.viewed < kViewPeriod) return of.view;
  if (const Timestamp closed = now - kLateEvents; closed > began_) {
    of.available.advance(closed);
    of.passed.advance(seconds(closed), of.picture);
  }
  auto view = std::make_shared<RateView>();
  view->direction = direction;
  view->transport = of.transport;
  if (of.setting) view->trend = of.setting->trend;
  of.trend.fill(*view, now);
  view->available_series = of.available.points();
  (sent ? view->sent_series : view->received_series) = of.passed.rate_kbps();
  if (sent) fill_sent(*view, now);
  of.viewed = now;
  return of.view = std::move(view);
}

void RateTrack::fill_sent(RateView& view, Timestamp now) const {
  view.setting = sent_.setting;
  if (decision_) {
    view.controller = decision_->controller.view();
    view.stage = decision_->stage.view();
    view.reason = decision_->reason.view();
    view.decided_at_s = seconds(decision_->at);
    view.target_kbps = decision_->target_kbps;
    view.low_kbps = decision_->low_kbps;
    view.high_kbps = decision_->high_kbps;
    view.sending = decision_->sending;
  }
  view.target_series = target_.points(seconds(now));
  view.low_series = low_.points(seconds(now));
  view.high_series = high_.points(seconds(now));
  view.received_series = told_rate_.points();
  view.omitted_target = omitted_[static_cast<std::size_t>(OmitReason::kTarget)];
  view.omitted_break = omitted_[static_cast<std::size_t>(OmitReason::kBreak)];
  view.omitted_obsolete = omitted_[static_cast<std::size_t>(OmitReason::kObsolete)];
  view.tcp = tcp_;
  view.tcp_round_trip_series = tcp_round_trip_.points();
}

}  // namespace jitterscope
