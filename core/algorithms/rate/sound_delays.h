#pragma once
// The one-way delays of the sound, whichever clocks there are.
#include <optional>

#include "core/events/kinds/packet_arrived.h"

namespace jitterscope {

/// Sans-IO.
class SoundDelays {
 public:
  struct Delay {
    double ms = 0;
    bool absolute = false;    // the clocks agree; else over an arbitrary origin
    bool began_anew = false;  // cannot be compared with earlier ones
    Timestamp arrived;        // local
  };
  /// nullopt: of a clock that is not the one in use (which changes when eight in a row tell of another). A step of more
  /// than 10 s is a clock's, not a queue's.
  std::optional<Delay> add(const PacketArrived& packet);
  void reset() { *this = {}; }

 private:
  bool absolute_ = false, any_ = false;
  double last_ms_ = 0;
  int others_ = 0;  // successive packets of the clock that is not in use
  Duration origin_;
};

}  // namespace jitterscope
