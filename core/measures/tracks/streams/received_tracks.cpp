#include "core/measures/tracks/streams/received_tracks.h"

#include <utility>

#include "core/measures/definitions/known_delays.h"

namespace jitterscope {

ReceivedTracks::ReceivedTracks(Medium medium, Timestamp call_began, SampleMemory memory, Listeners listeners)
    : medium_(medium),
      began_(call_began),
      listeners_(std::move(listeners)),
      stream_(medium, call_began, memory),
      curve_(medium, call_began, memory),
      quality_(medium, call_began),
      delay_(new_delay()) {}

DelayTrack ReceivedTracks::new_delay() {
  return {medium_, began_, [this](const DelaySplit& split) {
            listeners_.split(split);
            quality_.add(split);
          }};
}

void ReceivedTracks::continue_from(const ReceivedTracks& before) {
  set_clock(before.clock_);
  stream_.continue_from(before.stream_);
  curve_.continue_from(before.curve_);
  playout_.continue_from(before.playout_);
  quality_.continue_from(before.quality_);
  picture_.continue_from(before.picture_);
  delay_.continue_from(before.delay_);
  if (before.last_clock_) add(*before.last_clock_);
}

void ReceivedTracks::set_period(std::optional<double> period_ms) {
  stream_.set_period(period_ms);
  curve_.set_period(period_ms);
  quality_.set_period(period_ms);
  playout_.set_period(period_ms);
}

void ReceivedTracks::set_clock(const StreamClock& clock) {
  clock_ = clock;
  stream_.set_clock(clock);
  curve_.set_clock(clock);
  quality_.set_clock(clock);
}

PacketArrived ReceivedTracks::add(const PacketArrived& e) {
  const bool doubted = belief_.lost();
  PacketArrived believed = e;
  if (!belief_.take(e)) believed.sent_conference.reset();
  stream_.add(belief_.lost() ? e : believed);
  picture_.add(e);
  curve_.add(e);
  quality_.add(believed);
  delay_.add(believed);
  if (!doubted && belief_.lost()) forget_delays(e.received);
  return believed;
}

/// What the clocks do not allow is said once, with the first packet of it.
void ReceivedTracks::forget_delays(Timestamp now) {
  stream_.forget_delays();
  quality_.forget_delays();
  delay_ = new_delay();
  StreamClock unknown = clock_;
  unknown.send_times = ClockRelation::kUnknown;
  curve_.set_clock(unknown);
  listeners_.impossible(Notice{1, ShortText<160>(why_impossible(*belief_.impossible())), now});
}

FrameDone ReceivedTracks::add(const FrameDone& e) {
  stream_.add(e);
  curve_.add(e);
  playout_.add(e);
  quality_.add(e);
  delay_.add(e);
  FrameDone believed = e;
  if (belief_.lost()) believed.sent_conference.reset();
  return believed;
}

void ReceivedTracks::add(const FrameShown& e) {
  picture_.add(e);
  delay_.add(e);
}

void ReceivedTracks::add(const FramePlayed& e) {
  picture_.add(e);
  delay_.add(e);
  curve_.add(e);
  playout_.add(e);
  quality_.add(e);
}

void ReceivedTracks::add(const AudioBlockDone& e) {
  stream_.add(e);
  curve_.add(e);
  playout_.add(e);
  quality_.add(e);
  delay_.add(e);
}

void ReceivedTracks::add(const PlayoutDecided& e) {
  curve_.add(e);
  playout_.add(e);
}

void ReceivedTracks::add(const ClockSynced& e) {
  last_clock_ = e;
  const bool doubted = belief_.lost();
  belief_.add(e);
  if (!belief_.lost()) delay_.add(e);
  if (!doubted && belief_.lost()) forget_delays(e.at);
}

void ReceivedTracks::renew() {
  const bool doubted = belief_.lost();
  belief_.finish();
  if (!doubted && belief_.lost()) forget_delays(belief_.heard());
  stream_.renew_measures();
  curve_.renew();
}

ReceivedView ReceivedTracks::view(Timestamp now, const AnalysisQuery& query, ViewMaking make) {
  ReceivedView view;
  view.figures = stream_.snapshot(now, make(ViewKind::kFigures));
  if (make(ViewKind::kSplit)) view.split = delay_.view(now);
  if (make(ViewKind::kMeasures)) view.measures = stream_.measures(now, query);
  if (make(ViewKind::kCompensation)) view.compensation = curve_.view(now, query);
  if (make(ViewKind::kPlayout)) view.playout = playout_.view(now);
  if (make(ViewKind::kQuality)) view.quality = quality_.view(now);
  if (medium_ == Medium::kVideo) {
    view.figures.ended = picture_.ended();
    view.figures.since_picture_s = picture_.since_picture_s(now);
  }
  return view;
}

}  // namespace jitterscope
