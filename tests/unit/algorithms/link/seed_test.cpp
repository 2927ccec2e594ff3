// One seed and the same packets: what a link draws for them is the same, however the packets of a live call mix.
#include <map>
#include <set>

#include "link_trial.h"

namespace jitterscope::link::seed_test {
namespace {

constexpr const char* kLink = "line-loss=20%,line-duplicate=10%,line-reorder=10%,delay=50ms,jitter=20ms,order=free";

/// What became of a packet of sound: how long each copy took.
using Fates = std::map<std::uint64_t, std::multiset<std::int64_t>>;

/// A packet of sound each 20 ms, the first at `first_ms`, with `pictures` packets of pictures, and reports on the
/// sound, in between.
Fates fates_of_sound(Network& network, int count, int pictures, bool reports, double first_ms = 0) {
  constexpr std::uint64_t kSound = 1'000'000;
  Results results;
  std::map<std::uint64_t, Timestamp> offered;
  for (int i = 0; i < count; ++i) {
    const Timestamp at = at_ms(first_ms + 20 * i);
    const auto id = kSound + static_cast<std::uint64_t>(i);
    for (int k = 0; k < pictures; ++k) network.offer(packet_of(static_cast<std::uint64_t>(k), 1000), at);
    if (reports && i % 3 == 0) {
      Packet report = packet_of(7, 100, Traffic::kAudio);
      report.is_report = true;
      network.offer(report, at);
    }
    network.offer(packet_of(id, 200, Traffic::kAudio), at);
    offered[id] = at;
    network.advance(at, results);
  }
  drain(network, results);
  Fates fates;
  for (const auto& [id, at] : offered) fates[id];
  for (const Departure& departure : results.departures)
    if (departure.id >= kSound) fates[departure.id].insert((departure.at - offered[departure.id]).ns());
  return fates;
}

int lost(const Fates& fates) {
  int count = 0;
  for (const auto& [id, copies] : fates) count += copies.empty();
  return count;
}

TEST(Seed, TheSamePacketOfAKindHasTheSameFateWhateverElsePasses) {
  const Fates alone = fates_of_sound(*network_of(kLink, 7), 2000, 0, false);
  EXPECT_EQ(fates_of_sound(*network_of(kLink, 7), 2000, 5, true, 3.5), alone);
  EXPECT_NEAR(lost(alone), 400, 60);
  EXPECT_NE(fates_of_sound(*network_of(kLink, 8), 2000, 0, false), alone);
}

TEST(Seed, WhatAFullQueueDropsTakesNoFateFromOthers) {
  const std::string words = "rate=200kbit,queue=2,line-loss=20%";
  const Fates alone = fates_of_sound(*network_of(words, 7), 500, 0, false);
  const Fates crowded = fates_of_sound(*network_of(words, 7), 500, 3, false);
  EXPECT_GT(lost(crowded), lost(alone)) << "some are dropped by the queue";
  for (const auto& [id, copies] : alone)
    if (copies.empty()) { EXPECT_TRUE(crowded.at(id).empty()) << id; }
}

TEST(Seed, DirectionsAreDrawnApart) {
  const auto network = network_of("line-loss=50%", 7);
  Results results;
  for (const LinkWay way : {LinkWay::kUp, LinkWay::kDown})
    for (std::uint64_t i = 0; i < 100; ++i) network->offer(packet_of(i, 100, Traffic::kAudio, way), at_ms(0));
  network->advance(at_ms(0), results);
  std::array<std::set<std::uint64_t>, 2> gone;
  for (const Drop& drop : results.drops) gone[static_cast<std::size_t>(drop.way)].insert(drop.id);
  EXPECT_NE(gone[0], gone[1]);
}

TEST(Seed, ANetworkThatIsSeededAnewDrawsAsANewOne) {
  for (const char* words : {kLink, "line-gemodel=5%/30%,delay=20ms"}) {
    const auto used = network_of(words, 3);
    fates_of_sound(*used, 500, 2, true);
    used->reseed(7);
    EXPECT_EQ(fates_of_sound(*used, 500, 0, false, 60'000), fates_of_sound(*network_of(words, 7), 500, 0, false))
        << words;
  }
}

}  // namespace
}  // namespace jitterscope::link::seed_test
