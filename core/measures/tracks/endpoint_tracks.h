#pragma once
// The tracks of the endpoint: one of each file of core/measures/tracks/endpoint, which the build finds there.
#include <all_endpoint_tracks.h>

#include <concepts>

#include "core/events/identity.h"
#include "core/measures/definitions/figure_span.h"
#include "core/measures/tracks/table/track_table.h"
#include "core/measures/tracks/table/view_making.h"
#include "core/measures/views/snapshot.h"

namespace jitterscope {

/// Each hears what is of any participant, one with kOfFirstRemote only what is of this end and the first remote;
/// packets and frames of a stream with a send time only where it may be believed. It is made with nothing, with the
/// beginning of the call, or with the FigureSpan. One with kView is part of the snapshot when that view is wanted, one
/// with `fill` alone always: by `fill` in the fields of the snapshot that its Fills name, else as what view(now) gives,
/// by its type. Not
/// thread-safe.
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

  void fill(CallSnapshot& snapshot, Timestamp now, ViewMaking& make) {
    int part = 0;
    tracks_.each([&]<typename Track>(Track& track) {
      if constexpr (requires { Track::kView; }) {
        switch (make(Track::kView, {}, {}, part++, has_news(track))) {
          case ViewMaking::What::kNothing: break;
          case ViewMaking::What::kAsBefore: take<Track>(snapshot, *make.before()); break;
          case ViewMaking::What::kNew: put(track, snapshot, now); break;
        }
      } else if constexpr (requires { track.fill(snapshot, now); }) {
        track.fill(snapshot, now);
      }
    });
  }

  template <typename Track>
  Track& get() {
    return tracks_.get<Track>();
  }

 private:
  template <typename Track>
  static bool has_news(const Track& track) {
    if constexpr (requires { track.has_news(); })
      return track.has_news();
    else
      return false;
  }
  template <typename Track>
  static void put(Track& track, CallSnapshot& snapshot, Timestamp now) {
    if constexpr (requires { track.fill(snapshot, now); })
      track.fill(snapshot, now);
    else
      snapshot.views.put(track.view(now));
  }
  template <typename Track>
  static void take(CallSnapshot& snapshot, const CallSnapshot& before) {
    if constexpr (requires { typename Track::Fills; })
      Track::Fills::take(snapshot, before);
    else
      snapshot.views.take<decltype(std::declval<Track&>().view(Timestamp()))>(before.views);
  }

  typename All::Table tracks_;
};

}  // namespace jitterscope
