#include "core/algorithms/rtp/reception.h"

#include <gtest/gtest.h>

namespace jitterscope::rtp::reception_test {
namespace {

std::int64_t take(Reception& reception, std::uint16_t sequence) {
  const auto arrival = reception.accept(sequence);
  EXPECT_TRUE(arrival) << sequence;
  return arrival ? arrival->sequence : -1;
}

TEST(Reception, extends_over_the_wrap_with_reordering) {
  Reception reception;
  EXPECT_EQ(take(reception, 65534), 65534);
  EXPECT_EQ(take(reception, 0), 65536);
  EXPECT_EQ(take(reception, 65535), 65535);
  EXPECT_EQ(take(reception, 1), 65537);
}

TEST(Reception, a_duplicate_is_only_a_duplicate) {
  Reception reception;
  take(reception, 10);
  take(reception, 12);
  EXPECT_TRUE(reception.accept(10)->duplicate);
  EXPECT_FALSE(reception.accept(11)->duplicate);
  EXPECT_TRUE(reception.accept(11)->duplicate);
}

TEST(Reception, numbers_are_forgotten_when_the_window_has_passed) {
  Reception reception;
  for (std::uint16_t sequence = 0; sequence < 5000; ++sequence) EXPECT_FALSE(reception.accept(sequence)->duplicate);
  EXPECT_TRUE(reception.accept(4900)->duplicate);
  EXPECT_FALSE(reception.accept(7000)->duplicate);  // 2000 at once
  EXPECT_FALSE(reception.accept(6999)->duplicate);
}

TEST(Reception, a_packet_before_the_first_has_a_number_before_its) {
  Reception reception;
  take(reception, 0);
  EXPECT_EQ(take(reception, 65535), -1);
}

TEST(Reception, a_jump_counts_when_two_packets_agree) {
  Reception reception;
  take(reception, 10);
  EXPECT_FALSE(reception.accept(20'000));
  EXPECT_EQ(take(reception, 11), 11);
  EXPECT_FALSE(reception.accept(20'000));
  EXPECT_FALSE(reception.accept(30'000));
  const auto arrival = reception.accept(30'001);
  ASSERT_TRUE(arrival);
  EXPECT_TRUE(arrival->restarted);
  EXPECT_EQ(arrival->sequence, 30'001);
  EXPECT_FALSE(reception.accept(29'900));  // 101 back
}

}  // namespace
}  // namespace jitterscope::rtp::reception_test
