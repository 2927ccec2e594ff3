#include "core/algorithms/link/two_way_link.h"

#include <algorithm>
#include <map>

#include "link_trial.h"

namespace jitterscope::link::two_way_link_test {
namespace {

const std::string kEverything =
    "rate=2mbit,limit=20,audio-first,delay=20ms,jitter=5ms,distribution=pareto,correlation=25%,order=free,loss=1%,"
    "gemodel=1%/10%/70%/0,duplicate=1%,reorder=2%,spikes=50ms/2s/200ms,at=3s:rate=1mbit,at=5s:rate=3mbit:delay=10ms";

std::uint64_t hash_of(const Results& results) {  // FNV-1a
  std::uint64_t hash = 0xCBF29CE484222325u;
  const auto add = [&hash](std::uint64_t value) {
    for (int i = 0; i < 8; ++i) hash = (hash ^ (value >> (8 * i) & 0xFF)) * 0x100000001B3u;
  };
  for (const Departure& d : results.departures) {
    add(d.id), add(static_cast<std::uint64_t>(d.at.ns()));
    add(static_cast<std::uint64_t>(d.way) << 16 | static_cast<std::uint64_t>(d.traffic) << 8 | d.duplicate);
  }
  for (const Drop& d : results.drops)
    add(d.id), add(static_cast<std::uint64_t>(d.at.ns())), add(static_cast<std::uint64_t>(d.reason));
  return hash;
}

/// Mixed traffic both ways for ten seconds; advanced each `step`.
Results mixed(const std::string& words, std::uint64_t seed, Duration step) {
  const auto network = network_of(words, seed);
  Results results;
  Timestamp advanced;
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    const Timestamp at = Timestamp() + Duration::ms(1) * static_cast<std::int64_t>(i);
    for (; advanced <= at; advanced += step) network->advance(advanced, results);
    network->offer(packet_of(i, 100 + static_cast<std::int32_t>(i * 37 % 400), static_cast<Traffic>(i % 4),
                             static_cast<LinkWay>(i % 3 == 0)),
                   at);
  }
  drain(*network, results);
  return results;
}

TEST(TwoWayLink, ADefaultOnePassesEverythingAtOnce) {
  const auto network = network_of("off");
  EXPECT_FALSE(network->next_event());
  network->offer(packet_of(7, 1000, Traffic::kAudio, LinkWay::kDown), at_ms(3));
  EXPECT_EQ(network->next_event(), at_ms(3));
  Results results;
  network->advance(at_ms(3), results);
  ASSERT_EQ(results.departures.size(), 1u);
  EXPECT_EQ(results.departures[0].id, 7u);
  EXPECT_EQ(results.departures[0].at, at_ms(3));
  EXPECT_EQ(results.departures[0].way, LinkWay::kDown);
  EXPECT_EQ(results.departures[0].traffic, Traffic::kAudio);
  EXPECT_FALSE(results.departures[0].duplicate);
  EXPECT_FALSE(network->next_event());
}

TEST(TwoWayLink, TheSmallestDelayIsPropagationAndSerialisation) {
  const Results results = steady(*network_of("rate=1mbit,limit=20,delay=20ms"), 100, 1000, Duration::ms(10));
  EXPECT_TRUE(results.drops.empty());
  for (const double delay : delays_ms(results, Duration::ms(10))) EXPECT_EQ(delay, 28);
}

TEST(TwoWayLink, TheSameSeedGivesTheSameBytes) {
  const auto hash = hash_of(mixed(kEverything, 44, Duration::ms(1)));
  EXPECT_EQ(hash, hash_of(mixed(kEverything, 44, Duration::ms(1))));
  EXPECT_EQ(hash, hash_of(mixed(kEverything, 44, Duration::us(370)))) << "how often one looks changes nothing";
  EXPECT_EQ(hash, hash_of(mixed(kEverything, 44, Duration::ms(173))));
  EXPECT_NE(hash, hash_of(mixed(kEverything, 43, Duration::ms(1))));
}

TEST(TwoWayLink, NothingVanishesAndAllIsByTime) {
  const Results results = mixed(kEverything, 42, Duration::ms(1));
  std::map<std::uint64_t, int> seen;
  for (const Departure& departure : results.departures) seen[departure.id] += departure.duplicate ? 0 : 1;
  for (const Drop& drop : results.drops) seen[drop.id] += 1;
  EXPECT_EQ(seen.size(), 10'000u);
  EXPECT_TRUE(std::all_of(seen.begin(), seen.end(), [](const auto& entry) { return entry.second == 1; }));
  const auto by_time = [](const auto& a, const auto& b) { return a.at < b.at; };
  EXPECT_TRUE(std::is_sorted(results.departures.begin(), results.departures.end(), by_time));
  EXPECT_TRUE(std::is_sorted(results.drops.begin(), results.drops.end(), by_time));
}

TEST(TwoWayLink, DirectionsAreIndependent) {
  std::string error;
  const auto network = make_network({setting_of("rate=8mbit"), setting_of("delay=5ms")}, {}, 1, Timestamp(), error);
  for (std::uint64_t id = 0; id < 20; ++id)
    network->offer(packet_of(id, 1000, Traffic::kVideo, id < 10 ? LinkWay::kUp : LinkWay::kDown), Timestamp());
  EXPECT_EQ(network->queue(LinkWay::kUp).packets, 9);
  EXPECT_EQ(network->queue(LinkWay::kDown).packets, 0);
  Results results;
  network->advance(at_ms(5), results);
  ASSERT_EQ(results.departures.size(), 15u);
  EXPECT_EQ(results.departures[4].way, LinkWay::kUp) << "the way up first where times are equal";
  EXPECT_EQ(results.departures[5].way, LinkWay::kDown);
}

TEST(TwoWayLink, TheQueueCountsThoseThatWait) {
  const auto network = network_of("rate=8mbit,limit=3");
  Results results;
  for (std::uint64_t id = 0; id < 6; ++id) network->offer(packet_of(id, 1000), Timestamp());
  EXPECT_EQ(network->queue(LinkWay::kUp).packets, 3);
  EXPECT_EQ(network->queue(LinkWay::kUp).bytes, 3000);
  EXPECT_EQ(network->next_event(), Timestamp()) << "drops are to be fetched";
  network->advance(Timestamp(), results);
  ASSERT_EQ(results.drops.size(), 2u);
  EXPECT_EQ(results.drops[0].id, 4u);
  EXPECT_EQ(network->next_event(), at_ms(1));
  network->advance(at_ms(2.5), results);
  EXPECT_EQ(results.departures.size(), 2u);
  EXPECT_EQ(network->queue(LinkWay::kUp).packets, 1);
  network->advance(at_ms(4), results);
  EXPECT_EQ(results.departures.size(), 4u);
  EXPECT_EQ(network->queue(LinkWay::kUp).packets, 0);
  EXPECT_EQ(network->queue(LinkWay::kUp).bytes, 0);
}

TEST(TwoWayLink, APlaceInTheQueueIsFreeAtTheInstantOfADeparture) {
  const auto network = network_of("rate=8mbit,limit=1");
  Results results;
  for (std::uint64_t id = 0; id < 2; ++id) network->offer(packet_of(id, 1000), Timestamp());
  network->offer(packet_of(2, 1000), at_ms(0.999999));
  network->offer(packet_of(3, 1000), at_ms(1));
  drain(*network, results);
  ASSERT_EQ(results.drops.size(), 1u);
  EXPECT_EQ(results.drops[0].id, 2u);
  EXPECT_EQ(results.departures.back().at, at_ms(3));
}

TEST(TwoWayLink, AudioFirstPassesWaitingVideo) {
  const auto order = [](std::string_view words) {
    const auto network = network_of(words);
    std::uint64_t id = 0;
    for (const Traffic traffic :
         {Traffic::kVideo, Traffic::kVideo, Traffic::kBackground, Traffic::kAudio, Traffic::kControl})
      network->offer(packet_of(id++, 1000, traffic), Timestamp());
    Results results;
    drain(*network, results);
    std::vector<std::uint64_t> ids;
    for (const Departure& departure : results.departures) ids.push_back(departure.id);
    return ids;
  };
  EXPECT_EQ(order("rate=8mbit"), (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(order("rate=8mbit,audio-first"), (std::vector<std::uint64_t>{0, 3, 4, 1, 2}));
  EXPECT_EQ(order("rate=8mbit,audio-first,limit=1"), (std::vector<std::uint64_t>{0, 3, 1}))
      << "each band has its own limit";
}

TEST(TwoWayLink, DuplicatesAreFurtherCopies) {
  const Results results = steady(*network_of("duplicate=3%,delay=10ms"), 200'000, 100, Duration::ms(1));
  const auto copies = std::count_if(results.departures.begin(), results.departures.end(),
                                    [](const Departure& d) { return d.duplicate; });
  EXPECT_EQ(results.departures.size(), 200'000u + static_cast<std::size_t>(copies));
  EXPECT_NEAR(static_cast<double>(copies) / 200'000, 0.03, 0.002);
}

/// What the words line-… say: loss and copies are behind the rate.
TEST(TwoWayLink, WhatTheLineLosesHasUsedTheRateAndItsCopiesUseNone) {
  for (const char* words : {"rate=1mbit,line-loss=50%", "rate=1mbit,line-duplicate=50%"}) {
    const auto network = network_of(words);
    Results results;
    for (std::uint64_t id = 0; id < 200; ++id) network->offer(packet_of(id, 1000), Timestamp());
    drain(*network, results);
    EXPECT_GT(results.departures.size() + 2 * results.drops.size(), 250u) << words;
    for (const Departure& departure : results.departures)
      EXPECT_EQ(departure.at, at_ms(8.0 * static_cast<double>(departure.id + 1))) << words << ", as if there were none";
  }
}

TEST(TwoWayLink, AReorderedPacketSkipsTheDelay) {
  const auto delays =
      delays_ms(steady(*network_of("reorder=4%,delay=10ms"), 200'000, 100, Duration::ms(1)), Duration::ms(1));
  const auto skipped = std::count(delays.begin(), delays.end(), 0.0);
  EXPECT_NEAR(static_cast<double>(skipped) / 200'000, 0.04, 0.002);
  EXPECT_EQ(std::count(delays.begin(), delays.end(), 10.0) + skipped, 200'000);
}

TEST(TwoWayLink, SpikesEndEachPeriod) {
  const Results results =
      steady(*network_of("delay=100ms,spikes=900ms/10s/1s,order=free"), 30'000, 100, Duration::ms(1));
  for (const Departure& departure : results.departures) {
    const bool spike = departure.id % 10'000 >= 9'000;
    ASSERT_EQ(departure.at, at_ms(static_cast<double>(departure.id) + (spike ? 1000 : 100))) << departure.id;
  }
}

TEST(TwoWayLink, ASpikeHoldsBackThoseBehindItWhereOrderIsKept) {
  const Results results = steady(*network_of("delay=100ms,spikes=900ms/10s/1s"), 12'000, 100, Duration::ms(1));
  const auto delays = delays_ms(results, Duration::ms(1));
  EXPECT_EQ(delays[9'999], 1000);
  EXPECT_EQ(delays[10'000], 999);
  EXPECT_EQ(delays[10'899], 100);
  EXPECT_EQ(delays[11'000], 100);
}

TEST(TwoWayLink, AScheduleChangesRateAndDelay) {
  const auto network =
      network_of("rate=8mbit,delay=1ms,at=10ms:rate=4mbit,at=20ms:delay=6ms,at=30ms:rate=8mbit:delay=1ms");
  const auto delays = delays_ms(steady(*network, 10, 1000, Duration::from_ms(5)), Duration::from_ms(5));
  EXPECT_EQ(delays, (std::vector<double>{2, 2, 3, 3, 8, 8, 3, 2, 2, 2})) << "the one at 30 ms waits for its elder";
}

TEST(TwoWayLink, AScheduleCountsFromWhenItWasSet) {
  const auto network = network_of("rate=8mbit");
  const LinkSetting scheduled = setting_of("rate=8mbit,at=10ms:rate=4mbit");
  EXPECT_TRUE(network->set({scheduled, scheduled}, at_ms(100)));
  const LinkSetting delayed = setting_of("rate=8mbit,delay=1ms,at=10ms:rate=4mbit");
  EXPECT_TRUE(network->set({delayed, delayed}, at_ms(105)));  // the same schedule goes on
  Results results;
  for (const double ms : {107.0, 110.0}) {
    network->offer(packet_of(static_cast<std::uint64_t>(ms), 1000), at_ms(ms));
    drain(*network, results);
  }
  EXPECT_EQ(results.departures.at(0).at, at_ms(109));
  EXPECT_EQ(results.departures.at(1).at, at_ms(113));
}

TEST(TwoWayLink, AStepChangesThePacketBeingSent) {
  const auto network = network_of("rate=8mbit,at=0.5ms:rate=4mbit");
  Results results;
  for (std::uint64_t id = 0; id < 2; ++id) network->offer(packet_of(id, 1000), Timestamp());
  drain(*network, results);
  EXPECT_EQ(results.departures[0].at, at_ms(1.5));  // half of it at half the rate
  EXPECT_EQ(results.departures[1].at, at_ms(3.5));
}

TEST(TwoWayLink, ASettingChangesWhatIsInside) {
  const auto network = network_of("rate=8mbit,limit=10");
  Results results;
  for (std::uint64_t id = 0; id < 6; ++id) network->offer(packet_of(id, 1000), Timestamp());
  const LinkSetting slower = setting_of("rate=4mbit,limit=2,delay=10ms");
  EXPECT_TRUE(network->set({slower, slower}, at_ms(0.25)));
  EXPECT_EQ(network->queue(LinkWay::kUp).packets, 5) << "who waits stays";
  network->offer(packet_of(9, 1000), at_ms(0.5));
  EXPECT_TRUE(network->set({}, at_ms(8)));  // no rate, no delay any more: the two that are left go at once
  drain(*network, results);
  ASSERT_EQ(results.drops.size(), 1u);
  EXPECT_EQ(results.drops[0].id, 9u);
  std::vector<Timestamp> arrivals;
  for (const Departure& departure : results.departures) arrivals.push_back(departure.at);
  const std::vector<Timestamp> expected{at_ms(11.75), at_ms(13.75), at_ms(15.75),
                                        at_ms(17.75), at_ms(17.75), at_ms(17.75)};  // but not past those on the line
  EXPECT_EQ(arrivals, expected);
}

TEST(TwoWayLink, TheKernelsPathLeavesTheQueueToTheKernelAndAddsTheTimeOfSending) {
  const auto delays =
      delays_ms(steady(*network_of("rate=100kbit,limit=1,delay=20ms,path=kernel"), 50, 1000, Duration()), Duration());
  EXPECT_EQ(delays, std::vector<double>(50, 20.0 + 80.0));  // 1000 bytes at 100 kbit/s; nothing waits for another
}

TEST(TwoWayLink, AnEthernetIsAnotherNetwork) {
  const LinkSetting ethernet = setting_of("ethernet=10mbit,stations=5");
  EXPECT_FALSE(network_of("rate=1mbit")->set({ethernet, ethernet}, Timestamp()));
  std::string error;
  EXPECT_FALSE(make_network({ethernet, LinkSetting{}}, {}, 1, Timestamp(), error));
  EXPECT_NE(error.find("one medium"), std::string::npos);
}

TEST(TwoWayLink, WhatAnEthernetCannotDoIsRefused) {
  for (const char* words : {"delay=20ms", "loss=1%", "jitter=1ms", "limit=32000b", "audio-first", "at=1s:rate=1mbit"}) {
    const LinkSetting more = setting_of((std::string("ethernet=10mbit,stations=5,") + words).c_str());
    const LinkSetting plain = setting_of("ethernet=10mbit,stations=5,limit=3");
    std::string error;
    EXPECT_FALSE(make_network({more, more}, {}, 1, Timestamp(), error)) << words;
    EXPECT_NE(error.find("leave the other words out"), std::string::npos);
    const auto network = make_network({plain, plain}, {}, 1, Timestamp(), error);
    ASSERT_TRUE(network);
    EXPECT_FALSE(network->set({more, more}, Timestamp())) << words;
  }
}

}  // namespace
}  // namespace jitterscope::link::two_way_link_test
