#include "core/call/clock_keeper.h"

#include <fmt/format.h>

#include <cmath>

#include "core/realtime/clock.h"

namespace jitterscope {
namespace {

constexpr Duration kWatchPeriod = Duration::seconds(1);
constexpr Duration kReportPeriod = Duration::seconds(1);
constexpr Duration kNoticePeriod = Duration::seconds(10);  // a daemon that slews hard would speak each second

}  // namespace

ClockKeeper::ClockKeeper(const ConferenceClock& agreed, CallClock& clock, EventRing& events, Timestamp now)
    : agreed_(agreed), clock_(clock), events_(events), follower_(now), next_watch_(now) {
  ClockSynced event;
  event.synchronised = agreed_.synchronised;
  event.at = now;
  if (agreed_.role == ClockRole::kSameMachine) event.source = ShortText<24>("same clock");
  if (agreed_.role == ClockRole::kMaster) event.source = ShortText<24>("master");
  if (agreed_.role == ClockRole::kSlave) event.source = ShortText<24>("exchanges");
  if (agreed_.role != ClockRole::kAlone) report(event);
}

Timestamp ClockKeeper::next_due() const {
  return agreed_.role == ClockRole::kSlave ? std::min(next_watch_, follower_.next_request()) : next_watch_;
}

void ClockKeeper::watch(Timestamp now) {
  if (now < next_watch_) return;
  next_watch_ = now + kWatchPeriod;
  const ClockOffset real = measure_realtime_offset(), raw = measure_raw_offset();
  if (const auto change = real_time_.add({now + real.offset, now, real.uncertainty})) tell_change(*change, now);
  if (const auto change = rate_.add({now, now + raw.offset, raw.uncertainty})) {
    tell_change(*change, now);
    follower_.rate_changed();
  }
}

void ClockKeeper::tell_change(const ClockChange& change, Timestamp now) {
  events_.push(ClockStepped{change.step.ms(), change.slew_ppm, now});
  if (noticed_ && now - *noticed_ < kNoticePeriod) return;
  noticed_ = now;
  const double step_s = change.step.seconds();
  const std::string what = change.step == Duration{}
                               ? fmt::format("This machine's clock now runs {:.0f} ppm {}", std::abs(change.slew_ppm),
                                             change.slew_ppm > 0 ? "faster" : "slower")
                               : fmt::format("This machine's clock was set {} by {:.3f} s",
                                             step_s > 0 ? "forward" : "back", std::abs(step_s));
  events_.push(Notice{0, ShortText<160>(what + " during the call; delays are not affected."), now});
}

std::optional<rtp::ClockMessage> ClockKeeper::question(Timestamp now) {
  if (agreed_.role != ClockRole::kSlave || now < follower_.next_request()) return std::nullopt;
  follower_.requested(now);
  rtp::ClockMessage message;
  message.t1 = now;
  const auto believed = belief(now);
  if (believed && believed->synchronised) message.bound = believed->bound;
  if (!reported_ || now - *reported_ > kReportPeriod * 5) report_following(now, {});
  return message;
}

std::optional<rtp::ClockMessage> ClockKeeper::receive(const rtp::ClockMessage& message, Timestamp came, Timestamp now) {
  if (message.answer) {
    if (agreed_.role == ClockRole::kSlave) learn(message, came);
    return std::nullopt;
  }
  if (agreed_.role != ClockRole::kMaster) return std::nullopt;
  const CallClock::View view = clock_.view();
  const auto t2 = view.to_conference(came), t3 = view.to_conference(now);
  if (!t2 || !t3) return std::nullopt;

  const bool news = message.bound.has_value() != view.synchronised;
  if (news) {
    CallClock::View changed = view;
    changed.synchronised = message.bound.has_value();
    clock_.set(changed);
  }
  if (news || !reported_ || now - *reported_ >= kReportPeriod)
    report(
        {message.bound.has_value(), 0, 0, message.bound.value_or(Duration{}).ms(), {}, ShortText<24>("master"), now});
  return rtp::ClockMessage{true, message.t1, *t2, *t3, Duration{}};
}

void ClockKeeper::learn(const rtp::ClockMessage& answer, Timestamp came) {
  const ClockSample sample{answer.t1, answer.t2, answer.t3, came};
  if (!follower_.answered(sample)) return;
  const bool first = !clock_.view().synchronised && follower_.line();
  if (follower_.line()) clock_.set({*follower_.line(), true, true});
  if (first || !reported_ || came - *reported_ >= kReportPeriod) report_following(came, sample.round_trip());
}

/// With a bound that holds until the next answer is due.
std::optional<ClockEstimate> ClockKeeper::belief(Timestamp now) const {
  auto present = follower_.estimate(now);
  const auto soon = follower_.estimate(now + ClockFollower::kPeriod);
  if (present && soon) present->bound = std::max(present->bound, soon->bound);
  return present;
}

void ClockKeeper::report_following(Timestamp now, std::optional<Duration> round_trip) {
  const auto believed = belief(now);
  if (!believed) return;
  ClockSynced event;
  event.synchronised = believed->synchronised;
  event.offset_ms = (believed->offset - agreed_.offset.value_or(Duration{})).ms();
  event.skew_ppm = -believed->skew * 1e6;
  event.bound_ms = believed->bound.ms();
  if (round_trip) event.round_trip_ms = round_trip->ms();
  event.source = ShortText<24>("exchanges");
  event.at = now;
  report(event);
}

void ClockKeeper::report(const ClockSynced& event) {
  events_.push(event);
  reported_ = event.at;
}

}  // namespace jitterscope
