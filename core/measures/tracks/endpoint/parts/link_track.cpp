#include "core/measures/tracks/endpoint/parts/link_track.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {

void LinkTrack::restart() {
  model_ = kernel_ = {};
  last_second_.clear();
}

/// A point for each second that has ended by `at_s`; none for those without a link.
void LinkTrack::close_seconds(double at_s) {
  const double second = std::floor(at_s);
  if (second_ && second > *second_) {
    drops_.add(*second_ + 1, static_cast<double>(second_drops_));
    rate_.add(*second_ + 1, second_kilobits_);
    second_drops_ = 0;
    second_kilobits_ = 0;
  }
  if (!second_ || second > *second_) second_ = second;
}

void LinkTrack::add(const LinkReport& report) {
  Source& source = report.kernel ? kernel_ : model_;
  std::optional<LinkReport>& last = source.last;
  if (span_.is_before(report.at)) {
    source.before = report;
    last = report;
    return;
  }
  if (report.offered < source.before.offered) source.before = {};  // counted anew
  const double at_s = (report.at - span_.began).seconds();
  close_seconds(at_s);
  const bool again = last && report.dropped() >= last->dropped() && report.offered >= last->offered;
  second_drops_ += report.dropped() - (again ? last->dropped() : 0);
  if (report.overloaded && last) overloaded_s_ += (report.at - last->at).seconds();
  const double interval_s = last ? std::clamp((report.at - last->at).seconds(), 0.0, 1.0) : 0;
  last = report;
  if (kernel_.last && !report.kernel) return;
  second_kilobits_ += report.delivered_kbps * interval_s;
  queue_.add(at_s, report.queue_packets);
  queue_.add(at_s, report.queue_packets_max);
  last_second_.push_back(report);
  while (report.at - last_second_.front().at >= span_.recent(Duration::seconds(1))) last_second_.pop_front();
}

std::optional<LinkView> LinkTrack::view(std::optional<int> queue_limit) const {
  if (!leading()) return std::nullopt;
  const LinkReport& now = *leading();
  LinkView view;
  view.kernel = now.kernel;
  view.queue_limit = queue_limit;
  view.queue_packets = now.queue_packets;
  const LinkReport& before = (kernel_.last ? kernel_ : model_).before;
  view.offered = now.offered - before.offered;
  view.delivered = now.delivered - before.delivered;
  view.overloaded = now.overloaded;
  if (ended_) view.dropped_at_end = now.kernel ? now.queue_packets : now.inside();
  for (const Source* source : {&model_, &kernel_}) {
    if (!source->last) continue;
    const LinkReport &report = *source->last, &from = source->before;
    view.dropped_queue += report.dropped_queue - from.dropped_queue;
    view.dropped_random += report.dropped_random - from.dropped_random;
    view.dropped_collisions += report.dropped_collisions - from.dropped_collisions;
    view.dropped_overload += report.dropped_overload - from.dropped_overload;
    view.media_dropped += report.media_dropped - from.media_dropped;
    view.background_offered += report.background_offered - from.background_offered;
    view.background_dropped += report.background_dropped - from.background_dropped;
    view.overloaded = view.overloaded || report.overloaded;
    if (report.own_delay_us) view.own_delay_us = report.own_delay_us;
  }
  view.overloaded_s = overloaded_s_;
  for (const LinkReport& report : last_second_) {
    view.queue_packets_max = std::max(view.queue_packets_max, report.queue_packets_max);
    view.delivered_kbps += report.delivered_kbps / static_cast<double>(last_second_.size());
  }
  view.queue_series = queue_.slots();
  view.drop_series = drops_.points();
  view.rate_series = rate_.points();
  return view;
}

}  // namespace jitterscope
