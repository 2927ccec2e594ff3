// What a sender report says of a stream counts payloads alone: neither RTP headers nor their extension (RFC
// 3550, 6.4.1).
#include <array>

#include "tests/unit/call/pipeline/video_ends.h"

namespace jitterscope::sent_octets_test {
namespace {

TEST(SentOctets, OfThePictureAreThoseOfThePayloads) {
  UdpSocket remote = video_ends::open_socket();
  video_ends::Sender sender(remote.local(), Transport::kUdp);
  ASSERT_TRUE(sender.send_one());
  std::uint32_t packets = 0, octets = 0;
  std::array<std::byte, 9000> room;
  while (const auto datagram = remote.receive(room, Duration::ms(200))) {
    const auto packet = rtp::parse_rtp({reinterpret_cast<const std::uint8_t*>(room.data()), datagram->size});
    ASSERT_TRUE(packet);
    ++packets;
    octets += static_cast<std::uint32_t>(packet->payload.size());
  }
  ASSERT_GT(packets, 1U);
  auto& said = sender->progress();
  ASSERT_TRUE(sender.events.until([&] { return said.update(); }));
  EXPECT_EQ(said.front().packets, packets);
  EXPECT_EQ(said.front().octets, octets);
}

}  // namespace
}  // namespace jitterscope::sent_octets_test
