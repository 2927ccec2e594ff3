#include "core/record/export/export.h"
#include "core/events/kinds/audio_block_done.h"
#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/link_report.h"
#include "core/events/kinds/marker.h"
#include "core/events/kinds/peer_summary.h"
#include "core/events/kinds/sender_summary.h"
#include "core/events/kinds/setting_changed.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "core/measures/offline/stream_analysis.h"
#include "core/record/import/capture_import.h"
#include "core/record/open/stream_file.h"
#include "tests/unit/record/trace/call_events.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::export_test {
namespace {

namespace fs = std::filesystem;
using trace_test::file_text;
using trace_test::recorded;
using trace_test::TemporaryFolder;

std::vector<std::string> lines_of(const std::string& path) {
  std::istringstream text(file_text(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

PacketArrived audio(std::int64_t sequence, double received_ms) {
  PacketArrived packet =
      trace_test::arrived(Medium::kAudio, 0xaabbccdd, sequence, Timestamp() + Duration::from_ms(received_ms), 268);
  packet.rtp_timestamp = sequence * 256;
  return packet;
}

TEST(ExportCsv, HasWiresharksColumnsWorkedOutByHand) {
  PacketArrived timed = audio(65537, 1064);
  timed.frame = 1;
  timed.marker = true;
  timed.received_conference = Timestamp::ns(5'000'000);
  timed.sent_conference = Timestamp::ns(2'000'000);
  const TemporaryFolder folder;
  const auto trace = recorded(folder / "call.jscope",
                              {audio(65535, 1000), timed, audio(65537, 1065), audio(65536, 1068), audio(65538, 2001)});
  std::string error;
  const auto files = export_csv(*trace, folder / "out.csv", error);
  ASSERT_TRUE(files) << error;
  EXPECT_EQ(*files, WrittenFiles{folder / "out.csv"});
  // Period 32 ms. Jitter: D = 0; 0 (two steps of 32 ms late by none); then 65536 comes 4 ms after 65537 with a media
  // time 32 ms before it: D = 36, J = 36/16 = 2.25; 65538: 933 ms after, media time 64 ms: D = 869, J = (869 - 2.25)/16
  // + 2.25.
  EXPECT_EQ(lines_of(files->front()),
            (std::vector<std::string>{
                "Packet,Sequence,Delta (ms),Jitter (ms),Skew (ms),Bandwidth (kbps),Marker,Status,Arrival Time (s),"
                "Send Time (s),Length,seq,send_us,recv_us,size,block,rtp_timestamp,clock_hz,ssrc,unix_ns",
                "1,65535,0.000000,0.000000,0.000000,2.37,,Ok,1.000000000,,268,65535,,1000000.000,268,,16776960,8000,"
                "0xaabbccdd,",
                "2,1,64.000000,0.000000,0.000000,4.74,SET,Wrong sequence "
                "number,1.064000000,1.061000000,268,65537,1061000.000,1064000.000,268,,16777472,8000,0xaabbccdd,",
                "3,1,1.000000,0.000000,-1.000000,7.10,,Duplicate,1.065000000,,268,65537,,1065000.000,268,,16777472,"
                "8000,0xaabbccdd,",
                "4,0,3.000000,2.250000,-36.000000,9.47,,Wrong sequence "
                "number,1.068000000,,268,65536,,1068000.000,268,,16777216,8000,0xaabbccdd,",
                "5,2,933.000000,56.421875,-905.000000,9.47,,Ok,2.001000000,,268,65538,,2001000.000,268,,16777728,8000,"
                "0xaabbccdd,"}));
}

TEST(ExportCsv, OneFileAStreamAndDirection) {
  const PacketSent sent = trace_test::sent(Medium::kVideo, 7, 0, Timestamp::ns(-1'500'000'000), 0);
  const TemporaryFolder folder;
  const auto trace = recorded(folder / "call.jscope", {audio(1, 1), sent});
  std::string error;
  auto files = export_csv(*trace, folder / "out.csv", error);
  ASSERT_TRUE(files) << error;
  EXPECT_EQ(*files, (WrittenFiles{folder / "out-audio-received-aabbccdd.csv", folder / "out-video-sent-00000007.csv"}));
  EXPECT_EQ(lines_of(files->back()).back(),
            "1,0,0.000000,0.000000,0.000000,0.22,,Ok,,-1.500000000,0,0,-1500000.000,,0,0,0,0,90000,0x00000007,");
  files = export_csv(*trace, folder / "new/folder", error);
  ASSERT_TRUE(files) << error;
  EXPECT_EQ(files->front(), folder / "new/folder/audio-received-aabbccdd.csv");
  EXPECT_FALSE(export_csv(*trace, folder / "absent/out.csv", error));
  EXPECT_NE(error.find("cannot be written"), std::string::npos);
}

TEST(ExportFiles, NewOnesAreOfTheirUserAloneAndOldOnesKeepTheirRights) {
  namespace fs = std::filesystem;
  constexpr fs::perms kUserAlone = fs::perms::owner_read | fs::perms::owner_write,
                      kAllRead = kUserAlone | fs::perms::group_read | fs::perms::others_read;
  const TemporaryFolder folder;
  const auto trace = recorded(folder / "call.jscope", {audio(1, 1)});
  for (const std::string format : {"csv", "json", "pcapng", "rtpdump"}) {
    std::string error;
    const auto files = export_trace(format, *trace, folder / ("new." + format), error);
    ASSERT_TRUE(files) << error;
    for (const std::string& file : *files) EXPECT_EQ(fs::status(file).permissions(), kUserAlone) << file;
    const std::string old = folder / ("old." + format);
    std::ofstream(old) << "shared";
    fs::permissions(old, kAllRead);
    ASSERT_TRUE(export_trace(format, *trace, old, error)) << error;
    EXPECT_EQ(fs::status(old).permissions(), kAllRead) << format;
  }
}

TEST(ExportCsv, AFolderAlsoGetsSettingsLinkLoadsAndClock) {
  LinkReport link;
  link.way = LinkWay::kDown;
  link.offered = 12;
  link.delivered_kbps = 0.5;
  link.at = Timestamp::ns(3);
  const SettingChanged setting{ShortText<32>("link"), ShortText<160>("rate=1mbit,limit=20"), End::kLocal,
                               ShortText<16>("local"), Timestamp::ns(2)};
  const TemporaryFolder folder;
  const auto trace = recorded(folder / "call.jscope", {audio(1, 1), setting, link});
  std::string error;
  const auto files = export_csv(*trace, folder / "out", error);
  ASSERT_TRUE(files) << error;
  EXPECT_EQ(*files, (WrittenFiles{folder / "out/audio-received-aabbccdd.csv", folder / "out/setting_changed.csv",
                                  folder / "out/link_report.csv"}));
  EXPECT_EQ(lines_of(folder / "out/setting_changed.csv"),
            (std::vector<std::string>{"local_ns,conference_ns,unix_ns,name,value,end_of_call,origin,asked_ns",
                                      "2,,,link,\"rate=1mbit,limit=20\",local,local,"}));
  const auto links = lines_of(folder / "out/link_report.csv");
  ASSERT_EQ(links.size(), 2u);
  EXPECT_TRUE(links[0].starts_with("local_ns,conference_ns,unix_ns,way,kernel,queue_packets,")) << links[0];
  EXPECT_EQ(links[1], "3,,,down,0,0,0,0,12,0,0,0,0,0,0,0,0,0,0.5,,0");
}

/// With the wall clock beside each row.
TEST(ExportCsv, AFolderHasFramesPlayoutOutcomesAndSummaries) {
  FrameDone frame;
  frame.ssrc = 9;
  frame.frame = 4;
  frame.completed = Timestamp::ns(30);
  AudioBlockDone block;
  block.ssrc = 0xaabbccdd;
  block.sequence = 1;
  block.playout = Timestamp::ns(20);
  PeerSummary summary;
  summary.packets = 7;
  summary.at = Timestamp::ns(40);
  SenderSummary told;
  told.at = Timestamp::ns(50);
  TraceMeta meta;
  meta.realtime_offset = Duration::seconds(1'700'000'000);
  const TemporaryFolder folder;
  const auto trace = recorded(folder / "call.jscope", {audio(1, 1), block, frame, summary, told}, meta);
  std::string error;
  const auto files = export_csv(*trace, folder / "out", error);
  ASSERT_TRUE(files) << error;
  for (const auto& [name, local_ns] :
       {std::pair{"audio_block", 20}, {"frame_done", 30}, {"peer_summary", 40}, {"sender_summary", 50}}) {
    const auto lines = lines_of(folder / ("out/" + std::string(name) + ".csv"));
    ASSERT_EQ(lines.size(), 2u) << name;
    EXPECT_TRUE(lines[0].starts_with("local_ns,conference_ns,unix_ns,")) << lines[0];
    EXPECT_TRUE(lines[1].starts_with(fmt::format("{},,17000000000000000{},", local_ns, local_ns))) << lines[1];
  }
  EXPECT_TRUE(lines_of(files->front())[1].ends_with(",1700000000001000000")) << "when the packet came";
}

TEST(ExportJson, HoldsEveryEventWithTheTablesColumns) {
  TraceMeta meta;
  meta.settings_json = R"({"shaping":"b"})";
  meta.conference_offset = Duration::ns(1000);
  meta.streams.push_back({.ssrc = 9, .medium = Medium::kVideo, .nominal_period_ms = 40});
  std::vector<Event> events = trace_test::samples(1);
  events.push_back(Marker{{"caf\xC3"}, Timestamp::ns(5)});  // cut inside a letter
  const TemporaryFolder folder;
  const auto trace = recorded(folder / "call.jscope", events, meta);
  std::string error;
  ASSERT_TRUE(export_json(*trace, folder / "out.json", error)) << error;
  const auto json = nlohmann::json::parse(file_text(folder / "out.json"));
  EXPECT_EQ(json["meta"]["settings"]["shaping"], "b");
  EXPECT_EQ(json["streams"][0]["nominal_period_ms"], 40);
  ASSERT_EQ(json["events"].size(), events.size());
  for (std::size_t kind = 0; kind < kEventKinds; ++kind) {
    const trace::EventTable& table = trace::event_tables()[kind];
    EXPECT_EQ(json["events"][kind]["event"], table.name);
    EXPECT_EQ(json["events"][kind].size(), 3 + table.columns.size());
  }
  const std::size_t kind = kPlaceOf<PacketArrived>;
  const auto& arrived = get<PacketArrived>(events[kind]);
  EXPECT_EQ(json["events"][kind]["sequence"], arrived.sequence);
  EXPECT_EQ(json["events"][kind]["kernel_ns"].is_null(), !arrived.kernel);
  EXPECT_EQ(json["events"].back()["local_ns"], 5);
  EXPECT_EQ(json["events"].back()["conference_ns"], 1005);
}

TEST(ExportSdp, NamesThePortsTheStreamsWereSentTo) {
  TraceMeta meta;
  meta.streams.push_back({.ssrc = 1,
                          .medium = Medium::kVideo,
                          .direction = Direction::kSent,
                          .nominal_period_ms = 40,
                          .remote_address = "127.0.0.1",
                          .remote_port = 5008});
  meta.streams.push_back({.ssrc = 2, .medium = Medium::kAudio, .direction = Direction::kReceived, .local_port = 5006});
  const TemporaryFolder folder;
  const auto trace = recorded(folder / "call.jscope", {}, meta);
  std::string error;
  ASSERT_TRUE(export_sdp(*trace, folder / "out.sdp", error)) << error;
  const std::string sdp = file_text(folder / "out.sdp");
  EXPECT_NE(sdp.find("m=video 5008 RTP/AVP 26\r\n"), std::string::npos) << sdp;
  EXPECT_NE(sdp.find("a=framerate:25\r\n"), std::string::npos);
  EXPECT_EQ(sdp.find("m=audio"), std::string::npos);
  const auto silent = recorded(folder / "silent.jscope", {});
  EXPECT_FALSE(export_sdp(*silent, folder / "none.sdp", error));
  EXPECT_NE(error.find("does not say to which ports"), std::string::npos);
}

std::vector<std::string> output_of(const std::string& command) {
  std::vector<std::string> lines;
  FILE* pipe = ::popen(command.c_str(), "r");
  if (!pipe) return lines;
  char line[4096];
  while (std::fgets(line, sizeof line, pipe)) lines.emplace_back(line);
  EXPECT_EQ(::pclose(pipe), 0) << command << ": tshark is needed (packaging/dependencies installs it)";
  return lines;
}

/// A call as the remote's packets came: audio of 32 ms with loss and random delays, video of 20 blocks a frame.
std::vector<Event> synthetic_call() {
  std::uint32_t random = 7;
  const auto uniform = [&random] { return (random = random * 1664525 + 1013904223) / 4294967296.0; };
  std::vector<Event> events;
  for (int i = 0; i < 2000; ++i) {
    PacketArrived packet = audio(65000 + i, 5000 + i * 32 + 8 * uniform());
    packet.ssrc = 0x11111111;
    packet.frame = i;
    packet.block = 0;
    packet.sent_conference = Timestamp::ns(i);
    packet.size = 256 + 12 + 4 + 16;
    if (uniform() > 0.03 || i == 0 || i == 1999) events.push_back(packet);
  }
  for (int i = 0; i < 4000; ++i) {
    PacketSent packet;
    packet.medium = Medium::kVideo;
    packet.ssrc = 0x22222222;
    packet.sequence = i;
    packet.frame = i / 20;
    packet.block = static_cast<std::uint16_t>(i % 20);
    packet.rtp_timestamp = packet.frame * 6000;
    packet.marker = i % 20 == 19;
    packet.accepted = i % 100 != 50;
    packet.size = 1100;
    packet.sent = Timestamp::ns(5'000'000'000) + Duration::ms(i / 20 * 1000 / 15 + i % 20 * 3);
    packet.sent_conference = packet.sent;
    events.push_back(packet);
  }
  return events;
}

/// The fields of tshark's line for an SSRC: …, packets, lost, (share), min delta, mean delta, max delta, min, mean, max
/// jitter.
std::vector<std::string> tshark_stream(const std::vector<std::string>& output, const std::string& ssrc) {
  for (const std::string& line : output) {
    if (line.find(ssrc) == std::string::npos) continue;
    std::istringstream words(line.substr(line.find(ssrc)));
    return {std::istream_iterator<std::string>(words), std::istream_iterator<std::string>()};
  }
  return {};
}

void expect_agrees(const std::vector<std::string>& fields, const StreamReport& report) {
  const auto payload =
      std::find_if(fields.begin(), fields.end(), [](const std::string& f) { return f.ends_with("%)"); });
  ASSERT_TRUE(payload - fields.begin() >= 2 && fields.end() - payload >= 7) << ::testing::PrintToString(fields);
  EXPECT_EQ(std::stoll(payload[-2]), report.packets);
  EXPECT_EQ(std::stoll(payload[-1]), report.lost ? *report.lost : report.refused.value_or(-1));
  if (report.medium == Medium::kVideo) return;
  ASSERT_TRUE(report.jitter_rfc3550);
  EXPECT_NEAR(std::stod(payload[5]), report.jitter_rfc3550->mean, 0.01 * report.jitter_rfc3550->mean);
}

void check_tshark(const std::string& local_address, const std::string& remote_address) {
  TraceMeta meta;
  meta.realtime_offset = Duration::seconds(1'700'000'000);
  meta.streams.push_back({.ssrc = 0x11111111,
                          .medium = Medium::kAudio,
                          .direction = Direction::kReceived,
                          .clock_rate_hz = 8000,
                          .local_address = local_address,
                          .remote_address = remote_address,
                          .local_port = 5006,
                          .remote_port = 6006});
  meta.streams.push_back({.ssrc = 0x22222222,
                          .medium = Medium::kVideo,
                          .direction = Direction::kSent,
                          .local_address = local_address,
                          .remote_address = remote_address,
                          .local_port = 5008,
                          .remote_port = 6008});
  const TemporaryFolder folder;
  const auto trace = recorded(folder / "call.jscope", synthetic_call(), meta);
  std::string error;
  const std::string out = folder / "out.pcapng";
  ASSERT_TRUE(export_pcapng(*trace, out, error)) << error;
  const auto output = output_of("tshark -r '" + out + "' -q -z rtp,streams 2>/dev/null");  // finds them by itself
  const auto input = to_analysis(*trace, error);
  ASSERT_TRUE(input && input->streams.size() == 2) << error;
  expect_agrees(tshark_stream(output, "0x11111111"), analyze_stream(input->streams[0]));
  expect_agrees(tshark_stream(output, "0x22222222"), analyze_stream(input->streams[1]));
  const auto fields =
      output_of("tshark -r '" + out +
                "' -d udp.port==5006,rtp -d udp.port==5008,rtp -T fields -e frame.time_epoch"
                " -e udp.srcport -e udp.dstport -e rtp.seq -e rtp.marker -e udp.length -Y rtp 2>/dev/null | head -1");
  EXPECT_EQ(fields, std::vector<std::string>{"1700000005.000000000\t5008\t6008\t0\t0\t1108\n"});
}

TEST(ExportPcapng, TellsWhichStreamsLeftHere) {
  const TemporaryFolder folder;
  const auto trace = recorded(folder / "call.jscope", synthetic_call());
  std::string error, note;
  ASSERT_TRUE(export_pcapng(*trace, folder / "out.pcapng", error)) << error;
  const auto input = import_capture(folder / "out.pcapng", {}, error, note);
  ASSERT_TRUE(input && input->streams.size() == 2) << error;
  for (const StreamInput& stream : input->streams)
    EXPECT_EQ(stream.direction, stream.ssrc == 0x22222222 ? Direction::kSent : Direction::kReceived) << *stream.ssrc;
}

TEST(ExportCsv, IsOpenedAgainWithTheSameTimes) {
  PacketArrived timed = audio(65536, 1064.125);
  timed.received_conference = Timestamp::ns(5'000'000);
  timed.sent_conference = Timestamp::ns(2'000'001);
  PacketSent picture = trace_test::sent(Medium::kVideo, 7, 0, Timestamp::ns(1'500'000'000), 0);
  picture.frame = 12;
  const TemporaryFolder folder;
  const auto trace = recorded(folder / "call.jscope", {audio(65535, 1000), timed, audio(65537, 1100), picture});
  std::string error, note;
  const auto files = export_csv(*trace, folder / "out", error);
  ASSERT_TRUE(files && files->size() == 2) << error;
  const auto heard = read_stream_file(files->front(), {}, error, note);
  ASSERT_TRUE(heard) << error;
  const StreamInput& stream = heard->streams.at(0);
  EXPECT_EQ(stream.medium, Medium::kAudio);
  EXPECT_EQ(stream.ssrc, 0xaabbccddu);
  ASSERT_EQ(stream.packets.size(), 3u);
  EXPECT_EQ(stream.packets[1].sequence, 65536);
  EXPECT_EQ(stream.packets[1].received, timed.received);
  ASSERT_TRUE(stream.packets[1].sent);
  EXPECT_EQ((stream.packets[1].received - *stream.packets[1].sent).ns(), 2'999'999);
  EXPECT_EQ(stream.packets[1].rtp_timestamp, 65536 * 256);
  EXPECT_EQ(stream.packets[1].size, 268);
  const auto seen = read_stream_file(files->back(), {}, error, note);
  ASSERT_TRUE(seen) << error;
  EXPECT_EQ(seen->streams.at(0).medium, Medium::kVideo);
  EXPECT_EQ(seen->streams.at(0).direction, Direction::kSent);
  EXPECT_EQ(seen->streams.at(0).packets[0].frame, 12);
}

TEST(ExportPcapng, TsharkSeesTheSameStreams) {
  check_tshark("10.0.0.1", "10.0.0.2");
}
TEST(ExportPcapng, TsharkSeesTheSameStreamsOverIpv6) {
  check_tshark("fd00::1", "fd00::2");
}
TEST(ExportPcapng, TsharkSeesTheSameStreamsWithoutAddresses) {
  check_tshark("", "fd00::2");
}

}  // namespace
}  // namespace jitterscope::export_test
