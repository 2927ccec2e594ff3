// Frames in a byte stream and in fragments: what is whole, what is hostile, and real sockets of each transport.
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <algorithm>
#include <random>
#include <thread>

#include "core/net/frame_stream_sockets.h"

namespace jitterscope::frame_stream_test {
namespace {

using Bytes = std::vector<std::byte>;

Bytes picture(std::size_t size, unsigned seed) {
  std::minstd_rand draw(seed);
  Bytes bytes(size);
  for (std::byte& byte : bytes) byte = std::byte(draw() & 0xff);
  return bytes;
}

FrameHeader header_of(std::uint64_t frame, const Bytes& bytes) {
  return {frame, Timestamp::ns(1'234'567'890'123 + static_cast<std::int64_t>(frame)),
          static_cast<std::uint32_t>(bytes.size())};
}

Bytes joined(std::span<const std::byte> head, std::span<const std::byte> rest) {
  Bytes wire(head.size() + rest.size());
  std::copy(rest.begin(), rest.end(), std::copy(head.begin(), head.end(), wire.begin()));
  return wire;
}

Bytes on_the_wire(const FrameHeader& header, const Bytes& bytes) {
  return joined(write_frame_header(header), bytes);
}

Bytes fragment(const FrameHeader& header, const Bytes& bytes, std::uint32_t index) {
  const std::size_t begins = index * kFragmentBytes;
  const std::size_t count = std::min(kFragmentBytes, bytes.size() - begins);
  return joined(write_fragment_header(header, index), std::span(bytes).subspan(begins, count));
}

/// The frames that come out when the stream arrives in pieces of at most `step` bytes.
std::vector<StreamedFrame> read_in_steps(FrameStreamReader& reader, std::span<const std::byte> wire, std::size_t step) {
  std::vector<StreamedFrame> frames;
  while (!wire.empty() && !reader.broken()) {
    const auto room = reader.room();
    const std::size_t count = std::min({step, room.size(), wire.size()});
    std::copy_n(wire.begin(), count, room.begin());
    wire = wire.subspan(count);
    if (reader.take(count)) frames.push_back(reader.frame());
  }
  return frames;
}

TEST(FrameStream, FramesComeOutWholeHoweverTheStreamIsCut) {
  const Bytes first = picture(5000, 1), second = picture(1, 2);
  Bytes wire = on_the_wire(header_of(7, first), first);
  const Bytes more = on_the_wire(header_of(8, second), second);
  wire.insert(wire.end(), more.begin(), more.end());
  for (const std::size_t step : {1ul, 13ul, 24ul, 5000ul, 9999ul}) {
    FrameStreamReader reader;
    const auto frames = read_in_steps(reader, wire, step);
    ASSERT_EQ(frames.size(), 2u) << step;
    EXPECT_EQ(frames[0].header, header_of(7, first));
    EXPECT_EQ(frames[0].bytes, first);
    EXPECT_EQ(frames[1].bytes, second);
    EXPECT_FALSE(reader.broken());
  }
}

TEST(FrameStream, AHostileStreamEndsWithoutMemory) {
  const Bytes one = picture(10, 1);
  for (const std::uint32_t size : {0u, kLargestFrame + 1, 0xffff'ffffu}) {
    FrameHeader header = header_of(1, one);
    header.bytes = size;
    FrameStreamReader reader;
    EXPECT_TRUE(read_in_steps(reader, on_the_wire(header, one), 100).empty());
    EXPECT_TRUE(reader.broken()) << size;
    EXPECT_TRUE(reader.room().empty());
    EXPECT_FALSE(reader.take(1));
  }
  FrameStreamReader reader;
  EXPECT_TRUE(read_in_steps(reader, picture(100'000, 3), 4096).empty());
  EXPECT_TRUE(reader.broken());
}

TEST(FrameStream, FragmentsOfAFrameInAnyOrderMakeIt) {
  const Bytes bytes = picture(3 * kFragmentBytes + 5, 4);
  const FrameHeader header = header_of(3, bytes);
  ASSERT_EQ(fragments_of(header.bytes), 4u);
  EXPECT_EQ(fragments_of(136 * 1024), 34u);  // nahrstedt94
  FragmentReassembler frames;
  for (const std::uint32_t index : {3u, 0u, 2u}) EXPECT_FALSE(frames.take(fragment(header, bytes, index)));
  EXPECT_FALSE(frames.take(fragment(header, bytes, 2)));  // a copy
  ASSERT_TRUE(frames.take(fragment(header, bytes, 1)));
  EXPECT_EQ(frames.frame().header, header);
  EXPECT_EQ(frames.frame().bytes, bytes);
  EXPECT_FALSE(frames.take(fragment(header, bytes, 1)));  // a late copy of a complete frame
  EXPECT_EQ(frames.incomplete(), 0u);
}

TEST(FrameStream, AMissingFragmentLosesItsFrameOnly) {
  const Bytes bytes = picture(2 * kFragmentBytes, 5);
  FragmentReassembler frames;
  EXPECT_FALSE(frames.take(fragment(header_of(1, bytes), bytes, 0)));
  EXPECT_FALSE(frames.take(fragment(header_of(2, bytes), bytes, 0)));
  EXPECT_EQ(frames.incomplete(), 1u);
  EXPECT_FALSE(frames.take(fragment(header_of(1, bytes), bytes, 1)));  // too late
  EXPECT_TRUE(frames.take(fragment(header_of(2, bytes), bytes, 1)));
  EXPECT_EQ(frames.frame().header.frame, 2u);
  EXPECT_EQ(frames.incomplete(), 1u);
}

TEST(FrameStream, HostileDatagramsAreLeftOut) {
  const Bytes bytes = picture(2 * kFragmentBytes, 6);
  const FrameHeader header = header_of(1, bytes);
  FragmentReassembler frames;
  Bytes good = fragment(header, bytes, 1);
  for (std::size_t size = 0; size < good.size(); size += 97)
    EXPECT_FALSE(frames.take(std::span(good).first(size))) << size;
  Bytes longer = good;
  longer.push_back({});
  EXPECT_FALSE(frames.take(longer));
  for (const std::uint32_t index : {2u, 0x10'0000u, 0xffff'ffffu}) {
    const auto head = write_fragment_header(header, index);
    std::copy(head.begin(), head.end(), good.begin());
    EXPECT_FALSE(frames.take(good)) << index;
  }
  FrameHeader huge = header;
  huge.bytes = kLargestFrame + 1;
  EXPECT_FALSE(frames.take(fragment(huge, bytes, 0)));
  FrameHeader other = header;  // the same frame, of another size
  EXPECT_FALSE(frames.take(fragment(header, bytes, 0)));
  other.bytes = kFragmentBytes + 1;
  EXPECT_FALSE(frames.take(fragment(other, Bytes(kFragmentBytes + 1), 1)));
  EXPECT_TRUE(frames.take(fragment(header, bytes, 1)));
  EXPECT_EQ(frames.frame().bytes, bytes);
}

TEST(FrameStream, AnnouncementsKeepTheirBounds) {
  const auto wire = write_announcement({DataRate::kbits_per_second(40'000), 12, 3});
  const auto read = read_announcement(wire);
  ASSERT_TRUE(read);
  EXPECT_DOUBLE_EQ(read->rate.kbits_per_second(), 40'000);
  EXPECT_EQ(read->frame, 12u);
  EXPECT_EQ(read->incomplete, 3u);
  EXPECT_EQ(read_announcement(write_announcement({}))->rate, ReceiverRate::kLowest);  // never a standstill
  auto fast = wire;
  std::fill_n(fast.begin() + 4, 8, std::byte{0xff});
  EXPECT_EQ(read_announcement(fast)->rate, ReceiverRate::kHighest);
  EXPECT_FALSE(read_announcement(std::span(wire).first(27)));
  fast[0] = {};
  EXPECT_FALSE(read_announcement(fast));
}

TEST(FrameStream, TheReceiverAnnouncesWhatItTakes) {
  ReceiverRate rate;
  EXPECT_EQ(rate.announced(), ReceiverRate::kFirst);
  rate.frame_handled(DataSize::bytes(100'000), Duration::ms(4));  // 200 Mb/s
  EXPECT_DOUBLE_EQ(rate.announced().kbits_per_second(), 0.8 * 200'000);
  rate.frame_handled(DataSize::bytes(100'000), Duration::ms(8));  // a quarter of the way to 100
  EXPECT_DOUBLE_EQ(rate.announced().kbits_per_second(), 0.8 * 175'000);
  rate.frame_lost();
  EXPECT_DOUBLE_EQ(rate.announced().kbits_per_second(), 0.4 * 175'000);
  for (int i = 0; i < 60; ++i) rate.frame_lost();
  EXPECT_EQ(rate.announced(), ReceiverRate::kLowest);
  rate.frame_handled(DataSize(), Duration::ms(1));
  rate.frame_handled(DataSize::bytes(1), Duration());
  EXPECT_EQ(rate.announced(), ReceiverRate::kLowest);
}

SocketPair pair_of(FrameTransport transport) {
  std::string error;
  auto pair = connected_pair(transport, error);
  EXPECT_TRUE(pair) << error;
  return pair ? std::move(*pair) : SocketPair{OwnedSocket(), OwnedSocket()};
}

TEST(FrameStreamSockets, StreamsCarryFramesAndTheirEnd) {
  const Bytes bytes = picture(136 * 1024, 7);
  for (const FrameTransport transport : {FrameTransport::kIpc, FrameTransport::kTcp}) {
    SocketPair pair = pair_of(transport);
    FrameStreamReceiver receiver(pair.display.fd());
    EXPECT_EQ(receiver.receive(), FrameArrival::kNone);
    std::jthread source([&] {
      for (std::uint64_t frame = 1; frame <= 2; ++frame)
        EXPECT_TRUE(send_frame(pair.source.fd(), header_of(frame, bytes), bytes, Duration::seconds(20)));
      pair.source = OwnedSocket();
    });
    std::uint64_t frames = 0;
    for (FrameArrival arrival{}; (arrival = receiver.receive()) != FrameArrival::kEnd;) {
      if (arrival == FrameArrival::kNone) std::this_thread::yield();
      if (arrival != FrameArrival::kFrame) continue;
      EXPECT_EQ(receiver.frame().header, header_of(++frames, bytes));
      EXPECT_EQ(receiver.frame().bytes, bytes);
    }
    EXPECT_EQ(frames, 2u);
  }
}

TEST(FrameStreamSockets, ASourceIsToldThatNobodyReads) {
  SocketPair pair = pair_of(FrameTransport::kIpc);
  const Bytes bytes = picture(kLargestFrame, 8);
  EXPECT_FALSE(send_frame(pair.source.fd(), header_of(1, bytes), bytes, Duration()));
  pair.display = OwnedSocket();
  EXPECT_FALSE(send_frame(pair.source.fd(), header_of(2, bytes), bytes, Duration::seconds(20)));
}

TEST(FrameStreamSockets, FragmentsArriveAndTheRateComesBack) {
  SocketPair pair = pair_of(FrameTransport::kUdp);
  const Bytes bytes = picture(10 * kFragmentBytes, 9);
  FrameFragmentSender sender(pair.source.fd());
  FrameFragmentReceiver receiver(pair.display.fd());
  EXPECT_EQ(sender.rate(), ReceiverRate::kFirst);
  ASSERT_TRUE(sender.send(header_of(1, bytes), bytes));
  ASSERT_EQ(receiver.receive(), FrameArrival::kFrame);
  EXPECT_EQ(receiver.frame().bytes, bytes);
  const Bytes noise = picture(100, 10);
  ASSERT_EQ(::send(pair.display.fd(), noise.data(), noise.size(), 0), 100);  // no announcement
  receiver.displayed(Timestamp::ns(1) + Duration::seconds(1'000'000'000));   // took for ever: the lowest rate
  EXPECT_EQ(receiver.announced(), ReceiverRate::kLowest);
  const Bytes small = picture(10, 11);
  ASSERT_TRUE(sender.send(header_of(2, small), small));
  EXPECT_EQ(sender.rate(), ReceiverRate::kLowest);
  ASSERT_EQ(receiver.receive(), FrameArrival::kFrame);
  EXPECT_EQ(receiver.frame().bytes, small);
  EXPECT_EQ(receiver.receive(), FrameArrival::kNone);
}

TEST(FrameStreamSockets, ThePapersPauseIsARate) {
  const FrameFragmentSender sender(-1, Duration::ms(75));
  EXPECT_NEAR(sender.rate().kbits_per_second(), 436.9, 0.1);
}

}  // namespace
}  // namespace jitterscope::frame_stream_test
