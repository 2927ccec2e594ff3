#include "core/algorithms/rtp/rfc4571.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace jitterscope::rtp::rfc4571_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

void append(Bytes& stream, const Bytes& packet) {
  const auto framing = framing_of(packet.size());
  stream.insert(stream.end(), framing.begin(), framing.end());
  stream.insert(stream.end(), packet.begin(), packet.end());
}

/// The packets of `stream`, fed in pieces of at most `piece` bytes.
std::vector<Bytes> packets_of(FramedPackets& reader, const Bytes& stream, std::size_t piece) {
  std::vector<Bytes> found;
  for (std::size_t at = 0; at < stream.size();) {
    const auto room = reader.room();
    const std::size_t size = std::min({piece, room.size(), stream.size() - at});
    if (size == 0) throw std::runtime_error("no room though all was read");
    std::copy_n(stream.begin() + static_cast<std::ptrdiff_t>(at), size, room.begin());
    reader.received(size);
    at += size;
    while (const auto packet = reader.next()) found.emplace_back(packet->begin(), packet->end());
  }
  return found;
}

TEST(Rfc4571, LengthIsBigEndianAndWithoutItself) {
  EXPECT_EQ(framing_of(0x1234), (std::array<std::uint8_t, 2>{0x12, 0x34}));
  EXPECT_EQ(framing_of(65535), (std::array<std::uint8_t, 2>{0xff, 0xff}));
}

TEST(Rfc4571, PacketsComeBackHoweverTheStreamIsCut) {
  std::vector<Bytes> sent;
  Bytes stream;
  std::uint8_t value = 0;
  for (const std::size_t size : {1u, 12u, 1036u, 1u, 65535u, 300u, 65535u, 2u}) {
    sent.emplace_back(size, ++value);
    append(stream, sent.back());
  }
  for (const std::size_t piece :
       {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{1448}, std::size_t{70'000}, stream.size()}) {
    FramedPackets reader;
    EXPECT_EQ(packets_of(reader, stream, piece), sent) << "pieces of " << piece;
  }
}

TEST(Rfc4571, EmptyPacketsArePassedOver) {
  FramedPackets reader;
  Bytes stream(6, 0);  // three of them
  append(stream, {7});
  EXPECT_EQ(packets_of(reader, stream, 1), (std::vector<Bytes>{{7}}));
}

TEST(Rfc4571, AnUnfinishedPacketIsNotGivenAndForgottenWithItsStream) {
  FramedPackets reader;
  Bytes stream;
  append(stream, Bytes(100, 1));
  stream.pop_back();
  EXPECT_TRUE(packets_of(reader, stream, 50).empty());
  reader.clear();
  Bytes other;
  append(other, {9, 9});
  EXPECT_EQ(packets_of(reader, other, 50), (std::vector<Bytes>{{9, 9}}));
}

TEST(Rfc4571, AnyBytesAreAStream) {
  std::mt19937 random(1);
  FramedPackets reader;
  Bytes noise(1 << 20);
  for (auto& byte : noise) byte = static_cast<std::uint8_t>(random());
  std::size_t given = 0;
  for (const Bytes& packet : packets_of(reader, noise, 4096)) given += kFramingBytes + packet.size();
  EXPECT_LE(given, noise.size());
  EXPECT_GT(given, noise.size() - kFramingBytes - kMostFramedBytes);
}

TEST(Rfc4571, MoreThanThereWasRoomForIsNotBelieved) {
  FramedPackets reader;
  const std::size_t room = reader.room().size();
  reader.received(room + 1000);
  while (reader.next()) {}
  EXPECT_LE(reader.room().size(), room);
}

}  // namespace
}  // namespace jitterscope::rtp::rfc4571_test
