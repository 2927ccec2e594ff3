// Our controller after latecki04 §3.2, its search and break, and whatever tells of a queue soonest besides the trend:
// the sound's delays search the bandwidth that is left for the picture, by bisection; then a steady stage listens on
// and tries more now and then.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/algorithms/rate/path_judge.h"
#include "core/algorithms/rate/picture_retry.h"
#include "core/algorithms/rate/rate_controller.h"
#include "core/algorithms/rate/rate_controllers.h"
#include "core/algorithms/rate/two_stream_choices.h"
#include "core/events/event.h"
#include "core/events/setting_change.h"
#include "core/events/settings/rate_control.h"

namespace jitterscope {
namespace {

using namespace two_stream;

enum class Stage : std::uint8_t { kAdapting, kBreak, kSteady, kProbe, kAudioOnly };

std::string_view word(Stage stage) {
  switch (stage) {
    case Stage::kAdapting: return "rate adaptation";
    case Stage::kBreak: return "break";
    case Stage::kSteady: return "steady";
    case Stage::kProbe: return "probe";
    case Stage::kAudioOnly: return "audio only";
  }
  return "";
}

std::string words_of(const PathFinding& finding) {
  switch (finding.cause) {
    case PathCause::kTrend: return "Delays are in the increasing phase";
    case PathCause::kRise: return fmt::format("Delays rose by {:.0f} ms", finding.excess_ms);
    case PathCause::kUnexplained:
      return fmt::format("Delays are {:.0f} ms longer than our own packets make them", finding.unexplained_ms);
    case PathCause::kFar: return fmt::format("Delays stand {:.0f} ms above the base", finding.over_ms);
    case PathCause::kLoss: return fmt::format("{:.0f} % of the packets are lost", finding.lost * 100);
  }
  return "";
}

class TwoStreamController : public RateController {
 public:
  explicit TwoStreamController(const RateControlSetting& setting)
      : lowest_(setting.lowest.kbits_per_second()),
        highest_(std::max(setting.highest.kbits_per_second(), lowest_)),
        rate_(std::clamp(kFirstKbps, lowest_, highest_)) {}

  void add(const Event& event) override {
    if (const auto* sent = get_if<PacketSent>(&event)) judge_.add(*sent);
    if (const auto* report = get_if<TrendReported>(&event)) judge_.add(*report);
    if (const auto* setting = get_if<SettingChanged>(&event)) {
      judge_.add(*setting);
      take_limits(*setting);
    }
  }

  std::optional<RateDecision> step(Timestamp now) override {
    now_ = now;
    if (!began_) return begin();
    if (!judge_.step_from()) judge_.begin_step();  // the sound begins
    if (!flowing() && stage_ != Stage::kBreak && stage_ != Stage::kAudioOnly) {
      idle_ = true;
      heard_ = now;
      judge_.take();
      return std::nullopt;
    }
    if (std::exchange(idle_, false) && flowing())
      return go(stage_, rate_, fmt::format("The picture begins, with {:.0f} kbit/s.", rate_));
    if (std::exchange(other_limits_, false) && rate_ != std::clamp(rate_, lowest_, highest_) &&
        stage_ != Stage::kBreak && stage_ != Stage::kAudioOnly)
      return go(stage_, rate_, "The limits of the setting have changed.");
    if (auto decision = without_reports()) return decision;
    const auto finding = judge_.take();
    if (finding && finding->carried && finding->carried->packet_ms >= kBigPacketMs)
      slow_.set(finding->carried->kbps, now);
    const bool blind = judge_.take_back_fills();
    switch (stage_) {
      case Stage::kBreak: return in_break(finding);
      case Stage::kAudioOnly: return in_audio_only(finding);
      default: break;
    }
    if (finding && finding->congested && flowing() && !of_our_making(*finding)) {
      if (awaits_last_decrease(*finding)) return std::nullopt;
      return congestion(*finding);
    }
    if (blind && flowing() && in_stage() >= kShortBreak) return wait_for_reports();
    if (stage_ == Stage::kSteady) return in_steady(finding);
    return in_search(finding);
  }
  std::optional<Timestamp> next_step() const override { return now_ + kUsualStep; }

 private:
  /// Keeps what was found of the path under other limits.
  void take_limits(const SettingChanged& changed) {
    const auto set = as<setting::RateControl>(changed);
    if (changed.end != End::kLocal || !set) return;
    lowest_ = set->value.lowest.kbits_per_second();
    highest_ = set->value.highest.kbits_per_second();
    if (low_) low_ = std::min(*low_, highest_);
    if (high_) high_ = std::max(*high_, lowest_);
    next_rate_ = std::clamp(next_rate_, lowest_, highest_);
    other_limits_ = true;
  }

  RateDecided begin() {
    began_ = true;
    heard_ = now_;
    return go(Stage::kAdapting, rate_, fmt::format("The search begins with {:.0f} kbit/s.", rate_));
  }

  /// Enters a stage with a rate; what is judged from now on is this.
  RateDecided go(Stage stage, double rate, std::string_view reason) {
    stage_ = stage;
    rate_ = std::clamp(rate, lowest_, highest_);
    stage_began_ = now_;
    judge_.end_break();
    judge_.begin_step();
    return decided(reason);
  }

  RateDecided decided(std::string_view reason) const {
    RateDecided decision;
    decision.stage = word(stage_);
    decision.reason = reason;
    decision.target_kbps = rate_;
    if (low_ && *low_ >= lowest_) decision.low_kbps = low_;  // beyond the limits it bounds nothing
    if (high_ && *high_ <= highest_) decision.high_kbps = high_;
    decision.sending = stage_ != Stage::kBreak && stage_ != Stage::kAudioOnly;
    if (decision.sending) decision.judge_from = judge_.step_from();
    decision.at = now_;
    return decision;
  }

  bool flowing() const { return judge_.sent().picture_flows(now_); }
  /// Small steps are a share of what is sent in all: of a small picture they would be too small to be seen.
  double scale() const { return std::max(rate_, kSoundInSteps * judge_.sent().sound_kbps(now_)); }
  /// For the picture beside the sound.
  double room(double kbps) const { return kbps - judge_.sent().sound_kbps(now_); }
  /// In a share of what the path carries.
  double room(const Carried& carried, double kbps, double share) const {
    return room(kbps * share * (1 - kLessAMs * std::max(0.0, carried.packet_ms - kLongPacketMs)));
  }
  Duration in_stage() const { return now_ - stage_began_; }

  /// No word from the remote: half the rate, again and again; at the lowest one the sound alone, as it may be the
  /// sound that does not get through.
  std::optional<RateDecided> without_reports() {
    if (stage_ == Stage::kAudioOnly) return std::nullopt;
    heard_ = std::max(heard_, judge_.last_report().value_or(heard_));
    const Duration silence = std::max(kSilence, judge_.report_interval() * kMissedReports);
    if (now_ - heard_ < silence) {
      silent_ = false;
      return std::nullopt;
    }
    if (silent_ && now_ - stage_began_ < silence) return std::nullopt;
    if (!flowing() && stage_ != Stage::kBreak) return std::nullopt;
    const bool again = std::exchange(silent_, true);
    if (again && rate_ <= lowest_) return stop_picture("No reports come from the remote");
    low_.reset();
    grow_ = kFirstGrowth;
    return go(Stage::kAdapting, rate_ / 2,
              fmt::format("No reports come from the remote: {:.0f} kbit/s to be safe.", std::max(rate_ / 2, lowest_)));
  }

  RateDecided congestion(const PathFinding& finding) {
    const bool searching = stage_ != Stage::kSteady;
    if (!searching && !finding.severe && decrease_ < kMostDecrease) return less(finding);
    const double failed = rate_;
    high_ = failed;
    const double sound = judge_.sent().sound_kbps(now_);
    const auto told = finding.bandwidth_kbps ? std::optional(*finding.bandwidth_kbps - sound) : std::nullopt;
    if (told) known_.set(*finding.bandwidth_kbps, now_);
    if (told && *told < failed) high_ = std::max(lowest_, std::min(failed, *told * (2 - kBackTo)));
    if (!searching || (low_ && (*low_ >= *high_ || (told && *told < kStaleLow * *low_)))) low_.reset();
    double next = low_   ? (*low_ + *high_) / 2
                  : told ? std::clamp(*told * kBackTo, kLeastBackTo * failed, kMostBackTo * failed)
                         : failed / 2;
    after_break_ = Stage::kAdapting;
    if (low_ && *high_ <= *low_ + kOneProbe * scale()) {
      next = stage_ == Stage::kProbe ? *low_ : *low_ * (1 - kMargin);
      after_break_ = Stage::kSteady;
      back_off();
    }
    if (failed <= lowest_) return stop_picture(words_of(finding));
    return take_break(finding, next);
  }

  /// Waits, since what limits one way of a link often limits the other too.
  RateDecided wait_for_reports() {
    after_break_ = stage_ == Stage::kSteady ? Stage::kSteady : Stage::kAdapting;
    next_rate_ = rate_;
    blind_ = true;
    return begin_break(kShortBreak,
                       "Delays of the remote's sound rise fast, reports will be late: a break until they tell.");
  }

  RateDecided begin_break(Duration length, std::string_view reason) {
    break_length_ = length;
    stage_ = Stage::kBreak;
    stage_began_ = now_;
    judge_.begin_break();
    told_.reset();
    return decided(reason);
  }

  RateDecided take_break(const PathFinding& finding, double next) {
    const double sound = judge_.sent().sound_kbps(now_);
    const double drained = 1 - std::min(0.9, sound / std::max(sound + next, 1.0));
    const Duration need = Duration::from_ms(finding.queue_ms / drained * kBreakFactor);
    next_rate_ = std::max(next, lowest_);
    blind_ = false;
    return begin_break(
        std::max(need, kLeastBreak),
        fmt::format("{}: R_max becomes {:.0f} kbit/s; a break lets the queue drain.", words_of(finding), *high_));
  }

  std::optional<RateDecided> in_break(const std::optional<PathFinding>& finding) {
    if (finding && finding->draining && finding->bandwidth_kbps) told_ = finding->bandwidth_kbps;
    const bool given_up = in_stage() >= std::max(kLongestBreak, break_length_ * kOverdue);
    const bool by_report = finding && finding->fresh && !finding->draining;
    const bool by_time = break_length_ <= kShortBreak && low_ && !blind_;  // else the drain is to tell the bandwidth
    if (in_stage() < break_length_ && !by_report) return std::nullopt;
    if (!by_time && !by_report && !given_up) return std::nullopt;
    if (finding && finding->over_ms > kFarMs && !by_time)
      return stop_picture("A queue is left that the sound alone hardly drains", "");
    if (!by_time && (!finding || finding->standing)) judge_.accept_delay();  // what is left is not this picture's
    return resume();
  }

  /// A short drain tells little.
  bool drain_tells() const { return told_ && (!low_ || break_length_ > kShortBreak); }

  /// How quickly the queue drained says more of the bandwidth than how it grew.
  void believe_the_drain() {
    if (!drain_tells()) return;
    const double left = std::max(*told_ - judge_.sent().sound_kbps(now_), 0.0);
    if (low_ && *low_ >= left) low_.reset();
    const double above = std::max(left * (high_ ? 2 - kBackTo : kAboveTold), lowest_);
    if (above < high_.value_or(rate_)) high_ = above;
    if (!low_) next_rate_ = std::clamp(left * kBackTo, lowest_, std::max(lowest_, high_.value_or(rate_)));
  }

  RateDecided resume() {
    if (told_ && in_stage() > kShortBreak) known_.set(*told_, now_);
    if (const auto known = known_.at(now_); known && room(*known) < lowest_ && rate_ <= lowest_)
      return stop_picture("The path holds no picture beside the sound");
    if (std::exchange(blind_, false)) {
      if (!told_) return go(after_break_, next_rate_, "The reports tell of no queue: on as before.");
      low_.reset();
      high_.reset();
      after_break_ = Stage::kAdapting;
    }
    if (drain_tells() && room(*told_) < next_rate_) after_break_ = Stage::kAdapting;  // what passed would not any more
    if (after_break_ == Stage::kSteady) return settle(next_rate_, "The break is over: back to the rate that passed.");
    believe_the_drain();
    const std::string reason =
        low_ ? fmt::format("The break is over: next {:.0f} kbit/s, between R_min and R_max.", next_rate_)
             : fmt::format("The break is over: next {:.0f} kbit/s.", next_rate_);
    grow_ = kAfterProbe;
    return go(Stage::kAdapting, next_rate_, reason);
  }

  /// A slight congestion in steady, told of before the decrease can have shown.
  bool awaits_last_decrease(const PathFinding& finding) const {
    return stage_ == Stage::kSteady && decrease_ > 0 && !finding.severe && in_stage() < kDecreaseShows;
  }

  RateDecided less(const PathFinding& finding) {
    decrease_ = rate_ <= lowest_ ? kMostDecrease : decrease_ == 0 ? kDecrease : decrease_ * 2;
    high_ = rate_;
    low_.reset();
    const double next = rate_ * (1 - decrease_);
    return go(Stage::kSteady, next,
              fmt::format("{}: slightly less, {:.0f} kbit/s.", words_of(finding), std::max(next, lowest_)));
  }

  RateDecided stop_picture(std::string_view why, std::string_view when = " at the lowest rate") {
    retry_.picture_stops(now_);
    stage_ = Stage::kAudioOnly;
    stage_began_ = now_;
    low_.reset();
    judge_.begin_break();
    return decided(fmt::format("{}{}: the picture stops, the sound goes on.", why, when));
  }

  std::optional<RateDecided> in_audio_only(const std::optional<PathFinding>& finding) {
    const double over_ms = finding ? finding->over_ms : 0;
    if (finding) retry_.sound_heard(finding->rise_ms, finding->lost, now_);
    const bool heard = judge_.last_report() && now_ - *judge_.last_report() < kSilence;
    if ((heard && !finding) || !retry_.due(over_ms, now_)) return std::nullopt;
    if (PictureRetry::waits(over_ms)) judge_.accept_delay();
    high_.reset();
    grow_ = kFirstGrowth;
    return go(Stage::kAdapting, lowest_, "The picture is tried again, at the lowest rate.");
  }

  std::optional<RateDecided> in_search(const std::optional<PathFinding>& finding) {
    if (!finding || finding->draining || finding->above || !flowing() || in_stage() < step_length())
      return std::nullopt;
    if (!finding->fitted && in_stage() < kLongestStep) return std::nullopt;
    const bool between = high_ && *high_ > rate_;
    if (finding->packets < (between ? kPacketsBetween : kPacketsGrowing)) return std::nullopt;
    low_ = rate_;
    if (rate_ > lowest_ || rate_ >= highest_) retry_.picture_passes();
    if (high_ && *high_ <= rate_) high_.reset();
    if (rate_ >= highest_) return settle(rate_, "The highest rate of the setting passes.");
    if (filled(*finding)) return end_at_what_is_carried(*finding);
    if (high_ && *high_ <= rate_ + kClose * scale()) {
      const double rate = std::max(rate_ * (1 - kMargin), lowest_);
      return settle(rate, fmt::format("R_min and R_max are close: the rate settles at {:.0f} kbit/s.", rate));
    }
    if (high_) {
      const double next = std::min((rate_ + *high_) / 2, most_room(*finding));
      return go(Stage::kAdapting, next,
                fmt::format("{:.0f} kbit/s pass, R_min: next {:.0f} kbit/s, half-way to R_max.", rate_, next));
    }
    return grow(*finding);
  }

  /// Until what this step adds to the rate that passed shows in the delays.
  Duration step_length() const {
    const double more = rate_ - low_.value_or(0);
    if (more <= 0) return kLeastStep;
    return std::clamp(Duration::from_seconds(kSavedUpBytes * 8e-3 / more), kLeastStep, kLongestStep);
  }

  /// Where that is known sharply: room for the picture in what the path carries, for tries.
  double most_room(const PathFinding& finding) const {
    return finding.carried && finding.carried->sharp ? room(*finding.carried, finding.carried->kbps, kMostFilled)
                                                     : highest_;
  }
  bool filled(const PathFinding& finding) const {
    return most_room(finding) < std::min(rate_ + kLeastGain * scale(), highest_);
  }

  /// In steady a slight rise that our own packets explain, on a path that carries more than is sent.
  bool of_our_making(const PathFinding& finding) const {
    return stage_ == Stage::kSteady && !finding.severe && finding.carried && finding.carried->sharp &&
           most_room(finding) >= rate_;
  }

  RateDecided end_at_what_is_carried(const PathFinding& finding) {
    const double left =
        std::clamp(room(*finding.carried, finding.carried->kbps, kFilled), (1 - kMostLess) * rate_, rate_);
    return settle(left,
                  fmt::format("Waits behind the picture tell of {:.0f} kbit/s in all: {:.0f} kbit/s for the picture.",
                              finding.carried->kbps, std::max(left, lowest_)));
  }

  /// The next rate above one that passes: by ever larger steps, but where delays tell what the path carries no
  /// further.
  double grown(const PathFinding& finding) {
    const double by_steps = rate_ + std::min(grow_ * scale(), kMostGrowth * rate_);
    grow_ = std::min(2 * grow_, kMostGrowth);
    const double small = rate_ + kAfterProbe * scale();
    if (!finding.carried) {
      const auto slow = slow_.at(now_);  // something else moves the delays now
      return slow ? std::min(by_steps, std::max(room(*slow * kPerhapsFilled), small)) : by_steps;
    }
    const Carried& carried = *finding.carried;
    const double surely = room(carried, carried.least_kbps, kLeastFilled), most = std::max(by_steps, surely);
    if (!carried.bounded) return std::min(most, std::max(surely, rate_ + kUnboundedGrowth * scale()));
    const double perhaps = std::max({surely, room(carried.kbps * kPerhapsFilled), rate_ + kProbeGrowth * scale()});
    if (!carried.sharp) return std::min(most, perhaps);
    grow_ = kAfterProbe;
    return std::min(std::max(surely, rate_ + grow_ * scale()), most_room(finding));
  }

  /// Small steps near what a queue told; beyond it the path must have become wider, and they are large at once where
  /// the delays do not tell how wide (`bounded`).
  double by_what_is_known(double next, bool bounded) {
    const auto known = known_.at(now_);
    if (!known) return next;
    if (rate_ > kBeyondKnown * room(*known)) {
      known_.forget();
      grow_ = kBeyondGrowth;
      return bounded ? next : std::max(next, rate_ + grow_ * scale());
    }
    grow_ = kAfterProbe;
    return std::min(next, std::max(kNearKnown * room(*known), rate_ + grow_ * scale()));
  }

  RateDecided grow(const PathFinding& finding) {
    const double most = std::max(rate_, kUnusedFactor * judge_.sent().picture_kbps(now_));
    const bool bounded = finding.carried && finding.carried->bounded;
    const double next =
        std::min({by_what_is_known(grown(finding), bounded), rate_ * (1 + kMostGrowth), most, highest_});
    if (next < rate_ * (1 + kLeastGain) && next < highest_)
      return settle(rate_, "The picture needs no more than this.");
    probe_after_ = kFirstProbe;
    return go(Stage::kAdapting, next,
              fmt::format("{:.0f} kbit/s pass, R_min; no R_max yet: next {:.0f} kbit/s.", rate_, next));
  }

  RateDecided settle(double rate, std::string_view reason) {
    decrease_ = 0;
    ambiguous_ = 0;
    if (probe_after_.ns() == 0) probe_after_ = kFirstProbe;
    return go(Stage::kSteady, rate, reason);
  }

  void back_off() { probe_after_ = std::min(Duration::from_ms(probe_after_.ms() * kProbeBackOff), kLastProbe); }

  std::optional<RateDecided> in_steady(const std::optional<PathFinding>& finding) {
    if (in_stage() > kForget) decrease_ = 0;
    if (finding && finding->fresh) {
      ambiguous_ = finding->rising ? ambiguous_ + 1 : 0;
      if (ambiguous_ >= kAmbiguousReports && rate_ > lowest_) {
        ambiguous_ = 0;
        return go(Stage::kSteady, rate_ * (1 - kDecrease), "Ambiguous for long, leaning to increasing: slightly less.");
      }
    }
    if (finding && finding->fresh && in_stage() > kFitted && rate_ > lowest_ && most_room(*finding) < rate_)
      return end_at_what_is_carried(*finding);
    if (in_stage() < probe_after_ || rate_ >= highest_ || !flowing() || !finding || !finding->fresh || finding->above ||
        finding->rising)
      return std::nullopt;
    if (filled(*finding)) return std::nullopt;
    const double next = std::min({rate_ + kProbeGrowth * scale(), most_room(*finding), highest_});
    if (next > std::max(rate_, kUnusedFactor * judge_.sent().picture_kbps(now_))) return std::nullopt;
    decrease_ = 0;
    low_ = rate_;
    high_.reset();
    grow_ = kAfterProbe;
    return go(Stage::kProbe, next,
              fmt::format("Steady for {:.0f} s: a higher rate is tried, {:.0f} kbit/s.", in_stage().seconds(), next));
  }

  PathJudge judge_;
  double lowest_, highest_, rate_;
  Timestamp now_, stage_began_, heard_;
  bool began_ = false, silent_ = false, idle_ = false, blind_ = false, other_limits_ = false;
  Stage stage_ = Stage::kAdapting, after_break_ = Stage::kAdapting;
  std::optional<double> low_, high_;  // R_min, R_max
  // Bandwidths, of all media: told by the drain of this break; by a queue; by the waits on a slow path.
  std::optional<double> told_;
  ExpiringValue known_{kStillKnown}, slow_{kStillSlow};
  PictureRetry retry_;
  double grow_ = kFirstGrowth, decrease_ = 0, next_rate_ = 0;
  Duration break_length_, probe_after_;
  int ambiguous_ = 0;
};

}  // namespace

RateControllerDefinition two_stream_controller() {
  return {.name = "two-stream",
          .label = "two-stream: ours, after latecki04",
          .follows_limits = true,
          .make = [](const RateControllerInput& input, std::string&) -> std::unique_ptr<RateController> {
            return std::make_unique<TwoStreamController>(input.setting);
          }};
}

}  // namespace jitterscope
