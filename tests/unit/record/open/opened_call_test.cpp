#include "core/record/open/opened_call.h"
#include "core/events/kinds/marker.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "core/measures/offline/stream_analysis.h"
#include "core/measures/views/compensation_view.h"
#include "core/measures/views/measures_view.h"
#include "core/record/open/stream_file.h"
#include "tests/source_tree/source_tree.h"
#include "tests/unit/record/disk/packed.h"
#include "tests/unit/record/trace/call_events.h"
#include "tests/unit/record/trace/capture_bytes.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::opened_call_test {
namespace {

using namespace capture_bytes;
using testing::HasSubstr;
using testing::Not;
using trace_test::packed;
using trace_test::TemporaryFolder;

CallSnapshot shown(OpenedCall& call) {
  AnalysisQuery whole;
  whole.window = MeasureWindow::kWhole;
  return call.analyzer.snapshot(call.end, Interests::all(whole));
}

class OpenedFile : public testing::Test {
 protected:
  /// Opens a capture at a stream of it.
  std::optional<OpenedCall> open_chosen(const Pcap& pcap, std::size_t stream) {
    std::ofstream(folder / "a.pcap", std::ios::binary) << pcap.file();
    std::string error;
    OpenOptions options;
    options.stream = stream;
    auto call = open_call(folder / "a.pcap", error, {}, options);
    EXPECT_TRUE(call) << error;
    return call;
  }
  const TemporaryFolder folder;
};

TEST_F(OpenedFile, APacketListIsShownAsReceivedAudio) {
  std::ofstream(folder / "a.csv") << "seq,send_us,recv_us\n1,0,5000\n2,20000,27000\n4,60000,65000\n4,60000,66000\n";
  std::string error, note;
  auto call = open_call(folder / "a.csv", error);
  ASSERT_TRUE(call) << error;
  const CallSnapshot snapshot = shown(*call);
  EXPECT_EQ(snapshot.received(Medium::kAudio).figures.packets, 3);
  EXPECT_EQ(snapshot.received(Medium::kAudio).figures.lost, 1);
  EXPECT_EQ(snapshot.received(Medium::kAudio).figures.duplicates, 1);
  EXPECT_DOUBLE_EQ(*snapshot.received(Medium::kAudio).figures.delay.max, 7);
  EXPECT_DOUBLE_EQ(snapshot.elapsed_s, 0.061) << "from the first packet to the last";
  const auto report = analyze(*read_stream_file(folder / "a.csv", {}, error, note)).streams.at(0);
  ASSERT_TRUE(snapshot.received(Medium::kAudio).measures && report.interarrival.mean);
  EXPECT_NEAR(*snapshot.received(Medium::kAudio).measures->interarrival.mean, *report.interarrival.mean, 0.01);
  EXPECT_NEAR(*snapshot.received(Medium::kAudio).figures.jitter_rfc3550_ms, report.jitter_rfc3550->last, 0.01);
}

TEST_F(OpenedFile, StreamsOfOneSsrcAreNamedWithTheirAddresses) {
  Pcap pcap(kRawIp);
  for (std::uint16_t i = 0; i < 100; ++i)
    for (const int from : {1, 3})
      pcap.add(i * 20'000'000ll + from * 1'000'000,
               ipv4_between(from, 2, udp(rtp_packet({.sequence = i, .timestamp = i * 160u + 9'000'000u * from}))));
  std::ofstream(folder / "two.pcap", std::ios::binary) << pcap.file();
  std::string error;
  const auto call = open_call(folder / "two.pcap", error);
  ASSERT_TRUE(call) << error;
  EXPECT_THAT(call->sentence,
              HasSubstr("Shown: audio 0x11223344 (100 packets, PCMU, from 10.0.0.1:5006 to 10.0.0.2:5006)"));
  EXPECT_THAT(call->sentence, HasSubstr("from 10.0.0.3:5006"));
}

TEST_F(OpenedFile, CountsTheFramesAndBlocksThatAnalyzeCounts) {
  for (const char* name : {"05a_h264_pt35", "13_b_frames", "20_outage_40000", "21_codec_change", "24_keepalive_pt20",
                           "27_telephone_events_exact"}) {
    SCOPED_TRACE(name);
    const auto file = test_data(fmt::format("foreign/{}.pcap.gz", name));
    std::string error, note;
    auto call = open_call(file, error);
    ASSERT_TRUE(call) << error;
    const auto input = read_stream_file(file, {}, error, note);
    ASSERT_TRUE(input) << error;
    const StreamReport report = analyze(*input).streams.at(0);
    const StreamSnapshot figures = shown(*call).received(report.medium).figures;
    if (report.frames) {
      EXPECT_EQ(figures.frames_complete, report.frames->complete);
      EXPECT_EQ(figures.frames_lost, report.frames->lost);
      EXPECT_EQ(figures.frames_late, report.frames->late);
      EXPECT_EQ(figures.dvt_ms, report.frames->dvt_ms);
    } else {
      EXPECT_EQ(figures.frames_complete, report.audio->blocks - report.audio->error.value_or(0));
      EXPECT_EQ(figures.frames_lost, report.audio->error);
      EXPECT_EQ(figures.frames_late, report.audio->late);
      EXPECT_EQ(figures.dvt_ms, report.audio->dvt_ms);
    }
  }
}

/// Each 20 ms a packet, of which each 13th packet is sent again (RIST).
Pcap sound_with_retransmissions(std::uint8_t payload_type, std::uint32_t step = 160) {
  Pcap pcap(kRawIp);
  for (std::uint16_t i = 0; i < 300; ++i) {
    const auto packet = [&](std::uint32_t ssrc) {
      return ipv4(udp(rtp_packet({.sequence = i, .timestamp = i * step, .ssrc = ssrc, .payload_type = payload_type})));
    };
    pcap.add(i * 20'000'000ll, packet(0x1000));
    if (i % 13 == 3) pcap.add(i * 20'000'000ll + 5'000'000, packet(0x1001));
  }
  return pcap;
}

TEST_F(OpenedFile, WhatIsSentAgainIsNotShownAsAStream) {
  auto call = open_chosen(sound_with_retransmissions(0), 1);
  ASSERT_TRUE(call);
  EXPECT_EQ(shown(*call).received(Medium::kAudio).figures.ssrc, 0x1000u);
}

TEST_F(OpenedFile, AStreamOfUnknownPayloadIsAskedForThoughPartsAreSentAgain) {
  const Pcap pcap = sound_with_retransmissions(100, 7);
  std::ofstream(folder / "a.pcap", std::ios::binary) << pcap.file();
  std::string error;
  EXPECT_FALSE(open_call(folder / "a.pcap", error));
  EXPECT_THAT(error, HasSubstr("does not say what its streams carry: unknown payload 0x00001000"));
}

TEST_F(OpenedFile, PacketsThatAListTellsAsLostAtItsEdgesAreLostHereToo) {
  std::ofstream(folder / "a.csv") << "seq,send_us,recv_us\n1,0,\n2,20000,25000\n3,40000,45000\n4,60000,65000\n"
                                     "5,80000,\n6,100000,\n";
  std::string error;
  auto call = open_call(folder / "a.csv", error);
  ASSERT_TRUE(call) << error;
  const StreamSnapshot whole = shown(*call).received(Medium::kAudio).figures;
  EXPECT_EQ(whole.packets, 3);
  EXPECT_EQ(whole.lost, 3);
  auto stretch = open_stretch(folder / "a.csv", *Stretch::of(0.03, 0.07), {}, error);
  ASSERT_TRUE(stretch) << error;
  const StreamSnapshot part = shown(*stretch).received(Medium::kAudio).figures;
  EXPECT_EQ(part.packets, 1);
  EXPECT_EQ(part.lost, 1);
}

TEST_F(OpenedFile, WhatAStreamSaysOfHowItWasReadIsSaidHereToo) {
  std::ofstream(folder / "a.json") << R"({"round_trips":[{"seqno":0,"lost":"false","timestamps":{"client":)"
                                      R"({"send":{"wall":1000000},"receive":{"wall":3000000}}}}]})";
  std::string error;
  auto call = open_call(folder / "a.json", error);
  ASSERT_TRUE(call) << error;
  EXPECT_THAT(call->sentence, HasSubstr("round trips of irtt"));
}

TEST_F(OpenedFile, OfEachMediumTheStreamWithMostPacketsIsShownAndTheOthersNamed) {
  Pcap pcap(kRawIp);
  for (std::uint16_t i = 0; i < 30; ++i) {
    const std::int64_t at = 1'000'000'000ll + i * 20'000'000;
    if (i < 10) pcap.add(at, ipv4(udp(rtp_packet({.sequence = i, .timestamp = i * 160u, .ssrc = 1}))));
    pcap.add(at, ipv4(udp(rtp_packet({.sequence = i, .timestamp = i * 160u, .ssrc = 2}))));
    const bool last = i % 3 == 2;
    pcap.add(at, ipv4(udp(rtp_packet(
                     {.sequence = i, .timestamp = i / 3 * 5400u, .ssrc = 3, .payload_type = 26, .marker = last}))));
  }
  std::ofstream(folder / "a.pcap", std::ios::binary) << pcap.file();
  std::string error;
  auto call = open_call(folder / "a.pcap", error);
  ASSERT_TRUE(call) << error;
  EXPECT_THAT(call->sentence, HasSubstr("audio 0x00000002 (30 packets, PCMU), video 0x00000003 (30 packets, JPEG)"));
  EXPECT_THAT(call->sentence, Not(HasSubstr("a.pcap"))) << "who opened it names it";
  EXPECT_THAT(call->sentence, HasSubstr("Not shown: audio 0x00000001 (10 packets, PCMU)"));
  const CallSnapshot snapshot = shown(*call);
  EXPECT_EQ(snapshot.received(Medium::kAudio).figures.ssrc, 2u);
  EXPECT_EQ(snapshot.received(Medium::kAudio).figures.packets, 30);
  EXPECT_EQ(snapshot.received(Medium::kVideo).figures.packets, 30);
  ASSERT_TRUE(snapshot.received(Medium::kVideo).compensation);
  EXPECT_EQ(snapshot.received(Medium::kVideo).compensation->report.frames, 10);
}

TEST_F(OpenedFile, OfManyStreamsThatAreNotShownTheNumberAloneIsSaid) {
  Pcap pcap(kRawIp);
  for (std::uint16_t i = 0; i < 30; ++i)
    for (std::uint32_t ssrc = 1; ssrc <= 5; ++ssrc)
      pcap.add(1'000'000'000ll + i * 20'000'000,
               ipv4(udp(rtp_packet({.sequence = i, .timestamp = i * 160u, .ssrc = ssrc}))));
  auto call = open_chosen(pcap, 2);
  ASSERT_TRUE(call);
  EXPECT_EQ(call->sentence, "Shown: audio 0x00000003 (30 packets, PCMU). Not shown: 4 other streams.");
}

TEST_F(OpenedFile, StreamsOfOtherTimesAreNotShownTogether) {
  Pcap pcap(kRawIp);
  const auto add = [&](int count, double begin_s, std::uint32_t ssrc, std::uint8_t type) {
    for (std::uint16_t i = 0; i < count; ++i)
      pcap.add(static_cast<std::int64_t>(begin_s * 1e9) + i * 20'000'000ll,
               ipv4(udp(rtp_packet(
                   {.sequence = i, .timestamp = i * 160u, .ssrc = ssrc, .payload_type = type, .marker = type == 26}))));
  };
  add(60, 1, 1, 26);    // a video of the first second
  add(40, 1.1, 2, 0);   // and its sound
  add(50, 1000, 3, 0);  // a longer sound, a quarter of an hour later
  std::ofstream(folder / "a.pcap", std::ios::binary) << pcap.file();
  std::string error;
  auto call = open_call(folder / "a.pcap", error);
  ASSERT_TRUE(call) << error;
  const CallSnapshot snapshot = shown(*call);
  EXPECT_EQ(snapshot.received(Medium::kVideo).figures.ssrc, 1u);
  EXPECT_EQ(snapshot.received(Medium::kAudio).figures.ssrc, 2u);
  EXPECT_LT(snapshot.elapsed_s, 2);
  auto later = open_chosen(pcap, 2);
  ASSERT_TRUE(later);
  EXPECT_NEAR(shown(*later).elapsed_s, 999.98, 1e-6) << "second 0 is the first packet of the file, of any stream";
}

TEST_F(OpenedFile, AnUnknownPayloadIsSaidAndNotShown) {
  const Pcap pcap = stream_of_20_ms(50, 100, {.payload_type = 100});
  std::ofstream(folder / "a.pcap", std::ios::binary) << pcap.file();
  std::string error;
  EXPECT_FALSE(open_call(folder / "a.pcap", error));
  EXPECT_THAT(error,
              HasSubstr("does not say what its streams carry: unknown payload 0x11223344 (50 packets, type 100)"));
  OpenOptions listed;
  listed.also_without_stream = true;
  auto none = open_call(folder / "a.pcap", error, {}, listed);
  ASSERT_TRUE(none) << "to whoever lists its streams";
  ASSERT_EQ(none->streams.size(), 1u);
  EXPECT_FALSE(none->streams[0].shown || none->streams[0].can_be_shown);
  EXPECT_THAT(none->sentence, HasSubstr("None of its streams is shown"));
  EXPECT_NEAR(shown(*none).elapsed_s, 0.98, 1e-6) << "the axis is the file's";
  EXPECT_FALSE(shown(*none).received(Medium::kAudio).figures.active);
  OpenOptions options;
  options.payloads = {*parse_payload_rule("100=audio/5000", error)};
  auto call = open_call(folder / "a.pcap", error, {}, options);
  ASSERT_TRUE(call) << error;
  EXPECT_EQ(shown(*call).received(Medium::kAudio).figures.packets, 50);
}

TEST_F(OpenedFile, TheStreamThatIsChosenLeads) {
  Pcap pcap(kRawIp);
  for (std::uint16_t i = 0; i < 60; ++i) {
    pcap.add(i * 20'000'000ll, ipv4(udp(rtp_packet({.sequence = i, .timestamp = i * 160u, .ssrc = 1}))));
    if (i < 20) pcap.add(i * 20'000'000ll, ipv4(udp(rtp_packet({.sequence = i, .timestamp = i * 160u, .ssrc = 2}))));
  }
  auto call = open_chosen(pcap, 1);
  ASSERT_TRUE(call);
  EXPECT_EQ(shown(*call).received(Medium::kAudio).figures.ssrc, 2u);
  ASSERT_EQ(call->streams.size(), 2u);
  EXPECT_FALSE(call->streams[0].shown);
  EXPECT_TRUE(call->streams[1].shown);
}

TEST_F(OpenedFile, DelaysByTwoClocksAreNotShown) {
  std::ofstream(folder / "a.csv") << "seq,send_us,recv_us\n1,9000000,5000\n2,9020000,27000\n3,9040000,45000\n";
  std::string error;
  auto call = open_call(folder / "a.csv", error);
  ASSERT_TRUE(call) << error;
  const CallSnapshot snapshot = shown(*call);
  EXPECT_FALSE(snapshot.received(Medium::kAudio).figures.delay.mean);
  EXPECT_TRUE(snapshot.received(Medium::kAudio).figures.delay_series.empty());
}

TEST_F(OpenedFile, WhatLeftIsShownAsSent) {
  std::ofstream(folder / "a.csv") << "seq,send_us,recv_us,size\n1,0,,100\n2,20000,,100\n3,40000,,100\n";
  std::string error;
  auto call = open_call(folder / "a.csv", error);
  ASSERT_TRUE(call) << error;
  const CallSnapshot snapshot = shown(*call);
  EXPECT_EQ(snapshot.received(Medium::kAudio).figures.packets, 0);
  EXPECT_EQ(snapshot.sent[Medium::kAudio].packets, 3);
}

TEST_F(OpenedFile, PackedFilesAreRead) {
  std::ofstream(folder / "a.pcap.gz", std::ios::binary) << packed(stream_of_20_ms(30, 160).file());
  std::ofstream(folder / "a.csv.gz", std::ios::binary) << packed("seq,send_us,recv_us\n1,0,5000\n2,20000,27000\n");
  std::string error, note;
  const auto capture = read_stream_file(folder / "a.pcap.gz", {}, error, note);
  ASSERT_TRUE(capture) << error;
  EXPECT_EQ(capture->streams.at(0).packets.size(), 30u);
  const auto list = read_stream_file(folder / "a.csv.gz", {}, error, note);
  ASSERT_TRUE(list) << error;
  EXPECT_EQ(list->streams.at(0).packets.size(), 2u);
}

/// Where this process puts temporary files, as long as this object lives.
struct TemporaryFilesIn {
  explicit TemporaryFilesIn(const std::string& folder) { ::setenv("TMPDIR", folder.c_str(), 1); }
  ~TemporaryFilesIn() { ::unsetenv("TMPDIR"); }
};

TEST_F(OpenedFile, APackedTraceIsReadWithoutACopyOnDisk) {
  const auto temporary = std::filesystem::path(folder / "temporary");
  std::filesystem::create_directory(temporary);
  const TemporaryFilesIn there(temporary);
  const std::string plain = folder / "call.jscope", small = plain + ".gz";
  TraceMeta meta;
  meta.call_began = Timestamp() + Duration::seconds(100);
  std::vector<Event> events;
  for (std::int64_t i = 0; i < 50; ++i)
    events.emplace_back(trace_test::arrived(Medium::kAudio, 5, i, *meta.call_began + Duration::ms(20) * i));
  trace_test::record(plain, events, meta);
  const std::string content = trace_test::file_text(plain);
  std::ofstream(small, std::ios::binary) << packed(content);
  std::string error, note;
  EXPECT_EQ(stream_file_kind(small), StreamFileKind::kTrace);
  const auto input = read_stream_file(small, {}, error, note);
  ASSERT_TRUE(input) << error;
  EXPECT_EQ(input->streams.at(0).packets.size(), 50u);
  EXPECT_EQ(input->file, small);
  auto call = open_call(small, error);
  ASSERT_TRUE(call) << error;
  EXPECT_EQ(shown(*call).received(Medium::kAudio).figures.packets, 50);
  {
    const auto open = TraceReader::open(small, error);
    ASSERT_TRUE(open) << error;
    EXPECT_TRUE(std::filesystem::is_empty(temporary)) << "a kill would leave somebody's recording there";
  }
  EXPECT_TRUE(std::filesystem::is_empty(temporary)) << "nothing is left";
}

TEST_F(OpenedFile, WhatAPackedFileHoldsIsSaidWhenNobodyReadsIt) {
  std::ofstream(folder / "a.gz", std::ios::binary) << packed(bytes({0x7F, 'E', 'L', 'F', 0, 1}));
  std::string error, note;
  EXPECT_FALSE(read_stream_file(folder / "a.gz", {}, error, note));
  EXPECT_THAT(error, HasSubstr("is packed, but holds no trace, packet list, capture or rtpdump"));
}

/// Its times are in milliseconds: whoever opens one is told.
TEST_F(OpenedFile, TheStepsOfCoarseTimesAreSaid) {
  const auto say = [&](const std::string& name, const std::string& content) {
    std::ofstream(folder / name, std::ios::binary) << content;
    std::string error;
    const auto call = open_call(folder / name, error);
    EXPECT_TRUE(call) << error;
    return call ? call->sentence : error;
  };
  std::string dump =
      "#!rtpplay1.0 10.0.0.2/5006\n" + big(100u) + big(500'000u) + bytes({10, 0, 0, 1, 0x13, 0x8E, 0, 0});
  Pcap pcap(kRawIp);
  for (std::uint16_t i = 0; i < 6; ++i) {
    const std::string packet = rtp_packet({.sequence = i, .timestamp = i * 160u});
    const auto size = static_cast<std::uint16_t>(packet.size());
    dump += big(static_cast<std::uint16_t>(size + 8)) + big(size) + big(i * 20u) + packet;
    pcap.add(i * 20'000'000ll, ipv4(udp(packet)));
  }
  EXPECT_THAT(say("a.rtpdump", dump), HasSubstr("Times are in steps of 1 ms: no figure is finer."));
  EXPECT_THAT(say("a.pcap", pcap.file()), Not(HasSubstr("steps")));
}

TEST_F(OpenedFile, ATraceEndsWithItsCallUnlessThatIsDamaged) {
  const Timestamp began = Timestamp() + Duration::seconds(100), last = began + Duration::seconds(5);
  const auto seconds_shown = [&](std::optional<Timestamp> ended) {
    const std::string path = folder / "call.jscope";
    TraceMeta meta;
    meta.call_began = began;
    meta.call_ended = ended;
    trace_test::record(path, {Marker{{"last"}, last}}, meta);
    std::string error;
    auto call = open_call(path, error);
    EXPECT_TRUE(call) << error;
    return call ? shown(*call).elapsed_s : -1;
  };
  EXPECT_DOUBLE_EQ(seconds_shown(std::nullopt), 5);
  EXPECT_DOUBLE_EQ(seconds_shown(last + Duration::ms(300)), 5.3);
  EXPECT_DOUBLE_EQ(seconds_shown(last - Duration::seconds(2)), 5);
  EXPECT_DOUBLE_EQ(seconds_shown(last + Duration::seconds(1'000'000'000)), 5);
}

TEST_F(OpenedFile, SaysWhyItCannotBeOpened) {
  std::ofstream(folder / "bad.csv") << "seq,send_us,recv_us\n1,2\n";
  std::ofstream(folder / "empty.csv") << "seq,send_us,recv_us\n";
  std::string error;
  EXPECT_FALSE(open_call(folder / "bad.csv", error));
  EXPECT_THAT(error, HasSubstr("line 2"));
  EXPECT_FALSE(open_call(folder / "empty.csv", error));
  EXPECT_THAT(error, HasSubstr("holds no packets"));
  std::stop_source stop;
  stop.request_stop();
  std::ofstream(folder / "good.csv") << "seq,send_us,recv_us\n1,2,3\n";
  EXPECT_FALSE(open_call(folder / "good.csv", error, stop.get_token()));
  EXPECT_THAT(error, HasSubstr("something else was chosen"));
}

}  // namespace
}  // namespace jitterscope::opened_call_test
