#include "core/call/steps/clock_keeper.h"

#include <fmt/format.h>

#include <cmath>

#include "core/events/kinds/clock_stepped.h"
#include "core/events/kinds/clock_synced.h"
#include "core/events/kinds/notice.h"

namespace jitterscope {
namespace {

constexpr Duration kWatchPeriod = Duration::seconds(1);
constexpr Duration kLongestReport =
    ClockFollower::kPeriod + ClockFollower::kDither * 2;   // then again without an answer
constexpr Duration kHeardPeriod = Duration::ms(900);       // of the other end's slew: as watch()
constexpr Duration kHeardUncertainty = Duration::us(1);    // of the other end's two clocks, read one after the other
constexpr Duration kWidestTold = Duration::seconds(10);    // a clock that is known less well tells no delay
constexpr Duration kNoticePeriod = Duration::seconds(10);  // a daemon that slews hard would speak each second

}  // namespace

ClockKeeper::ClockKeeper(const ConferenceClock& agreed, CallClock& clock, const MachineClocks& machine,
                         const RemoteEvents& events, Timestamp now)
    : agreed_(agreed), clock_(clock), machine_(machine), events_(events), follower_(now), next_watch_(now) {}

void ClockKeeper::begin(Timestamp now) {
  ClockSynced event;
  event.synchronised = agreed_.synchronised;
  event.at = now;
  if (agreed_.role == ClockRole::kSameMachine) {
    event.source = ShortText<24>("same clock");
    event.bound_ms = kStampError.ms();
  }
  if (agreed_.role == ClockRole::kMaster) event.source = ShortText<24>("master");
  if (agreed_.role == ClockRole::kSlave) event.source = ShortText<24>("exchanges");
  if (agreed_.role != ClockRole::kAlone) report(event);
}

Timestamp ClockKeeper::next_due() const {
  return agreed_.role == ClockRole::kSlave ? std::min(next_watch_, follower_.next_request()) : next_watch_;
}

void ClockKeeper::watch(Timestamp now, bool looks) {
  if (now < next_watch_) return;
  next_watch_ = now + kWatchPeriod;
  if (!looks) return;
  const ClockOffset real = machine_.realtime(), raw = machine_.raw();
  if (const auto change = real_time_.add({now + real.offset, now, real.uncertainty})) tell_change(*change, now);
  if (const auto change = rate_.add({now, now + raw.offset, raw.uncertainty})) tell_change(*change, now);
}

/// `remote`: the other end's clock when it read how far it is slewed.
void ClockKeeper::hear_slew(const rtp::ClockMessage& message, Timestamp remote, Timestamp now) {
  if (!message.slewed || now - heard_ < kHeardPeriod) return;
  heard_ = now;
  const auto change = remote_rate_.add({remote, remote - *message.slewed, kHeardUncertainty});
  if (!change || change->slew_ppm == 0 || (remote_noticed_ && now - *remote_noticed_ < kNoticePeriod)) return;
  remote_noticed_ = now;
  events_.push(
      Notice{0,
             ShortText<160>(fmt::format("The remote machine's clock now runs {:.0f} ppm {} during the call; the "
                                        "bound of the delays allows for it.",
                                        std::abs(change->slew_ppm), change->slew_ppm > 0 ? "faster" : "slower")),
             now});
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
  events_.push(Notice{0, ShortText<160>(what + " during the call; the bound of the delays allows for it."), now});
}

std::optional<rtp::ClockMessage> ClockKeeper::question(Timestamp now) {
  if (agreed_.role != ClockRole::kSlave || now < follower_.next_request()) return std::nullopt;
  follower_.requested(now);
  rtp::ClockMessage message;
  message.t1 = now;
  message.slewed = machine_.slewed();
  const auto believed = belief(now);
  if (believed && knows_delays(*believed)) message.bound = believed->bound;
  if (!reported_ || now - *reported_ > kLongestReport) report_following(now, {});
  return message;
}

std::optional<rtp::ClockMessage> ClockKeeper::receive(const rtp::ClockMessage& told, Timestamp came, Timestamp now) {
  if (told.answer) {
    if (agreed_.role == ClockRole::kSlave) learn(told, came);
    return std::nullopt;
  }
  rtp::ClockMessage message = told;
  if (message.bound > kWidestTold) message.bound.reset();
  if (agreed_.role != ClockRole::kMaster) return std::nullopt;
  const CallClock::View view = clock_.view();
  const auto t2 = view.to_conference(came), t3 = view.to_conference(now);
  if (!t2 || !t3) return std::nullopt;

  if (message.bound.has_value() != view.synchronised) {
    CallClock::View changed = view;
    changed.synchronised = message.bound.has_value();
    clock_.set(changed);
  }
  hear_slew(message, message.t1, now);
  const Duration bound = message.bound ? *message.bound + kStampError : Duration{};
  ClockSynced event{message.bound.has_value(), 0, 0, bound.ms(), {}, ShortText<24>("master"), now};
  if (message.bound) event.remote_bound_ms = message.bound->ms();
  report(event);
  return rtp::ClockMessage{true, message.t1, *t2, *t3, kStampError, machine_.slewed()};
}

void ClockKeeper::learn(const rtp::ClockMessage& answer, Timestamp came) {
  ClockSample sample{answer.t1, answer.t2, answer.t3, came};
  sample.slewed_local = machine_.slewed();
  sample.slewed_remote = answer.slewed;
  if (!follower_.answered(sample)) return;
  round_trip_ = sample.round_trip();
  remote_bound_ = answer.bound.value_or(kStampError);
  hear_slew(answer, answer.t3, came);
  const auto believed = follower_.estimate(came);
  if (follower_.line()) clock_.set({*follower_.line(), true, believed && knows_delays(*believed)});
  report_following(came, round_trip_, follower_.doubt());
}

/// With a bound that holds until the next answer is due: it grows with its age, and while the line is still corrected.
std::optional<ClockEstimate> ClockKeeper::belief(Timestamp now) const {
  auto present = follower_.estimate(now);
  const Duration due = ClockFollower::kPeriod + ClockFollower::kDither + round_trip_;
  for (const Duration later : {ClockFollower::kCorrectionTime, due}) {
    const auto then = follower_.estimate(now + later);
    if (present && then) present->bound = std::max(present->bound, then->bound);
  }
  return present;
}

/// Clocks that have jumped apart by hours are too far off: the line would take months to work that in.
bool ClockKeeper::knows_delays(const ClockEstimate& believed) const {
  return believed.synchronised && (believed.bound + remote_bound_).ms() <= trace::kWidestBoundMs;
}

void ClockKeeper::report_following(Timestamp now, std::optional<Duration> round_trip,
                                   const std::optional<ClockFollower::Doubt>& doubt) {
  const auto believed = belief(now);
  if (!believed) return;
  ClockSynced event;
  event.synchronised = knows_delays(*believed) && follower_.line();
  event.offset_ms = (believed->offset - agreed_.offset.value_or(Duration{})).ms();
  event.skew_ppm = -believed->skew * 1e6;
  event.bound_ms = (believed->bound + remote_bound_).ms();
  event.remote_bound_ms = remote_bound_.ms();
  if (round_trip) event.round_trip_ms = round_trip->ms();
  event.source = ShortText<24>("exchanges");
  event.at = now;
  if (doubt && doubt->beyond > Duration{}) {
    event.jumped_ms = doubt->beyond.ms();
    event.doubted_since = doubt->since;
  }
  report(event);
  if (event.doubted_since && (!jump_noticed_ || now - *jump_noticed_ >= kNoticePeriod)) {
    jump_noticed_ = now;
    const double from_s = (now - doubt->since).seconds();
    events_.push(
        Notice{1,
               ShortText<160>(fmt::format("The two clocks have jumped apart: delays of the last {:.1f} s may be "
                                          "wrong by up to {:.1f} ms.",
                                          from_s, event.bound_ms)),
               now});
  }
}

void ClockKeeper::report(ClockSynced event) {
  event.bound_ms = std::min(event.bound_ms, trace::kWidestBoundMs);
  events_.push(event);
  reported_ = event.at;
}

}  // namespace jitterscope
