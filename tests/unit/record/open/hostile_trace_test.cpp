// A trace from a stranger may be any SQLite file, and any path may be a pipe: opening ends soon, with a sentence.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "core/events/words.h"
#include "core/record/disk/whole_file.h"
#include "core/record/export/export.h"
#include "core/record/open/opened_call.h"
#include "core/record/open/stream_file.h"
#include "core/record/trace/compact_rows.h"
#include "core/record/trace/rate_schedule.h"
#include "core/record/trace/schema.h"
#include "tests/unit/bounded_child.h"
#include "tests/unit/record/trace/call_events.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::hostile_trace_test {
namespace {

using testing::HasSubstr;
using trace_test::samples;
using trace_test::TemporaryFolder;

std::string opened(const std::string& path) {
  return said_by([&] {
    std::string error;
    return open_call(path, error) ? std::string("opened") : error;
  });
}

std::string analysed(const std::string& path) {
  return said_by([&] {
    std::string error, note;
    return read_stream_file(path, {}, error, note) ? std::string("analysed") : error;
  });
}

std::string exported(const std::string& path, const std::string& format) {
  return said_by([&] {
    std::string error;
    const auto trace = TraceReader::open(path, error);
    return trace && export_trace(format, *trace, path + "." + format, error) ? std::string("exported") : error;
  });
}

std::string as_schedule(const std::string& path) {
  return said_by([&] {
    std::string error;
    return read_rate_schedule(path, error) ? std::string("read") : error;
  });
}

/// The pages that this page of a table's tree names are all its first one from now on.
void name_one_page_many_times(const std::string& path, std::int64_t page) {
  constexpr std::int64_t kPageBytes = 4096, kCellsAt = 12;
  constexpr char kTableInterior = 5;
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  std::string bytes(kPageBytes, '\0');
  file.seekg((page - 1) * kPageBytes).read(bytes.data(), kPageBytes);
  ASSERT_EQ(bytes[0], kTableInterior) << "more rows are needed";
  const auto number_at = [&](std::size_t at) {
    return static_cast<unsigned char>(bytes.at(at)) << 8 | static_cast<unsigned char>(bytes.at(at + 1));
  };
  const auto first = static_cast<std::size_t>(number_at(kCellsAt));
  for (int cell = 1; cell < number_at(3); ++cell) {
    const auto other = static_cast<std::size_t>(number_at(kCellsAt + 2 * static_cast<std::size_t>(cell)));
    bytes.replace(other, 4, bytes, first, 4);
  }
  file.seekp((page - 1) * kPageBytes).write(bytes.data(), kPageBytes);
}

class HostileTrace : public testing::Test {
 protected:
  void SetUp() override {
    std::vector<Event> events;
    for (int i = 0; i < 20; ++i) std::ranges::copy(samples(i), std::back_inserter(events));
    trace_test::record(path_, events);
  }
  void execute(const std::string& sql) { SQLite::Database(path_, SQLite::OPEN_READWRITE).exec(sql); }
  std::string columns_but_id(const std::string& table) const {
    const SQLite::Database db(path_);
    SQLite::Statement row(db, "SELECT group_concat(name) FROM pragma_table_info(?) WHERE name != 'id'");
    row.bind(1, table);
    return row.executeStep() ? row.getColumn(0).getString() : std::string();
  }

  const TemporaryFolder folder_;
  const std::string path_ = folder_ / "call.jscope";
};

TEST_F(HostileTrace, WhatIsNoTableOrHasNoEndIsNotRead) {
  const std::string good = folder_ / "good.jscope";
  std::filesystem::copy_file(path_, good);
  for (const char* change :
       {"ALTER TABLE meta RENAME TO was; CREATE VIEW meta AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 "
        "FROM r) SELECT 'host' AS key, x AS value FROM r",
        "ALTER TABLE compact_packet_arrived RENAME TO was; CREATE VIEW compact_packet_arrived AS SELECT a.* FROM was a,"
        " was b, was c, was d, was e, was f, was g",
        "UPDATE meta SET value = hex(zeroblob(2000000)) WHERE key = 'host'",
        "ALTER TABLE meta RENAME TO was; CREATE TABLE meta (key TEXT, value AS (hex(zeroblob(4000000)))); INSERT INTO "
        "meta (key) VALUES ('host')",
        "INSERT INTO meta WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r LIMIT 20000) SELECT "
        "'settings' || x, hex(zeroblob(200)) FROM r"}) {
    std::filesystem::copy_file(good, path_, std::filesystem::copy_options::overwrite_existing);
    execute(change);
    EXPECT_THAT(opened(path_), HasSubstr("damaged")) << change;
  }
}

/// A row is read as often as the pages of a small file name it, and kept each time.
TEST_F(HostileTrace, NoAddressAndNoIdentityIsLongerThanThereAreSuch) {
  const std::string row =
      "INSERT INTO stream VALUES (7, 'audio', 'received', 0, 20, 8000, NULL, 0, {}, 5006, {}, 5006)";
  const std::string longest = "hex(zeroblob(127))", longer = "hex(zeroblob(128))";
  execute(fmt::format(fmt::runtime(row), longest, longest));
  execute("INSERT INTO meta VALUES ('participant_7', " + longest + ")");
  EXPECT_EQ(opened(path_), "opened");
  for (const auto& [here, there] : {std::pair(longer, longest), {longest, longer}}) {
    execute(fmt::format(fmt::runtime(row), here, there));
    EXPECT_THAT(opened(path_), HasSubstr("damaged: it holds a longer address than there are"));
    execute("DELETE FROM stream");
  }
  execute("UPDATE meta SET value = " + longer + " WHERE key = 'participant_7'");
  EXPECT_THAT(opened(path_), HasSubstr("damaged: it holds a longer identity than there are"));
}

/// JSON of the settings is written again by recursion, and its keys are compared with each other.
TEST_F(HostileTrace, SettingsAreNotNestedWithoutEndNorEndless) {
  const auto set = [&](const std::string& json) {
    SQLite::Database db(path_, SQLite::OPEN_READWRITE);
    SQLite::Statement update(db, "UPDATE meta SET value = ? WHERE key = 'settings'");
    update.bind(1, json);
    update.exec();
  };
  const auto nested = [](std::string_view begin, std::string_view end, int levels) {
    std::string json, closed;
    for (int i = 0; i < levels; ++i) json += begin, closed += end;
    return json + "1" + closed;
  };
  for (const auto& [begin, end] : {std::pair("[", "]"), {"{\"a\":", "}"}}) {
    set(nested(begin, end, 60'000));
    const auto deep = HasSubstr("damaged: it holds settings nested more than 64 levels deep");
    EXPECT_THAT(exported(path_, "json"), deep);
    EXPECT_THAT(opened(path_), deep);
    EXPECT_THAT(analysed(path_), deep);
    set(nested(begin, end, 64));
    EXPECT_EQ(exported(path_, "json"), "exported");
  }
  set("{\"[[[[\\\"" + std::string(100, '[') + "\": 1}");
  EXPECT_EQ(exported(path_, "json"), "exported");
  std::string keys = "{\"first\": 1";
  for (int i = 0; i < 100'000; ++i) keys += fmt::format(",\"{}\":1", i);
  set(keys + "}");
  EXPECT_THAT(exported(path_, "json"), HasSubstr("damaged: it holds longer settings than a call has"));
}

/// Each refers to the one before twice, so that the program that reads the last one has 2 to the power of their number
/// steps.
TEST_F(HostileTrace, ColumnsThatAreMadeOfColumnsAreNotRead) {
  std::string columns = "key TEXT, c0 AS (key + key)";
  for (int i = 1; i < 60; ++i) columns += fmt::format(", c{} AS (c{} + c{})", i, i - 1, i - 1);
  execute("ALTER TABLE meta RENAME TO was; CREATE TABLE meta (" + columns +
          ", value AS (c59)); INSERT INTO meta (key) VALUES ('host')");
  EXPECT_THAT(opened(path_), HasSubstr("damaged: it holds computed columns"));
}

TEST_F(HostileTrace, ATableThatNamesAPageOfItselfAgainIsReadNowhere) {
  for (const char* table : {"compact_packet_arrived", "rate_decided"}) {
    execute(
        fmt::format("CREATE TEMP TABLE more AS SELECT * FROM {0} ORDER BY id LIMIT 1; "
                    "WITH RECURSIVE n(x) AS (SELECT 1000000 UNION ALL SELECT x + 1 FROM n LIMIT 1000) "
                    "INSERT INTO {0} SELECT n.x, {1} FROM n, more",
                    table, columns_but_id(table)));
    const std::int64_t root =
        SQLite::Database(path_)
            .execAndGet(fmt::format("SELECT rootpage FROM sqlite_master WHERE name = '{}'", table))
            .getInt64();
    name_one_page_many_times(path_, root);
  }
  const auto damaged = HasSubstr("damaged: it holds events out of their order");
  EXPECT_THAT(opened(path_), damaged);
  EXPECT_THAT(analysed(path_), damaged);
  EXPECT_THAT(as_schedule(path_), damaged);
  for (const char* format : {"json", "csv", "pcapng"}) EXPECT_THAT(exported(path_, format), damaged) << format;
}

/// A trace of so many streams of one packet each.
void record_streams(const std::string& path, Direction direction, std::uint32_t streams) {
  std::vector<Event> events;
  for (std::uint32_t ssrc = 1; ssrc <= streams; ++ssrc) {
    events.push_back(direction == Direction::kReceived ? Event(trace_test::arrived(Medium::kAudio, ssrc, 0, {}))
                                                       : Event(trace_test::sent(Medium::kAudio, ssrc, 0, {})));
  }
  trace_test::record(path, events);
}

TEST_F(HostileTrace, MoreStreamsThanACallHasAreNotAnalysed) {
  for (const Direction direction : {Direction::kReceived, Direction::kSent}) {
    const std::string few = folder_ / fmt::format("few-{}.jscope", to_string(direction)),
                      many = folder_ / fmt::format("many-{}.jscope", to_string(direction));
    record_streams(few, direction, 1000);
    EXPECT_EQ(analysed(few), "analysed");
    record_streams(many, direction, 5000);
    EXPECT_THAT(analysed(many), HasSubstr("damaged: it holds more streams than a call has"));
  }
}

/// What no figure needs is read all the same: a trace is damaged for all who read it or for none.
TEST_F(HostileTrace, AnalysisAndWhoShowsItGiveOneAnswer) {
  const std::string good = folder_ / "good.jscope";
  std::filesystem::copy_file(path_, good);
  for (std::size_t kind = 0; kind < kEventKinds; ++kind) {
    const trace::CompactTable* compact = trace::compact_table(kind, trace::kSchemaVersion);
    const std::string table = compact ? compact->base() : std::string(trace::event_tables()[kind].name);
    std::filesystem::copy_file(good, path_, std::filesystem::copy_options::overwrite_existing);
    execute(fmt::format(
        "PRAGMA synchronous = OFF; UPDATE {0} SET local_ns = 'noon' WHERE id = (SELECT max(id) FROM {0})", table));
    const std::string shown = opened(path_);
    EXPECT_THAT(shown, HasSubstr("damaged: it holds a value that should be an integer")) << table;
    EXPECT_EQ(analysed(path_), shown) << table;
  }
}

TEST_F(HostileTrace, WhoeverReadsATraceTakesNoMoreEventsThanThereIsMemoryFor) {
  std::string error;
  const auto trace = TraceReader::open(path_, error);
  ASSERT_TRUE(trace) << error;
  EXPECT_LT(trace->most_events(), trace::available_memory() / 100);
}

TEST(HostileFile, APipeIsNoFile) {
  const TemporaryFolder folder;
  const std::string path = folder / "pipe.jscope";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_THAT(opened(path), HasSubstr("is a pipe or device, not a file"));
  EXPECT_THAT(analysed(path), HasSubstr("is a pipe or device, not a file"));
  EXPECT_THAT(as_schedule(path), HasSubstr("is a pipe or device, not a file"));
}

}  // namespace
}  // namespace jitterscope::hostile_trace_test
