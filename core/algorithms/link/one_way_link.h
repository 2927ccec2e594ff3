#pragma once
// One direction of an emulated link: a queue, a transmitter of the rate (or of a mahimahi trace), the line.
#include <optional>
#include <vector>

#include "core/algorithms/link/delivery_trace.h"
#include "core/algorithms/link/line.h"
#include "core/algorithms/link/packet_queue.h"

namespace jitterscope::link {

/// A packet takes 8·bytes/rate to send, fractions of a nanosecond carried over while packets wait, so that the rate is
/// exact however long. A change of the rate, by schedule or set(), holds at once: what is left of the packet being sent
/// goes at the new rate. A packet whose sending ends as another arrives has left before. A trace rules where there is
/// one, whatever the rate. With `kernel` the queue is not here and nothing waits; a packet only takes its 8·bytes/rate.
/// Not thread-safe.
class OneWayLink {
 public:
  OneWayLink(const LinkSetting& setting, std::optional<DeliveryTrace> trace, std::uint64_t seed, Timestamp began);

  void offer(const Packet& packet, Timestamp at);
  /// Brings queue and transmitter up to `now`.
  void run(Timestamp now);
  /// Next end of sending or arrival; nullopt: nothing is inside.
  std::optional<Timestamp> next_event() const;
  /// nullptr: nothing under way. What the transmitter still has is not counted: run() first.
  const Departure* next_arrival() const { return line_.next(); }
  void pop_arrival() { line_.pop(); }
  /// By time; the caller clears them.
  std::vector<Drop>& drops() { return drops_; }
  const std::vector<Drop>& drops() const { return drops_; }
  QueueState queue() const { return queue_.state(); }
  void reseed(std::uint64_t seed);
  bool can_become(const LinkSetting& setting) const;
  void set(const LinkSetting& setting, Timestamp at);

 private:
  void begin(const Packet& packet, Timestamp at, bool backlogged);
  void end_sending();
  void change_rate(std::optional<DataRate> rate, Timestamp at);
  void take_step();
  void apply_schedule(Timestamp at);
  bool serialises() const { return trace_ || ns_a_byte_ > 0; }

  LinkSetting setting_;
  std::optional<DeliveryTrace> trace_;
  Timestamp schedule_began_;   // its zero: when it was set
  std::size_t next_step_ = 0;  // of the schedule
  Duration delay_;             // now in force
  double ns_a_byte_ = 0;       // now in force; 0: no serialisation
  PacketQueue queue_;
  std::optional<Packet> sending_;
  Timestamp sent_;          // when sending_ will have been
  double fraction_ns_ = 0;  // beyond sent_
  Line line_;
  PacketNumbers numbers_;
  std::vector<Drop> drops_;
};

}  // namespace jitterscope::link
