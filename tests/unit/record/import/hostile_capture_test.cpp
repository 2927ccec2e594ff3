// Captures whose descriptions or stamps mislead.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include "tests/unit/record/trace/capture_bytes.h"

namespace jitterscope::hostile_capture_test {
namespace {

using namespace capture_bytes;
using testing::HasSubstr;

constexpr std::int64_t kSecond = 1'000'000'000, kAbsurd = 3'000'000'000 * kSecond;  // in 2065

std::string invite(std::string_view kind, std::uint16_t port, std::string_view format) {
  return fmt::format(
      "INVITE sip:b SIP/2.0\r\n\r\nv=0\r\no=- 1 1 IN IP4 10.0.0.2\r\nc=IN IP4 10.0.0.2\r\n"
      "m={} {} RTP/AVP 118\r\na=rtpmap:118 {}\r\n",
      kind, port, format);
}

/// Blocks of 20 ms at 8 kHz of payload type 118 to port 5006.
Pcap described(const std::string& description, int packets = 100) {
  Pcap pcap(kRawIp);
  pcap.add(kSecond, ipv4(udp(description, 5060, 5060)));
  for (int i = 0; i < packets; ++i) {
    const auto number = static_cast<std::uint16_t>(i);
    pcap.add(kSecond + i * 20'000'000ll,
             ipv4(udp(rtp_packet({.sequence = number, .timestamp = number * 160u, .payload_type = 118}))));
  }
  return pcap;
}

StreamInput only(const Pcap& file) {
  const Imported got = import(file.file());
  EXPECT_TRUE(got.input) << got.error;
  return got.input ? got.input->streams.at(0) : StreamInput{};
}

void expect_by_timestamps(const StreamInput& stream) {
  EXPECT_EQ(stream.medium, Medium::kAudio);
  EXPECT_EQ(stream.clock_rate_hz, 8000.0);
  ASSERT_TRUE(stream.payload);
  EXPECT_EQ(stream.payload->name, "");
  EXPECT_EQ(stream.payload->source, PayloadSource::kTimestamps);
}

TEST(HostileCapture, ADescriptionOfAnotherPortDoesNotWinOverTheTimestamps) {
  expect_by_timestamps(only(described(invite("video", 7777, "H264/90000"))));
  expect_by_timestamps(only(described(invite("audio", 7777, "AMR-WB/16000"))));
  expect_by_timestamps(only(described(invite("video", 7777, "H264/90000"), 6)));  // so few show it too
}

TEST(HostileCapture, ADescriptionOfAnotherPortStillNamesWhatTheTimestampsShow) {
  EXPECT_EQ(only(described(invite("audio", 7777, "AMR/8000"))).payload->name, "AMR");
}

TEST(HostileCapture, ADescriptionOfItsOwnPortIsBelieved) {
  const StreamInput stream = only(described(invite("video", 5006, "H264/90000")));
  EXPECT_EQ(stream.medium, Medium::kVideo);
  EXPECT_EQ(stream.payload->name, "H264");
}

TEST(HostileCapture, AClockThatNoMediumHasIsNotBelieved) {
  for (const char* format : {"AMR/1", "AMR/999", "AMR/10000001", "AMR/4294967295"})
    expect_by_timestamps(only(described(invite("audio", 5006, format))));
  EXPECT_EQ(only(described(invite("audio", 5006, "AMR/1000"), 50)).clock_rate_hz, 1000.0) << "too few to contradict";
}

TEST(HostileCapture, ADescriptionsControlCharactersDoNotComeThrough) {
  expect_by_timestamps(only(described(invite("audio", 5006,
                                             "\x1b]0;x\x07"
                                             "AMR/8000"))));
}

TEST(HostileCapture, PacketsOfAbsurdTimesAreCountedAndSaid) {
  Pcap some = described("", 6), all(kRawIp);
  for (std::uint16_t i = 0; i < 3; ++i) {
    const std::string packet = ipv4(udp(rtp_packet({.sequence = i, .timestamp = i * 160u})));
    some.add(kAbsurd + i, packet);
    all.add(kAbsurd + i, packet);
  }
  const Imported got = import(some.file());
  ASSERT_TRUE(got.input) << got.error;
  EXPECT_EQ(got.input->streams.at(0).packets.size(), 6u);
  EXPECT_EQ(got.note, "3 packets were left out: their times are not between 1970 and 2042.");
  EXPECT_EQ(
      import(all.file()).error,
      "test.pcap holds no RTP stream that could be found (3 packets, 3 of them UDP). 3 packets were left out: their "
      "times are not between 1970 and 2042.");
}

}  // namespace
}  // namespace jitterscope::hostile_capture_test
