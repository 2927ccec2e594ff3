#pragma once
// The link of latecki04's simulation: what goes in at one end comes out at the other or is lost; cross traffic shares
// it, and each second of it is counted.
#include <memory>
#include <optional>
#include <vector>

#include "core/algorithms/link/background_traffic.h"
#include "core/algorithms/link/network.h"
#include "core/lab/latecki04/simulation.h"

namespace jitterscope::latecki04 {

/// What a packet inside the link is. kTheirs, kTheirSound: of a remote that sends just the same.
struct InLink {
  enum class Kind : std::uint8_t {
    kSound,
    kPicture,
    kCarrier,
    kCross,
    kReport,
    kFeedback,
    kAsk,
    kTheirs,
    kTheirSound
  } kind{};
  std::int32_t bytes = 0;  // on the link
  std::int32_t block = 0;
  std::int64_t number = 0;  // of sound or frame; index of a report or feedback; sequence asked for
  std::uint64_t tag = 0;    // a carrier's own; sequence of a datagram of picture
};

class SimulatedLink {
 public:
  struct Arrival {
    InLink packet;
    LinkWay way{};
    Timestamp at;
  };

  SimulatedLink(const RateScenario& scenario, std::uint64_t seed, std::unique_ptr<link::Network> network);

  void enter(InLink packet, LinkWay way, link::Traffic traffic, Timestamp now);
  /// Lets in the cross traffic that is due.
  void enter_cross(Timestamp now);
  /// What came out by `now`, in order of time.
  std::vector<Arrival> advance(Timestamp now);
  /// Of what is inside, and of cross traffic.
  std::optional<Timestamp> next_event() const;

  std::vector<LinkSecond> seconds;  // of the whole scenario

 private:
  LinkSecond& second(Timestamp now);
  void note_capacity();
  void count_delivered(const InLink& packet, Timestamp now);

  RateScenario scenario_;
  std::unique_ptr<link::Network> network_;
  std::vector<link::BackgroundTraffic> cross_;
  std::vector<InLink> packets_;  // all that ever entered, by the network's id
  link::Results results_;
};

}  // namespace jitterscope::latecki04
