#include "app/relay/packet_pool.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>
#include <string_view>

namespace jitterscope::packet_pool_test {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

TEST(PacketPool, KeepsACopyWithWhatIsKnownOfIt) {
  PacketPool pool(2);
  std::string text = "one";
  const auto packet = pool.take(bytes_of(text), {0, LinkWay::kDown, Channel::kVideoRtcp, 0xb8});
  text = "two";
  ASSERT_TRUE(packet);
  EXPECT_EQ(std::memcmp(pool.bytes(*packet).data(), "one", 3), 0);
  EXPECT_EQ(pool.packet(*packet).size, 3u);
  EXPECT_EQ(pool.packet(*packet).way, LinkWay::kDown);
  EXPECT_EQ(pool.packet(*packet).channel, Channel::kVideoRtcp);
  EXPECT_EQ(pool.packet(*packet).traffic_class, 0xb8);
}

TEST(PacketPool, RefusesWhenAllAreInUseAndGoesOnWhenOneIsFree) {
  PacketPool pool(2);
  const auto first = pool.take(bytes_of("a"), {}), second = pool.take(bytes_of("b"), {});
  ASSERT_TRUE(first && second);
  EXPECT_NE(*first, *second);
  EXPECT_EQ(pool.take(bytes_of("c"), {}), std::nullopt);
  pool.free(*first);
  EXPECT_EQ(pool.take(bytes_of("d"), {}), first);
}

TEST(PacketPool, RefusesWhatIsLargerThanABuffer) {
  PacketPool pool(1);
  const std::vector<std::byte> largest(PacketPool::kLargest), larger(PacketPool::kLargest + 1);
  EXPECT_EQ(pool.take(larger, {}), std::nullopt);
  EXPECT_TRUE(pool.take(largest, {}));
}

TEST(PacketPool, GoesThroughThoseInUse) {
  PacketPool pool(4);
  const auto a = pool.take({}, {}), b = pool.take({}, {}), c = pool.take({}, {});
  pool.free(*b);
  std::set<std::uint32_t> seen;
  pool.for_each([&](std::uint32_t packet) {
    seen.insert(packet);
    pool.free(packet);
  });
  EXPECT_EQ(seen, (std::set{*a, *c}));
  pool.for_each([](std::uint32_t) { FAIL() << "all are free"; });
}

}  // namespace
}  // namespace jitterscope::packet_pool_test
