#pragma once
// Everything that is measured of one remote participant: the streams that it sends, and what it says of those of this
// end.
#include <deque>
#include <functional>
#include <memory>

#include <all_participant_tracks.h>

#include "core/events/identity.h"
#include "core/events/per_medium.h"
#include "core/measures/tracks/streams/received_tracks.h"
#include "core/measures/tracks/table/track_table.h"

namespace jitterscope {

/// The streams of one medium from one participant, one after another: a sender that begins anew with another SSRC
/// begins another one. `Tracks`: everything that is measured of one stream; has continue_from(const Tracks&).
template <typename Tracks>
class StreamSuccession {
 public:
  using Maker = std::function<std::unique_ptr<Tracks>()>;
  explicit StreamSuccession(Maker make) : make_(std::move(make)) { streams_.push_back({{}, make_()}); }

  /// Of the stream that sent last; before the first one begins, of what will be.
  Tracks& newest() { return *streams_.back().tracks; }
  const Tracks& newest() const { return *streams_.back().tracks; }
  StreamId newest_id() const { return streams_.back().id; }

  /// Null: not one of these, or forgotten.
  Tracks* find(StreamId id) {
    for (auto stream = streams_.rbegin(); stream != streams_.rend(); ++stream)
      if (stream->id == id) return stream->tracks.get();
    return nullptr;
  }

  /// A packet of `id` came: it is the newest from now on, and begins if it is not known.
  Tracks& sends(StreamId id) {
    if (newest_id() == id) return newest();
    if (!newest_id()) {
      streams_.back().id = id;
      return newest();
    }
    Stream stream{id, nullptr};
    for (auto known = streams_.begin(); known != streams_.end(); ++known) {
      if (known->id != id) continue;
      stream = std::move(*known);
      streams_.erase(known);
      break;
    }
    if (!stream.tracks) {
      stream.tracks = make_();
      stream.tracks->continue_from(newest());
    }
    streams_.push_back(std::move(stream));
    if (streams_.size() > kMost) streams_.pop_front();
    return newest();
  }

  template <typename Work>
  void each(Work work) {
    for (Stream& stream : streams_) work(*stream.tracks);
  }

 private:
  struct Stream {
    StreamId id;
    std::unique_ptr<Tracks> tracks;
  };
  static constexpr std::size_t kMost = 8;  // those that sent last
  Maker make_;
  std::deque<Stream> streams_;  // by when they sent last
};

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

  /// Says how many frames of that medium are sent to it a second; absent: that is not known.
  void set_frames_due(Medium medium, std::optional<double> per_second) {
    reported_[medium].each([&](auto& track) {
      if constexpr (requires { track.set_frames_due(per_second); }) track.set_frames_due(per_second);
    });
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
