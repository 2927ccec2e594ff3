#pragma once
// Blocks of a call of 20 ms each, and what is asked of their curve.
#include "core/measures/tracks/curve/curve_track.h"

namespace jitterscope::curve_blocks {

constexpr Timestamp kBegan = Timestamp::ns(7'000'000'000);
constexpr Duration kConference = Duration::seconds(1'700'000'000), kPeriod = Duration::ms(20);

inline PacketArrived block(std::int64_t number, double transit_ms, bool talkspurt = false) {
  PacketArrived p;
  p.medium = Medium::kAudio;
  p.ssrc = 7;
  p.sequence = number;
  p.rtp_timestamp = number * 160;
  p.marker = talkspurt;
  p.received = kBegan + kPeriod * number + Duration::from_ms(transit_ms);
  p.sent_conference = kBegan + kPeriod * number + kConference;
  p.received_conference = p.received + kConference;
  return p;
}

inline AnalysisQuery query(MeasureWindow window, double from_s = 0, double to_s = 0) {
  AnalysisQuery q;
  q.window = window;
  q.selection_s = {from_s, to_s};
  return q;
}

/// However soon after the last one.
inline std::shared_ptr<const CompensationView> look(CurveTrack& track, const AnalysisQuery& q) {
  track.renew();
  return track.view(kBegan, q);
}

}  // namespace jitterscope::curve_blocks
