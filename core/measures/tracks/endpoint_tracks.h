#pragma once
// The tracks of the endpoint: one of each file of core/measures/tracks/endpoint, which the build finds there.
#include <all_endpoint_tracks.h>

#include <concepts>

#include "core/events/identity.h"
#include "core/measures/definitions/figure_span.h"
#include "core/measures/tracks/table/track_table.h"
#include "core/measures/tracks/table/view_making.h"

namespace jitterscope {

struct CallSnapshot;

/// Each hears what is of any participant, one with kOfFirstRemote only what is of this end and the first remote;
/// packets and frames of a stream with a send time only where it may be believed. It is made with nothing, with the
/// beginning of the call, or with the FigureSpan. One with kView is part of the snapshot when that view is wanted, by
/// `fill` in the fields that its Fills name; one with `fill` alone always. Not thread-safe.
class EndpointTracks {
  template <typename... Tracks>
  struct TableOf {
    using Table = TrackTable<Tracks...>;
    static Table begun(const FigureSpan& span) { return Table(made<Tracks>(span)...); }
  };
  template <typename Track>
  static Track made(const FigureSpan& span) {
    if constexpr (std::constructible_from<Track, const FigureSpan&>)
      return Track(span);
    else if constexpr (std::constructible_from<Track, Timestamp>)
      return Track(span.began);
    else
      return Track();
  }
  template <typename Track>
  static constexpr bool kOfFirstRemoteAlone = requires {
    requires Track::kOfFirstRemote;
  };
  using All = AllEndpointTracks<TableOf>;

 public:
  explicit EndpointTracks(const FigureSpan& span) : tracks_(All::begun(span)) {}

  template <typename E>
  void add(ParticipantId whose, const E& e) {
    const bool of_others = whose > kFirstRemote;
    tracks_.each([&]<typename Track>(Track& track) {
      if (!kOfFirstRemoteAlone<Track> || !of_others) All::Table::tell(track, e);
    });
  }

  void fill(CallSnapshot& snapshot, ViewMaking& make) {
    int part = 0;
    tracks_.each([&]<typename Track>(Track& track) {
      if constexpr (requires { Track::kView; })
        make.fill(track, snapshot, make.before(), {}, {}, part++);
      else if constexpr (requires { track.fill(snapshot, make.now()); })
        track.fill(snapshot, make.now());
    });
  }
  template <typename Track>
  Track& get() {
    return tracks_.get<Track>();
  }

 private:
  typename All::Table tracks_;
};

}  // namespace jitterscope
