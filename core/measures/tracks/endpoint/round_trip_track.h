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
    if (e.round_trip_ms) round_trip_ms_ = e.round_trip_ms;
  }
  void fill(CallSnapshot& snapshot, Timestamp) const { snapshot.round_trip_ms = round_trip_ms_; }

 private:
  std::optional<double> round_trip_ms_;
};

}  // namespace jitterscope
