#include "core/record/trace/reader.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "core/record/trace/recorder.h"
#include "core/record/trace/schema.h"
#include "tests/unit/record/trace/sample_events.h"

namespace jitterscope::reader_test {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;
using trace_test::samples;
using trace_test::TemporaryFolder;

constexpr std::int32_t kPlain = 8;  // the last schema whose tables are all plain

void record(const std::string& path, const std::vector<Event>& events, const TraceMeta& meta = {},
            std::int32_t schema = trace::kSchemaVersion) {
  fs::remove(path);
  TraceRecorder recorder;
  ASSERT_TRUE(recorder.begin(path, meta, schema) && recorder.write(events, {}) && recorder.close()) << recorder.error();
}

std::string why_not_opened(const std::string& path) {
  std::string error;
  EXPECT_FALSE(TraceReader::open(path, error)) << path;
  return error;
}

/// The sentence of whatever fails first: opening or reading all.
std::string why_not_read(const std::string& path) {
  std::string error;
  const auto trace = TraceReader::open(path, error);
  if (!trace) return error;
  EXPECT_FALSE(trace->read_events([](const Event&) {}, error));
  return error;
}

TEST(TraceReader, SaysWhyAFileIsNoTrace) {
  const TemporaryFolder folder;
  EXPECT_NE(why_not_opened(folder / "absent.jscope").find("no such file"), std::string::npos);
  EXPECT_NE(why_not_opened(folder / ".").find("is a folder"), std::string::npos);
  std::ofstream(folder / "empty.jscope");
  EXPECT_NE(why_not_opened(folder / "empty.jscope").find("is not a Jitterscope trace"), std::string::npos);
  std::ofstream(folder / "text.jscope") << std::string(5000, 'x');
  EXPECT_NE(why_not_opened(folder / "text.jscope").find("is not a Jitterscope trace"), std::string::npos);
  SQLite::Database(folder / "other.db", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec("CREATE TABLE x (y)");
  EXPECT_NE(why_not_opened(folder / "other.db").find("is not a Jitterscope trace"), std::string::npos);
}

TEST(TraceReader, SaysThatAnotherVersionWroteIt) {
  const TemporaryFolder folder;
  const std::string path = folder / "call.jscope";
  record(path, {});
  for (const int schema : {0, trace::kSchemaVersion + 1}) {
    SQLite::Database(path, SQLite::OPEN_READWRITE).exec(fmt::format("PRAGMA user_version={}", schema));
    const std::string said = fmt::format("schema {}; this one reads schemas 1 to {}", schema, trace::kSchemaVersion);
    EXPECT_NE(why_not_opened(path).find(said), std::string::npos) << said;
  }
}

TEST(TraceReader, TheEndsOfACallAreReadInOldWordsToo) {
  const TemporaryFolder folder;
  const std::string path = folder / "call.jscope";
  record(path, {SettingChanged{"shaping"sv, "c"sv, End::kRemote, "local"sv, Timestamp::ns(1)}});
  EXPECT_EQ(SQLite::Database(path).execAndGet("SELECT end_of_call FROM setting_changed").getString(), "remote");
  SQLite::Database(path, SQLite::OPEN_READWRITE).exec("UPDATE setting_changed SET end_of_call='theirs', origin='mine'");
  std::string error;
  const auto trace = TraceReader::open(path, error);
  ASSERT_TRUE(trace) << error;
  std::optional<End> end;
  EXPECT_TRUE(trace->read_events([&](const Event& event) { end = std::get<SettingChanged>(event).end; }, error))
      << error;
  EXPECT_EQ(end, End::kRemote);
}

constexpr const char* kDropTablesOfSchema2 =
    "DROP TABLE link_report; DROP TABLE load_report; DROP TABLE clock_synced; DROP TABLE clock_stepped;";
constexpr const char* kDropTablesOfSchema3 =
    "DROP TABLE packet_stamped; DROP TABLE frame_shown; DROP TABLE sender_times; DROP TABLE thread_load;"
    "DROP TABLE class_changed;";
constexpr const char* kDropTablesOfSchema4 =
    "DROP TABLE frame_played; DROP TABLE playout_decided; DROP TABLE playout_report; DROP TABLE peer_quality;";
constexpr const char* kDropTablesOfSchema5 =
    "DROP TABLE trend_reported; DROP TABLE rate_decided; DROP TABLE frame_omitted; DROP TABLE tcp_reported;";

/// Of the columns that schema 6 added to existing tables.
constexpr const char* kDropColumnsOfSchema6 =
    "ALTER TABLE audio_block DROP COLUMN handed_ns; ALTER TABLE audio_block DROP COLUMN speaker_ns; ALTER TABLE "
    "rtcp_reported DROP COLUMN sender_ssrc;"
    "ALTER TABLE rtcp_reported DROP COLUMN sender_packets; ALTER TABLE rtcp_reported DROP COLUMN sender_octets;"
    "ALTER TABLE peer_quality DROP COLUMN network_latency_ms; ALTER TABLE peer_quality DROP COLUMN ends_at;";

TEST(TraceReader, AColumnThatAnOlderSchemaDoesNotHaveIsAbsent) {
  const TemporaryFolder folder;
  const std::string path = folder / "call.jscope";
  AudioBlockDone block{
      7, 1, PlayoutOutcome::kPlayed, Timestamp::ns(5), Timestamp::ns(9), Timestamp::ns(12), Duration::ms(11)};
  RtcpReported report;
  report.jitter_ms = 2.5;
  report.sender_packets = 99;
  record(path, {block, report}, {}, kPlain);
  SQLite::Database(path, SQLite::OPEN_READWRITE).exec(std::string(kDropColumnsOfSchema6) + "PRAGMA user_version=5");
  std::string error;
  const auto trace = TraceReader::open(path, error);
  ASSERT_TRUE(trace) << error;
  int read = 0;
  const auto look = [&](const Event& event) {
    ++read;
    if (const auto* one = std::get_if<AudioBlockDone>(&event)) {
      EXPECT_EQ(one->playout, block.playout);
      EXPECT_FALSE(one->handed || one->speaker);
    }
    if (const auto* one = std::get_if<RtcpReported>(&event)) {
      EXPECT_EQ(one->jitter_ms, 2.5);
      EXPECT_FALSE(one->sender_packets);
    }
  };
  EXPECT_TRUE(trace->read_events(look, error)) << error;
  EXPECT_TRUE(trace->read<AudioBlockDone>(look, error)) << error;
  EXPECT_EQ(read, 3);
}

TEST(TraceReader, MoreEventsThanWantedAreRefusedWhateverIsRead) {
  const TemporaryFolder folder;
  const std::string path = folder / "call.jscope";
  std::vector<Event> events;
  for (int i = 0; i < 5; ++i)
    for (const Event& event : samples(i)) events.push_back(event);
  record(path, events);
  std::string error;
  const auto trace = TraceReader::open(path, error);
  ASSERT_TRUE(trace) << error;
  trace->set_most_events(4);
  EXPECT_FALSE(trace->read_events([](const Event&) {}, error));
  error.clear();
  EXPECT_FALSE(trace->read<PacketSent>([](const PacketSent&) {}, error));
  EXPECT_NE(error.find("more events than"), std::string::npos) << error;
}

/// Rows of `second` are larger than what is kept of an event, and lie in memory four times where two readers' lists
/// grow.
TEST(TraceReader, ASecondTakesTheRoomOfThreeEvents) {
  const TemporaryFolder folder;
  const std::string path = folder / "call.jscope";
  std::vector<Event> events;
  for (int i = 0; i < 20; ++i) {
    PacketSent packet;
    packet.sequence = i;
    packet.sent = Timestamp() + Duration::seconds(2 * i);
    events.emplace_back(packet);
  }
  record(path, events);
  std::string error;
  const auto trace = TraceReader::open(path, error);
  ASSERT_TRUE(trace) << error;
  std::vector<trace::Second> seconds;
  const auto reads = [&](std::int64_t most) {
    trace->set_most_events(most);
    return trace->read_events([](const Event&) {}, error);
  };
  EXPECT_TRUE(reads(20 * 3 + 20)) << error;
  EXPECT_FALSE(reads(20 * 3 + 19));
  EXPECT_NE(error.find("more events than"), std::string::npos) << error;
  EXPECT_TRUE(trace->read_seconds(seconds, error));
  EXPECT_EQ(seconds.size(), 20u);
  trace->set_most_events(20 * 3 - 1);
  EXPECT_FALSE(trace->read_seconds(seconds, error));
}

TEST(TraceReader, ATraceThatLacksAColumnOfItsOwnSchemaIsDamaged) {
  const TemporaryFolder folder;
  const std::string path = folder / "call.jscope";
  record(path, samples(1));
  SQLite::Database(path, SQLite::OPEN_READWRITE).exec(kDropColumnsOfSchema6);
  EXPECT_NE(why_not_opened(path).find("is damaged"), std::string::npos);
}

TEST(TraceReader, ATraceOfTheFifthSchemaWithoutItsTablesIsDamaged) {
  const TemporaryFolder folder;
  const std::string path = folder / "call.jscope";
  record(path, samples(1));
  SQLite::Database(path, SQLite::OPEN_READWRITE).exec(kDropTablesOfSchema5);
  EXPECT_NE(why_not_opened(path).find("is damaged"), std::string::npos);
}

TEST(TraceReader, ATraceOfTheFourthSchemaWithoutItsTablesIsDamaged) {
  const TemporaryFolder folder;
  const std::string path = folder / "call.jscope";
  record(path, samples(1));
  SQLite::Database(path, SQLite::OPEN_READWRITE).exec(kDropTablesOfSchema4);
  EXPECT_NE(why_not_opened(path).find("is damaged"), std::string::npos);
}

TEST(TraceReader, ATraceOfTheThirdSchemaWithoutItsTablesIsDamaged) {
  const TemporaryFolder folder;
  const std::string path = folder / "call.jscope";
  record(path, samples(1), {}, kPlain);
  SQLite::Database(path, SQLite::OPEN_READWRITE).exec(kDropTablesOfSchema3);
  EXPECT_NE(why_not_opened(path).find("is damaged"), std::string::npos);
}

TEST(TraceReader, ATraceOfTheSecondSchemaWithoutItsTablesIsDamaged) {
  const TemporaryFolder folder;
  const std::string path = folder / "call.jscope";
  record(path, samples(1), {}, kPlain);
  SQLite::Database(path, SQLite::OPEN_READWRITE)
      .exec(std::string(kDropTablesOfSchema2) + kDropTablesOfSchema3 + "PRAGMA user_version=2");
  EXPECT_NE(why_not_opened(path).find("is damaged"), std::string::npos);
}

TEST(TraceReader, ACutFileIsDamaged) {
  const TemporaryFolder folder;
  const std::string path = folder / "call.jscope";
  std::vector<Event> events;
  for (int i = 0; i < 200; ++i)
    for (const Event& event : samples(i)) events.push_back(event);
  record(path, events);
  const auto size = fs::file_size(path);
  for (const auto keep : {size / 2, size - 4096, std::uintmax_t{4096}, std::uintmax_t{150}}) {
    fs::resize_file(path, keep);
    const std::string error = why_not_read(path);
    EXPECT_TRUE(error.starts_with(path + " is damaged: ") && error.ends_with(".")) << keep << ": " << error;
  }
}

TEST(TraceReader, OverwrittenPagesNeverCrashIt) {
  const TemporaryFolder folder;
  const std::string path = folder / "call.jscope";
  std::vector<Event> events;
  for (int i = 0; i < 60; ++i)
    for (const Event& event : samples(i)) events.push_back(event);
  record(path, events);
  const auto size = static_cast<std::streamoff>(fs::file_size(path));
  std::uint32_t random = 1;
  for (int round = 0; round < 100; ++round) {
    const std::string copy = folder / "copy.jscope";
    fs::copy_file(path, copy, fs::copy_options::overwrite_existing);
    {
      std::fstream file(copy, std::ios::in | std::ios::out | std::ios::binary);
      for (int byte = 0; byte < 200; ++byte) {
        random = random * 1664525 + 1013904223;
        file.seekp(100 + static_cast<std::streamoff>(random) % (size - 100));
        file.put(static_cast<char>(random >> 13));
      }
    }
    std::string error;
    const auto trace = TraceReader::open(copy, error);
    const bool read = trace && trace->read_events([](const Event&) {}, error);
    EXPECT_NE(read, error.starts_with(copy + " is damaged: ")) << error;
  }
}

TEST(TraceReader, AValueNoRecorderWritesIsDamage) {
  const TemporaryFolder folder;
  const std::string path = folder / "call.jscope";
  for (const char* change : {"UPDATE packet_sent SET medium='smell'", "UPDATE packet_sent SET size=1e10",
                             "UPDATE packet_sent SET size='x'", "UPDATE packet_sent SET block=70000",
                             "UPDATE packet_arrived SET local_ns='now'", "UPDATE notice SET text=x'00'"}) {
    record(path, samples(1), {}, kPlain);
    SQLite::Database(path, SQLite::OPEN_READWRITE).exec(change);
    EXPECT_NE(why_not_read(path).find("is damaged: it holds"), std::string::npos) << change;
  }
  record(path, samples(1), {}, kPlain);
  SQLite::Database(path, SQLite::OPEN_READWRITE).exec("DROP TABLE marker");
  EXPECT_NE(why_not_opened(path).find("is damaged: it holds no table marker"), std::string::npos);
}

TEST(TraceReader, AMeasureThatCannotBeIsOutOfRange) {
  const TemporaryFolder folder;
  const std::string path = folder / "call.jscope";
  TraceMeta meta;
  meta.streams.push_back(
      {.ssrc = 5, .medium = Medium::kAudio, .direction = Direction::kReceived, .nominal_period_ms = 20});
  for (const char* change :
       {"UPDATE packet_arrived SET size=-1", "UPDATE packet_sent SET size=-1", "UPDATE clock_synced SET bound_ms=1e308",
        "UPDATE clock_synced SET bound_ms=-0.001", "UPDATE clock_synced SET bound_ms=9e999",
        "UPDATE stream SET nominal_period_ms=9e18", "UPDATE stream SET nominal_period_ms=-1",
        "UPDATE stream SET delay_uncertainty_ms=1e308"}) {
    record(path, samples(1), meta, kPlain);
    SQLite::Database(path, SQLite::OPEN_READWRITE).exec(change);
    EXPECT_NE(why_not_read(path).find("is damaged: it holds a number out of range."), std::string::npos) << change;
  }
  record(path, samples(1), meta, kPlain);
  SQLite::Database(path, SQLite::OPEN_READWRITE)
      .exec("UPDATE packet_arrived SET size=0; UPDATE clock_synced SET bound_ms=1e7");
  std::string error;
  const auto trace = TraceReader::open(path, error);
  EXPECT_TRUE(trace && trace->read_events([](const Event&) {}, error)) << error;
}

class GrowingTrace : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(recorder.begin(path, {}) && recorder.write(samples(1), {}) && recorder.flush());
    trace = TraceReader::open(path, error);
    ASSERT_TRUE(trace) << error;
  }
  const TemporaryFolder folder;
  const std::string path = folder / "call.jscope";
  TraceRecorder recorder;
  std::string error;
  decltype(TraceReader::open(path, error)) trace;
};

TEST_F(GrowingTrace, OpensWhileTheRecordingGoesOn) {
  std::size_t count = 0;
  ASSERT_TRUE(recorder.write(samples(2), {}) && recorder.flush());
  EXPECT_TRUE(trace->read_events([&](const Event&) { ++count; }, error)) << error;
  EXPECT_EQ(count, 2 * std::variant_size_v<Event>);
}

TEST_F(GrowingTrace, WhatIsReadAtOneMomentDoesNotGrowMeanwhile) {
  int sent = 0, arrived = 0;
  const auto read = [&] {
    if (!trace->read<PacketSent>([&](const PacketSent&) { ++sent; }, error)) return false;
    EXPECT_TRUE(recorder.write(samples(2), {}) && recorder.flush());
    return trace->read<PacketArrived>([&](const PacketArrived&) { ++arrived; }, error);
  };
  EXPECT_TRUE(trace->at_one_moment(read, error)) << error;
  EXPECT_EQ(sent, 1);
  EXPECT_EQ(arrived, 1);
  EXPECT_TRUE(read()) << error;
  EXPECT_EQ(arrived, 1 + 3) << "and then it is all there";
  EXPECT_FALSE(trace->at_one_moment([] { return false; }, error));
}

PacketArrived arrived(std::uint32_t ssrc, std::int64_t sequence, std::int64_t received_ns) {
  PacketArrived packet;
  packet.medium = Medium::kAudio;
  packet.ssrc = ssrc;
  packet.sequence = sequence;
  packet.size = 288;
  packet.received = Timestamp::ns(received_ns);
  return packet;
}

TEST(ToAnalysis, OneStreamAnSsrcAndDirectionOnTheLocalClock) {
  PacketArrived with_delay = arrived(5, 11, 2000);
  with_delay.received_conference = Timestamp::ns(9'000'500);
  with_delay.sent_conference = Timestamp::ns(9'000'000);
  with_delay.frame = 3;
  with_delay.block = 2;
  PacketSent sent;
  sent.medium = Medium::kVideo;
  sent.ssrc = 5;
  sent.sequence = 1;
  sent.sent = Timestamp::ns(1700);
  PacketSent refused = sent;
  refused.accepted = false;
  refused.sequence = 2;
  TraceMeta meta;
  meta.streams.push_back({.ssrc = 5,
                          .medium = Medium::kAudio,
                          .direction = Direction::kReceived,
                          .nominal_period_ms = 32,
                          .clock_rate_hz = 8000,
                          .playout_added_ms = 60});
  const TemporaryFolder folder;
  const std::string path = folder / "call.jscope";
  PeerSummary told;
  told.medium = Medium::kVideo;
  told.expected = 70;
  told.lost = 7;
  told.at = Timestamp::ns(2100);
  record(path, {arrived(5, 10, 1000), sent, arrived(6, 70, 1500), refused, with_delay, told}, meta);

  std::string error;
  const auto trace = TraceReader::open(path, error);
  ASSERT_TRUE(trace) << error;
  const auto input = to_analysis(*trace, error);
  ASSERT_TRUE(input) << error;
  EXPECT_EQ(input->file, path);
  ASSERT_EQ(input->streams.size(), 3u);
  const StreamInput& first = input->streams[0];
  EXPECT_EQ(first.ssrc, 5u);
  EXPECT_EQ(first.direction, Direction::kReceived);
  EXPECT_EQ(first.nominal_period_ms, 32);
  EXPECT_EQ(first.no_latency, NoLatency::kNothingPlayed);
  ASSERT_EQ(first.packets.size(), 2u);
  EXPECT_FALSE(first.packets[0].sent);
  EXPECT_EQ(first.packets[1].received, Timestamp::ns(2000));
  EXPECT_EQ(first.packets[1].sent, Timestamp::ns(1500));  // 500 ns on the way
  EXPECT_EQ(first.packets[1].frame, 3);
  EXPECT_EQ(first.packets[1].block, 2);
  EXPECT_EQ(first.packets[1].size, 288);
  EXPECT_EQ(input->streams[1].ssrc, 6u);
  EXPECT_EQ(input->streams[1].clock_rate_hz, 8000);
  const StreamInput& departures = input->streams[2];
  EXPECT_EQ(departures.direction, Direction::kSent);
  EXPECT_EQ(departures.medium, Medium::kVideo);
  EXPECT_EQ(departures.clock_rate_hz, 90000);
  ASSERT_EQ(departures.packets.size(), 1u);
  EXPECT_EQ(departures.packets[0].received, Timestamp::ns(1700));
  EXPECT_FALSE(departures.packets[0].sent);
  ASSERT_EQ(input->told.size(), 1u);
  EXPECT_EQ(input->told[0].lost, 7);
  EXPECT_EQ(input->told[0].at, Timestamp::ns(2100));
}

}  // namespace
}  // namespace jitterscope::reader_test
