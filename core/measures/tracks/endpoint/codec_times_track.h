#pragma once
// How long pictures take to encode here and to decode, over the last 10 s.
#include "core/events/kinds/frame_decoded.h"
#include "core/events/kinds/frame_encoded.h"
#include "core/measures/definitions/figure_span.h"
#include "core/measures/tracks/table/view_making.h"
#include "core/measures/tracks/table/wants.h"
#include "core/measures/views/snapshot.h"

namespace jitterscope {

/// Of all that is decoded, whosever it is.
class CodecTimesTrack {
 public:
  using Wants = Events<FrameEncoded, FrameDecoded>;
  static constexpr ViewKind kView = ViewKind::kFigures;
  using Fills = Fields<&CallSnapshot::encode_p50_ms, &CallSnapshot::decode_p50_ms>;

  explicit CodecTimesTrack(const FigureSpan& span) : encode_ms_(span.recent()), decode_ms_(span.recent()) {}

  void add(const FrameEncoded& e) { encode_ms_.add(e.encode_end, (e.encode_end - e.encode_begin).ms()); }
  void add(const FrameDecoded& e) {
    if (e.ok) decode_ms_.add(e.decode_end, (e.decode_end - e.decode_begin).ms());
  }
  void fill(CallSnapshot& snapshot, Timestamp now) {
    snapshot.encode_p50_ms = encode_ms_.p50(now);
    snapshot.decode_p50_ms = decode_ms_.p50(now);
  }

 private:
  RecentWindow encode_ms_, decode_ms_;
};

}  // namespace jitterscope
