#include "core/rtp/reception.h"

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
  EXPECT_EQ(reception.expected(), 4);
  EXPECT_EQ(reception.received(), 4);
  EXPECT_EQ(reception.report_block(9, 5).highest_sequence, 65537u);
}

TEST(Reception, a_duplicate_is_only_a_duplicate) {
  Reception reception;
  take(reception, 10);
  take(reception, 12);
  EXPECT_TRUE(reception.accept(10)->duplicate);
  EXPECT_FALSE(reception.accept(11)->duplicate);
  EXPECT_TRUE(reception.accept(11)->duplicate);
  EXPECT_EQ(reception.duplicates(), 2);
  EXPECT_EQ(reception.received(), 3);
}

TEST(Reception, numbers_are_forgotten_when_the_window_has_passed) {
  Reception reception;
  for (std::uint16_t sequence = 0; sequence < 5000; ++sequence) EXPECT_FALSE(reception.accept(sequence)->duplicate);
  EXPECT_TRUE(reception.accept(4900)->duplicate);
  EXPECT_FALSE(reception.accept(7000)->duplicate);  // 2000 at once
  EXPECT_FALSE(reception.accept(6999)->duplicate);
}

TEST(Reception, a_packet_before_the_first_lowers_the_lowest) {
  Reception reception;
  take(reception, 0);
  EXPECT_EQ(take(reception, 65535), -1);
  EXPECT_EQ(reception.expected(), 2);
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
  EXPECT_EQ(reception.expected(), 1);
  EXPECT_FALSE(reception.accept(29'900));  // 101 back
}

TEST(Reception, loss_as_rfc_3550_a3) {
  Reception reception;
  for (const int sequence : {100, 101, 102, 107}) take(reception, static_cast<std::uint16_t>(sequence));
  ReportBlock block = reception.report_block(42, 17);
  EXPECT_EQ(block.ssrc, 42u);
  EXPECT_EQ(block.jitter, 17u);
  EXPECT_EQ(block.fraction_lost, 128);  // 4 of 8
  EXPECT_EQ(block.cumulative_lost, 4);
  take(reception, 108);
  EXPECT_EQ(reception.report_block(42, 0).fraction_lost, 0);
  for (const int sequence : {103, 104}) take(reception, static_cast<std::uint16_t>(sequence));  // late arrivals
  block = reception.report_block(42, 0);
  EXPECT_EQ(block.fraction_lost, 0);  // would be negative
  EXPECT_EQ(block.cumulative_lost, 2);
}

TEST(Reception, nothing_received) {
  Reception reception;
  EXPECT_EQ(reception.expected(), 0);
  EXPECT_EQ(reception.report_block(1, 0).cumulative_lost, 0);
}

}  // namespace
}  // namespace jitterscope::rtp::reception_test
