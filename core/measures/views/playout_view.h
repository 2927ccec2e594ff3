#pragma once
// What the playout of one received medium does now, from its events.
#include <cstdint>
#include <optional>

#include "core/events/playout_setting.h"
#include "core/measures/views/loss_burst_figures.h"

namespace jitterscope {

struct PlayoutView {
  std::optional<PlayoutSetting> setting;                     // in force; absent until known
  std::int64_t played = 0, late = 0, lost = 0, dropped = 0;  // blocks or frames, whole call
  std::int64_t concealed = 0, gaps = 0;                      // blocks filled in; maximal runs of units not played
  std::optional<LossBursts> bursts;       // of units not played, whole call; absent: none was decided
  std::optional<double> delay_ms;         // over the reference transit, in force, with what lip-sync adds
  std::optional<double> added_ms;         // mean from complete until played, last 10 s
  std::optional<double> level_ms;         // buffered now
  std::optional<double> resampling_ppm;   // audio: the speaker's clock against this machine's, as corrected
  std::optional<double> lip_sync_ms;      // sound − picture as played, + = the sound is later; last report
  std::optional<double> lip_sync_p95_ms;  // of |sound − picture|, last minute
};

}  // namespace jitterscope
