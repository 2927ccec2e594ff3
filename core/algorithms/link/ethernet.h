#pragma once
// One shared Ethernet cable (CSMA/CD, IEEE 802.3 clause 4 half duplex) with N stations, sans-IO: sun97's conference
// runs on it. A packet's bytes are the frame as Linux counts it (payload + 42); the cable adds the frame check sequence
// (4), pads to the minimum frame (64), and puts the preamble (8) before and the inter-frame gap (12 byte times) after.
// Carrier sense is 1-persistent; the last third of a gap is not listened to (802.3's interFrameSpacingPart2).
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "core/algorithms/link/network.h"
#include "core/base/units/data.h"

namespace jitterscope::link {

inline constexpr int kDefaultInterfaceQueue = 10;  // packets, where a setting names none

struct EthernetConfig {
  int stations = 5;
  DataRate rate = DataRate::kbits_per_second(10'000);
  int queue_limit = kDefaultInterfaceQueue;  // packets that wait at an interface; the one being sent not counted
  Duration propagation = Duration::us(5);    // between any two stations, kept to half a slot at most
  int slot_bits = 512;                       // 51.2 µs at 10 Mb/s
  int gap_bits = 96;
  int preamble_bits = 64;
  int jam_bits = 32;
};

/// What happened on the cable so far.
struct EthernetCounts {
  std::int64_t sent = 0;        // frames that went through
  std::int64_t collisions = 0;  // on the cable, whatever the number of stations in each
  std::int64_t dropped_queue = 0;
  std::int64_t dropped_collisions = 0;  // after 16 attempts
};

/// Stations 0 … N−1. Time in arguments never goes back. Not thread-safe.
class Ethernet {
 public:
  Ethernet(const EthernetConfig& config, std::uint64_t seed);

  /// `station` is given a packet (all others hear it). Full queue: dropped at once. What it causes comes with the next
  /// advance().
  void offer(int station, const Packet& packet, Timestamp at);
  /// When something will next happen without an offer; nullopt: the cable is at rest.
  std::optional<Timestamp> next_event() const;
  /// Appends everything up to and including `now`, by time. A departure is when the destination has the whole frame; a
  /// drop of reason kCollisions is the end of its 16th collision.
  void advance(Timestamp now, Results& results);

  QueueState queue(int station) const;
  const EthernetCounts& counts() const { return counts_; }
  /// From the next frame on.
  void set_rate(DataRate rate, Timestamp at);
  void set_queue_limit(int station, int packets);
  void reseed(std::uint64_t seed) { random_.seed(seed); }

 private:
  enum class Phase : std::uint8_t { kIdle, kSending, kColliding };
  struct Station {
    std::deque<Packet> waiting;
    std::optional<Packet> head;  // in the adapter: being sent or tried
    int limit = 0, attempts = 0;
    std::int64_t waiting_bytes = 0;
    Timestamp ready;  // the head may go from here on: its arrival, or the end of a backoff
    Timestamp idle = Timestamp::ns(-1'000'000'000'000'000'000);  // last heard the cable go silent: long ago
    Timestamp ended;                                             // of its part in a collision
    bool collided = false;
  };

  Duration bits(std::int64_t count) const;
  Duration propagation() const;
  Duration frame_time(const Packet& packet) const;
  Timestamp wanted_start(const Station& station) const;
  Station* first_to_start();
  void run_until(Timestamp now);
  void settle();
  void begin_collision(Timestamp started, const std::vector<Station*>& stations);
  void end_sending();
  void end_collision();
  void back_off(Station& station);
  void next_packet(Station& station, Timestamp at);
  void update_event();

  EthernetConfig config_;
  std::mt19937_64 random_;
  std::vector<Station> stations_;
  Phase phase_ = Phase::kIdle;
  std::optional<Timestamp> event_;  // when the phase ends; idle: when it is known whether the first to start is alone
  Station* sender_ = nullptr;
  std::optional<Departure> arriving_;  // on its way over the cable
  Results results_;                    // not yet handed out
  EthernetCounts counts_;
};

/// Whether all that `setting` says has an effect on a shared Ethernet: its rate, stations and packets in a queue.
bool fits_ethernet(const LinkSetting& setting);
/// The network of a link setting with `ethernet_stations`: station 0 is the near end, 1 the remote, 2 the third of
/// sun97's conference (silent); what is offered as background comes in turn from stations 3 … (fewer stations: from the
/// last one). Rate and interface queues are those of `settings` (up: near, down: far; background stations as near).
std::unique_ptr<Network> make_ethernet(const LinkSettings& settings, std::uint64_t seed, Timestamp began);

}  // namespace jitterscope::link
