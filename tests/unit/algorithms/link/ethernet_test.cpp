#include "core/algorithms/link/ethernet.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace jitterscope::link::ethernet_test {
namespace {

constexpr std::int32_t kFrame = 1024 + kUdpHeaderBytes;
constexpr int kCheckSequence = 4;

/// Stations 0 … Q−1 that always have something to send: one packet in the adapter and one waiting.
struct Saturated {
  Saturated(const EthernetConfig& config, int busy, std::uint64_t seed) : cable(config, seed) {
    for (int station = 0; station < busy; ++station) refill(station, Timestamp()), refill(station, Timestamp());
  }
  void refill(int station, Timestamp at) {
    cable.offer(station, {.id = static_cast<std::uint64_t>(station), .bytes = kFrame}, at);
    ++offered;
  }
  void run(Timestamp end) {
    while (auto next = cable.next_event()) {
      if (*next > end) return;
      Results step;
      cable.advance(*next, step);
      for (const Departure& departure : step.departures)
        refill(static_cast<int>(departure.id), departure.at), ++delivered;
      for (const Drop& drop : step.drops) refill(static_cast<int>(drop.id), drop.at), ++dropped;
    }
  }
  Ethernet cable;
  std::int64_t offered = 0, delivered = 0, dropped = 0;
};

double metcalfe_boggs(int stations, double frame_s, double slot_s) {
  const double acquired = std::pow(1 - 1.0 / stations, stations - 1);
  return frame_s / (frame_s + (1 - acquired) / acquired * slot_s);
}

TEST(Ethernet, OneBusyStationReachesTheClosedFormMaximum) {
  Saturated one({}, 1, 1);
  one.run(Timestamp() + Duration::seconds(10));
  const double frame_us = (8 + kFrame + kCheckSequence) * 0.8 + 9.6;
  EXPECT_NEAR(static_cast<double>(one.delivered), 10e6 / frame_us, 10e6 / frame_us * 0.01);
  EXPECT_EQ(one.cable.counts().collisions, 0);
}

TEST(Ethernet, ShortFramesArePaddedToTheMinimum) {
  Ethernet cable({}, 1);
  cable.offer(0, {.id = 7, .bytes = 20}, Timestamp());
  Results results;
  cable.advance(Timestamp() + Duration::ms(1), results);
  ASSERT_EQ(results.departures.size(), 1u);
  EXPECT_EQ(results.departures[0].at - Timestamp(), Duration::ns(72 * 800) + EthernetConfig().propagation);
  EXPECT_EQ(cable.next_event(), std::nullopt);
}

class SharedByStations : public testing::TestWithParam<int> {};

TEST_P(SharedByStations, EfficiencyIsThatOfMetcalfeAndBoggs) {
  const double frame_s = (kFrame + kCheckSequence) * 0.8e-6, expected = metcalfe_boggs(GetParam(), frame_s, 51.2e-6);
  for (const Duration propagation : {Duration::us(5), Duration::ns(25'600)}) {  // a short cable; half a slot
    const EthernetConfig config{.stations = 10, .propagation = propagation, .gap_bits = 0, .preamble_bits = 0};
    Saturated cable(config, GetParam(), 3);
    cable.run(Timestamp() + Duration::seconds(100));
    const double carried = static_cast<double>(cable.delivered) * frame_s / 100;
    EXPECT_NEAR(carried / expected, 1, 0.10);
    EXPECT_GT(carried, expected) << "who has just sent gets in again first";
  }
}
INSTANTIATE_TEST_SUITE_P(Ethernet, SharedByStations, testing::Range(2, 11));

TEST(Ethernet, NothingIsLostOrInvented) {
  EthernetConfig config{.stations = 5, .queue_limit = 3};
  Ethernet cable(config, 5);
  std::mt19937_64 random(5);
  Timestamp now;
  std::set<std::uint64_t> inside;
  Results results;
  const auto settle = [&] {
    for (const Departure& departure : results.departures) EXPECT_EQ(inside.erase(departure.id), 1u);
    for (const Drop& drop : results.drops) EXPECT_EQ(inside.erase(drop.id), 1u);
    results = {};
  };
  for (std::uint64_t id = 0; id < 50'000; ++id) {
    now += Duration::ns(static_cast<std::int64_t>(random() % 1'400'000));
    const int station = static_cast<int>(random() % 5);
    inside.insert(id);
    cable.offer(station, {.id = id, .bytes = static_cast<std::int32_t>(64 + random() % 1450)}, now);
    if (id % 7 == 0) cable.advance(now, results), settle();
  }
  cable.advance(now + Duration::seconds(10), results);
  settle();
  EXPECT_TRUE(inside.empty());
  EXPECT_EQ(cable.next_event(), std::nullopt);
  EXPECT_EQ(cable.counts().sent + cable.counts().dropped_queue + cable.counts().dropped_collisions, 50'000);
  EXPECT_GT(cable.counts().dropped_queue, 0);
  EXPECT_GT(cable.counts().collisions, 0);
}

TEST(Ethernet, SixteenCollisionsDropAPacket) {
  Saturated crowd({.stations = 300}, 300, 2);
  crowd.run(Timestamp() + Duration::seconds(2));
  EXPECT_GT(crowd.dropped, 0);
  EXPECT_EQ(crowd.cable.counts().dropped_collisions, crowd.dropped);
  EXPECT_EQ(crowd.cable.counts().dropped_queue, 0);
}

TEST(Ethernet, TwoThatStartTogetherCollideAndBothGetThrough) {
  Ethernet cable({}, 1);
  cable.offer(0, {.id = 0, .bytes = kFrame}, Timestamp());
  cable.offer(1, {.id = 1, .bytes = kFrame}, Timestamp() + Duration::us(4));
  Results results;
  cable.advance(Timestamp() + Duration::seconds(1), results);
  EXPECT_EQ(results.departures.size(), 2u);
  EXPECT_GE(cable.counts().collisions, 1);
}

TEST(Ethernet, WhoHearsTheCarrierWaits) {
  Ethernet cable({}, 1);
  cable.offer(0, {.id = 0, .bytes = kFrame}, Timestamp());
  cable.offer(1, {.id = 1, .bytes = kFrame}, Timestamp() + Duration::us(6));
  Results results;
  cable.advance(Timestamp() + Duration::seconds(1), results);
  ASSERT_EQ(results.departures.size(), 2u);
  EXPECT_EQ(cable.counts().collisions, 0);
  const Duration frame = Duration::ns((8 + kFrame + kCheckSequence) * 800);
  const Duration gap = Duration::ns(9600), way = EthernetConfig().propagation;
  EXPECT_EQ(results.departures[1].at - Timestamp(), frame + way + gap + frame + way);
}

TEST(Ethernet, QueueHoldsKBesidesTheOneBeingSent) {
  Ethernet cable({.queue_limit = 3}, 1);
  for (std::uint64_t id = 0; id < 6; ++id) cable.offer(0, {.id = id, .bytes = kFrame}, Timestamp());
  EXPECT_EQ(cable.queue(0).packets, 3);
  EXPECT_EQ(cable.queue(0).bytes, 3 * kFrame);
  Results results;
  cable.advance(Timestamp(), results);
  ASSERT_EQ(results.drops.size(), 2u);
  EXPECT_EQ(results.drops[0].id, 4u);
  EXPECT_EQ(results.drops[0].reason, LinkDrop::kQueueFull);
}

std::vector<std::int64_t> times(std::uint64_t seed) {
  Saturated cable({}, 5, seed);
  std::vector<std::int64_t> all;
  while (all.size() < 1000) {
    Results step;
    cable.cable.advance(*cable.cable.next_event(), step);
    for (const Departure& departure : step.departures) {
      all.push_back(departure.at.ns());
      cable.refill(static_cast<int>(departure.id), departure.at);
    }
  }
  return all;
}

TEST(Ethernet, TheSameSeedGivesTheSameTimes) {
  EXPECT_EQ(times(1), times(1));
  EXPECT_NE(times(1), times(2));
}

LinkSettings shared(int stations, int limit) {
  LinkSettings settings;
  settings.up.ethernet_stations = settings.down.ethernet_stations = stations;
  settings.up.rate = settings.down.rate = DataRate::kbits_per_second(10'000);
  settings.up.limit_packets = settings.down.limit_packets = limit;
  return settings;
}

TEST(EthernetNetwork, EndsAndBackgroundShareTheCable) {
  const auto network = make_ethernet(shared(5, 2), 1, Timestamp());
  std::uint64_t id = 0;
  for (int i = 0; i < 3; ++i)
    for (const LinkWay way : {LinkWay::kUp, LinkWay::kDown})
      network->offer({id++, way, Traffic::kVideo, kFrame}, Timestamp());
  for (int i = 0; i < 6; ++i) network->offer({id++, LinkWay::kUp, Traffic::kBackground, kFrame}, Timestamp());
  EXPECT_EQ(network->queue(LinkWay::kUp).packets, 2) << "background waits at stations of its own";
  EXPECT_EQ(network->queue(LinkWay::kDown).packets, 2);
  Results results;
  network->advance(Timestamp() + Duration::seconds(1), results);
  EXPECT_EQ(results.departures.size(), 12u);
  EXPECT_EQ(network->next_event(), std::nullopt);
}

TEST(EthernetNetwork, TakesAnotherRateButNoOtherNumberOfStations) {
  const auto network = make_ethernet(shared(3, 2), 1, Timestamp());
  LinkSettings slower = shared(3, 2);
  slower.up.rate = slower.down.rate = DataRate::kbits_per_second(1000);
  EXPECT_TRUE(network->set(slower, Timestamp() + Duration::ms(1)));
  network->offer({1, LinkWay::kDown, Traffic::kAudio, kFrame}, Timestamp() + Duration::ms(2));
  Results results;
  network->advance(Timestamp() + Duration::ms(30), results);
  ASSERT_EQ(results.departures.size(), 1u);
  EXPECT_EQ(results.departures[0].at - Timestamp(),
            Duration::ms(2) + Duration::us((8 + kFrame + kCheckSequence) * 8) + EthernetConfig().propagation);
  EXPECT_FALSE(network->set(shared(5, 2), Timestamp() + Duration::ms(40)));
  EXPECT_FALSE(network->set({}, Timestamp() + Duration::ms(40)));
}

}  // namespace
}  // namespace jitterscope::link::ethernet_test
