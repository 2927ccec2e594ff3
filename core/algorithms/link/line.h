#pragma once
// The way from the end of sending to the remote: random loss, delay with jitter and spikes, duplicates, reordering.
#include <vector>

#include "core/algorithms/link/network.h"
#include "core/algorithms/link/random.h"
#include "core/algorithms/link/ring.h"

namespace jitterscope::link {

/// Random loss: Bernoulli, and Gilbert–Elliott as netem's gemodel.
class Loss {
 public:
  explicit Loss(std::uint64_t seed) : alone_(seed, 0x1055), in_state_(seed, 0x6E12), states_(seed, 0x57A7) {}
  /// Fate of the next packet. As in netem the state the packet finds decides, then the state may change. Mean loss
  /// (r·(1−k) + p·(1−h))/(p+r); with 1−k = 0 losses in a row number 1/(1 − (1−r)(1−h)) on average. The states go by
  /// the order of all packets.
  bool next(const LinkSetting& setting, const PacketKey& packet);

 private:
  PacketRandom alone_, in_state_;
  Random states_;
  bool bad_ = false;
};

/// Random delay about the propagation delay.
/// Each shape keeps its distribution whatever the correlation: an AR(1) series of standard normals with coefficient
/// `jitter_correlation` is mapped to it by its distribution function (normal: exactly that correlation).
class Jitter {
 public:
  explicit Jitter(std::uint64_t seed) : random_(seed, 0x717E) {}
  /// Returns by what the next packet's delay differs. Uniform: within ± jitter. Normal: standard deviation jitter.
  /// Pareto: never below 0, jitter·(u^(−1/3) − 1), shape 3: mean jitter/2, variance ¾ jitter²; at most 100 jitter.
  Duration next(const LinkSetting& setting, const PacketKey& packet);

 private:
  PacketRandom random_;
  double normal_ = 0;  // the series
  bool begun_ = false;
};

/// A packet lost here has used the link's rate, and its duplicate has not (netem decides both before the rate). Not
/// thread-safe.
class Line {
 public:
  Line(std::uint64_t seed, Timestamp began);

  /// From now on it draws as a new line of this seed; what is under way stays so.
  void reseed(std::uint64_t seed);
  /// `at`, not falling: the last bit is sent. Lost packets go to `drops`, others come out of next().
  void launch(const Packet& packet, Timestamp at, const LinkSetting& setting, Duration delay, std::vector<Drop>& drops);
  /// The packet that arrives first; nullptr: none is under way.
  const Departure* next() const;
  void pop();

 private:
  void send(Departure packet, const PacketKey& key, const LinkSetting& setting, Duration delay);
  void enlist(const Departure& departure);

  Timestamp began_;
  Loss loss_;
  Jitter jitter_;
  PacketRandom duplicates_, reorders_;
  Ring<Departure> in_order_;
  std::vector<Departure> out_of_order_;  // heap, earliest first: those that arrive before one launched earlier
  Timestamp last_;                       // latest arrival so far
};

}  // namespace jitterscope::link
