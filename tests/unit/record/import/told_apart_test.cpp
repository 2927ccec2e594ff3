// Which packets of a capture are of which stream, and which runs of numbers a stream has.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "core/measures/offline/stream_analysis.h"
#include "tests/unit/record/trace/capture_bytes.h"

namespace jitterscope::told_apart_test {
namespace {

using namespace capture_bytes;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::int64_t kMs = 1'000'000;

/// Packets of a capture by their time, whatever the order in which they are made.
class Packets {
 public:
  void add(double at_ms, int from, std::string_view datagram) {
    packets_.emplace(static_cast<std::int64_t>(at_ms * 1e6), ipv4_between(from, 9, datagram));
  }
  /// Sound of 20 ms: numbers `first` to `first` + `count` − 1, the first one at `at_ms`.
  void add_sound(double at_ms, int from, int first, int count, std::uint32_t stamp, Rtp fields = {}) {
    for (int i = 0; i < count; ++i) {
      fields.sequence = static_cast<std::uint16_t>(first + i);
      fields.timestamp = stamp + static_cast<std::uint32_t>(i) * 160;
      add(at_ms + i * 20, from, udp(rtp_packet(fields)));
    }
  }
  AnalysisReport report(const CaptureOptions& options = {}, const AnalysisOptions& how = {}) const {
    Pcap pcap(kRawIp);
    for (const auto& [at, packet] : packets_) pcap.add(at, packet);
    const Imported got = import(pcap.file(), options);
    return got.input ? analyze(*got.input, how) : AnalysisReport{};
  }

 private:
  std::multimap<std::int64_t, std::string> packets_;
};

std::vector<std::int64_t> packets_of(const AnalysisReport& report) {
  std::vector<std::int64_t> packets;
  for (const StreamReport& stream : report.streams) packets.push_back(stream.packets);
  return packets;
}

TEST(ToldApart, ASenderThatBeginsAnewHasAnotherRunAndLosesNothing) {
  Packets packets;
  packets.add_sound(0, 1, 100, 300, 5000);
  packets.add_sound(7000, 1, 40'000, 300, 1'000'000'000);
  const AnalysisReport report = packets.report();
  ASSERT_THAT(packets_of(report), ElementsAre(600));
  const StreamReport& stream = report.streams[0];
  EXPECT_EQ(stream.lost, 0);
  ASSERT_EQ(stream.runs.size(), 2u);
  EXPECT_EQ(stream.runs[1].packets, 300);
  EXPECT_THAT(stream.notes, Contains(HasSubstr("2 runs")));
  EXPECT_EQ(stream.compensation->area_ms_percent, 0);
  EXPECT_LT(*stream.quality.jitter_ms, 0.01);
  EXPECT_LT(stream.jitter_rfc3550->max, 0.01);
}

TEST(ToldApart, APartOfARecordWithOneRunNamesNone) {
  Packets packets;
  packets.add_sound(0, 1, 100, 300, 5000);
  packets.add_sound(7000, 1, 40'000, 300, 1'000'000'000);
  AnalysisOptions later;
  later.from_s = 8;
  EXPECT_THAT(packets.report({}, later).streams.at(0).runs, IsEmpty());
}

TEST(ToldApart, EachRunHasItsOwnLossAndReference) {
  Packets packets;
  packets.add_sound(0, 1, 100, 300, 5000);
  packets.add_sound(7000, 1, 40'000, 100, 1'000'000'000);
  packets.add_sound(9200, 1, 40'110, 100, 1'000'000'000 + 110 * 160);
  const StreamReport stream = packets.report().streams.at(0);
  EXPECT_EQ(stream.lost, 10);
  ASSERT_EQ(stream.runs.size(), 2u);
  EXPECT_EQ(stream.runs[0].lost, 0);
  EXPECT_EQ(stream.runs[1].lost, 10);
  EXPECT_EQ(stream.compensation->area_ms_percent, 0);
}

TEST(ToldApart, APacketOvertakenAtTheBeginningOfARunIsLateInIt) {
  Packets packets;
  packets.add_sound(0, 1, 100, 300, 5000);
  packets.add_sound(7000, 1, 40'001, 300, 1'000'000'160);
  packets.add(7025, 1, udp(rtp_packet({.sequence = 40'000, .timestamp = 1'000'000'000})));
  const StreamReport stream = packets.report().streams.at(0);
  EXPECT_EQ(stream.packets, 601);
  EXPECT_NEAR(stream.compensation->curve.back().buffer_ms, 45, 0.01) << "it was due at 6980 ms";
}

TEST(ToldApart, TypesOfTheClockThatIsInUseAreNoChangeOfClock) {  // nobody describes type 97
  Packets packets;
  for (int i = 0; i < 600; ++i)
    packets.add_sound(i * 20, 1, 100 + i, 1, 5000 + static_cast<std::uint32_t>(i) * 160,
                      {.payload_type = static_cast<std::uint8_t>(i / 100 % 4 == 1 ? 8 : 97)});
  const AnalysisReport report = packets.report();
  for (const std::string& note : report.streams.at(0).notes) EXPECT_THAT(note, Not(HasSubstr("clock")));
}

TEST(ToldApart, AFilePlayedThreeTimesHasThreeRunsAndNoCopies) {
  Packets packets;
  for (int time = 0; time < 3; ++time) packets.add_sound(time * 8000.0, 1, 0, 400, 0);
  const StreamReport stream = packets.report().streams.at(0);
  EXPECT_EQ(stream.packets, 1200);
  EXPECT_EQ(stream.duplicates, 0);
  EXPECT_EQ(stream.lost, 0);
  EXPECT_EQ(stream.runs.size(), 3u);
  EXPECT_NEAR(*stream.duration_ms, 23'980, 1);
}

TEST(ToldApart, SourcesThatOverlapAreStreamsOfTheirOwn) {
  Packets packets;
  packets.add_sound(0, 1, 1000, 300, 5000);
  packets.add_sound(7, 2, 1200, 300, 9000);
  const AnalysisReport report = packets.report();
  ASSERT_THAT(packets_of(report), ElementsAre(300, 300));
  EXPECT_THAT(report.streams[0].sources, ElementsAre("10.0.0.1:5006"));
  EXPECT_THAT(report.streams[1].sources, ElementsAre("10.0.0.2:5006"));
  EXPECT_EQ(report.streams[1].destination, "10.0.0.9:5006");
  for (const StreamReport& stream : report.streams) {
    EXPECT_EQ(stream.lost, 0);
    EXPECT_THAT(stream.notes, Contains(HasSubstr("Another source")));
  }
}

TEST(ToldApart, TwoNumberingsFromOneAddressAreStreamsOfTheirOwnToo) {
  Packets packets;
  packets.add_sound(0, 1, 1000, 300, 5000);
  packets.add_sound(7, 1, 30'000, 300, 900'000'000);
  const AnalysisReport report = packets.report();
  ASSERT_THAT(packets_of(report), ElementsAre(300, 300));
  for (const StreamReport& stream : report.streams) {
    EXPECT_EQ(stream.lost, 0);
    EXPECT_THAT(stream.runs, IsEmpty());
  }
}

TEST(ToldApart, TwoPathsThatCarryTheSamePacketsAreTwoStreams) {  // SMPTE 2022-7
  Packets packets;
  for (const int from : {1, 2})
    for (int i = 0; i < 10; ++i)  // each loses its own
      packets.add_sound(i * 1000 + from * 4, from, 100 + i * 50, 50 - from, 5000 + i * 50 * 160);
  EXPECT_THAT(packets_of(packets.report()), ElementsAre(490, 480));
}

TEST(ToldApart, TwoPathsThatCarryPartsOfOneNumberingAreOneStream) {
  Packets packets;
  for (int i = 0; i < 40; ++i) packets.add_sound(i * 200, 1 + i % 2, 100 + i * 10, 10, 5000 + i * 10 * 160);
  const AnalysisReport report = packets.report();
  ASSERT_THAT(packets_of(report), ElementsAre(400));
  EXPECT_THAT(report.streams[0].notes, Contains(HasSubstr("some at the same time")));
}

TEST(ToldApart, APathThatMovesStaysOneStream) {
  Packets packets;
  packets.add_sound(0, 1, 1000, 300, 5000);
  packets.add_sound(6000, 2, 1300, 300, 5000 + 300 * 160);
  const AnalysisReport report = packets.report();
  ASSERT_THAT(packets_of(report), ElementsAre(600));
  EXPECT_EQ(report.streams[0].lost, 0);
  EXPECT_THAT(report.streams[0].sources, ElementsAre("10.0.0.1:5006", "10.0.0.2:5006"));
  EXPECT_THAT(report.streams[0].notes, Contains(HasSubstr("path moved")));
}

TEST(ToldApart, APathThatMovesThereAndBackStaysOneStreamToo) {
  Packets packets;
  packets.add_sound(0, 1, 1000, 200, 5000);
  packets.add_sound(4000, 2, 1200, 200, 5000 + 200 * 160);
  packets.add_sound(8000, 1, 1400, 200, 5000 + 400 * 160);
  const AnalysisReport report = packets.report();
  ASSERT_THAT(packets_of(report), ElementsAre(600));
  EXPECT_EQ(report.streams[0].lost, 0);
}

TEST(ToldApart, AnotherSessionHoursLaterFromAnotherPortIsAnotherStream) {
  Packets packets;
  packets.add_sound(0, 1, 1000, 200, 5000);
  packets.add_sound(7'200'000, 2, 40'000, 200, 900'000'000);
  const AnalysisReport report = packets.report();
  ASSERT_THAT(packets_of(report), ElementsAre(200, 200));
  EXPECT_THAT(report.streams[1].notes, Not(Contains(HasSubstr("meanwhile"))));
  EXPECT_THAT(report.streams[1].notes, Contains(HasSubstr("at another time")));
}

TEST(ToldApart, StraysAreLeftOutAndSaid) {
  Packets packets;
  packets.add_sound(0, 1, 1000, 300, 5000);
  packets.add(3010, 1, udp(rtp_packet({.sequence = 40'000, .timestamp = 77})));
  packets.add(4010, 1, udp(rtp_packet({.sequence = 1000, .timestamp = 5000})));
  const StreamReport stream = packets.report().streams.at(0);
  EXPECT_EQ(stream.packets, 300);
  EXPECT_EQ(stream.lost, 0);
  EXPECT_THAT(stream.notes, Contains(HasSubstr("left out: 2.")));
}

TEST(ToldApart, WhatIsSentAgainHasNoLoss) {
  Packets packets;
  packets.add_sound(0, 1, 1000, 600, 5000, {.ssrc = 0x1000});
  for (int i = 3; i < 600; i += 13)
    packets.add(i * 20 + 100, 1,
                udp(rtp_packet({.sequence = static_cast<std::uint16_t>(1000 + i),
                                .timestamp = 5000 + static_cast<std::uint32_t>(i) * 160,
                                .ssrc = 0x1001})));
  const AnalysisReport report = packets.report();
  ASSERT_THAT(packets_of(report), ElementsAre(600, 46));
  const StreamReport& again = report.streams[1];
  EXPECT_FALSE(again.lost);
  EXPECT_FALSE(again.loss_ratio);
  EXPECT_FALSE(again.quality.jitter_ms);
  EXPECT_THAT(again.notes, Contains(HasSubstr("sends again")));
}

TEST(ToldApart, ANeighbouringSsrcAloneIsNoRetransmission) {
  Packets packets;
  packets.add_sound(0, 1, 1000, 600, 5000, {.ssrc = 0x1000});
  packets.add_sound(5, 1, 1100, 300, 77'000'000, {.ssrc = 0x1001});
  const AnalysisReport report = packets.report();
  ASSERT_THAT(packets_of(report), ElementsAre(600, 300));
  EXPECT_EQ(report.streams[1].lost, 0);
  EXPECT_TRUE(report.streams[1].quality.jitter_ms);
}

TEST(ToldApart, RetransmissionsByDescriptionHaveNoLoss) {
  Packets packets;
  packets.add(0, 2,
              udp("INVITE sip:b SIP/2.0\r\n\r\nv=0\r\nc=IN IP4 10.0.0.9\r\nm=video 5006 RTP/AVP 96 97\r\n"
                  "a=rtpmap:96 H264/90000\r\na=rtpmap:97 rtx/90000\r\n",
                  5060, 5060));
  for (int i = 0; i < 60; ++i)
    packets.add(i * 33, 1,
                udp(rtp_packet({.sequence = static_cast<std::uint16_t>(i * 7 / 4),
                                .timestamp = static_cast<std::uint32_t>(i) * 3000,
                                .payload_type = 97})));
  const StreamReport stream = packets.report().streams.at(0);
  EXPECT_EQ(stream.packets, 60);
  EXPECT_FALSE(stream.lost);
  EXPECT_THAT(stream.notes, Contains(HasSubstr("sends again")));
}

/// BACnet/IP (ASHRAE 135, Annex J): 0x81, the function, the length, and what is in it.
TEST(ToldApart, BuildingControlIsNoSound) {
  for (const int count : {8, 40, 400}) {
    Packets packets;
    for (int i = 0; i < count; ++i) {
      const int length = 12 + (i * 37 + i / 3) % 29;
      std::string bacnet = bytes({0x81, i % 5 == 0 ? 0x0b : 0x0a, 0, length, 1, i % 3 == 0 ? 0x20 : 4, 0, i % 7});
      bacnet += bytes({0, 8, 0, 3}) + std::string(static_cast<std::size_t>(length) - bacnet.size() - 4, 'x');
      packets.add(i * 250, 1, udp(bacnet, 47808, 47808));
    }
    EXPECT_THAT(packets.report().streams, IsEmpty()) << count;
  }
}

TEST(ToldApart, AStreamWhoseHeadersAllTellPaddingThatCannotBeIsFoundByManyPackets) {  // SRTP: the count is encrypted
  const auto found = [](int count) {
    Packets packets;
    for (int i = 0; i < count; ++i) {
      std::string datagram =
          rtp_packet({.sequence = static_cast<std::uint16_t>(i), .timestamp = static_cast<std::uint32_t>(i) * 160});
      datagram[0] = static_cast<char>(datagram[0] | 0x20);
      datagram.back() = static_cast<char>(250);
      packets.add(i * 20, 1, udp(datagram));
    }
    return packets_of(packets.report());
  };
  EXPECT_THAT(found(300), ElementsAre(300));
  EXPECT_THAT(found(20), IsEmpty());
}

TEST(ToldApart, AFewPacketsDoNotShowAClock) {
  Pcap pcap(kRawIp);
  for (int i = 0; i < 6; ++i)  // 960 units each 21.4 ms: neither 44.1 nor 48 kHz
    pcap.add(static_cast<std::int64_t>(i * 21.4 * kMs),
             ipv4(udp(rtp_packet({.sequence = static_cast<std::uint16_t>(i),
                                  .timestamp = static_cast<std::uint32_t>(i) * 960,
                                  .payload_type = 96}))));
  const Imported got = import(pcap.file());
  ASSERT_TRUE(got.input) << got.error;
  EXPECT_FALSE(got.input->streams[0].clock_rate_hz);
}

TEST(ToldApart, NoiseIsNoPacketOfAStreamThatItsNumbersDoNotFit) {
  Packets packets;
  packets.add_sound(0, 1, 1000, 300, 5000);
  for (int i = 0; i < 20; ++i)  // RTCP of the SSRC at the same port
    packets.add(i * 250 + 3, 1, udp(bytes({0x81, 200, 0, 12}) + big(0x11223344u) + std::string(44, '\1')));
  const StreamReport stream = packets.report().streams.at(0);
  EXPECT_EQ(stream.packets, 300);
  EXPECT_THAT(stream.notes, testing::Not(Contains(HasSubstr("left out"))));
}

}  // namespace
}  // namespace jitterscope::told_apart_test
