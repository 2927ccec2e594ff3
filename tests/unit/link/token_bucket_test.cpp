#include "core/link/token_bucket.h"

#include <gtest/gtest.h>

namespace jitterscope::link::token_bucket_test {
namespace {

Timestamp ms(double value) {
  return Timestamp() + Duration::from_ms(value);
}

TokenBucketLink link_of(const char* words, std::int64_t burst) {
  std::string error;
  return TokenBucketLink(*LinkSettings::parse(words, error), burst, 1, Timestamp());
}

Results all_until(Network& network, Timestamp end) {
  Results results;
  network.advance(end, results);
  return results;
}

// 100 kb/s: 1000 bytes take 80 ms.
TEST(TokenBucketLink, WhatWasSavedUpPassesAtOnceThenTheRateHolds) {
  auto link = link_of("up:rate=100kbit,delay=5ms", 2000);
  for (std::uint64_t id = 1; id <= 4; ++id) link.offer({id, LinkWay::kUp, Traffic::kVideo, 1000}, ms(1000));
  EXPECT_EQ(link.queue(LinkWay::kUp).packets, 1) << "two left at once, one is next";
  const Results results = all_until(link, ms(2000));
  ASSERT_EQ(results.departures.size(), 4u);
  const double expected[] = {1005, 1005, 1085, 1165};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(results.departures[i].at, ms(expected[i])) << i;
}

TEST(TokenBucketLink, SavesUpNoMoreThanTheBucketHolds) {
  auto link = link_of("up:rate=100kbit", 1000);
  link.offer({1, LinkWay::kUp, Traffic::kVideo, 1000}, ms(1000));
  link.offer({2, LinkWay::kUp, Traffic::kVideo, 500}, ms(1020));  // 250 bytes came since
  const Results results = all_until(link, ms(5000));
  EXPECT_EQ(results.departures.at(0).at, ms(1000));
  EXPECT_EQ(results.departures.at(1).at, ms(1040));
}

TEST(TokenBucketLink, DropsWhatTheQueueHasNoRoomFor) {
  auto link = link_of("up:rate=100kbit,limit=2000b", 1000);
  for (std::uint64_t id = 1; id <= 6; ++id) link.offer({id, LinkWay::kUp, Traffic::kVideo, 1000}, ms(1000));
  const Results results = all_until(link, ms(5000));
  EXPECT_EQ(results.departures.size(), 4u) << "one at once, the next one, two that wait";
  ASSERT_EQ(results.drops.size(), 2u);
  EXPECT_EQ(results.drops[0].id, 5u);
}

TEST(TokenBucketLink, TheOtherDirectionIsItsOwn) {
  auto link = link_of("up:rate=100kbit;down:delay=20ms", 1000);
  link.offer({1, LinkWay::kDown, Traffic::kControl, 1500}, ms(10));
  EXPECT_EQ(link.next_event(), ms(30));
  EXPECT_EQ(all_until(link, ms(30)).departures.size(), 1u);
  EXPECT_FALSE(link.next_event());
}

}  // namespace
}  // namespace jitterscope::link::token_bucket_test
