#pragma once
// The round trip, as RTCP last told it.
#include <optional>

#include "core/events/kinds/rtcp_reported.h"
#include "core/measures/tracks/table/wants.h"
#include "core/measures/views/snapshot.h"

namespace jitterscope {

class RoundTripTrack {
 public:
  using Wants = Events<RtcpReported>;

  void add(const RtcpReported& e) {
    if (!e.round_trip_ms) return;
    round_trip_ms_ = e.round_trip_ms;
    told_ = e.at;
  }
  void fill(CallSnapshot& snapshot, Timestamp now) const {
    snapshot.round_trip_ms = round_trip_ms_;
    if (round_trip_ms_) snapshot.round_trip_age_s = (now - told_).seconds();
  }

 private:
  std::optional<double> round_trip_ms_;
  Timestamp told_;
};

}  // namespace jitterscope
