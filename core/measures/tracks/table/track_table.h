#pragma once
// Tracks that hear the same: each is told what it wants, in the order of the table.
#include <tuple>
#include <utility>

#include "core/measures/tracks/table/wants.h"

namespace jitterscope {

/// Not thread-safe. A track that is told wrongly, or not at all, does not compile (wants.h).
template <typename... Tracks>
class TrackTable {
 public:
  explicit TrackTable(Tracks&&... tracks) : tracks_(std::move(tracks)...) {}

  template <typename E>
  static constexpr bool kWanted = (kWants<Tracks, E> || ...);

  template <typename E>
  void add(const E& e) {
    each([&](auto& track) { tell(track, e); });
  }
  /// `First` before all others.
  template <typename First, typename E>
  void add_first_to(const E& e) {
    tell(get<First>(), e);
    each([&]<typename Track>(Track& track) {
      if constexpr (!std::same_as<Track, First>) tell(track, e);
    });
  }

  template <typename Track, typename E>
  static void tell(Track& track, const E& e) {
    if constexpr (kWants<Track, E>) track.add(e);
  }

  template <typename Work>
  void each(Work work) {
    std::apply([&](Tracks&... track) { (work(track), ...); }, tracks_);
  }
  template <typename Track>
  Track& get() {
    return std::get<Track>(tracks_);
  }
  template <typename Track>
  const Track& get() const {
    return std::get<Track>(tracks_);
  }

 private:
  static_assert((check_track<Tracks>(typename Tracks::Wants{}, AllHeard{}) && ...));

  std::tuple<Tracks...> tracks_;
};

}  // namespace jitterscope
