// latecki04 §3.2 and nothing else: a bisection of the picture's rate by the verdicts on the sound's delays, a break
// after each "increasing", a little less when "ambiguous" lasts, and a steady stage that is left for congestion or for
// a try. What the paper leaves open is in latecki04_choices.h.
#include "core/algorithms/rate/latecki04_choices.h"
#include "core/algorithms/rate/rate_controllers.h"
#include "core/events/event.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/algorithms/rate/rate_controller.h"
#include "core/algorithms/rate/sent_media.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/setting_changed.h"
#include "core/events/kinds/trend_reported.h"
#include "core/events/setting_change.h"
#include "core/events/settings/rate_control.h"

namespace jitterscope {
namespace latecki04 {
namespace {

enum class Stage : std::uint8_t { kAdapting, kBreak, kSteady };

std::string_view word(Stage stage) {
  switch (stage) {
    case Stage::kAdapting: return "rate adaptation";
    case Stage::kBreak: return "break";
    case Stage::kSteady: return "steady";
  }
  return "";
}

/// What the packets since the last decision say.
enum class Phase : std::uint8_t { kUndecided, kIncreasing, kDecreasing, kSteady, kAmbiguous };

Phase phase_of(const TrendReported& report) {
  if (!report.verdict) return Phase::kUndecided;
  if (*report.verdict == 1) return Phase::kIncreasing;
  if (*report.verdict == -1) return Phase::kDecreasing;
  if (*report.verdict != 0) return Phase::kAmbiguous;
  const auto steady = std::ranges::count(report.phase, std::optional(TrendPhase::kSteady));
  return steady >= kSteadyScales ? Phase::kSteady : Phase::kUndecided;
}

class Latecki04Controller : public RateController {
 public:
  explicit Latecki04Controller(const RateControlSetting& setting) {
    set_limits(setting);
    rate_ = std::clamp(kFirstKbps, lowest_, highest_);
  }

  void add(const Event& event) override {
    if (const auto* sent = get_if<PacketSent>(&event); sent && sent->accepted) sent_.add(*sent);
    if (const auto* report = get_if<TrendReported>(&event); report && report->direction == Direction::kReceived)
      report_ = *report;
    if (const auto* setting = get_if<SettingChanged>(&event)) {
      sent_.add(*setting);
      take_limits(*setting);
    }
  }

  std::optional<RateDecision> step(Timestamp now) override {
    now_ = now;
    const auto report = std::exchange(report_, std::nullopt);
    if (!std::exchange(began_, true))
      return go(Stage::kAdapting, rate_, fmt::format("The search begins with {:.0f} kbit/s.", rate_));
    if (stage_ != Stage::kBreak) {
      if (std::exchange(other_limits_, false) && rate_ != std::clamp(rate_, lowest_, highest_))
        return go(stage_, rate_, "The limits of the setting have changed.");
      const bool flowed = std::exchange(flows_, sent_.picture_flows(now));
      if (!flows_) return std::nullopt;  // without a picture no rate is sent
      if (!flowed) return go(stage_, rate_, fmt::format("The picture begins, with {:.0f} kbit/s.", rate_));
    }
    const Phase phase = report && is_of_this_step(*report) ? phase_of(*report) : Phase::kUndecided;
    const bool long_ambiguous = phase != Phase::kUndecided && lasts_ambiguous(*report, phase);
    switch (stage_) {
      case Stage::kBreak: return in_break(phase);
      case Stage::kAdapting: return phase == Phase::kSteady ? passes() : congestion(phase, long_ambiguous);
      case Stage::kSteady: return phase == Phase::kSteady ? try_higher() : congestion(phase, long_ambiguous);
    }
    return std::nullopt;
  }
  std::optional<Timestamp> next_step() const override { return now_ + kUsualStep; }

 private:
  void set_limits(const RateControlSetting& setting) {
    lowest_ = setting.lowest.kbits_per_second();
    highest_ = std::max(setting.highest.kbits_per_second(), lowest_);
  }
  void take_limits(const SettingChanged& changed) {
    const auto set = as<setting::RateControl>(changed);
    if (changed.end != End::kLocal || !set) return;
    set_limits(set->value);
    other_limits_ = true;
  }

  bool is_of_this_step(const TrendReported& report) const {
    return !step_from_ || sent_.extended(report.judged_from) >= *step_from_;
  }

  /// Enters a stage with a rate; what is judged from now on is this.
  RateDecided go(Stage stage, double rate, std::string_view reason) {
    stage_ = stage;
    rate_ = std::clamp(rate, lowest_, highest_);
    stage_began_ = now_;
    step_from_ = sent_.next_sound();
    ambiguous_from_.reset();
    RateDecided decision;
    decision.stage = word(stage_);
    decision.reason = reason;
    decision.target_kbps = rate_;
    if (low_ && *low_ >= lowest_) decision.low_kbps = low_;  // beyond the limits it bounds nothing
    if (high_ && *high_ <= highest_) decision.high_kbps = high_;
    decision.sending = stage_ != Stage::kBreak;
    decision.judge_from = step_from_;
    decision.at = now_;
    return decision;
  }

  void guess_low(double failed) {
    low_ = failed * kNewLow;
    low_is_known_ = false;
  }
  /// The highest target that what is sent gives a reason for.
  double most_by_use() const {
    const Duration span = std::min(now_ - stage_began_, kSentWithin);
    const double both = span > Duration{} ? sent_.kilobits(now_ - span, now_) / span.seconds() : 0;
    return std::max(rate_, kUnusedFactor * (both - sent_.sound_kbps(now_)));
  }
  bool is_close() const { return high_ && low_ && *high_ - *low_ <= kClose * *high_; }
  double middle() const { return (low_.value_or(0) + *high_) / 2; }

  /// True once for each stretch of as many packets as the largest scale has.
  bool lasts_ambiguous(const TrendReported& report, Phase phase) {
    if (phase != Phase::kAmbiguous) ambiguous_from_.reset();
    if (phase != Phase::kAmbiguous) return false;
    const std::int64_t end = sent_.extended(report.end_sequence);
    if (!ambiguous_from_) ambiguous_from_ = end;
    return end - *ambiguous_from_ >= kAmbiguousPackets;
  }

  /// R > AB: R_max = R and a break; or a slight congestion.
  std::optional<RateDecided> congestion(Phase phase, bool long_ambiguous) {
    if (phase == Phase::kIncreasing) {
      high_ = rate_;
      if (stage_ == Stage::kSteady || !low_ || *low_ >= rate_) guess_low(rate_);
      return go(Stage::kBreak, rate_,
                fmt::format("Delays are in the increasing phase: R_max becomes {:.0f} kbit/s; a break lets the queue "
                            "drain.",
                            rate_));
    }
    if (!long_ambiguous || rate_ <= lowest_) return std::nullopt;
    const double less = rate_ * (1 - kSlightly);
    if (low_ && *low_ > less) low_ = less;
    return go(stage_, less, fmt::format("Ambiguous for long: slightly less, {:.0f} kbit/s.", std::max(less, lowest_)));
  }

  std::optional<RateDecided> in_break(Phase phase) {
    if (phase == Phase::kUndecided || phase == Phase::kDecreasing) return std::nullopt;
    if (low_is_known_ && is_close()) return settle_below(*low_, "The break is over; ");
    if (is_close()) guess_low(*low_);
    return go(Stage::kAdapting, middle(),
              fmt::format("The break is over: next {:.0f} kbit/s, half-way between R_min and R_max.", middle()));
  }

  /// R <= AB: R_min = R.
  RateDecided passes() {
    const double rate = rate_;
    low_ = rate;
    low_is_known_ = true;
    if (high_ && *high_ <= rate) high_.reset();
    if (rate >= highest_) return go(Stage::kSteady, rate, "The highest rate of the setting passes.");
    if (is_close()) return settle_below(rate, "");
    const double next = high_ ? middle() : rate * (1 + growth_);
    growth_ = std::min(2 * growth_, kGrowth);
    if (next > most_by_use()) return go(Stage::kSteady, rate, "The picture needs no more than this.");
    return go(Stage::kAdapting, next,
              fmt::format("{:.0f} kbit/s pass, R_min: next {:.0f} kbit/s{}.", rate, std::min(next, highest_),
                          high_ ? ", half-way to R_max" : "; no R_max yet"));
  }

  /// Slightly below a bound that passed.
  RateDecided settle_below(double bound, std::string_view why) {
    const double rate = std::max(bound * (1 - kBelow), lowest_);
    return go(Stage::kSteady, rate,
              fmt::format("{}R_min and R_max are close: the rate settles at {:.0f} kbit/s.", why, rate));
  }

  std::optional<RateDecided> try_higher() {
    const double next = std::min(rate_ * (1 + kTry), highest_);
    if (now_ - stage_began_ < kTryAfter || rate_ >= highest_) return std::nullopt;
    if (next > most_by_use()) return std::nullopt;
    low_ = rate_;
    low_is_known_ = true;
    high_.reset();
    growth_ = 2 * kTry;
    return go(Stage::kAdapting, next,
              fmt::format("Steady for {:.0f} s: a higher rate is tried, {:.0f} kbit/s.",
                          (now_ - stage_began_).seconds(), next));
  }

  double lowest_ = 0, highest_ = 0, rate_ = 0;  // kbit/s of the picture, with all headers
  SentMedia sent_;
  Timestamp now_, stage_began_;
  bool began_ = false, flows_ = false, other_limits_ = false;
  Stage stage_ = Stage::kAdapting;
  std::optional<double> low_, high_;  // R_min, R_max
  bool low_is_known_ = false;         // a rate passed there; else half of one that failed
  double growth_ = kGrowth;
  std::optional<std::int64_t> step_from_;       // of the sound; absent: it had not begun, all of it is of this step
  std::optional<std::int64_t> ambiguous_from_;  // of the sound
  std::optional<TrendReported> report_;
};

}  // namespace
}  // namespace latecki04

RateControllerDefinition latecki04_controller() {
  return {.name = "latecki04",
          .label = "latecki04: the paper's search alone",
          .former_names = {"two-stream-trend"},
          .follows_limits = true,
          .make = [](const RateControllerInput& input, std::string&) -> std::unique_ptr<RateController> {
            return std::make_unique<latecki04::Latecki04Controller>(input.setting);
          }};
}

}  // namespace jitterscope
