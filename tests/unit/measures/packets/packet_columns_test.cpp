#include "core/measures/packets/packet_columns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "core/measures/packets/packet_order.h"

namespace jitterscope {
namespace {

template <typename T>
constexpr T kLargest = std::numeric_limits<T>::max();
constexpr std::int64_t kEarliest = -kLargest<std::int64_t> + 50'000'000;  // ns: it was sent before

/// Some columns absent, for some or for all packets; now and then a number that only a damaged file holds.
std::vector<PacketObservation> packets_of(std::mt19937& random, std::size_t count) {
  const auto some = random();
  const auto given = [&](unsigned column) {
    return some >> column & 1 ? random() % 10 != 0 : some >> (column + 8) & 1;
  };
  const auto damaged = [&] { return some >> 20 & 1 && random() % 100 == 0; };
  std::vector<PacketObservation> packets;
  for (std::size_t i = 0; i < count; ++i) {
    PacketObservation packet;
    packet.sequence = damaged() ? kLargest<std::int64_t> : static_cast<std::int64_t>(i);
    packet.received = Timestamp::ns(damaged() ? kEarliest : static_cast<std::int64_t>(i * 4'000'000));
    if (given(0)) packet.sent = packet.received - Duration::us(static_cast<std::int64_t>(random() % 50'000));
    if (given(1)) packet.rtp_timestamp = static_cast<std::int64_t>(i) * 160;
    if (given(2)) packet.frame = damaged() ? std::int64_t{-1} << 60 : static_cast<std::int64_t>(i / 15);
    if (given(3)) packet.block = static_cast<int>(i % 15);
    if (given(4)) packet.size = damaged() ? -5 : 1000 + static_cast<int>(random() % 60);
    packet.marker = i % 15 == 14;
    if (given(5)) packet.decoding_frame = static_cast<std::int64_t>(i / 15);
    if (packet.decoding_frame && given(6)) packet.decoding_timestamp = static_cast<std::int64_t>(i) * 150;
    packets.push_back(packet);
  }
  return packets;
}

TEST(PacketColumns, HoldWhatWasPutIn) {
  std::mt19937 random(1);
  for (int round = 0; round < 100; ++round) {
    const auto packets = packets_of(random, random() % 2000);
    const PacketColumns columns = packets;
    ASSERT_EQ(columns.size(), packets.size());
    for (std::size_t i = 0; i < packets.size(); ++i) ASSERT_EQ(columns[i], packets[i]) << "packet " << i;
    ASSERT_TRUE(std::ranges::equal(columns, packets));
  }
}

TEST(PacketColumns, OfACallTakeFifteenBytesAPacket) {
  PacketColumns columns;
  std::mt19937 random(1);
  for (int i = 0; i < 200'000; ++i) {
    PacketObservation packet;
    packet.sequence = i;
    packet.frame = i / 15;
    packet.block = i % 15;
    packet.rtp_timestamp = i / 15 * 6000;
    packet.received = Timestamp::ns(i * 4'444'444LL + random() % 3'000'000);
    packet.sent = packet.received - Duration::us(20'000 + random() % 9000);
    packet.size = i % 15 == 14 ? 200 + static_cast<int>(random() % 800) : 1066;
    packet.marker = i % 15 == 14;
    columns.push_back(packet);
  }
  EXPECT_LT(columns.bytes(), columns.size() * 15);
}

std::vector<std::int64_t> sequences(const PacketOrder& order) {
  std::vector<std::int64_t> numbers;
  for (std::size_t rank = 0; rank < order.size(); ++rank) numbers.push_back(order.sequence(rank));
  return numbers;
}

PacketObservation at(std::int64_t ns, std::int64_t sequence) {
  PacketObservation packet;
  packet.received = Timestamp::ns(ns);
  packet.sequence = sequence;
  return packet;
}

TEST(PacketOrder, IsThatOfTheListUntilItIsSorted) {
  const PacketColumns packets = std::vector{at(30, 1), at(10, 2), at(20, 4), at(10, 3)};
  PacketOrder order(packets);
  EXPECT_TRUE(order.as_listed());
  EXPECT_EQ(sequences(order), (std::vector<std::int64_t>{1, 2, 4, 3}));
  order.sort_by_arrival();
  EXPECT_FALSE(order.as_listed());
  EXPECT_EQ(sequences(order), (std::vector<std::int64_t>{2, 3, 4, 1})) << "equal ones as they were listed";
  const PacketColumns listed = order.in_order();
  EXPECT_EQ(listed[3], packets[0]);
  order.sort_by_sequence();
  EXPECT_EQ(sequences(order), (std::vector<std::int64_t>{1, 2, 3, 4}));
  EXPECT_EQ(order.place(2), 3u);
  order.keep_if([](std::size_t place) { return place != 1; });
  EXPECT_EQ(sequences(order), (std::vector<std::int64_t>{1, 3, 4}));
}

TEST(PacketOrder, ToleratesTimesOfADamagedFile) {
  constexpr std::int64_t kFar = kLargest<std::int64_t>;
  const PacketColumns packets = std::vector{at(kFar, 1), at(-kFar, 2), at(0, 3)};
  PacketOrder order(packets);
  order.sort_by_arrival();
  EXPECT_EQ(sequences(order), (std::vector<std::int64_t>{2, 3, 1}));
}

TEST(PacketOrder, TheFirstCopyToArriveIsTheOneThatCounts) {
  const PacketColumns packets = std::vector{at(1, 5), at(2, 7), at(3, 5), at(4, 6), at(5, 7), at(6, 5)};
  const auto [by_arrival, by_sequence] = distinct_orders(PacketOrder(packets));
  EXPECT_EQ(sequences(by_arrival), (std::vector<std::int64_t>{5, 7, 6}));
  EXPECT_EQ(sequences(by_sequence), (std::vector<std::int64_t>{5, 6, 7}));
  EXPECT_EQ(by_sequence.received(2), Timestamp::ns(2));
}

TEST(PacketOrder, OfManyIsThatOfAStableSort) {
  std::mt19937 random(2);
  std::vector<PacketObservation> listed;
  for (int i = 0; i < 20'000; ++i)
    listed.push_back(
        at(i * 1000 + static_cast<std::int64_t>(random() % 90'000), static_cast<std::int64_t>(random() % 15'000)));
  const PacketColumns packets = listed;
  PacketOrder by_arrival(packets);
  by_arrival.sort_by_arrival();
  const auto [distinct, by_sequence] = distinct_orders(by_arrival);
  std::ranges::stable_sort(listed, {}, &PacketObservation::received);
  ASSERT_TRUE(std::ranges::equal(by_arrival.in_order(), listed));
  std::ranges::stable_sort(listed, {}, &PacketObservation::sequence);
  const auto copies = std::ranges::unique(listed, {}, &PacketObservation::sequence);
  listed.erase(copies.begin(), copies.end());
  ASSERT_TRUE(std::ranges::equal(by_sequence.in_order(), listed));
  std::ranges::stable_sort(listed, {}, &PacketObservation::received);
  ASSERT_EQ(distinct.size(), listed.size());
  for (std::size_t i = 0; i < listed.size(); ++i) ASSERT_EQ(distinct.received(i), listed[i].received);
}

}  // namespace
}  // namespace jitterscope
