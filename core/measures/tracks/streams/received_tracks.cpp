#include "core/measures/tracks/streams/received_tracks.h"

#include <utility>

#include "core/algorithms/playout/policy_definition.h"
#include "core/events/kinds/notice.h"
#include "core/events/setting_change.h"
#include "core/events/settings/playout.h"
#include "core/events/words.h"
#include "core/measures/definitions/known_delays.h"

namespace jitterscope {

ReceivedTracks::ReceivedTracks(Medium medium, const FigureSpan& span, SampleMemory memory, Listeners listeners)
    : medium_(medium),
      span_(span),
      listeners_(std::move(listeners)),
      parts_(PictureTrack(), ReceivedStream(medium, span, memory), CurveTrack(medium, span.began, memory),
             PlayoutTrack(span), QualityTrack(medium, span), new_delay()) {}

DelayTrack ReceivedTracks::new_delay() {
  return {medium_, span_, [this](const DelaySplit& split) {
            listeners_.split(split);
            parts_.add(split);
          }};
}

void ReceivedTracks::continue_from(const ReceivedTracks& before) {
  set_clock(before.clock_);
  parts_.each([&]<typename Track>(Track& track) { track.continue_from(before.parts_.get<Track>()); });
  if (before.last_clock_) add(*before.last_clock_);
}

void ReceivedTracks::set_period(std::optional<double> period_ms) {
  parts_.each([&](auto& track) {
    if constexpr (requires { track.set_period(period_ms); }) track.set_period(period_ms);
  });
}

void ReceivedTracks::set_clock(const StreamClock& clock) {
  clock_ = clock;
  parts_.each([&](auto& track) {
    if constexpr (requires { track.set_clock(clock); }) track.set_clock(clock);
  });
}

PacketArrived ReceivedTracks::add(const PacketArrived& e, PacketCounts counts) {
  const bool doubted = belief_.lost();
  PacketArrived believed = e;
  if (!belief_.take(e)) believed.sent_conference.reset();
  parts_.each([&]<typename Track>(Track& track) {
    constexpr SendTimes kTimes = send_times<Track>();
    const bool as_it_is = kTimes == SendTimes::kAll || (kTimes == SendTimes::kOfKnownVariation && belief_.lost());
    const PacketArrived& told = as_it_is ? e : believed;
    if (counts == PacketCounts::kAll)
      Parts::tell(track, told);
    else
      tell_at_edge(track, told, counts);
  });
  if (!doubted && belief_.lost()) forget_delays(e.received);
  return believed;
}

/// Frames are of the stretch as a whole or not at all.
template <typename Track>
void ReceivedTracks::tell_at_edge(Track& track, const PacketArrived& e, PacketCounts counts) {
  const bool alone = counts == PacketCounts::kAlone;
  if constexpr (std::same_as<Track, ReceivedStream>) {
    alone ? track.add_alone(e) : track.add_to_unit(e);
  } else if constexpr (std::same_as<Track, DelayTrack>) {
    if (!alone) track.add(e);
  } else if constexpr (std::same_as<Track, QualityTrack>) {
    alone ? track.add_alone(e) : track.add_to_unit(e);
  } else if constexpr (std::same_as<Track, CurveTrack>) {
    if (!alone || e.medium == Medium::kVideo) track.add(e);
  } else {
    Parts::tell(track, e);
  }
}

void ReceivedTracks::expect(std::uint32_t ssrc, std::int64_t packets_around, std::int64_t of_units,
                            std::int64_t units_owed) {
  parts_.get<ReceivedStream>().expect(ssrc, packets_around, of_units);
  parts_.get<QualityTrack>().expect(of_units, units_owed);
}

void ReceivedTracks::finish() {
  parts_.get<DelayTrack>().finish();
  renew();
}

/// What the clocks do not allow is said once, with the first packet of it.
void ReceivedTracks::forget_delays(Timestamp now) {
  parts_.get<ReceivedStream>().forget_delays();
  parts_.get<QualityTrack>().forget_delays();
  parts_.get<DelayTrack>() = new_delay();
  StreamClock unknown = clock_;
  unknown.send_times = ClockRelation::kUnknown;
  parts_.get<CurveTrack>().set_clock(unknown);
  listeners_.impossible(Notice{1, ShortText<160>(why_impossible(*belief_.impossible())), now});
}

FrameDone ReceivedTracks::add(const FrameDone& e) {
  parts_.add(e);
  FrameDone believed = e;
  if (belief_.lost()) believed.sent_conference.reset();
  return believed;
}

void ReceivedTracks::add(const ClockSynced& e) {
  last_clock_ = e;
  const bool doubted = belief_.lost();
  belief_.add(e);
  if (!belief_.lost()) parts_.add(e);
  if (!doubted && belief_.lost()) forget_delays(e.at);
}

void ReceivedTracks::add(const SettingChanged& e) {
  parts_.add(e);
  const auto set = e.end == End::kRemote ? std::nullopt : as<setting::Playout>(e);
  if (set && set->key == medium_ && is_known(set->value)) parts_.get<PlayoutTrack>().set(set->value);
}

void ReceivedTracks::renew() {
  const bool doubted = belief_.lost();
  belief_.finish();
  if (!doubted && belief_.lost()) forget_delays(belief_.heard());
  parts_.get<ReceivedStream>().renew_measures();
  parts_.get<CurveTrack>().renew();
}

ReceivedView ReceivedTracks::view(ParticipantId whose, ViewMaking& make) {
  const Timestamp now = make.now();
  ReceivedView view;
  view.figures = parts_.get<ReceivedStream>().snapshot(now);
  // Of another stream nothing is taken over.
  const ReceivedView* before = make.before() ? &make.before()->received(medium_, whose) : nullptr;
  if (before && before->figures.ssrc != view.figures.ssrc) before = nullptr;
  const auto show = [&](ViewKind kind, auto make_new, auto take_over) {
    const ViewMaking::What what = make(kind, whose, medium_);
    if (what == ViewMaking::What::kAsBefore && before)
      take_over();
    else if (what != ViewMaking::What::kNothing)
      make_new();
  };
  const auto show_part = [&]<typename Track>(ViewKind kind, Track& track, auto ReceivedView::*part) {
    show(
        kind, [&] { view.*part = track.view(now); }, [&] { view.*part = before->*part; });
  };
  const auto answer = [&](ViewKind kind, auto ReceivedView::*answers, auto answer_to) {
    const auto make_new = [&] {
      for (const AnalysisQuery& query : make.wanted().queries(kind, whose, medium_))
        (view.*answers).add(answer_to(query));
    };
    show(kind, make_new, [&] { view.*answers = before->*answers; });
  };
  ReceivedStream& stream = parts_.get<ReceivedStream>();
  CurveTrack& curve = parts_.get<CurveTrack>();
  show(
      ViewKind::kFigures, [&] { stream.fill_figures(view.figures, now, make.over()); },
      [&] { take_figures(view.figures, before->figures); });
  show_part(ViewKind::kSplit, parts_.get<DelayTrack>(), &ReceivedView::split);
  show_part(ViewKind::kPlayout, parts_.get<PlayoutTrack>(), &ReceivedView::playout);
  show_part(ViewKind::kQuality, parts_.get<QualityTrack>(), &ReceivedView::quality);
  answer(ViewKind::kMeasures, &ReceivedView::measures, [&](const auto& query) { return stream.measures(now, query); });
  answer(ViewKind::kCompensation, &ReceivedView::compensation,
         [&](const auto& query) { return curve.view(now, query); });
  if (medium_ == Medium::kVideo) {
    view.figures.ended = parts_.get<PictureTrack>().ended();
    view.figures.since_picture_s = parts_.get<PictureTrack>().since_picture_s(now);
    view.figures.lost_frames_ago_s = parts_.get<PictureTrack>().lost_frames_ago_s(now);
  }
  return view;
}

}  // namespace jitterscope
