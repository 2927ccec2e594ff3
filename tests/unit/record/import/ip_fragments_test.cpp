#include "core/record/datagrams/ip_fragments.h"

#include <gmock/gmock.h>

#include "tests/unit/record/trace/capture_bytes.h"

namespace jitterscope::ip_fragments_test {
namespace {

using namespace capture_bytes;
using testing::HasSubstr;

constexpr std::int64_t kSecond = 1'000'000'000;

/// The parts of a datagram of 160 bytes of sound: the first 96 bytes of it, and the rest.
std::pair<std::string, std::string> in_two_fragments(std::uint16_t number, std::uint16_t identification) {
  const std::string datagram = udp(rtp_packet({.sequence = number, .timestamp = number * 160u}));
  const auto packet = [&](std::string_view part, std::uint16_t fragment) {
    std::string made = ipv4(part, fragment);
    return made.replace(4, 2, big(identification));
  };
  return {packet(std::string_view(datagram).substr(0, 96), 0x2000),
          packet(std::string_view(datagram).substr(96), 96 / 8)};
}

TEST(IpFragments, ArePutTogetherInAnyOrder) {
  Pcap pcap = stream_of_20_ms(6, 160);
  const auto [first, rest] = in_two_fragments(6, 1);
  const auto [later_first, later_rest] = in_two_fragments(7, 2);
  pcap.add(kSecond, first).add(kSecond + 1'000'000, later_rest).add(kSecond + 2'000'000, rest);
  pcap.add(kSecond + 3'000'000, later_first);
  const Imported got = import(pcap.file());
  ASSERT_TRUE(got.input) << got.error;
  const PacketColumns& packets = got.input->streams[0].packets;
  ASSERT_EQ(packets.size(), 8u);
  EXPECT_EQ(packets[6].received.ns(), kSecond + 2'000'000) << "when it was whole";
  EXPECT_EQ(packets[6].size, 172);
  EXPECT_EQ(packets[7].received.ns(), kSecond + 3'000'000);
  EXPECT_EQ(got.note, "");
}

TEST(IpFragments, FragmentsThatWereCapturedTwiceLeaveNothingOver) {
  Pcap pcap = stream_of_20_ms(6, 160);
  for (std::uint16_t number = 6; number < 16; ++number) {
    const auto [first, rest] = in_two_fragments(number, number);
    for (const std::string& part : {first, first, rest, rest}) pcap.add(number * 20'000'000ll, part);
  }
  const Imported got = import(pcap.file());
  ASSERT_TRUE(got.input) << got.error;
  EXPECT_EQ(got.input->streams[0].packets.size(), 16u);
  EXPECT_EQ(got.note, "");
}

TEST(IpFragments, AFirstFragmentAloneCountsWithItsTime) {
  Pcap pcap = stream_of_20_ms(6, 160);
  pcap.add(120'000'000, in_two_fragments(6, 1).first).add(130'000'000, in_two_fragments(7, 2).second);
  pcap.add(160'000'000, ipv4(udp(rtp_packet({.sequence = 8, .timestamp = 8 * 160}))));
  const Imported got = import(pcap.file());
  ASSERT_TRUE(got.input) << got.error;
  const PacketColumns& packets = got.input->streams[0].packets;
  ASSERT_EQ(packets.size(), 8u);
  EXPECT_EQ(packets[6].sequence, 6);
  EXPECT_EQ(packets[6].received.ns(), 120'000'000);
  EXPECT_EQ(packets[6].size, 172);
  EXPECT_THAT(got.note, HasSubstr("others are missing (1)"));
  EXPECT_THAT(got.note, HasSubstr("left out (1)"));
}

TEST(IpFragments, ASenderThatNumbersAllPacketsAlikeLosesNoOther) {
  Pcap pcap = stream_of_20_ms(6, 160);
  pcap.add(120'000'000, in_two_fragments(6, 0).first);  // the rest of it is lost
  const auto [first, rest] = in_two_fragments(7, 0);
  pcap.add(140'000'000, first).add(141'000'000, rest);
  const Imported got = import(pcap.file());
  ASSERT_TRUE(got.input) << got.error;
  const PacketColumns& packets = got.input->streams[0].packets;
  ASSERT_EQ(packets.size(), 8u);
  EXPECT_EQ(packets[6].sequence, 6);
  EXPECT_EQ(packets[7].received.ns(), 141'000'000);
  EXPECT_THAT(got.note, HasSubstr("others are missing (1)"));
}

}  // namespace
}  // namespace jitterscope::ip_fragments_test
