
#include <algorithm>
#include <memory>

#include "core/measures/views/conditions_view.h"
#include "core/measures/views/delay_split_view.h"
#include "core/measures/views/peer_view.h"
#include "core/measures/views/rate_view.h"
#include "core/measures/views/snapshot.h"
#include "core/measures/views/thread_row.h"

namespace jitterscope {
namespace {

/// Of those that are known of the whole.
StreamSnapshot with_stretch(const StreamSnapshot& whole, StreamSnapshot figures) {
  if (!figures.active) figures.ssrc = whole.ssrc;
  figures.active |= whole.active;
  figures.interarrival_series = whole.interarrival_series;
  figures.jitter_series = whole.jitter_series;
  figures.delay_series = whole.delay_series;
  figures.rate_series = whole.rate_series;
  figures.loss_series = whole.loss_series;
  return figures;
}

Boxed<DelaySplitView> with_stretch(const Boxed<DelaySplitView>& whole, Boxed<DelaySplitView> figures) {
  if (!whole) return figures;
  if (!figures) {
    figures = DelaySplitView();
    figures->unknown = "Nothing that came in this time was played or split.";
  }
  figures->series = whole->series;
  return figures;
}

Boxed<PeerView> with_stretch(const Boxed<PeerView>& whole, Boxed<PeerView> figures) {
  if (!whole || !figures) return figures;
  figures->interarrival_stddev_series = whole->interarrival_stddev_series;
  figures->jitter_series = whole->jitter_series;
  figures->loss_series = whole->loss_series;
  figures->rate_series = whole->rate_series;
  return figures;
}

std::vector<ThreadRow> with_stretch(const std::vector<ThreadRow>& whole, const std::vector<ThreadRow>& figures) {
  std::vector<ThreadRow> rows;
  for (const ThreadRow& row : whole) {
    const auto found = std::ranges::find(figures, row.role, &ThreadRow::role);
    ThreadRow& shown = rows.emplace_back(found == figures.end() ? ThreadRow{} : *found);
    shown.role = row.role;
    shown.wake_series = row.wake_series;
    shown.run_queue_series = row.run_queue_series;
  }
  return rows;
}

std::optional<LinkView> with_stretch(const std::optional<LinkView>& whole, std::optional<LinkView> figures) {
  if (!whole || !figures) return figures;
  figures->queue_series = whole->queue_series;
  figures->drop_series = whole->drop_series;
  figures->rate_series = whole->rate_series;
  return figures;
}

ConditionsView with_stretch(const ConditionsView& whole, ConditionsView figures) {
  figures.up = with_stretch(whole.up, figures.up);
  figures.down = with_stretch(whole.down, figures.down);
  figures.load_average_series = whole.load_average_series;
  if (figures.clock && whole.clock) {
    figures.clock->offset_series = whole.clock->offset_series;
    figures.clock->bound_series = whole.clock->bound_series;
  }
  return figures;
}

std::shared_ptr<const RateView> with_stretch(const std::shared_ptr<const RateView>& whole,
                                             const std::shared_ptr<const RateView>& figures, double to_s) {
  if (!whole) return figures;
  auto shown = figures ? std::make_shared<RateView>(*figures) : std::make_shared<RateView>();
  shown->direction = whole->direction;
  shown->at_s = to_s;
  shown->delay_is_rise = whole->delay_is_rise;
  shown->delay_series = whole->delay_series;
  shown->lost_series = whole->lost_series;
  shown->stretches = whole->stretches;
  for (std::size_t i = 0; i < shown->scales.size(); ++i) {
    shown->scales[i].pct_series = whole->scales[i].pct_series;
    shown->scales[i].pdt_series = whole->scales[i].pdt_series;
  }
  shown->target_series = whole->target_series;
  shown->low_series = whole->low_series;
  shown->high_series = whole->high_series;
  shown->sent_series = whole->sent_series;
  shown->received_series = whole->received_series;
  shown->available_series = whole->available_series;
  shown->tcp_round_trip_series = whole->tcp_round_trip_series;
  return shown;
}

}  // namespace

CallSnapshot with_stretch(const CallSnapshot& whole, const CallSnapshot& stretch) {
  CallSnapshot shown = whole;
  shown.selected = stretch.selected;
  for (const Medium medium : kMedia) shown.sent[medium] = with_stretch(whole.sent[medium], stretch.sent[medium]);
  for (ParticipantView& remote : shown.remotes) {
    const ParticipantView& figures = stretch.participant(remote.id);
    for (const Medium medium : kMedia) {
      ReceivedView& received = remote.received[medium];
      const ReceivedView& of = figures.received[medium];
      received = {with_stretch(received.figures, of.figures),
                  with_stretch(received.split, of.split),
                  of.measures,
                  of.compensation,
                  of.playout,
                  of.quality};
      ReportedView& reported = remote.reported[medium];
      reported = {with_stretch(reported.figures, figures.reported[medium].figures), figures.reported[medium].quality};
    }
  }
  shown.threads = with_stretch(whole.threads, stretch.threads);
  shown.round_trip_ms = stretch.round_trip_ms;
  shown.round_trip_age_s = stretch.round_trip_age_s;
  shown.fetching_ms = stretch.fetching_ms;
  shown.burst_interval_ms = stretch.burst_interval_ms;
  shown.overrun_blocks = stretch.overrun_blocks;
  shown.encode_p50_ms = stretch.encode_p50_ms;
  shown.decode_p50_ms = stretch.decode_p50_ms;
  shown.conditions = with_stretch(*whole.conditions, *stretch.conditions);
  const double to_s = stretch.selected ? stretch.selected->stretch.to_s() : stretch.elapsed_s;
  shown.rate_sent = with_stretch(whole.rate_sent, stretch.rate_sent, to_s);
  shown.rate_received = with_stretch(whole.rate_received, stretch.rate_received, to_s);
  return shown;
}

}  // namespace jitterscope
