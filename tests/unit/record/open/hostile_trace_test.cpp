// A trace from a stranger may be any SQLite file, and any path may be a pipe: opening ends soon, with a sentence.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include "core/record/open/opened_call.h"
#include "core/record/open/stream_file.h"
#include "core/record/trace/rate_schedule.h"
#include "core/record/trace/reader.h"
#include "core/record/trace/recorder.h"
#include "tests/unit/bounded_child.h"
#include "tests/unit/record/trace/sample_events.h"

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

class HostileTrace : public testing::Test {
 protected:
  void SetUp() override {
    TraceRecorder recorder;
    ASSERT_TRUE(recorder.begin(path_, {})) << recorder.error();
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(recorder.write(samples(i), Timestamp::ns(0)));
    ASSERT_TRUE(recorder.close());
  }
  void execute(const std::string& sql) { SQLite::Database(path_, SQLite::OPEN_READWRITE).exec(sql); }

  const TemporaryFolder folder_;
  const std::string path_ = folder_ / "call.jscope";
};

TEST_F(HostileTrace, AViewWithoutEndIsNotRead) {
  execute(
      "ALTER TABLE meta RENAME TO was; CREATE VIEW meta AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 "
      "FROM r) SELECT 'host' AS key, x AS value FROM r");
  EXPECT_THAT(opened(path_), HasSubstr("damaged"));
}

TEST_F(HostileTrace, AViewInTheTableOfAnEventIsNotRead) {
  execute(
      "ALTER TABLE packet_arrived RENAME TO was; CREATE VIEW packet_arrived AS SELECT a.* FROM was a, was b, was c, "
      "was d, was e, was f, was g");
  EXPECT_THAT(opened(path_), HasSubstr("damaged"));
}

TEST_F(HostileTrace, AHugeTextIsNotRead) {
  execute("UPDATE meta SET value = hex(zeroblob(2000000)) WHERE key = 'host'");
  EXPECT_THAT(opened(path_), HasSubstr("damaged"));
}

TEST_F(HostileTrace, ATextThatIsMadeWhileItIsReadIsNot) {
  execute(
      "ALTER TABLE meta RENAME TO was; CREATE TABLE meta (key TEXT, value AS (hex(zeroblob(4000000)))); INSERT INTO "
      "meta (key) VALUES ('host')");
  EXPECT_THAT(opened(path_), HasSubstr("damaged"));
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

TEST_F(HostileTrace, MoreEntriesThanACallHasAreNotRead) {
  execute(
      "INSERT INTO meta WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r LIMIT 20000) SELECT "
      "'settings' || x, hex(zeroblob(200)) FROM r");
  EXPECT_THAT(opened(path_), HasSubstr("damaged"));
}

TEST(HostileFile, APipeIsNoFile) {
  const TemporaryFolder folder;
  const std::string path = folder / "pipe.jscope";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_THAT(opened(path), HasSubstr("is a pipe or device, not a file"));
  EXPECT_THAT(said_by([&] {
                std::string error, note;
                read_stream_file(path, {}, error, note);
                return error;
              }),
              HasSubstr("is a pipe or device, not a file"));
  EXPECT_THAT(said_by([&] {
                std::string error;
                read_rate_schedule(path, error);
                return error;
              }),
              HasSubstr("is a pipe or device, not a file"));
}

}  // namespace
}  // namespace jitterscope::hostile_trace_test
