// The picture over TCP on loopback: sender and receiver with their threads.
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/tcp_reported.h"
#include "tests/unit/call/pipeline/video_ends.h"

namespace jitterscope::video_over_tcp_test {
namespace {

using namespace video_ends;

TEST(VideoOverTcp, PicturesArriveWholeAndInOrder) {
  Receiver receiver(Transport::kTcp);
  Sender sender(receiver.address(), Transport::kTcp);
  ASSERT_TRUE(sender.send_one());
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(sender.send_one());
  ASSERT_TRUE(receiver.await_complete(6));
  const auto sent = sender.events.of<PacketSent>();
  const auto arrived = receiver.events.of<PacketArrived>();
  expect_contiguous(sent);
  ASSERT_EQ(arrived.size(), sent.size());
  for (std::size_t i = 0; i < sent.size(); ++i) {
    EXPECT_EQ(arrived[i].sequence & 0xffff, sent[i].sequence & 0xffff);
    EXPECT_EQ(arrived[i].size, sent[i].size);
    EXPECT_FALSE(arrived[i].kernel);
    EXPECT_GE(arrived[i].received, sent[i].sent);
    EXPECT_TRUE(sent[i].accepted);
  }
  EXPECT_TRUE(receiver.events.of<PacketRejected>().empty());
  EXPECT_FALSE(sender.events.of<TcpReported>().empty());
  EXPECT_TRUE(sender.events.of<PacketStamped>().empty());
}

TEST(VideoOverTcp, TheTransportChangesBothWaysAndTheSequenceGoesOn) {
  Receiver receiver;
  Sender sender(receiver.address(), Transport::kUdp);
  std::size_t frames = 0;
  for (const Transport transport :
       {Transport::kUdp, Transport::kTcp, Transport::kUdp, Transport::kTcp, Transport::kTcp}) {
    receiver.set(transport);
    sender->apply(SetTransport{transport});
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(sender.send_one());
      ASSERT_TRUE(receiver.await_complete(++frames)) << to_string(transport);
    }
  }
  const auto sent = sender.events.of<PacketSent>();
  expect_contiguous(sent);
  EXPECT_EQ(receiver.events.of<PacketArrived>().size(), sent.size());
  EXPECT_TRUE(receiver.events.of<PacketRejected>().empty());
}

TEST(VideoOverTcp, ChangesInQuickSuccessionAllCount) {
  Receiver receiver;
  Sender sender(receiver.address(), Transport::kTcp);
  for (int i = 0; i < 3; ++i) {
    receiver.set(Transport::kUdp);
    receiver.set(Transport::kTcp);
  }
  ASSERT_TRUE(sender.send_one());
  EXPECT_TRUE(receiver.await_complete(1));
}

TEST(VideoOverTcp, NobodyListensAndThenSomebodyDoes) {
  Receiver receiver;
  Sender sender(receiver.address(), Transport::kTcp);
  for (int i = 0; i < 3; ++i) sender.take_picture();
  const auto omitted = sender.events.of<FrameOmitted>();
  ASSERT_EQ(omitted.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(omitted[i].reason, OmitReason::kObsolete);
    EXPECT_EQ(omitted[i].ssrc, kSsrc);
    EXPECT_EQ(omitted[i].frame, static_cast<std::int64_t>(i)) << "frame numbers are given before";
  }
  EXPECT_TRUE(sender.events.of<PacketSent>().empty()) << "sequence numbers after";
  receiver.set(Transport::kTcp);
  ASSERT_TRUE(sender.send_one());
  ASSERT_TRUE(receiver.await_complete(1));
  EXPECT_EQ(sender.events.of<PacketSent>().front().sequence, 65'530);
}

TEST(VideoOverTcp, APortThatIsTakenIsASentence) {
  Receiver receiver;
  std::string error;
  auto thief = TcpMediaListener::listen(receiver.address(), error);
  ASSERT_TRUE(thief) << error;
  EXPECT_NE(receiver->set_transport(Transport::kTcp, {SocketAddress::loopback()}), "");
  thief.reset();
  receiver.set(Transport::kTcp);
  Sender sender(receiver.address(), Transport::kTcp);
  ASSERT_TRUE(sender.send_one());
  EXPECT_TRUE(receiver.await_complete(1)) << "tried again";
}

}  // namespace
}  // namespace jitterscope::video_over_tcp_test
