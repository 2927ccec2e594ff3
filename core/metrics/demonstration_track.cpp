#include "core/metrics/demonstration_track.h"

#include <fmt/format.h>

#include <algorithm>

namespace jitterscope {
namespace {

constexpr std::size_t kPhasesWithTime = 4;

/// Seconds from the beginning of the demonstration to that of `phase`.
double seconds_before(DemonstrationPhase phase) {
  double sum = 0;
  for (std::size_t i = 0; i < std::min(static_cast<std::size_t>(phase), kPhasesWithTime); ++i)
    sum += kDemonstrationTimes[i].seconds();
  return sum;
}

std::string upper(std::string word) {
  std::transform(word.begin(), word.end(), word.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return word;
}

std::string percent(double share) {
  if (share <= 0) return "0 %";
  return share < 0.0995 ? fmt::format("{:.1f} %", share * 100) : fmt::format("{:.0f} %", share * 100);
}

struct Losses {
  double packets, frames;
};

/// As received here; else as the far end counts what it receives.
std::optional<Losses> losses_of(const DemonstrationHalf& half) {
  if (half.packet_loss && half.frame_loss) return Losses{*half.packet_loss, *half.frame_loss};
  if (half.peer_packet_loss && half.peer_frame_loss) return Losses{*half.peer_packet_loss, *half.peer_frame_loss};
  return std::nullopt;
}

/// False: both intervals of the loss are known and overlap.
bool told_apart(const DemonstrationHalf& before, const DemonstrationHalf& after) {
  if (!before.packet_loss_low || !before.packet_loss_high || !after.packet_loss_low || !after.packet_loss_high)
    return true;
  return *before.packet_loss_low > *after.packet_loss_high || *after.packet_loss_low > *before.packet_loss_high;
}

std::string delay_sentence(const DemonstrationHalf& before, const DemonstrationHalf& after) {
  if (!before.frame_delay.mean || !after.frame_delay.mean) return {};
  return fmt::format(" A frame takes {:.0f} ms with {}, {:.0f} ms with {}: the price of spreading it.",
                     *after.frame_delay.mean, upper(after.variant), *before.frame_delay.mean, upper(before.variant));
}

}  // namespace

std::string demonstration_sentence(const DemonstrationHalf& before, const DemonstrationHalf& after) {
  const auto first = losses_of(before), second = losses_of(after);
  if (!first || !second) return {};
  std::string text = fmt::format("With {} {} of the packets and {} of the frames were lost, with {} {} and {}.",
                                 upper(before.variant), percent(first->packets), percent(first->frames),
                                 upper(after.variant), percent(second->packets), percent(second->frames));
  if (second->packets > first->packets && told_apart(before, after))
    return text + " On this link spreading the packets did not help.";
  if (second->packets < first->packets && told_apart(before, after))
    return text + " The bursts of whole frames overrun the short queue; spread packets find room in it." +
           delay_sentence(before, after);
  return text +
         " On this link shaping made no difference: the queue had room for the bursts, or the load was too small.";
}

DemonstrationFigures* DemonstrationTrack::running() {
  if (phase_ == DemonstrationPhase::kBefore && before_) return &before_->figures;
  if (phase_ == DemonstrationPhase::kAfter && after_) return &after_->figures;
  return nullptr;
}

void DemonstrationTrack::add(const SettingChanged& change) {
  if (change.name.view() != kDemonstrationSetting || change.end != End::kMine) return;
  const std::string_view value = change.value.view();
  const auto blank = value.find(' ');
  if (const auto phase = parse_demonstration_phase(value.substr(0, blank)))
    enter(*phase, std::string(blank == std::string_view::npos ? "" : value.substr(blank + 1)), change.at);
}

void DemonstrationTrack::enter(DemonstrationPhase phase, std::string strategy, Timestamp at) {
  if (phase_ == DemonstrationPhase::kBefore && before_) before_->result = before_->figures.half(at);
  if (phase_ == DemonstrationPhase::kAfter && after_) after_->result = after_->figures.half(at);
  if (phase == DemonstrationPhase::kSettling) {
    before_.reset();
    after_.reset();
  }
  if (phase == DemonstrationPhase::kBefore)
    before_.emplace(Half{{std::move(strategy), at, call_began_}, {}});
  else if (phase == DemonstrationPhase::kAfter)
    after_.emplace(Half{{std::move(strategy), at, call_began_}, {}});
  phase_ = phase;
  phase_began_ = at;
}

std::optional<DemonstrationView> DemonstrationTrack::view(Timestamp now) const {
  if (!phase_) return std::nullopt;
  DemonstrationView view;
  view.state = to_string(*phase_);
  const double whole = seconds_before(DemonstrationPhase::kDone);
  const double in_phase = std::clamp((now - phase_began_).seconds(), 0.0, duration_of(*phase_).seconds());
  const double passed = seconds_before(*phase_) + in_phase;
  view.progress = passed / whole;
  view.seconds_left = whole - passed;
  const auto shown = [&](const std::optional<Half>& half) -> std::optional<DemonstrationHalf> {
    if (!half) return std::nullopt;
    return half->result ? *half->result : half->figures.half(now);
  };
  view.before = shown(before_);
  view.after = shown(after_);
  if (phase_ == DemonstrationPhase::kDone && view.before && view.after)
    view.sentence = demonstration_sentence(*view.before, *view.after);
  return view;
}

}  // namespace jitterscope
