// Numbers that only a damaged trace holds: what is not played is counted without them, and within bounded memory.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <limits>

#include "core/events/kinds/audio_block_done.h"
#include "core/events/kinds/clock_synced.h"
#include "core/events/kinds/frame_played.h"
#include "core/events/kinds/notice.h"
#include "tests/unit/record/trace/call_events.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::damaged_numbers_test {
namespace {

constexpr std::int64_t kMost = (std::int64_t{1} << 62) - 1, kLeast = -kMost;  // that are read

const auto kOutOfRange = testing::HasSubstr("a number out of range");

Timestamp at_ms(std::int64_t ms) {
  return Timestamp::ns(9'000'000'000) + Duration::ms(ms);
}

PacketArrived packet(Medium medium, std::uint32_t ssrc, std::int64_t number, std::int64_t ms) {
  PacketArrived e = trace_test::arrived(medium, ssrc, number, at_ms(ms), 500);
  e.frame = number;
  e.block = 0;
  e.marker = true;
  return e;
}

AudioBlockDone block(std::uint32_t ssrc, std::int64_t number, PlayoutOutcome outcome = PlayoutOutcome::kPlayed) {
  return {ssrc, number, outcome, at_ms(0), at_ms(60)};
}

/// Why a trace of one packet is not read after such a change.
std::string refusal(const std::string& change) {
  const trace_test::TemporaryFolder folder;
  trace_test::record(folder / "call.jscope", {packet(Medium::kAudio, 7, 0, 0)});
  SQLite::Database(folder / "call.jscope", SQLite::OPEN_READWRITE).exec(change);
  const auto trace = trace_test::opened(folder / "call.jscope");
  std::string error;
  EXPECT_FALSE(trace && trace->read_events([](const Event&) {}, error));
  return error;
}

std::vector<StreamInput> streams_of(const std::vector<Event>& events) {
  const trace_test::TemporaryFolder folder;
  return trace_test::analysed(folder, events).streams;
}

TEST(DamagedNumbers, NumbersAndTimesThatCannotBeReckonedWithAreNotRead) {
  const auto set = [](const char* column, std::int64_t number) {
    return fmt::format("UPDATE compact_packet_arrived SET {} = {}", column, number);
  };
  EXPECT_NE(refusal(set("sequence", kMost + 1)).find("a number that cannot be"), std::string::npos);
  EXPECT_NE(refusal(set("sequence", kLeast - 1)).find("a number that cannot be"), std::string::npos);
  EXPECT_NE(refusal(set("local_ns", std::int64_t{1} << 60)).find("a time that cannot be"), std::string::npos);
  EXPECT_NE(refusal(set("sent_conference_ns", std::int64_t{1} << 62)).find("a time that cannot be"), std::string::npos);
}

/// A trace of one event of each kind, and of a stream.
class DamagedSample {
 public:
  DamagedSample() {
    TraceMeta meta;
    meta.streams = {{.ssrc = 7, .nominal_period_ms = 20, .clock_rate_hz = 8000}};
    trace_test::record(folder_ / "valid.jscope", trace_test::samples(1), meta);
  }
  /// Why it is not read after such a change; empty: it is.
  std::string refusal(const std::string& change) const {
    const std::string path = folder_ / "changed.jscope";
    std::filesystem::copy_file(folder_ / "valid.jscope", path, std::filesystem::copy_options::overwrite_existing);
    SQLite::Database(path, SQLite::OPEN_READWRITE).exec("PRAGMA synchronous = OFF; UPDATE " + change);
    std::string error;
    const auto trace = TraceReader::open(path, error);
    if (trace) trace->read_events([](const Event&) {}, error);
    return error;
  }

 private:
  trace_test::TemporaryFolder folder_;
};

/// Every column of a kind that holds measured numbers has limits of its own or those of all: no number is endless.
TEST(DamagedNumbers, RealNumbersThatNoMachineMeasuresAreNotRead) {
  const DamagedSample sample;
  EXPECT_EQ(sample.refusal("stream SET clock_rate_hz = 90000"), "");
  for (const trace::EventTable& table : trace::event_tables())
    for (const trace::Column& column : table.columns) {
      if (!column.type->is_real()) continue;
      for (const char* number : {"9e999", "1e300", "-1e300"})
        EXPECT_THAT(sample.refusal(fmt::format("{} SET {} = {}", table.name, column.name, number)), kOutOfRange)
            << table.name << '.' << column.name << " = " << number;
    }
}

TEST(DamagedNumbers, AStreamOfAnImpossibleClockOrPeriodIsNotRead) {
  const DamagedSample sample;
  for (const char* change :
       {"stream SET clock_rate_hz = -8000", "stream SET clock_rate_hz = 9e999", "stream SET clock_rate_hz = 1e-300",
        "stream SET clock_rate_hz = 0", "stream SET nominal_period_ms = 1e-300", "stream SET playout_added_ms = 1e300",
        "stream SET playout_added_ms = -1", "stream_announced SET clock_rate_hz = 1e-300",
        "stream_announced SET period_ms = 1e-300", "clock_synced SET skew_ppm = 1e9",
        "peer_quality SET loss_ratio = 1.5", "peer_quality SET latency_ms = 1e12", "peer_summary SET rate_kbps = -1",
        "peer_summary SET jitter_ms = -1", "rtcp_reported SET fraction_lost = 2"})
    EXPECT_THAT(sample.refusal(change), kOutOfRange) << change;
}

/// Whatever came from a peer is recorded in such a way that the rest of the call can be read.
TEST(DamagedNumbers, WhatCannotBeReadIsNotWrittenAndSaidOnce) {
  const trace_test::TemporaryFolder folder;
  PacketArrived unread = packet(Medium::kAudio, 7, 2, 40), early = packet(Medium::kAudio, 7, 3, 60);
  unread.size = -1;
  early.received = Timestamp::ns((std::int64_t{1} << 60) + 1);
  ClockSynced clock;
  clock.bound_ms = std::numeric_limits<double>::infinity();
  const std::vector<Event> events{
      packet(Medium::kAudio, 7, 1, 20), unread, early, clock, packet(Medium::kAudio, 7, kMost + 1, 80),
      packet(Medium::kAudio, 7, 4, 100)};
  for (const std::int32_t schema : {trace::kSchemaVersion, trace::kSecondSince - 1}) {
    const std::string path = folder / fmt::format("{}.jscope", schema);
    TraceRecorder recorder;
    ASSERT_TRUE(recorder.begin(path, {}, schema) && recorder.write(events, at_ms(40)) && recorder.close());
    const std::vector<Event> read = trace_test::events_of(path);
    ASSERT_EQ(read.size(), 3u);
    EXPECT_TRUE(trace_test::same(read.front(), events.front()) && trace_test::same(read.back(), events.back()));
    const auto* notice = get_if<Notice>(&read[1]);
    ASSERT_TRUE(notice);
    EXPECT_EQ(notice->text.view(), "Some events are not recorded: one of packet_arrived held a number out of range.");
    EXPECT_EQ(notice->at, at_ms(40));
  }
}

TEST(DamagedNumbers, OneFrameNumberIsLeftOut) {
  std::vector<Event> events;
  for (std::int64_t number = 0; number < 100; ++number) {
    PacketArrived arrived = packet(Medium::kVideo, 7, number, 100 * number);
    if (number == 50) arrived.frame = kLeast;
    events.push_back(arrived);
    const bool shown = number != 30;
    events.push_back(
        FramePlayed{7, number, shown ? PlayoutOutcome::kPlayed : PlayoutOutcome::kDropped, at_ms(0), at_ms(9)});
  }
  const auto streams = streams_of(events);
  ASSERT_EQ(streams.size(), 1u);
  EXPECT_EQ(streams[0].units_not_played, std::vector<std::int64_t>{30});
}

TEST(DamagedNumbers, AStreamOfTheLargestSequenceNumberEnds) {
  std::vector<Event> events;
  for (int i = 0; i < 5; ++i) events.push_back(packet(Medium::kAudio, 7, kMost, 1000 * i));
  events.push_back(block(7, 3, PlayoutOutcome::kLate));
  const auto streams = streams_of(events);
  ASSERT_EQ(streams.size(), 1u);
  EXPECT_TRUE(streams[0].units_not_played.empty());
}

TEST(DamagedNumbers, PlayoutOfAnImpossibleNumberTellsNothing) {
  for (const std::int64_t number : {kLeast, kMost}) {
    std::vector<Event> events;
    for (int i = 0; i < 5; ++i) events.push_back(packet(Medium::kAudio, 7, i, 20 * i));
    events.push_back(block(7, number));
    const auto streams = streams_of(events);
    ASSERT_EQ(streams.size(), 1u);
    EXPECT_FALSE(streams[0].units_played) << number;
    EXPECT_TRUE(streams[0].units_not_played.empty()) << number;
  }
}

TEST(DamagedNumbers, TheListsOfAllStreamsTogetherAreBounded) {
  std::vector<Event> events;
  for (std::uint32_t ssrc = 1; ssrc <= 3; ++ssrc) {
    for (const std::int64_t number : {0, 6'000'000}) events.push_back(packet(Medium::kAudio, ssrc, number, 0));
    events.push_back(block(ssrc, 6'000'000));
  }
  std::size_t listed = 0;
  for (const StreamInput& stream : streams_of(events)) listed += stream.units_not_played.size();
  EXPECT_GT(listed, 0u);
  EXPECT_LE(listed, 10'000'000u);
}

}  // namespace
}  // namespace jitterscope::damaged_numbers_test
