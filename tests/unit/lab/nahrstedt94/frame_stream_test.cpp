// Raw frames between two processes: what fragments make, what is announced, and real sockets of each transport.
#include <gtest/gtest.h>

#include <csignal>
#include <stdexcept>
#include <thread>

#include "core/base/net/socket_pair.h"
#include "core/lab/nahrstedt94/frame_stream.h"

namespace jitterscope::nahrstedt94 {
namespace {

std::unique_ptr<StreamedFrame> picture(std::uint64_t number) {
  auto frame = std::make_unique<StreamedFrame>();
  frame->number = number;
  frame->loaded = Timestamp::ns(1'234'567'890'123) + Duration::ns(static_cast<std::int64_t>(number));
  for (std::size_t i = 0; i < kFrameBytes; ++i) frame->bytes[i] = std::byte((i * 31 + i / 251 + number) & 0xff);
  return frame;
}

void expect_same(const StreamedFrame& shown, const StreamedFrame& sent) {
  EXPECT_EQ(shown.number, sent.number);
  EXPECT_EQ(shown.loaded, sent.loaded);
  EXPECT_TRUE(shown.bytes == sent.bytes);
}

FrameFragment fragment(const StreamedFrame& frame, std::size_t index) {
  FrameFragment part{frame.number, index, frame.loaded, {}};
  std::copy_n(&frame.bytes[index * kFragmentBytes], kFragmentBytes, part.bytes.begin());
  return part;
}

TEST(FrameStream, FragmentsOfAFrameInAnyOrderMakeIt) {
  const auto frame = picture(3);
  FragmentReassembler frames;
  EXPECT_FALSE(frames.take({frame->number, kFragments, {}, {}}));  // none of its parts
  for (std::size_t index = kFragments; --index > 0;) EXPECT_FALSE(frames.take(fragment(*frame, index)));
  EXPECT_FALSE(frames.take(fragment(*frame, 2)));  // a copy
  ASSERT_TRUE(frames.take(fragment(*frame, 0)));
  expect_same(frames.frame(), *frame);
  EXPECT_FALSE(frames.take(fragment(*frame, 1)));  // a late copy of a complete frame
  EXPECT_EQ(frames.incomplete(), 0u);
}

TEST(FrameStream, AMissingFragmentLosesItsFrameOnly) {
  const auto first = picture(1), second = picture(2);
  FragmentReassembler frames;
  EXPECT_FALSE(frames.take(fragment(*first, 0)));
  for (std::size_t index = 1; index < kFragments; ++index) EXPECT_FALSE(frames.take(fragment(*second, index)));
  EXPECT_EQ(frames.incomplete(), 1u);
  EXPECT_FALSE(frames.take(fragment(*first, 1)));  // too late
  EXPECT_TRUE(frames.take(fragment(*second, 0)));
  expect_same(frames.frame(), *second);
  EXPECT_EQ(frames.incomplete(), 1u);
}

TEST(FrameStream, TheReceiverAnnouncesWhatItTakes) {
  ReceiverRate rate;
  EXPECT_EQ(rate.announced(), ReceiverRate::kFirst);
  const double full = kFrameBytes * 8 / 4e-3;
  rate.frame_handled(Duration::ms(4));
  EXPECT_DOUBLE_EQ(rate.announced().bits_per_second(), 0.8 * full);
  rate.frame_handled(Duration::ms(8));  // a quarter of the way to half of it
  EXPECT_DOUBLE_EQ(rate.announced().bits_per_second(), 0.8 * 0.875 * full);
  rate.frame_lost();
  EXPECT_DOUBLE_EQ(rate.announced().bits_per_second(), 0.4 * 0.875 * full);
  for (int i = 0; i < 60; ++i) rate.frame_lost();
  rate.frame_handled(Duration());
  EXPECT_EQ(rate.announced(), ReceiverRate::kLowest);  // never a standstill
}

SocketPair pair_of(PairTransport transport) {
  std::string error;
  auto pair = connected_pair(transport, error);
  if (!pair) throw std::runtime_error(error);
  return std::move(*pair);
}

TEST(FrameStreamSockets, StreamsCarryFramesAndTheirEnd) {
  for (const PairTransport transport : {PairTransport::kIpc, PairTransport::kTcp}) {
    SocketPair pair = pair_of(transport);
    FrameStreamReceiver receiver(pair.display.fd());
    EXPECT_EQ(receiver.receive(), FrameArrival::kNone);
    std::jthread source([&] {
      for (const std::uint64_t number : {1, 2})
        EXPECT_TRUE(send_frame(pair.source.fd(), *picture(number), Duration::seconds(20)));
      pair.source = OwnedDescriptor();
    });
    std::uint64_t frames = 0;
    for (FrameArrival arrival{}; (arrival = receiver.receive()) != FrameArrival::kEnd;) {
      if (arrival == FrameArrival::kNone) std::this_thread::yield();
      if (arrival == FrameArrival::kFrame) expect_same(receiver.frame(), *picture(++frames));
    }
    EXPECT_EQ(frames, 2u);
  }
}

TEST(FrameStreamSockets, ASourceIsToldThatNobodyReads) {
  const auto former = std::signal(SIGPIPE, SIG_IGN);  // as the lab's processes do
  SocketPair pair = pair_of(PairTransport::kIpc);
  const auto frame = picture(1);
  int taken = 0;
  while (taken < 1000 && send_frame(pair.source.fd(), *frame, Duration())) ++taken;
  EXPECT_LT(taken, 1000);
  pair.display = OwnedDescriptor();
  EXPECT_FALSE(send_frame(pair.source.fd(), *frame, Duration::seconds(20)));
  std::signal(SIGPIPE, former);
}

TEST(FrameStreamSockets, FragmentsArriveAndTheRateComesBack) {
  SocketPair pair = pair_of(PairTransport::kUdp);
  const auto first = picture(1), second = picture(2);
  FrameFragmentSender sender(pair.source.fd());
  FrameFragmentReceiver receiver(pair.display.fd());
  EXPECT_EQ(sender.announced(), ReceiverRate::kFirst);
  ASSERT_TRUE(sender.send(*first));
  ASSERT_EQ(receiver.receive(), FrameArrival::kFrame);
  expect_same(receiver.frame(), *first);
  receiver.displayed(Timestamp::ns(1) + Duration::seconds(1'000'000'000));  // took for ever: the lowest rate
  EXPECT_EQ(receiver.announced(), ReceiverRate::kLowest);
  FrameFragmentSender paused(pair.source.fd(), Duration::us(10));  // else it would take its time
  ASSERT_TRUE(paused.send(*second));
  EXPECT_EQ(paused.announced(), ReceiverRate::kLowest);
  ASSERT_EQ(receiver.receive(), FrameArrival::kFrame);
  expect_same(receiver.frame(), *second);
  EXPECT_EQ(receiver.receive(), FrameArrival::kNone);
}

}  // namespace
}  // namespace jitterscope::nahrstedt94
