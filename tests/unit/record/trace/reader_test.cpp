#include "core/record/trace/reader.h"
#include "core/events/kinds/packet_rejected.h"
#include "core/events/kinds/peer_summary.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/measures/offline/stream_span.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/unit/record/trace/call_events.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::reader_test {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;
using trace_test::record;
using trace_test::recorded;
using trace_test::samples;
using trace_test::TemporaryFolder;

constexpr std::int32_t kPlain = trace::kSecondSince - 1;

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

class ReadTrace : public testing::Test {
 protected:
  const TemporaryFolder folder;
  const std::string path = folder / "call.jscope";
};

TEST_F(ReadTrace, SaysWhyAFileIsNoTrace) {
  EXPECT_NE(why_not_opened(folder / "absent.jscope").find("no such file"), std::string::npos);
  EXPECT_NE(why_not_opened(folder / ".").find("is a folder"), std::string::npos);
  std::ofstream(folder / "empty.jscope");
  EXPECT_NE(why_not_opened(folder / "empty.jscope").find("is not a Jitterscope trace"), std::string::npos);
  std::ofstream(folder / "text.jscope") << std::string(5000, 'x');
  EXPECT_NE(why_not_opened(folder / "text.jscope").find("is not a Jitterscope trace"), std::string::npos);
  SQLite::Database(folder / "other.db", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec("CREATE TABLE x (y)");
  EXPECT_NE(why_not_opened(folder / "other.db").find("is not a Jitterscope trace"), std::string::npos);
}

TEST_F(ReadTrace, SaysThatAnotherVersionWroteIt) {
  record(path, {});
  for (const auto& [schema, version] :
       {std::pair(0, "an older"), {trace::kOldestSchema - 1, "an older"}, {trace::kSchemaVersion + 1, "a newer"}}) {
    SQLite::Database(path, SQLite::OPEN_READWRITE).exec(fmt::format("PRAGMA user_version={}", schema));
    EXPECT_EQ(why_not_opened(path),
              fmt::format("{} was recorded by {} version of Jitterscope (schema {}; this one reads schemas 8 to 11): "
                          "open it with that version.",
                          path, version, schema));
  }
}

TEST_F(ReadTrace, MoreEventsThanWantedAreRefusedWhateverIsRead) {
  std::vector<Event> events;
  for (int i = 0; i < 5; ++i)
    for (const Event& event : samples(i)) events.push_back(event);
  std::string error;
  const auto trace = recorded(path, events);
  ASSERT_TRUE(trace);
  trace->set_most_events(4);
  EXPECT_FALSE(trace->read_events([](const Event&) {}, error));
  error.clear();
  EXPECT_FALSE(trace->read<PacketSent>([](const PacketSent&) {}, error));
  EXPECT_NE(error.find("more events than"), std::string::npos) << error;
}

/// Rows of `second` are larger than what is kept of an event, and lie in memory four times where two readers' lists
/// grow.
TEST_F(ReadTrace, ASecondTakesTheRoomOfThreeEvents) {
  std::vector<Event> events;
  for (int i = 0; i < 20; ++i)
    events.emplace_back(trace_test::sent(Medium::kAudio, 0, i, Timestamp() + Duration::seconds(2 * i)));
  std::string error;
  const auto trace = recorded(path, events);
  ASSERT_TRUE(trace);
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

TEST_F(ReadTrace, ATraceThatLacksATableOrAColumnOfItsSchemaIsDamaged) {
  for (const std::int32_t schema : {kPlain, trace::kSchemaVersion})
    for (const char* change : {"DROP TABLE peer_quality", "ALTER TABLE rtcp_reported DROP COLUMN sender_ssrc",
                               "ALTER TABLE stream DROP COLUMN clock_rate_hz"}) {
      record(path, samples(1), {}, schema);
      SQLite::Database(path, SQLite::OPEN_READWRITE).exec(change);
      const bool table = std::string_view(change).starts_with("DROP");
      EXPECT_NE(why_not_opened(path).find(table ? "it holds no table peer_quality" : "is damaged: "),
                std::string::npos);
    }
}

TEST_F(ReadTrace, ACutFileIsDamaged) {
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

TEST_F(ReadTrace, OverwrittenPagesNeverCrashIt) {
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

TEST_F(ReadTrace, AValueNoRecorderWritesIsDamage) {
  const std::string good = folder / "good.jscope";
  TraceMeta meta;
  meta.streams.push_back(
      {.ssrc = 5, .medium = Medium::kAudio, .direction = Direction::kReceived, .nominal_period_ms = 20});
  record(good, samples(1), meta, kPlain);
  const auto change = [&](const char* sql) {
    fs::copy_file(good, path, fs::copy_options::overwrite_existing);
    SQLite::Database(path, SQLite::OPEN_READWRITE).exec(sql);
  };
  for (const char* sql : {"UPDATE packet_sent SET medium='smell'", "UPDATE packet_sent SET size=1e10",
                          "UPDATE packet_sent SET size='x'", "UPDATE packet_sent SET block=70000",
                          "UPDATE packet_arrived SET local_ns='now'", "UPDATE notice SET text=x'00'"}) {
    change(sql);
    EXPECT_NE(why_not_read(path).find("is damaged: it holds"), std::string::npos) << sql;
  }
  for (const char* sql : {"UPDATE packet_arrived SET size=-1", "UPDATE packet_sent SET size=-1",
                          "UPDATE clock_synced SET bound_ms=1e308", "UPDATE clock_synced SET bound_ms=-0.001",
                          "UPDATE clock_synced SET bound_ms=9e999", "UPDATE stream SET nominal_period_ms=9e18",
                          "UPDATE stream SET nominal_period_ms=-1", "UPDATE stream SET delay_uncertainty_ms=1e308"}) {
    change(sql);
    EXPECT_NE(why_not_read(path).find("is damaged: it holds a number out of range."), std::string::npos) << sql;
  }
  change("UPDATE packet_arrived SET size=0; UPDATE clock_synced SET bound_ms=1e7");
  EXPECT_EQ(trace_test::events_of(path).size(), samples(1).size() - 2)
      << "but for the announced stream and the sender's summary";
}

class GrowingTrace : public ReadTrace {
 protected:
  void SetUp() override {
    ASSERT_TRUE(recorder.begin(path, {}) && recorder.write(samples(1), {}) && recorder.flush());
    trace = TraceReader::open(path, error);
    ASSERT_TRUE(trace) << error;
  }
  TraceRecorder recorder;
  std::string error;
  decltype(TraceReader::open(path, error)) trace;
};

TEST_F(GrowingTrace, OpensWhileTheRecordingGoesOn) {
  std::size_t count = 0;
  ASSERT_TRUE(recorder.write(samples(2), {}) && recorder.flush());
  EXPECT_TRUE(trace->read_events([&](const Event&) { ++count; }, error)) << error;
  EXPECT_EQ(count, 2 * kEventKinds);
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

TEST_F(ReadTrace, OneStreamAnSsrcAndDirectionOnTheLocalClock) {
  const auto arrived = [](std::uint32_t ssrc, std::int64_t sequence, std::int64_t received_ns) {
    return trace_test::arrived(Medium::kAudio, ssrc, sequence, Timestamp::ns(received_ns), 288);
  };
  PacketArrived with_delay = arrived(5, 11, 2000);
  with_delay.received_conference = Timestamp::ns(9'000'500);
  with_delay.sent_conference = Timestamp::ns(9'000'000);
  with_delay.frame = 3;
  with_delay.block = 2;
  const PacketSent sent = trace_test::sent(Medium::kVideo, 5, 1, Timestamp::ns(1700));
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
  PeerSummary told;
  told.medium = Medium::kVideo;
  told.expected = 70;
  told.lost = 7;
  told.at = Timestamp::ns(2100);
  const auto trace =
      recorded(path, {arrived(5, 10, 1000), sent, arrived(6, 70, 1500), refused, with_delay, told}, meta);
  ASSERT_TRUE(trace);
  std::string error;
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
  ASSERT_EQ(input->told->size(), 1u);
  EXPECT_EQ(input->told->at(0).lost, 7);
  EXPECT_EQ(input->told->at(0).at, Timestamp::ns(2100));
}

/// Each frame has three packets; of the second one the first could not be read, of the third one the last.
TEST_F(ReadTrace, WhatTheReceiverRefusedIsNotLostAndItsFramesAreNotWhole) {
  std::vector<Event> events;
  const auto add = [&](std::int64_t sequence, std::optional<RejectReason> refused) {
    PacketArrived packet =
        trace_test::arrived(Medium::kVideo, 5, sequence, Timestamp::ns(0) + Duration::ms(10 * sequence), 288);
    packet.marker = sequence % 3 == 2;
    packet.rtp_timestamp = sequence / 3 * 3000;
    packet.untimed = refused.has_value();
    packet.frame.reset();
    packet.block.reset();
    if (!refused) packet.frame = sequence / 3;
    events.emplace_back(packet);
    if (refused) events.emplace_back(PacketRejected{Medium::kVideo, *refused, packet.received, packet.size, {}});
  };
  for (std::int64_t sequence = 0; sequence < 18; ++sequence) {
    const bool unread = sequence == 3 || sequence == 8;
    add(sequence, unread ? std::optional(RejectReason::kBadJpegHeader) : std::nullopt);
  }
  events.emplace_back(PacketRejected{Medium::kVideo, RejectReason::kWrongSsrc, Timestamp::ns(400'000'000), 50, 7});
  const auto trace = recorded(path, events);
  std::string error;
  const auto input = to_analysis(*trace, error);
  ASSERT_TRUE(input) << error;
  const StreamReport report = analyze_stream(input->streams.at(0));
  EXPECT_EQ(report.packets, 18);
  EXPECT_EQ(report.lost, 0);
  EXPECT_EQ(report.refused, 2) << "foreign datagrams are none of it";
  EXPECT_EQ(report.refused_by[static_cast<std::size_t>(RejectReason::kBadJpegHeader)], 2);
  ASSERT_TRUE(report.frames);
  EXPECT_EQ(report.frames->sent, 6);
  EXPECT_EQ(report.frames->complete, 4);
  const TimeSpan last_three{Timestamp::ns(90'000'000), Timestamp::ns(180'000'000)};
  EXPECT_EQ(analyze_stream(units_within(input->streams.at(0), last_three, {})).refused, 0);
}

}  // namespace
}  // namespace jitterscope::reader_test
