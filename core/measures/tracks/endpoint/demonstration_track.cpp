#include "core/measures/tracks/endpoint/demonstration_track.h"

#include <algorithm>
#include <utility>

#include "core/events/kinds/thread_status.h"
#include "core/measures/packets/own_drops.h"
#include "core/measures/report/demonstration_sentence.h"

namespace jitterscope {
std::optional<DemonstrationTrack::Half>* DemonstrationTrack::half_of(std::optional<DemonstrationPhase> phase) {
  return phase == DemonstrationPhase::kBefore ? &before_ : phase == DemonstrationPhase::kAfter ? &after_ : nullptr;
}

DemonstrationTrack::Half* DemonstrationTrack::running() {
  auto* half = half_of(phase_);
  return half && *half ? &**half : nullptr;
}

void DemonstrationTrack::add(const ThreadStatus& status) {
  if (status.role == ThreadRole::kAudioReceive) effective_ = status.effective.view();
}

void DemonstrationTrack::add(const RingDropped& drops) {
  if (notes_received_of(drops) != Medium::kVideo) return;
  if (std::exchange(dropped_notes_, drops.dropped) == drops.dropped) return;
  if (Half* half = running()) half->figures.add(drops);
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

DemonstrationHalf DemonstrationTrack::shown(const Half& half, Timestamp now, bool over) const {
  DemonstrationHalf shown = half.result ? *half.result : half.figures.half(now, over);
  if (!half.result) shown.effective = effective_;
  count_pictures(half.began, shown);
  return shown;
}

void DemonstrationTrack::add_picture(Timestamp at, std::vector<Timestamp>& to) {
  const bool over = phase_ == DemonstrationPhase::kDone || phase_ == DemonstrationPhase::kStopped;
  if (phase_ && to.size() < kMostPictures && (!over || at < phase_began_)) to.push_back(at);
}

void DemonstrationTrack::count_pictures(Timestamp began, DemonstrationHalf& half) const {
  const Timestamp end = began + Duration::from_seconds(half.seconds);
  const auto within = [=](Timestamp at) { return at >= began && at < end; };
  half.pictures_sent = std::ranges::count_if(pictures_sent_, within);
  half.pictures_left_out = std::ranges::count_if(pictures_left_out_, within);
}

void DemonstrationTrack::add(const DemonstrationEntered& entered) {
  if (entered.end != End::kLocal) return;
  const auto& [phase, kind, variant, end, at] = entered;
  if (Half* half = running()) half->result = shown(*half, at, true);
  if (!phase_) kind_began_ = at;  // what is read may begin within it
  if (phase == DemonstrationPhase::kSettling) remember(at);
  if (phase == DemonstrationPhase::kSettling || !phase_) kind_ = kind;
  if (phase == DemonstrationPhase::kSettling) {
    again_ = phase_ == DemonstrationPhase::kAfter;  // it was not over
    first_before_ = again_ && before_ ? before_->result : std::nullopt;
    first_after_ = again_ && after_ ? after_->result : std::nullopt;
    before_.reset();
    after_.reset();
    pictures_sent_.clear();
    pictures_left_out_.clear();
  }
  if (auto* half = half_of(phase)) half->emplace(Half{at, {kind_, std::string(variant.view()), at, call_began_}, {}});
  phase_ = phase;
  phase_began_ = at;
  has_news_ = true;
}

/// The one that has shown something, when the next one begins.
void DemonstrationTrack::remember(Timestamp now) {
  if (phase_ == DemonstrationPhase::kDone || (phase_ == DemonstrationPhase::kStopped && again_))
    earlier_.push_back({kind_, (kind_began_ - call_began_).seconds(), view(now)->sentence});
  if (earlier_.size() > kMostEarlier) earlier_.erase(earlier_.begin());
  if (phase_ != DemonstrationPhase::kAfter) kind_began_ = now;  // else it is the same once more
}

std::optional<DemonstrationView> DemonstrationTrack::view(Timestamp now) const {
  if (!phase_) return std::nullopt;
  DemonstrationView view;
  view.kind = kind_;
  view.state = to_string(*phase_);
  view.again = again_;
  view.earlier = earlier_;
  const double whole = time_before(kind_, DemonstrationPhase::kDone).seconds();
  const double in_phase = std::clamp((now - phase_began_).seconds(), 0.0, duration_of(kind_, *phase_).seconds());
  const double passed = time_before(kind_, *phase_).seconds() + in_phase;
  view.progress = passed / whole;
  view.seconds_left = whole - passed;
  const bool first = again_ && (phase_ == DemonstrationPhase::kSettling || phase_ == DemonstrationPhase::kStopped);
  if (first) {
    view.before = first_before_;
    view.after = first_after_;
  } else {
    if (before_) view.before = shown(*before_, now);
    if (after_) view.after = shown(*after_, now);
  }
  const bool unreported = phase_ == DemonstrationPhase::kStopped && lacks_reports(view);
  if (first || unreported || phase_ == DemonstrationPhase::kDone) view.sentence = demonstration_sentence(view, !first);
  return view;
}

}  // namespace jitterscope
