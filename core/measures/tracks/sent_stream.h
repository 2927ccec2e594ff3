#pragma once
// What this end sends of one medium: departures, and packets the kernel did not take.
#include "core/events/frame_events.h"
#include "core/events/packet_events.h"
#include "core/measures/tracks/stream_track.h"

namespace jitterscope {

/// Spacing is of departures. lost = send calls that failed; expected = all of them. A new SSRC restarts the figures.
class SentStream {
 public:
  SentStream(Medium medium, Timestamp call_began);

  void add(const PacketSent&);
  void add(const FrameSent&);
  StreamSnapshot snapshot(Timestamp now);

 private:
  SecondBySecond::Totals totals() const { return {bytes_, attempted_, accepted_}; }

  Medium medium_;
  bool active_ = false;
  std::uint32_t ssrc_ = 0;
  std::int64_t attempted_ = 0, accepted_ = 0, bytes_ = 0, frames_ = 0;
  StreamTrack track_;
};

}  // namespace jitterscope
