#pragma once
// What stands between two ends, sans-IO: packets go in with their arrival times, come out with their departure times or
// are dropped with a reason. The same object runs in the relay of a live call, in virtual time and in tests; a seed
// makes a run repeat exactly, and where the times of packets differ (live) it draws the same for the same packet of
// each kind of traffic. Not thread-safe: one owner.
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/units/time.h"
#include "core/events/bytes_on_link.h"
#include "core/events/link_setting.h"
#include "core/events/names.h"

namespace jitterscope::link {

enum class Traffic : std::uint8_t { kAudio, kVideo, kControl, kBackground };

struct Packet {
  std::uint64_t id = 0;  // the caller's own; comes back in Departure and Drop
  LinkWay way{};         // direction
  Traffic traffic{};
  std::int32_t bytes = 0;    // on the link: UDP payload + kUdpHeaderBytes
  bool is_report = false;    // no media itself (RTCP): it is drawn for apart from the media of this traffic
  std::uint64_t number = 0;  // of its kind and direction, from 0: the network counts, the caller leaves it
};

/// Numbers the packets of one direction, each kind by itself.
class PacketNumbers {
 public:
  Packet numbered(Packet packet) {
    packet.number = next_[static_cast<std::size_t>(packet.traffic)][packet.is_report ? 1 : 0]++;
    return packet;
  }

 private:
  std::array<std::array<std::uint64_t, 2>, 4> next_{};
};

struct Departure {
  std::uint64_t id = 0;
  Timestamp at;  // when the far side of the link has the whole packet
  LinkWay way{};
  Traffic traffic{};
  bool duplicate = false;   // a further copy of `id`
  bool duplicated = false;  // this is the original, and a further copy leaves too, before or after
};

struct Drop {
  std::uint64_t id = 0;
  Timestamp at;
  LinkWay way{};
  Traffic traffic{};
  LinkDrop reason{};
};

struct QueueState {
  int packets = 0;  // waiting; the one being sent not counted
  std::int64_t bytes = 0;
};

/// What an advance brought, by time; the caller's vectors are cleared by nobody but the caller.
struct Results {
  std::vector<Departure> departures;
  std::vector<Drop> drops;
};

class Network {
 public:
  virtual ~Network() = default;
  /// `at` is not before the last advance() or offer(). What it causes comes with the next advance().
  virtual void offer(const Packet& packet, Timestamp at) = 0;
  /// When something will next happen without an offer; nullopt: never.
  virtual std::optional<Timestamp> next_event() const = 0;
  /// Everything up to and including `now`.
  virtual void advance(Timestamp now, Results& results) = 0;
  virtual QueueState queue(LinkWay way) const = 0;
  /// From `at` on; what is inside stays inside and leaves as the old setting said as far as it had been decided.
  /// False: this kind of network cannot become that one (a link an Ethernet): make a new one.
  virtual bool set(const LinkSettings& settings, Timestamp at) = 0;
  /// From now on it draws as a network that was made with this seed; what is inside stays inside.
  virtual void reseed(std::uint64_t seed) = 0;
};

/// A token bucket (tbf) lets a packet go when its sending would begin. On a kernel path the model adds what that takes,
/// 8·bytes/rate, so that a packet is there when all of it would have come. Zero when the rate is not the kernel's.
Duration time_after_token_bucket(const LinkSetting& setting, int bytes);

/// The network of `settings`: two independent links, or one shared Ethernet. nullptr: `error` says why (what a trace
/// file holds is none ...). `began` is the zero of schedules and traces. The caller reads files: `traces` holds the
/// text of each trace file named by the settings (up, down), empty where there is none.
std::unique_ptr<Network> make_network(const LinkSettings& settings, const std::array<std::string, 2>& traces,
                                      std::uint64_t seed, Timestamp began, std::string& error);

}  // namespace jitterscope::link
