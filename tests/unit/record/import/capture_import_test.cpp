#include "core/record/import/capture_import.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "core/measures/offline/stream_analysis.h"
#include "core/measures/report/quality_json.h"
#include "tests/unit/record/trace/capture_bytes.h"

namespace jitterscope::capture_import_test {
namespace {

using namespace capture_bytes;
using testing::HasSubstr;

constexpr std::int64_t kSecond = 1'000'000'000;

/// Six packets of audio, 20 ms apart, each through `frame`.
std::string capture_of(std::uint32_t link, const std::function<std::string(std::string)>& frame,
                       bool nanoseconds = false) {
  Pcap pcap(link, nanoseconds);
  for (std::uint16_t i = 0; i < 6; ++i)
    pcap.add(kSecond + i * 20'000'123, frame(udp(rtp_packet({.sequence = i, .timestamp = i * 160u}))));
  return pcap.file();
}

void expect_audio(const std::string& file) {
  const Imported got = import(file);
  ASSERT_TRUE(got.input) << got.error;
  ASSERT_EQ(got.input->streams.size(), 1u);
  const StreamInput& stream = got.input->streams[0];
  EXPECT_EQ(stream.ssrc, 0x11223344u);
  EXPECT_EQ(stream.medium, Medium::kAudio);
  EXPECT_EQ(stream.clock_rate_hz, 8000.0);
  ASSERT_EQ(stream.packets.size(), 6u);
  EXPECT_EQ(stream.packets[5].sequence, 5);
  EXPECT_EQ(stream.packets[5].rtp_timestamp, 800);
  EXPECT_EQ(stream.packets[5].size, 172);
  EXPECT_FALSE(stream.packets[5].sent);
  EXPECT_EQ(got.note, "");
}

TEST(CaptureImport, ReadsEveryLinkType) {
  const auto v4 = [](const std::string& segment) { return ipv4(segment); };
  expect_audio(capture_of(kEthernet, [&](auto s) { return ethernet(v4(s)); }));
  expect_audio(capture_of(kEthernet, [&](auto s) { return ethernet(v4(s), 0x0800, bytes({0x81, 0, 0, 5})); }));
  expect_audio(capture_of(kEthernet, [&](auto s) {
    return ethernet(v4(s), 0x0800, bytes({0x88, 0xA8, 0, 5, 0x81, 0, 0, 6}));
  }));
  expect_audio(capture_of(kCooked1, [&](auto s) { return std::string(14, '\0') + bytes({8, 0}) + v4(s); }));
  expect_audio(capture_of(kCooked2, [&](auto s) { return bytes({8, 0}) + std::string(18, '\0') + v4(s); }));
  expect_audio(capture_of(kRawIp, v4));
  expect_audio(capture_of(kRawIp, [](auto s) { return ipv6(s); }));
  expect_audio(capture_of(kNull, [&](auto s) { return bytes({2, 0, 0, 0}) + v4(s); }));
  expect_audio(capture_of(kEthernet, [](auto s) { return ethernet(ipv6(s), 0x86DD); }));
}

TEST(CaptureImport, SkipsIpv6ExtensionHeaders) {
  const std::string hop_by_hop = bytes({60, 0, 1, 4, 0, 0, 0, 0}), options = bytes({44, 1}) + std::string(14, '\0');
  const std::string whole_fragment = bytes({17, 0, 0, 0, 0, 0, 0, 9});
  expect_audio(capture_of(kRawIp, [&](auto s) { return ipv6(s, 0, hop_by_hop + options + whole_fragment); }));
}

TEST(CaptureImport, StampsAreInMicrosecondsOrNanosecondsAsTheFileSays) {
  const auto v4 = [](const std::string& segment) { return ipv4(segment); };
  for (const bool nanoseconds : {false, true}) {
    const StreamInput stream = import(capture_of(kRawIp, v4, nanoseconds)).input->streams[0];
    EXPECT_EQ(stream.packets[1].received.ns(), kSecond + (nanoseconds ? 20'000'123 : 20'000'000));
    EXPECT_EQ(stream.stamp_resolution_ms, nanoseconds ? 1e-6 : 1e-3);
  }
}

TEST(CaptureImport, LengthsOfPacketsCutShortComeFromTheUdpHeader) {
  Pcap pcap(kRawIp);
  for (std::uint16_t i = 0; i < 6; ++i)
    pcap.add(i * 20'000'000, ipv4(udp(rtp_packet({.sequence = i, .timestamp = i * 160u}))), 40);
  expect_audio(pcap.file());
  Pcap shorter(kRawIp);
  for (std::uint16_t i = 0; i < 6; ++i) shorter.add(i * 20'000'000, ipv4(udp(rtp_packet({.sequence = i}))), 39);
  EXPECT_FALSE(import(shorter.file()).input) << "no whole RTP header";
}

TEST(CaptureImport, NumbersAreExtendedOverTheirWrap) {
  Pcap pcap(kRawIp);
  for (int i = 0; i < 6; ++i)
    pcap.add(i * 20'000'000, ipv4(udp(rtp_packet({.sequence = static_cast<std::uint16_t>(65533 + i),
                                                  .timestamp = 0xFFFFFF00u + static_cast<std::uint32_t>(i) * 160u}))));
  const Imported got = import(pcap.file());
  ASSERT_TRUE(got.input) << got.error;
  EXPECT_EQ(got.input->streams[0].packets[5].sequence, 65538);
  EXPECT_EQ(got.input->streams[0].packets[5].rtp_timestamp, 0xFFFFFF00ll + 800);
}

/// Ten packets a `kind` of payload; `stamp` units of the RTP clock every 20 ms.
Imported stream_of(std::uint8_t payload_type, std::uint32_t stamp, int packets_a_stamp = 1) {
  Pcap pcap(kRawIp);
  for (std::uint16_t i = 0; i < 30; ++i) {
    const auto unit = static_cast<std::uint32_t>(i / packets_a_stamp);
    pcap.add(kSecond + unit * 20'000'000ll + i * 100'000,
             ipv4(udp(rtp_packet({.sequence = i, .timestamp = unit * stamp, .payload_type = payload_type}))));
  }
  return import(pcap.file());
}

TEST(CaptureImport, MediumAndClockComeFromThePayloadTypeOrThePace) {
  const auto expect = [](const Imported& got, Medium medium, std::optional<double> rate) {
    ASSERT_TRUE(got.input) << got.error;
    EXPECT_EQ(got.input->streams[0].medium, medium);
    EXPECT_EQ(got.input->streams[0].clock_rate_hz, rate);
  };
  expect(stream_of(8, 160), Medium::kAudio, 8000);
  expect(stream_of(10, 882), Medium::kAudio, 44100);
  expect(stream_of(26, 1800, 3), Medium::kVideo, 90000);
  expect(stream_of(111, 960), Medium::kAudio, 48000);
  expect(stream_of(111, 320), Medium::kAudio, 16000);
  expect(stream_of(96, 1800), Medium::kVideo, 90000);
  expect(stream_of(96, 1800, 3), Medium::kVideo, 90000);
  EXPECT_FALSE(stream_of(97, 555).input->streams[0].medium_known) << "27.6 kHz";
  EXPECT_FALSE(stream_of(97, 160, 3).input->streams[0].medium_known) << "three packets of sound a timestamp";
}

/// A call in AMR: 537 packets of type 118, 160 units of an 8 kHz clock each, in talkspurts whose first packet is marked
/// and which pauses with SID packets separate; `pace` = 1 as it was spoken, above: a capture played back that much
/// faster.
Pcap amr_call(double pace) {
  Pcap pcap(kRawIp);
  std::uint32_t timestamp = 4'000'000'000;
  for (std::uint16_t i = 0; i < 537; ++i) {
    const bool pause = i % 42 >= 36, begins = i % 42 == 0;
    timestamp += pause ? 1280u : 160u;
    const double jitter_ms = (i * 7919 % 97) / 97.0 * 4;
    const double at_ms = (static_cast<double>(timestamp - 4'000'000'000u) / 8 + jitter_ms) / pace;
    const std::size_t size = pause ? 7 : 33;
    pcap.add(kSecond + static_cast<std::int64_t>(at_ms * 1e6),
             ipv4(udp(rtp_packet({.sequence = i, .timestamp = timestamp, .payload_type = 118, .marker = begins}, size),
                      49120, 49120)));
  }
  return pcap;
}

TEST(CaptureImport, AmrOfADynamicTypeIsSound) {
  const Imported got = import(amr_call(1).file());
  ASSERT_TRUE(got.input) << got.error;
  ASSERT_EQ(got.input->streams.size(), 1u);
  const StreamInput& stream = got.input->streams[0];
  EXPECT_TRUE(stream.medium_known);
  EXPECT_EQ(stream.medium, Medium::kAudio);
  EXPECT_EQ(stream.clock_rate_hz, 8000.0);
  ASSERT_TRUE(stream.payload);
  EXPECT_EQ(stream.payload->type, 118);
  EXPECT_EQ(stream.payload->source, PayloadSource::kTimestamps);
}

TEST(CaptureImport, APaceThatNoMediumHasLeavesItUnknown) {
  const Imported got = import(amr_call(11.25).file());  // 160 units as fast as 90 kHz would run: 562 pictures a second
  ASSERT_TRUE(got.input) << got.error;
  const StreamInput& stream = got.input->streams[0];
  EXPECT_FALSE(stream.medium_known);
  EXPECT_EQ(stream.clock_rate_hz, std::nullopt);
  const StreamReport report = analyze_stream(stream);
  EXPECT_EQ(report.packets, 537);
  EXPECT_FALSE(report.frames) << report.frames->lost.value_or(-1) << " of " << report.frames->sent << " frames lost";
  EXPECT_FALSE(report.audio);
  EXPECT_FALSE(report.jitter_rfc3550);
  EXPECT_FALSE(report.compensation);
  const auto json = quality_json(report.quality, report.limits);
  EXPECT_TRUE(json["acceptable"].is_null()) << json.dump();
}

/// The offer of a call in AMR to 10.0.0.2:49120, as SIP carries it.
std::string invite() {
  return "INVITE sip:b@10.0.0.1 SIP/2.0\r\nCall-ID: 1\r\nContent-Type: application/sdp\r\n\r\n"
         "v=0\r\no=- 1 1 IN IP4 10.0.0.2\r\ns=-\r\nc=IN IP4 10.0.0.2\r\nt=0 0\r\n"
         "m=audio 49120 RTP/AVP 118 101\r\na=rtpmap:118 AMR/8000/1\r\na=rtpmap:101 telephone-event/8000\r\n";
}

TEST(CaptureImport, ADescriptionInTheCaptureSaysWhatATypeIs) {
  Pcap pcap = amr_call(1);
  pcap.add(kSecond, ipv4(udp(invite(), 5060, 5060)));  // wherever it stands
  const Imported got = import(pcap.file());
  ASSERT_TRUE(got.input) << got.error;
  const StreamInput& stream = got.input->streams[0];
  EXPECT_TRUE(stream.medium_known);
  EXPECT_EQ(stream.medium, Medium::kAudio);
  EXPECT_EQ(stream.clock_rate_hz, 8000.0);
  ASSERT_TRUE(stream.payload);
  EXPECT_EQ(stream.payload->name, "AMR");
  EXPECT_EQ(stream.payload->source, PayloadSource::kDescription);
}

TEST(CaptureImport, APaceThatContradictsTheDescriptionIsSaid) {
  Pcap pcap = amr_call(11.25);  // a capture played back faster
  pcap.add(kSecond, ipv4(udp(invite(), 5060, 5060)));
  const Imported got = import(pcap.file());
  ASSERT_TRUE(got.input) << got.error;
  const StreamReport report = analyze_stream(got.input->streams[0]);
  EXPECT_EQ(report.payload->name, "AMR");
  EXPECT_FALSE(report.clock_rate_hz);
  EXPECT_FALSE(report.jitter_rfc3550);
  EXPECT_THAT(report.notes, testing::Contains(HasSubstr("run at 8000 Hz, but their pace is")));
}

/// A stream with our send times, of which the capture's clock is `ahead_ms` ahead of the sender's.
StreamReport by_two_clocks(double ahead_ms) {
  Pcap pcap(kRawIp, true);
  for (std::uint16_t i = 0; i < 200; ++i) {
    const std::int64_t at = kSecond * 40 + i * 20'000'000ll + i * 7919 % 97 * 10'000;
    const auto sent = kSecond * 40 + i * 20'000'000ll - 21'000'000 - static_cast<std::int64_t>(ahead_ms * 1e6);
    pcap.add(at, ipv4(udp(rtp_packet(
                     {.sequence = i,
                      .timestamp = i * 160u,
                      .extension = bytes({0x27}) + big(static_cast<std::uint64_t>(sent)) + std::string(3, '\0')}))));
  }
  return analyze_stream(import(pcap.file()).input->streams[0]);
}

TEST(CaptureImport, DelaysByTwoClocksAreUnknownAndWhatVariesIsNot) {
  for (const double ahead_ms : {3000.0, -24.0, 20'000.0}) {
    const StreamReport report = by_two_clocks(ahead_ms);
    EXPECT_FALSE(report.delay) << "one-way delay of " << report.delay->mean << " ms";
    EXPECT_FALSE(report.quality.latency_ms);
    ASSERT_TRUE(report.pdv && report.ipdv && report.compensation && report.trend);
    EXPECT_NEAR(report.pdv->max, 0.96, 1e-6);
  }
}

TEST(CaptureImport, TheUserSaysWhatATypeIs) {
  std::string error;
  CaptureOptions options;
  options.payloads = {*parse_payload_rule("118=AMR/8000", error), *parse_payload_rule("50=video/90000", error)};
  const StreamInput stream = import(amr_call(11.25).file(), options).input->streams.at(0);
  EXPECT_EQ(stream.medium, Medium::kAudio);
  EXPECT_EQ(stream.payload->source, PayloadSource::kUser);
  EXPECT_EQ(stream.payload->name, "AMR");
  const Pcap unassigned = stream_of_20_ms(6, 1800, {.payload_type = 50});
  ASSERT_TRUE(import(unassigned.file(), options).input);
  EXPECT_EQ(import(unassigned.file(), options).input->streams.at(0).medium, Medium::kVideo);
}

TEST(CaptureImport, CookedCapturesSayWhatLeft) {
  for (const std::uint32_t link : {kCooked1, kCooked2}) {
    Pcap pcap(link);
    for (std::uint16_t i = 0; i < 12; ++i) {
      const int type = i % 2 ? 4 : 0;
      const std::string head = link == kCooked1
                                   ? bytes({0, type}) + std::string(12, '\0') + bytes({8, 0})
                                   : bytes({8, 0}) + std::string(8, '\0') + bytes({type}) + std::string(9, '\0');
      pcap.add(
          i * 10'000'000,
          head + ipv4(udp(rtp_packet({.sequence = static_cast<std::uint16_t>(i / 2), .timestamp = i / 2 * 160u}))));
    }
    const Imported got = import(pcap.file());
    ASSERT_TRUE(got.input) << got.error;
    ASSERT_EQ(got.input->streams.size(), 2u) << "one datagram seen as it leaves and as it comes";
    EXPECT_EQ(got.input->streams[0].direction, Direction::kReceived);
    EXPECT_EQ(got.input->streams[1].direction, Direction::kSent);
  }
}

TEST(CaptureImport, OurExtensionsAreTakenWhereTheyMakeSense) {
  const auto with = [](std::int64_t delay_ns, int frame_step) {
    Pcap pcap(kRawIp, true);
    for (std::uint16_t i = 0; i < 6; ++i) {
      const std::int64_t at = kSecond * 20 + i * 20'000'000;
      const std::string block = bytes({0x13}) + big(static_cast<std::uint16_t>(65534 + i / 2 * frame_step)) +
                                big(static_cast<std::uint16_t>(i % 2));
      const std::string sent = bytes({0x27}) + big(static_cast<std::uint64_t>(at - delay_ns));
      pcap.add(at, ipv4(udp(rtp_packet({.sequence = i,
                                        .timestamp = i / 2 * 3600u,
                                        .payload_type = 26,
                                        .extension = block + sent + std::string(2, '\0')}))));
    }
    return import(pcap.file()).input->streams[0].packets[5];
  };
  const PacketObservation good = with(7'000'000, 1);
  EXPECT_EQ(good.frame, 65536);
  EXPECT_EQ(good.block, 1);
  ASSERT_TRUE(good.sent);
  EXPECT_EQ((good.received - *good.sent).ns(), 7'000'000);
  EXPECT_TRUE(with(-1, 1).sent) << "of clocks that do not agree: what delays vary by is known";
  EXPECT_TRUE(with(11 * kSecond, 1).sent);
  EXPECT_FALSE(with(7'000'000, 0).frame) << "another's extension: the frame stands still";
}

TEST(CaptureImport, AStreamIsAnSsrcAndADestination) {
  Pcap pcap(kRawIp);
  for (std::uint16_t i = 0; i < 6; ++i)
    for (const auto& [ssrc, port] : {std::pair(7u, 5006), std::pair(8u, 5006), std::pair(7u, 6000)})
      pcap.add(i * 20'000'000, ipv4(udp(rtp_packet({.sequence = i, .timestamp = i * 160u, .ssrc = ssrc}), 5006,
                                        static_cast<std::uint16_t>(port))));
  const Imported all = import(pcap.file()), port = import(pcap.file(), {.port = 6000, .ssrc = {}}),
                 ssrc = import(pcap.file(), {.port = {}, .ssrc = 8});
  ASSERT_TRUE(all.input && port.input && ssrc.input);
  EXPECT_EQ(all.input->streams.size(), 3u);
  EXPECT_EQ(port.input->streams.size(), 1u);
  ASSERT_EQ(ssrc.input->streams.size(), 1u);
  EXPECT_EQ(ssrc.input->streams[0].ssrc, 8u);
}

TEST(CaptureImport, WhatIsNamedNeedsNoFivePackets) {
  const std::string file = Pcap(kRawIp).add(0, ipv4(udp(rtp_packet({.payload_type = 50})))).file();
  EXPECT_FALSE(import(file).input);
  EXPECT_TRUE(import(file, {.port = 5006, .ssrc = {}}).input);
  EXPECT_TRUE(import(file, {.port = {}, .ssrc = 0x11223344}).input);
  EXPECT_THAT(import(file, {.port = 9, .ssrc = {}}).error,
              HasSubstr("no RTP from or to UDP port 9 (1 packets, 1 of them UDP)"));
  EXPECT_THAT(import(file, {.port = {}, .ssrc = 9}).error, HasSubstr("no stream with SSRC 9"));
}

std::string noise(std::uint32_t& state, std::size_t size) {
  std::string out;
  for (std::size_t i = 0; i < size; ++i) out += static_cast<char>((state = state * 1664525u + 1013904223u) >> 24);
  return out;
}

TEST(CaptureImport, OtherProtocolsAreNotTakenForRtp) {
  std::uint32_t state = 1;
  const auto expect_none = [](const char* what, const std::function<std::string(std::uint16_t)>& payload) {
    Pcap pcap(kRawIp);
    for (std::uint16_t i = 0; i < 500; ++i) pcap.add(i * 1'000'000, ipv4(udp(payload(i), 40000, 443)));
    const Imported got = import(pcap.file());
    EXPECT_FALSE(got.input) << what;
    EXPECT_THAT(got.error, HasSubstr("no RTP stream that could be found (500 packets, 500 of them UDP)"));
  };
  expect_none("DNS queries", [&](std::uint16_t i) {
    return bytes({0x80 | (i & 0x3F), i & 0xFF, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 7}) + "example" + bytes({0, 0, 1, 0, 1});
  });
  expect_none("RTCP", [&](std::uint16_t i) {
    return bytes({0x81, 200 + i % 5, 0, i & 0xFF}) + big(0x1234u + i * 160u) + big(7u) + std::string(20, 'x');
  });
  expect_none("random bytes", [&](std::uint16_t) { return noise(state, 60); });
  expect_none("QUIC, short headers", [&](std::uint16_t) { return bytes({0x40}) + "connect!" + noise(state, 60); });
  expect_none("a constant head, then noise", [&](std::uint16_t) {
    return bytes({0x80, 0}) + noise(state, 6) + "same" + noise(state, 40);
  });
  expect_none("a beacon that never changes",
              [&](std::uint16_t) { return rtp_packet({.sequence = 5, .timestamp = 9}); });
}

TEST(CaptureImport, ARealStreamIsFoundAmongNoise) {
  std::uint32_t state = 1;
  Pcap pcap(kRawIp);
  for (std::uint16_t i = 0; i < 6; ++i) {
    pcap.add(i * 20'000'000, ipv4(udp(rtp_packet({.sequence = i, .timestamp = i * 160u}))));
    for (int k = 0; k < 50; ++k) pcap.add(i * 20'000'000, ipv4(udp(bytes({0x80, 0}) + noise(state, 40))));
  }
  expect_audio(pcap.file());
}

TEST(CaptureImport, SaysWhyAFileIsNoCapture) {
  EXPECT_THAT(import(std::string(100, 'x')).error, HasSubstr("test.pcap is no capture that can be read"));
  EXPECT_THAT(import(Pcap(105).file()).error,
              HasSubstr("only Ethernet, Linux cooked, raw IP and loopback captures are read"));
  EXPECT_THAT(import(Pcap(kRawIp).file()).error, HasSubstr("(0 packets, 0 of them UDP)"));
  std::string error, note;
  EXPECT_FALSE(import_capture("/nowhere/x.pcap", {}, error, note));
  EXPECT_THAT(error, HasSubstr("/nowhere/x.pcap cannot be read"));
}

TEST(CaptureImport, ACaptureCutOffIsReadAsFarAsItGoes) {
  std::string file = capture_of(kRawIp, [](auto s) { return ipv4(s); });
  file.resize(file.size() - 10);
  const Imported got = import(file);
  ASSERT_TRUE(got.input) << got.error;
  EXPECT_EQ(got.input->streams[0].packets.size(), 5u);
  EXPECT_THAT(got.note, HasSubstr("is read up to packet 5"));
}

}  // namespace
}  // namespace jitterscope::capture_import_test
