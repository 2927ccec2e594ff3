// How a stranger's trace is opened: both ways alike, and no search in it goes on for ever.
#include "core/record/trace/foreign_database.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "tests/unit/record/trace/sample_events.h"

namespace jitterscope::foreign_database_test {
namespace {

using trace_test::TemporaryFolder;

constexpr const char* kEndless = "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT x FROM r";

class ForeignDatabaseTest : public testing::Test {
 protected:
  void SetUp() override {
    SQLite::Database made(path_, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    made.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1)");
  }
  /// SQLite may not make its shared memory beside the file: also for root, whom no rights of a folder hold.
  void forbid_shared_memory() {
    std::filesystem::remove(path_ + "-shm");  // of who read it before
    std::filesystem::create_symlink(folder_ / "none/none", path_ + "-shm");
  }
  static bool opened_as_unchanging(trace::ForeignDatabase& db) {
    return sqlite3_uri_boolean(sqlite3_db_filename(db.sql().getHandle(), "main"), "immutable", 0) != 0;
  }
  static void expect_no_trust(trace::ForeignDatabase& db) {
    sqlite3* handle = db.sql().getHandle();
    for (const int off :
         {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_ENABLE_TRIGGER}) {
      int value = -1;
      sqlite3_db_config(handle, off, -1, &value);
      EXPECT_EQ(value, 0) << off;
    }
    int defensive = -1;
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, -1, &defensive);
    EXPECT_EQ(defensive, 1);
    EXPECT_LE(sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, -1), 1 << 20);
    EXPECT_LE(sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, -1), 100'000);
    EXPECT_LE(sqlite3_limit(handle, SQLITE_LIMIT_COLUMN, -1), 200);
    EXPECT_EQ(sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, -1), 0);
    EXPECT_EQ(db.sql().execAndGet("SELECT a FROM t").getInt(), 1);
  }

  const TemporaryFolder folder_;
  const std::string path_ = folder_ / "call.jscope";
};

TEST_F(ForeignDatabaseTest, IsNotTrustedAlsoWhereItCanOnlyBeReadAsAnUnchangingFile) {
  for (const bool unchanging : {false, true}) {
    if (unchanging) forbid_shared_memory();
    trace::ForeignDatabase db(path_);
    EXPECT_EQ(opened_as_unchanging(db), unchanging);
    expect_no_trust(db);
  }
}

TEST_F(ForeignDatabaseTest, ReadingThatIsCancelledEndsThoughRowsComeOn) {
  for (const bool unchanging : {false, true}) {
    if (unchanging) forbid_shared_memory();
    trace::ForeignDatabase db(path_);
    std::stop_source stop;
    db.set_stop(stop.get_token());
    SQLite::Statement rows(db.sql(), kEndless);
    int count = 0;
    const auto read = [&] {
      while (count < 1'000'000 && rows.executeStep()) {
        db.note_row();
        if (++count == 10) stop.request_stop();
      }
    };
    EXPECT_THROW(read(), SQLite::Exception);
    EXPECT_LT(count, 10'000);
  }
}

TEST_F(ForeignDatabaseTest, ASearchWithoutARowEnds) {
  trace::ForeignDatabase db(path_);
  SQLite::Statement none(db.sql(), std::string(kEndless) + " WHERE x < 0");
  try {
    none.executeStep();
    ADD_FAILURE() << "it ended by itself";
  } catch (const SQLite::Exception& problem) { EXPECT_EQ(problem.getErrorCode(), SQLITE_INTERRUPT); }
}

}  // namespace
}  // namespace jitterscope::foreign_database_test
