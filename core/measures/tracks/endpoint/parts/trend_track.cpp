#include "core/measures/tracks/endpoint/parts/trend_track.h"

#include <algorithm>

#include "core/measures/views/rate_view.h"

namespace jitterscope {
namespace {

constexpr double kLongestStretch = 2;  // s that one report can stand for
constexpr std::size_t kMostStretches = 4096, kMostLosses = 4096;

/// The older half by pairs: the longer verdict stands for both.
void thin(std::vector<TrendStretch>& stretches) {
  const std::size_t pairs = stretches.size() / 4;
  for (std::size_t i = 0; i < pairs; ++i) {
    const TrendStretch &a = stretches[2 * i], &b = stretches[2 * i + 1];
    const bool first = a.end_s - a.begin_s >= b.end_s - b.begin_s;
    stretches[i] = {a.begin_s, b.end_s, first ? a.verdict : b.verdict};
  }
  const auto begin = stretches.begin();
  stretches.erase(begin + static_cast<std::ptrdiff_t>(pairs), begin + static_cast<std::ptrdiff_t>(2 * pairs));
}

/// The older half by pairs.
void thin(std::vector<SeriesPoint>& losses) {
  const std::size_t pairs = losses.size() / 4;
  for (std::size_t i = 0; i < pairs; ++i)
    losses[i] = {losses[2 * i + 1].at_s, losses[2 * i].value + losses[2 * i + 1].value};
  const auto begin = losses.begin();
  losses.erase(begin + static_cast<std::ptrdiff_t>(pairs), begin + static_cast<std::ptrdiff_t>(2 * pairs));
}

}  // namespace

bool TrendTrack::add(const TrendReported& report) {
  if (last_ && last_->ssrc == report.ssrc && last_->end_sequence == report.end_sequence) return false;
  const double at_s = (report.at - began_).seconds();
  if (report.delay_ms) delay_.add(at_s, *report.delay_ms);
  rise_.add(at_s, report.rise_ms);
  for (std::size_t i = 0; i < scales_.size(); ++i) {
    if (report.pct[i]) scales_[i].pct.add(at_s, *report.pct[i]);
    if (report.pdt[i]) scales_[i].pdt.add(at_s, *report.pdt[i]);
  }
  if (last_ && report.verdict && report.at > last_->at)
    add_stretch(std::max((last_->at - began_).seconds(), at_s - kLongestStretch), at_s, *report.verdict);
  add_lost(report, at_s);
  last_ = report;
  return true;
}

/// What exceeds all that was told before: a block that comes after all is no longer lost, and reports overtake each
/// other.
void TrendTrack::add_lost(const TrendReported& report, double at_s) {
  const bool goes_on = last_ && last_->ssrc == report.ssrc;
  const auto more = static_cast<std::int32_t>(report.audio_lost - most_lost_);
  if (!goes_on || more > 0) most_lost_ = report.audio_lost;
  if (!goes_on || more <= 0) return;
  lost_.push_back({at_s, static_cast<double>(more)});
  if (lost_.size() >= kMostLosses) thin(lost_);
}

void TrendTrack::add_stretch(double begin_s, double end_s, double verdict) {
  if (!stretches_.empty()) {
    TrendStretch& newest = stretches_.back();
    begin_s = std::max(begin_s, newest.end_s);  // reports may come out of order
    if (begin_s >= end_s) return;
    if (newest.verdict == verdict && newest.end_s == begin_s) return void(newest.end_s = end_s);
  }
  stretches_.push_back({begin_s, end_s, verdict});
  if (stretches_.size() >= kMostStretches) thin(stretches_);
}

void TrendTrack::fill(RateView& view, Timestamp now) const {
  for (std::size_t i = 0; i < scales_.size(); ++i) {
    view.scales[i].packets = kTrendPackets[i];
    view.scales[i].pct_series = scales_[i].pct.points();
    view.scales[i].pdt_series = scales_[i].pdt.points();
  }
  view.delay_is_rise = delay_.points().empty();
  view.delay_series = (view.delay_is_rise ? rise_ : delay_).points();
  view.lost_series = lost_;
  view.stretches = stretches_;
  if (!last_) return;
  view.delay_ms = last_->delay_ms;
  view.rise_ms = last_->rise_ms;
  view.epsilon_ms = last_->epsilon_ms;
  view.noise_ms = last_->noise_ms;
  view.verdict = last_->verdict;
  view.report_age_s = std::max(0.0, (now - last_->at).seconds());
  for (std::size_t i = 0; i < scales_.size(); ++i) {
    view.scales[i].phase = last_->phase[i];
    view.scales[i].pct = last_->pct[i];
    view.scales[i].pdt = last_->pdt[i];
  }
}

}  // namespace jitterscope
