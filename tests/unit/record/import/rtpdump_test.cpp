#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "core/measures/offline/stream_analysis.h"
#include "core/measures/report/report_json.h"
#include "core/record/export/export.h"
#include "core/record/open/stream_file.h"
#include "tests/unit/record/trace/call_events.h"
#include "tests/unit/record/trace/capture_bytes.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::rtpdump_test {
namespace {

using namespace capture_bytes;
using testing::HasSubstr;
using trace_test::TemporaryFolder;

std::string head() {
  return "#!rtpplay1.0 10.0.0.2/5006\n" + big(100u) + big(500'000u) + bytes({10, 0, 0, 1}) + big<std::uint16_t>(5006) +
         bytes({0, 0});
}

std::string entry(std::uint32_t at_ms, const std::string& packet, std::size_t kept = 1000) {
  const std::string captured = packet.substr(0, kept);
  return big(static_cast<std::uint16_t>(captured.size() + 8)) + big(static_cast<std::uint16_t>(packet.size())) +
         big(at_ms) + captured;
}

struct Parsed {
  std::optional<AnalysisInput> input;
  std::string error, note;
};

Parsed parse(const std::string& file, const CaptureOptions& options = {}) {
  Parsed result;
  result.input = parse_rtpdump(file, options, result.error, result.note);
  return result;
}

std::string six(std::size_t kept = 1000) {
  std::string file = head();
  for (std::uint16_t i = 0; i < 6; ++i)
    file += entry(i * 20u, rtp_packet({.sequence = i, .timestamp = i * 160u}), kept);
  return file;
}

TEST(Rtpdump, IsRead) {
  for (const std::size_t kept : {1000, 12}) {
    const Parsed got = parse(six(kept));
    ASSERT_TRUE(got.input) << got.error;
    const PacketObservation& last = got.input->streams.at(0).packets[5];
    EXPECT_EQ(last.received.ns(), 100'600'000'000);
    EXPECT_EQ(last.sequence, 5);
    EXPECT_EQ(last.size, 172);
    EXPECT_EQ(got.note, "");
    EXPECT_EQ(got.input->streams.at(0).stamp_resolution_ms, 1);
  }
}

TEST(Rtpdump, ItsStepsOfAMillisecondAreSaidBesideItsFigures) {
  const AnalysisReport report = analyze(*parse(six()).input);
  EXPECT_EQ(to_json(report)["streams"][0]["stamp_resolution_ms"], 1);
  EXPECT_THAT(to_text(report), HasSubstr("in steps of 1 ms: no figure is finer"));
}

TEST(Rtpdump, RtcpEntriesAreSkipped) {
  const std::string rtcp =
      big<std::uint16_t>(16) + big<std::uint16_t>(0) + big(5u) + bytes({0x80, 200, 0, 1, 0, 0, 0, 1});
  EXPECT_EQ(parse(six() + rtcp).input->streams.at(0).packets.size(), 6u);
}

TEST(Rtpdump, IsReadAsFarAsItGoes) {
  const std::string file = six();
  const Parsed cut = parse(file.substr(0, file.size() - 1));
  ASSERT_TRUE(cut.input);
  EXPECT_EQ(cut.input->streams.at(0).packets.size(), 5u);
  EXPECT_THAT(cut.note, HasSubstr("What follows entry 5"));
}

TEST(Rtpdump, SaysWhatIsWrong) {
  EXPECT_THAT(parse("").error, HasSubstr("does not begin as an rtpdump file"));
  EXPECT_THAT(parse("#!rtpplay1.0 10.0.0.2/5006\nshort").error, HasSubstr("does not begin"));
  EXPECT_THAT(parse(std::string("#!rtpplay1.0 ") + std::string(500, 'x')).error, HasSubstr("does not begin"));
  EXPECT_THAT(parse(head()).error, HasSubstr("no RTP stream (0 entries)"));
  EXPECT_THAT(parse(six(), {.port = 9, .ssrc = {}}).error, HasSubstr("port or SSRC asked for"));
}

TEST(Rtpdump, ATraceComesBackAsItsReceivedPackets) {
  const TemporaryFolder folder;
  std::vector<Event> events;
  for (std::int64_t i = 0; i < 6; ++i) {
    PacketArrived packet =
        trace_test::arrived(Medium::kAudio, 5, 65533 + i, Timestamp::ns(1'000'000'000 + i * 32'000'000), 288);
    packet.rtp_timestamp = i * 256;
    packet.frame = i;
    packet.block = 0;
    events.emplace_back(packet);
    events.emplace_back(trace_test::sent(Medium::kAudio, 6, 0, packet.received));
  }
  TraceMeta meta;
  meta.realtime_offset = Duration::seconds(50);
  std::string error, note;
  const auto trace = trace_test::recorded(folder / "a.jscope", events, meta);
  ASSERT_TRUE(trace && export_rtpdump(*trace, folder / "a.rtpdump", error)) << error;
  const auto input = read_stream_file(folder / "a.rtpdump", {}, error, note);
  ASSERT_TRUE(input) << error;
  ASSERT_EQ(input->streams.size(), 1u);
  const PacketObservation& last = input->streams[0].packets[5];
  EXPECT_EQ(last.received.ns(), 51'160'000'000);
  EXPECT_EQ(last.sequence, 65538);
  EXPECT_EQ(last.frame, 5);
  EXPECT_EQ(last.size, 288);
}

TEST(StreamFile, IsToldByItsBytesNotItsName) {
  const TemporaryFolder folder;
  const auto kind = [&](const std::string& content) {
    std::ofstream(folder / "x.csv", std::ios::binary) << content;
    return stream_file_kind(folder / "x.csv");
  };
  EXPECT_EQ(kind("seq,send_us,recv_us\n1,2,3\n"), StreamFileKind::kPacketList);
  EXPECT_EQ(kind("\xEF\xBB\xBFseq,send_us,recv_us\n"), StreamFileKind::kPacketList);
  EXPECT_EQ(kind(std::string("\xFF\xFEs\0e\0q\0,\0", 10)), StreamFileKind::kPacketList);
  EXPECT_EQ(kind(std::string("\0s\0e\0q\0,", 8)), StreamFileKind::kPacketList) << "UTF-16 without a mark";
  EXPECT_EQ(kind(std::string("\xFF\xFE\0\0s\0\0\0", 8)), StreamFileKind::kUnknown) << "UTF-32";
  EXPECT_EQ(kind(std::string("s\0\0\0e\0\0\0", 8)), StreamFileKind::kUnknown);
  EXPECT_EQ(kind(six()), StreamFileKind::kRtpdump);
  EXPECT_EQ(kind(Pcap(kRawIp).file()), StreamFileKind::kCapture);
  EXPECT_EQ(kind(Pcap(kRawIp, true).file()), StreamFileKind::kCapture);
  EXPECT_EQ(kind(bytes({0x0A, 0x0D, 0x0D, 0x0A, 0, 0})), StreamFileKind::kCapture);
  EXPECT_EQ(kind("SQLite format 3"), StreamFileKind::kTrace);
  EXPECT_EQ(kind(bytes({0x7F, 'E', 'L', 'F', 0, 1})), StreamFileKind::kUnknown);
  EXPECT_EQ(kind(""), StreamFileKind::kUnknown);
}

TEST(StreamFile, SaysInOneSentenceWhyItCannotBeRead) {
  const TemporaryFolder folder;
  std::string error, note;
  EXPECT_FALSE(read_stream_file(folder / "absent", {}, error, note));
  EXPECT_THAT(error, HasSubstr("there is no such file"));
  EXPECT_FALSE(read_stream_file(folder / ".", {}, error, note));
  EXPECT_THAT(error, HasSubstr("is a folder"));
  std::ofstream(folder / "x.pcap", std::ios::binary) << bytes({0x7F, 'E', 'L', 'F', 0, 1});
  EXPECT_FALSE(read_stream_file(folder / "x.pcap", {}, error, note));
  EXPECT_THAT(error, HasSubstr("is no trace, packet list, capture or rtpdump"));
  std::ofstream(folder / "empty.pcap", std::ios::binary).flush();
  EXPECT_FALSE(read_stream_file(folder / "empty.pcap", {}, error, note));
  EXPECT_THAT(error, HasSubstr("is empty"));
  std::ofstream(folder / "text.pcap", std::ios::binary) << "Dear all, here is the capture.\n";
  EXPECT_FALSE(read_stream_file(folder / "text.pcap", {}, error, note));
  EXPECT_THAT(error, HasSubstr("it is text, not a capture"));
}

}  // namespace
}  // namespace jitterscope::rtpdump_test
