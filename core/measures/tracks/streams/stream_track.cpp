#include "core/measures/tracks/streams/stream_track.h"

namespace jitterscope {
namespace {

constexpr std::size_t kDotFrames = 12, kDotBlocks = 50;

}  // namespace

SampleFigures figures_of(const BinnedDistribution& distribution) {
  const Moments& moments = distribution.moments_ms();
  return {moments.count(),
          moments.mean(),
          moments.stddev(),
          moments.min(),
          moments.max(),
          distribution.percentile_ms(0.50),
          distribution.percentile_ms(0.95),
          distribution.percentile_ms(0.99)};
}

StreamTrack::StreamTrack(Medium medium, const FigureSpan& span)
    : span_(span), dots_(medium == Medium::kVideo ? kDotFrames : kDotBlocks) {}

void StreamTrack::add_packet(Timestamp at, int bytes, const SecondBySecond::Totals& totals) {
  seconds_.advance(at_s(at), totals);
  bytes_.add(at, bytes);
  packets_.add(at, 1);
  whole_bytes_.add(at, bytes);
  whole_packets_.add(at, 1);
  if (previous_) {
    const Duration interval = at - *previous_;
    interarrival_.add(interval);
    recent_interarrival_.add(at, interval.ms());
    interarrival_series_.add(at_s(at), interval.ms());
  }
  previous_ = at;
}

void StreamTrack::restart(const SecondBySecond::Totals& totals_before) {
  previous_.reset();
  interarrival_ = {};
  recent_interarrival_.restart();
  seconds_.restart(totals_before);
  whole_bytes_ = whole_packets_ = whole_frames_ = WholeRate();
  dots_.clear();
}

void StreamTrack::continue_from(const StreamTrack& before, const SecondBySecond::Totals& totals_before) {
  interarrival_series_ = before.interarrival_series_;
  seconds_ = before.seconds_;
  seconds_.restart(totals_before);
}

void StreamTrack::fill(StreamSnapshot& snapshot, Timestamp now, const SecondBySecond::Totals& totals) {
  seconds_.advance(at_s(now), totals);
  snapshot.rate_kbps = rate_kbps(now);
  snapshot.packets_per_second = packets_.per_second(now);
  snapshot.frames_per_second = frames_.per_second(now);
  if (const auto bytes = whole_bytes_.per_second(now)) snapshot.whole_rate_kbps = *bytes * 8 / 1e3;
  snapshot.whole_packets_per_second = whole_packets_.per_second(now);
  snapshot.whole_frames_per_second = whole_frames_.per_second(now);
  if (span_.from) {
    snapshot.rate_kbps = snapshot.whole_rate_kbps.value_or(snapshot.rate_kbps);
    snapshot.packets_per_second = snapshot.whole_packets_per_second.value_or(snapshot.packets_per_second);
    snapshot.frames_per_second = snapshot.whole_frames_per_second.value_or(snapshot.frames_per_second);
  } else {
    snapshot.recent_loss_ratio = seconds_.recent_loss_ratio(totals);
  }
  snapshot.last_packets = dots_.dots();
  snapshot.rate_series = seconds_.rate_kbps();
}

void StreamTrack::fill_figures(StreamSnapshot& snapshot, Timestamp now,
                               const std::optional<SecondBySecond::Totals>& all) {
  snapshot.interarrival = figures_of(interarrival_);
  snapshot.recent_interarrival = recent_interarrival_.figures(now);
  snapshot.interarrival_series = interarrival_series_.slots();
  snapshot.loss_series = all ? seconds_.loss_percent_until(at_s(now), *all) : seconds_.loss_percent();
}

}  // namespace jitterscope
