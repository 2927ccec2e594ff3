#pragma once
// The way from the end of sending to the remote: random loss, delay with jitter and spikes, duplicates, reordering.
#include <optional>
#include <vector>

#include "core/algorithms/link/jitter.h"
#include "core/algorithms/link/loss.h"
#include "core/algorithms/link/network.h"
#include "core/algorithms/link/ring.h"

namespace jitterscope::link {

/// A packet lost here has used the link's rate, and its duplicate has not (netem decides both before the rate). Not
/// thread-safe.
class Line {
 public:
  Line(std::uint64_t seed, Timestamp began);

  /// `at`, not falling: the last bit is sent. Lost packets go to `drops`, others come out of next().
  void launch(const Packet& packet, Timestamp at, const LinkSetting& setting, Duration delay, std::vector<Drop>& drops);
  /// The packet that arrives first; nullptr: none is under way.
  const Departure* next() const;
  void pop();

 private:
  void send(Departure packet, const LinkSetting& setting, Duration delay);
  void enlist(const Departure& departure);

  Timestamp began_;
  Loss loss_;
  Jitter jitter_;
  Random duplicates_, reorders_;
  Ring<Departure> in_order_;
  std::vector<Departure> out_of_order_;  // heap, earliest first: those that arrive before one launched earlier
  Timestamp last_;                       // latest arrival so far
};

}  // namespace jitterscope::link
