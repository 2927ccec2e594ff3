#include "core/measures/tracks/streams/playout_track.h"

#include <cmath>

#include "core/algorithms/playout/policy_definition.h"

namespace jitterscope {

void PlayoutTrack::add(const AudioBlockDone& e) {
  any_ = true;
  count(e.ssrc, e.sequence, e.outcome, e.received, e.playout);
}

void PlayoutTrack::add(const FrameDone& e) {
  const bool shown = e.outcome == FrameOutcome::kComplete || e.outcome == FrameOutcome::kPatched;
  if (!shown) count(e.ssrc, e.frame, PlayoutOutcome::kLost, std::nullopt, e.completed);
}

void PlayoutTrack::add(const FramePlayed& e) {
  any_ = true;
  count(e.ssrc, e.frame, e.outcome, e.completed, e.playout);
}

void PlayoutTrack::count(std::uint32_t ssrc, std::int64_t number, PlayoutOutcome outcome,
                         std::optional<Timestamp> complete, Timestamp playout) {
  if (ssrc_ && *ssrc_ != ssrc) {
    view_.played = view_.late = view_.lost = view_.dropped = 0;
    units_ = {};
  }
  units_.add(number, outcome != PlayoutOutcome::kPlayed);
  ssrc_ = ssrc;
  switch (outcome) {
    case PlayoutOutcome::kPlayed:
      ++view_.played;
      if (complete) added_.add(playout, (playout - *complete).ms());
      break;
    case PlayoutOutcome::kLate: ++view_.late; break;
    case PlayoutOutcome::kLost: ++view_.lost; break;
    case PlayoutOutcome::kDropped: ++view_.dropped; break;
  }
}

void PlayoutTrack::add(const PlayoutDecided& e) {
  any_ = true;
  view_.delay_ms = (e.delay + e.held).ms();
  if (const auto setting = known_playout(e.policy.view())) view_.setting = *setting;
}

void PlayoutTrack::add(const PlayoutReport& e) {
  any_ = true;
  view_.level_ms = e.level.ms();
  if (span_.is_before(e.at) || e.concealed < concealed_before_) concealed_before_ = e.concealed, gaps_before_ = e.gaps;
  view_.concealed = e.concealed - concealed_before_;
  view_.gaps = e.gaps - gaps_before_;
  view_.resampling_ppm = e.resampling_ppm;
  view_.lip_sync_ms = e.lip_sync_ms;
  if (e.lip_sync_ms && !span_.is_before(e.at)) lip_sync_.add(e.at, std::abs(*e.lip_sync_ms));
}

std::optional<PlayoutView> PlayoutTrack::view(Timestamp now) {
  if (!any_ && !view_.setting) return std::nullopt;
  view_.added_ms = added_.mean(now);
  view_.bursts = units_.figures(period_ms_);
  if (view_.bursts) view_.gaps = units_.runs();  // the report does not know of units that never came whole
  view_.lip_sync_p95_ms = lip_sync_.figures(now).p95;
  return view_;
}

}  // namespace jitterscope
