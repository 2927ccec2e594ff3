#pragma once
// What the playout of one received medium does, from its events.
#include <optional>

#include "core/events/kinds/audio_block_done.h"
#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/frame_played.h"
#include "core/events/kinds/playout_decided.h"
#include "core/events/kinds/playout_report.h"
#include "core/measures/definitions/figure_span.h"
#include "core/measures/definitions/loss_bursts.h"
#include "core/measures/tracks/table/wants.h"
#include "core/measures/views/playout_view.h"

namespace jitterscope {

/// Events of other media and of sent streams must not be given to it. Another SSRC restarts the counts.
class PlayoutTrack {
 public:
  using Wants = Events<AudioBlockDone, FrameDone, FramePlayed, PlayoutDecided, PlayoutReport>;

  explicit PlayoutTrack(const FigureSpan& span = Timestamp()) : span_(span) {}

  void add(const AudioBlockDone&);
  void add(const FrameDone&);  // lost ones; alone it tells of no playout
  void add(const FramePlayed&);
  void add(const PlayoutDecided&);
  void add(const PlayoutReport&);
  /// Of blocks or frames, for the length of gaps.
  void set_period(std::optional<double> period_ms) { period_ms_ = period_ms; }
  /// In force here from now on, as SettingChanged "playout.audio" or "playout.video" says.
  void set(const PlayoutSetting& setting) { view_.setting = setting; }

  /// Before the first event: what was set and decided for `before` holds.
  void continue_from(const PlayoutTrack& before) {
    any_ = before.any_;
    period_ms_ = before.period_ms_;
    view_.setting = before.view_.setting;
    view_.delay_ms = before.view_.delay_ms;
  }

  /// Absent until something is known.
  std::optional<PlayoutView> view(Timestamp now);

 private:
  void count(std::uint32_t ssrc, std::int64_t number, PlayoutOutcome, std::optional<Timestamp> complete,
             Timestamp playout);

  FigureSpan span_;
  PlayoutView view_;
  std::optional<std::uint32_t> ssrc_;
  bool any_ = false;
  UnitOrder units_;
  std::optional<double> period_ms_;
  std::int64_t concealed_before_ = 0, gaps_before_ = 0;                                 // of a stretch
  RecentWindow added_{span_.recent()}, lip_sync_{span_.recent(Duration::seconds(60))};  // ms
};

}  // namespace jitterscope
