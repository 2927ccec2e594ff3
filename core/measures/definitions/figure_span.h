#pragma once
// Of which time the figures of tracks are: of a call that goes on, or of one stretch of it alone.
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/stats/recent_window.h"
#include "core/base/units/time.h"

namespace jitterscope {

struct FigureSpan {
  // NOLINTNEXTLINE(google-explicit-constructor): most know no more than that
  FigureSpan(Timestamp call_began) : began(call_began) {}
  FigureSpan(Timestamp call_began, Timestamp stretch_from) : began(call_began), from(stretch_from) {}

  Timestamp began;  // of the call, local: zero of the seconds in views
  /// A stretch of the call: it is all that figures are of, those that else are of the last seconds included. What was
  /// said of before is what held then, and what counts were.
  std::optional<Timestamp> from = {};

  static constexpr Duration kRecent = Duration::seconds(10);
  /// How long figures of what is happening now look back; `usual` = of a call.
  Duration recent(Duration usual = kRecent) const { return from ? RecentWindow::kEndless : usual; }
  /// In a sentence: "No picture of the last 10 s was painted."
  std::string_view recent_words() const { return from ? "this time" : "the last 10 s"; }
  bool is_before(Timestamp at) const { return from && at < *from; }
};

/// What a packet counts for at the edges of a stretch, which may lie within a frame.
enum class PacketCounts : std::uint8_t {
  kAll,
  kAlone,      // its frame ends after the stretch: it is a packet of the stretch, the frame none of its frames
  kForItsUnit  // came before the stretch, in which its frame ends
};

}  // namespace jitterscope
