// The compact tables against the plain ones of the schema before, both written from the same events.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include "core/events/kinds/stream_announced.h"
#include "core/record/trace/compact_rows.h"
#include "tests/unit/record/trace/call_events.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::compact_test {
namespace {

namespace fs = std::filesystem;
using trace_test::at;
using trace_test::call;
using trace_test::kBegan;
using trace_test::kConference;
using trace_test::record;
using trace_test::samples;
using trace_test::TemporaryFolder;

constexpr std::int32_t kPlain = trace::kSecondSince - 1;

using Rows = std::vector<std::vector<std::string>>;

/// All rows of a table or view, each value with its type; the columns' names first.
Rows rows_of(const std::string& path, const std::string& table) {
  SQLite::Database db(path);
  SQLite::Statement row(db, "SELECT * FROM " + table + " ORDER BY id");
  Rows rows(1);
  for (int i = 0; i < row.getColumnCount(); ++i) rows[0].emplace_back(row.getColumnName(i));
  while (row.executeStep()) {
    auto& values = rows.emplace_back();
    for (int i = 0; i < row.getColumnCount(); ++i)
      values.push_back(std::to_string(row.getColumn(i).getType()) + ' ' + row.getColumn(i).getString());
  }
  return rows;
}

/// Both ways, then compared view by table, and event by event as read.
void expect_the_same(const std::vector<Event>& events, const TraceMeta& meta) {
  const TemporaryFolder folder;
  const std::string plain = folder / "plain.jscope", compact = folder / "compact.jscope";
  record(plain, events, meta, kPlain);
  record(compact, events, meta);
  for (const trace::EventTable& table : trace::event_tables()) {
    if (table.since > kPlain) continue;
    const std::string name(table.name);
    const Rows before = rows_of(plain, name);
    Rows now = rows_of(compact, name);
    for (auto& values : now) values.resize(std::min(values.size(), before[0].size()));  // a later schema may add some
    EXPECT_EQ(now, before) << name;
  }
  trace_test::expect_same(trace_test::events_of(compact), events);
}

TEST(CompactTrace, EveryViewIsTheOldTable) {
  std::vector<Event> events;
  for (int i = 0; i < 60; ++i)
    for (const Event& event : samples(i * 31))
      if (!holds_alternative<StreamAnnounced>(event)) events.push_back(event);
  expect_the_same(events, {});
  TraceMeta meta;
  meta.conference_offset = kConference;
  expect_the_same(events, meta);
  expect_the_same(call(3.5), meta);
}

/// The ends of what a column may hold, each beside its opposite in one second, and with and without what may be absent.
TEST(CompactTrace, EveryNumberReadsBack) {
  constexpr std::int64_t kMost = (std::int64_t{1} << 62) - 1, kEnd = std::int64_t{1} << 60;
  std::vector<Event> events;
  for (const std::int64_t sign : {1, -1, 1}) {
    PacketArrived arrived;
    arrived.medium = Medium::kVideo;
    arrived.ssrc = 0xffffffff;
    arrived.sequence = sign * kMost;
    arrived.rtp_timestamp = -sign * kMost;
    arrived.frame = sign * kMost;
    arrived.block = 65535;
    arrived.marker = arrived.duplicate = true;
    arrived.payload_type = 255;
    arrived.size = 2'147'483'647;
    arrived.received = Timestamp::ns(sign * kEnd);
    arrived.kernel = Timestamp::ns(-sign * kEnd);
    arrived.received_conference = Timestamp::ns(kMost - 5);
    arrived.sent_conference = Timestamp::ns(-kEnd);
    events.emplace_back(arrived);
    arrived.received_conference.reset();
    events.emplace_back(arrived);
    arrived.sent_conference.reset(), arrived.kernel.reset(), arrived.frame.reset(), arrived.block.reset();
    events.emplace_back(arrived);
    PacketSent sent;
    sent.sequence = -sign * kMost;
    sent.rtp_timestamp = sent.frame = sign * kMost;
    sent.accepted = false;
    sent.error = -2'147'483'647;
    sent.due = Timestamp::ns(-sign * kEnd);
    sent.sent = Timestamp::ns(sign * kEnd);
    events.emplace_back(sent);
    events.emplace_back(PacketStamped{Medium::kAudio, 0, sign * kMost, {}, Timestamp::ns(sign * kEnd), sent.sent});
    events.emplace_back(PacketStamped{Medium::kAudio, 9, sign * kMost, Timestamp::ns(-sign * kEnd), {}, sent.sent});
    events.emplace_back(ThreadWoke{ThreadRole::kVideoSend, sent.due, sent.sent});
  }
  expect_the_same(events, {});
}

TEST(CompactTrace, TimesOfTheConferenceMayBecomeKnownWithinASecond) {
  const TemporaryFolder folder;
  std::vector<Rows> shown;
  for (const std::int32_t schema : {kPlain, trace::kSchemaVersion}) {
    const std::string path = folder / (std::to_string(schema) + ".jscope");
    TraceRecorder recorder;
    TraceMeta meta;
    ASSERT_TRUE(recorder.begin(path, meta, schema));
    for (int i = 0; i < 3; ++i) {
      meta.conference_offset = i == 1 ? std::optional(kConference) : std::nullopt;
      ASSERT_TRUE(recorder.set_meta(meta) && recorder.write(call(0.1), {}));
    }
    ASSERT_TRUE(recorder.close());
    shown.push_back(rows_of(path, "thread_woke"));
    shown.push_back(rows_of(path, "packet_stamped"));
  }
  EXPECT_EQ(shown[0], shown[2]);
  EXPECT_EQ(shown[1], shown[3]);
}

TEST(CompactTrace, IsMuchSmaller) {
  const TemporaryFolder folder;
  const std::string plain = folder / "plain.jscope", compact = folder / "compact.jscope";
  TraceMeta meta;
  meta.conference_offset = kConference;
  record(plain, call(60), meta, kPlain);
  record(compact, call(60), meta);
  EXPECT_LE(static_cast<double>(fs::file_size(compact)), 0.62 * static_cast<double>(fs::file_size(plain)));
}

PacketArrived arrival(double seconds, std::int64_t sequence, double delay_ms) {
  PacketArrived e = trace_test::arrived(Medium::kVideo, 7, sequence, at(seconds));
  e.received_conference = e.received + kConference;
  e.sent_conference = *e.received_conference - Duration::from_ms(delay_ms);
  return e;
}

TEST(CompactTrace, ASecondTellsWhatCameInIt) {
  const TemporaryFolder folder;
  const std::string path = folder / "call.jscope";
  StreamAnnounced stream = announced(StreamId{3}, {kFirstRemote, {}, Medium::kVideo, 7}, kBegan);
  PacketArrived again = arrival(0.6, 12, 9);
  again.duplicate = true;
  record(path,
         {stream, arrival(0.0, 10, 4), arrival(0.4, 12, 6), again, arrival(1.25, 13, 2), arrival(1.35, 16, 2),
          arrival(2.5, 15, 1), ThreadWoke{ThreadRole::kAudioSend, at(0), at(0)}},
         {}, trace::kSchemaVersion);
  SQLite::Database file(path);
  trace::ForeignDatabase db(path);
  const std::vector<trace::Second> seconds = trace::read_seconds(db, 100);
  ASSERT_EQ(seconds.size(), 4u);
  EXPECT_EQ(seconds[0].direction, Direction::kReceived);
  EXPECT_EQ(seconds[0].stream, 3);
  EXPECT_EQ(seconds[0].ssrc, 7u);
  EXPECT_EQ(seconds[0].first_row, 2);
  EXPECT_EQ(seconds[0].local, at(0));
  EXPECT_EQ(seconds[0].figures, (trace::SecondFigures{2, 1, 200, trace::Spread{4'000'000, 5'000'000, 6'000'000},
                                                      trace::Spread{400'000'000, 400'000'000, 400'000'000}}));
  EXPECT_EQ(seconds[1].figures, (trace::SecondFigures{2, 2, 200, trace::Spread{2'000'000, 2'000'000, 2'000'000},
                                                      trace::Spread{100'000'000, 475'000'000, 850'000'000}}));
  EXPECT_EQ(seconds[2].first_row, 7);
  ASSERT_TRUE(seconds[2].figures);
  EXPECT_EQ(seconds[2].figures->lost, -1) << "one that was missing came";
  EXPECT_FALSE(seconds[3].direction || seconds[3].figures);
}

/// As a received stream's own count has it: what comes before the first number is not lost.
TEST(CompactTrace, ReorderingAtTheBeginIsNoLoss) {
  const TemporaryFolder folder;
  const std::string path = folder / "call.jscope";
  record(path, {arrival(0.0, 10, 4), arrival(0.1, 9, 4), arrival(0.2, 11, 4)});
  trace::ForeignDatabase db(path);
  const std::vector<trace::Second> seconds = trace::read_seconds(db, 100);
  ASSERT_TRUE(seconds.size() == 1 && seconds[0].figures);
  EXPECT_EQ(seconds[0].figures->lost, 0);
}

/// Traces hold the numbers.
TEST(CompactTrace, ARolesNumberStays) {
  EXPECT_EQ(static_cast<int>(ThreadRole::kAudioSend), 0);
  EXPECT_EQ(static_cast<int>(ThreadRole::kVideoSend), 4);
  EXPECT_EQ(static_cast<int>(ThreadRole::kWatchdog), 15);
}

TEST(CompactTrace, WhatNoRecorderWritesIsDamage) {
  const TemporaryFolder folder;
  const std::string path = folder / "call.jscope", good = folder / "good.jscope";
  record(good, samples(1));
  SQLite::Database(good, SQLite::OPEN_READWRITE)
      .exec("DROP VIEW packet_sent; DROP VIEW packet_arrived; DROP VIEW packet_stamped; DROP VIEW thread_woke");
  for (const char* change :
       {"UPDATE compact_packet_sent SET second=99",
        "UPDATE compact_packet_sent SET second=0",
        "UPDATE compact_packet_sent SET local_ns=-9223372036854775808",
        "UPDATE compact_packet_arrived SET frame='x'",
        "UPDATE compact_packet_arrived SET sequence=9223372036854775807",
        "UPDATE compact_thread_woke SET role=200",
        "UPDATE compact_thread_woke SET role=-1",
        "UPDATE compact_packet_sent SET block=70000",
        "UPDATE compact_packet_sent SET bits=4",
        "UPDATE compact_packet_arrived SET bits=-1",
        "UPDATE second SET id=id+1000",
        "UPDATE second SET direction=NULL, medium=NULL, ssrc=NULL",
        "UPDATE second SET medium='smell'",
        "UPDATE second SET ssrc=-1",
        "UPDATE second SET local_ns=1<<61",
        "UPDATE second SET local_ns='now'",
        "UPDATE second SET packets='some'",
        "UPDATE second SET packets=1, lost=1<<62, bytes=0",
        "UPDATE second SET packets=1, lost=0, bytes=-1",
        "UPDATE second SET first_row=1",
        "UPDATE second SET packets=1, lost=0, bytes=0, delay_least_ns=3, delay_mean_ns=2, delay_most_ns=9",
        "UPDATE second SET ssrc=NULL",
        "UPDATE compact_packet_arrived SET size='12x'",
        "UPDATE compact_packet_arrived SET size=288.9",
        "ALTER TABLE second RENAME TO was; CREATE TABLE second AS SELECT * FROM was",
        "ALTER TABLE compact_packet_sent RENAME TO was; CREATE TABLE compact_packet_sent AS SELECT * FROM was",
        "DROP TABLE second",
        "ALTER TABLE second DROP COLUMN lost",
        "DELETE FROM second"}) {
    fs::copy_file(good, path, fs::copy_options::overwrite_existing);
    SQLite::Database(path, SQLite::OPEN_READWRITE).exec(change);
    std::string error;
    const auto trace = TraceReader::open(path, error);
    EXPECT_FALSE(trace && trace->read_events([](const Event&) {}, error)) << change;
    EXPECT_NE(error.find("is damaged"), std::string::npos) << change << ": " << error;
  }
}

}  // namespace
}  // namespace jitterscope::compact_test
