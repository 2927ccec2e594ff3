#pragma once
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// The state of playout of a medium, once a second. Counts since the stream began.
struct PlayoutReport {
  Medium medium{};
  Duration level;                        // media time that waits to be played
  std::int64_t concealed = 0;            // blocks that were filled in
  std::int64_t gaps = 0;                 // maximal runs of blocks or frames that were not played
  std::optional<double> resampling_ppm;  // audio: how much quicker than nominal the speaker takes samples
  std::optional<double> lip_sync_ms;     // audio: sound - picture, as both are played now; + = the sound is later
  Timestamp at;                          // local

  constexpr Belonging belonging() const { return Belonging::received(medium); }
};

template <>
struct trace::Table<PlayoutReport> {
  static constexpr std::string_view name = "playout_report";
  static constexpr std::string_view meaning = "the state of playout, once a second; counts since the stream began";
  static constexpr auto local = &PlayoutReport::at;
  template <typename E = PlayoutReport>
  static auto columns() {
    return trace::columns(
        column("medium", &E::medium, "audio or video"),
        column("level_ns", &E::level, "media time that waits to be played"),
        column("concealed", &E::concealed, "blocks that were filled in"),
        column("gaps", &E::gaps, "maximal runs of blocks or frames that were not played"),
        column("resampling_ppm", &E::resampling_ppm, "audio: how much quicker than nominal the speaker takes samples")
            .within(kPpm),
        column("lip_sync_ms", &E::lip_sync_ms, "audio: sound less picture, + = the sound is later")
            .within(kMeasuredMs));
  }
};

}  // namespace jitterscope
