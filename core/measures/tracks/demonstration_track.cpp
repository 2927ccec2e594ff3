#include "core/measures/tracks/demonstration_track.h"

#include <algorithm>

#include "core/measures/report/demonstration_sentence.h"

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

}  // namespace

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

void DemonstrationTrack::add(const ThreadStatus& status) {
  if (status.role == ThreadRole::kAudioReceive) effective_ = status.effective.view();
}

void DemonstrationTrack::add(const DelaySplit& split) {
  for (auto* half : {&before_, &after_}) {
    if (!*half || split.at < (*half)->began) continue;
    auto& result = (*half)->result;
    if (result && split.at >= (*half)->began + Duration::from_seconds(result->seconds)) continue;
    (*half)->figures.add(split);
    if (result) result->os_share = (*half)->figures.os_share();
  }
}

DemonstrationHalf DemonstrationTrack::shown(const Half& half, Timestamp now) const {
  if (half.result) return *half.result;
  DemonstrationHalf shown = half.figures.half(now);
  shown.effective = effective_;
  return shown;
}

/// `word`: the second of the mark: the kind when it begins, then the variant.
void DemonstrationTrack::enter(DemonstrationPhase phase, std::string word, Timestamp at) {
  if (phase_ == DemonstrationPhase::kBefore && before_) before_->result = shown(*before_, at);
  if (phase_ == DemonstrationPhase::kAfter && after_) after_->result = shown(*after_, at);
  if (phase == DemonstrationPhase::kSettling) {
    kind_ = parse_demonstration_kind(word).value_or(DemonstrationKind::kShaping);
    before_.reset();
    after_.reset();
  }
  if (phase == DemonstrationPhase::kBefore)
    before_.emplace(Half{at, {std::move(word), at, call_began_}, {}});
  else if (phase == DemonstrationPhase::kAfter)
    after_.emplace(Half{at, {std::move(word), at, call_began_}, {}});
  phase_ = phase;
  phase_began_ = at;
}

std::optional<DemonstrationView> DemonstrationTrack::view(Timestamp now) const {
  if (!phase_) return std::nullopt;
  DemonstrationView view;
  view.kind = kind_;
  view.state = to_string(*phase_);
  const double whole = seconds_before(DemonstrationPhase::kDone);
  const double in_phase = std::clamp((now - phase_began_).seconds(), 0.0, duration_of(*phase_).seconds());
  const double passed = seconds_before(*phase_) + in_phase;
  view.progress = passed / whole;
  view.seconds_left = whole - passed;
  if (before_) view.before = shown(*before_, now);
  if (after_) view.after = shown(*after_, now);
  if (phase_ == DemonstrationPhase::kDone && view.before && view.after)
    view.sentence = demonstration_sentence(kind_, *view.before, *view.after);
  return view;
}

}  // namespace jitterscope
