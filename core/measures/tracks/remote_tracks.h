#pragma once
// Everything that is measured of one remote participant: the streams that it sends, and what it says of those of this
// end.
#include <all_participant_tracks.h>

#include <memory>

#include "core/events/per_medium.h"
#include "core/measures/tracks/streams/received_tracks.h"
#include "core/measures/tracks/streams/stream_succession.h"
#include "core/measures/tracks/table/track_table.h"

namespace jitterscope {

/// Of which medium an event of a stream is, whether it says so or can be of one alone.
template <typename E>
constexpr Medium medium_of(const E& e) {
  if constexpr (requires { e.medium; }) {
    return e.medium;
  } else {
    static_assert(E{}.belonging().medium, "of which medium is it?");
    return *e.belonging().medium;
  }
}

/// Not thread-safe; stays where it was made. What it says of each medium is for one of each file of
/// core/measures/tracks/participant, which the build finds there: made with the FigureSpan, has `fill`, kView and
/// Fills.
class RemoteTracks {
 public:
  using Streams = StreamSuccession<ReceivedTracks>;
  using Reported = AllParticipantTracks<TrackTable>;

  RemoteTracks(const FigureSpan& span, SampleMemory memory, const ReceivedTracks::Listeners& listeners)
      : received_{{Streams(maker(Medium::kAudio, span, memory, listeners)),
                   Streams(maker(Medium::kVideo, span, memory, listeners))}},
        reported_{{AllParticipantTracks<Begun>::table(span), AllParticipantTracks<Begun>::table(span)}} {}

  Streams& received(Medium medium) { return received_[medium]; }
  const Streams& received(Medium medium) const { return received_[medium]; }
  template <typename Work>
  void each_received(Work work) {
    for (const Medium medium : kMedia) received_[medium].each(work);
  }

  /// What it says.
  template <typename E>
  void add(const E& e) {
    reported_[medium_of(e)].add(e);
  }

  ParticipantView view(ParticipantId id, ViewMaking& make) {
    ParticipantView view{id, {}, {}};
    for (const Medium medium : kMedia) {
      view.received[medium] = received_[medium].newest().view(id, make);
      const ReportedView* before = make.before() ? &make.before()->reported(medium, id) : nullptr;
      int part = 1;  // beside what is received
      reported_[medium].each([&](auto& track) { make.fill(track, view.reported[medium], before, id, medium, part++); });
    }
    return view;
  }

 private:
  template <typename... Tracks>
  struct Begun {
    static Reported table(const FigureSpan& span) { return Reported(Tracks(span)...); }
  };
  static Streams::Maker maker(Medium medium, const FigureSpan& span, SampleMemory memory,
                              const ReceivedTracks::Listeners& listeners) {
    return [=] { return std::make_unique<ReceivedTracks>(medium, span, memory, listeners); };
  }

  PerMedium<Streams> received_;
  PerMedium<Reported> reported_;
};

}  // namespace jitterscope
