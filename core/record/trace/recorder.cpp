#include "core/record/trace/recorder.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <array>
#include <filesystem>
#include <utility>

#include "core/events/kinds/notice.h"
#include "core/events/kinds/stream_announced.h"
#include "core/record/trace/compact_rows.h"
#include "core/record/trace/conference_offsets.h"
#include "core/record/trace/seconds_writer.h"

namespace jitterscope {
namespace {

namespace fs = std::filesystem;
constexpr Duration kCommitInterval = Duration::ms(500);
constexpr int kLockPatienceMs = 4'000;  // of another program that locks the file

/// As the table `meta` has it; empty: absent.
std::string meta_words(const trace::Value& value) {
  return value.kind == trace::Value::Kind::kWhole ? std::to_string(value.whole) : std::string(value.text);
}

void put_meta(SQLite::Database& db, const TraceMeta& meta, std::int32_t schema) {
  SQLite::Statement put(db, "INSERT INTO meta VALUES (?, nullif(?, ''))");
  const auto row = [&](std::string_view key, const std::string& value) {
    put.bind(1, std::string(key));
    put.bind(2, value);
    put.exec();
    put.reset();
  };
  db.exec("DELETE FROM meta");
  row("schema_version", std::to_string(schema));
  for (const trace::Column& column : trace::meta_columns()) row(column.name, meta_words(column.get(&meta)));
  for (std::size_t id = 0; id < meta.identities.size(); ++id)
    if (!meta.identities[id].empty()) row("participant_" + std::to_string(id), meta.identities[id]);
}

void put_streams(SQLite::Database& db, const std::vector<TraceStream>& streams) {
  db.exec("DELETE FROM stream");
  SQLite::Statement put(db, "INSERT INTO stream VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const TraceStream& stream : streams) {
    int index = 0;
    for (const trace::Column& column : trace::stream_columns()) trace::bind(put, ++index, column.get(&stream));
    put.exec();
    put.reset();
  }
}

/// Its folder by the name that leads through none, which SQLite asks for where it shall follow none.
std::string without_links(const std::string& path) {
  std::error_code code;
  const fs::path whole = fs::absolute(path, code), folder = fs::canonical(whole.parent_path(), code);
  return code ? path : (folder / whole.filename()).string();
}

std::string sentence_of_loss(const std::string& path) {
  return fmt::format("Recording stopped: the trace {} was moved or deleted.", path);
}

/// `kept`: events of the call are in the file.
std::string sentence_of(const SQLite::Exception& problem, const std::string& path, bool kept) {
  const char* what_is_left = kept ? "What was recorded until then is kept." : "Nothing of the call is recorded.";
  if (problem.getErrorCode() == SQLITE_FULL)
    return fmt::format("Recording stopped: the disk of {} is full. {}", path, what_is_left);
  if (problem.getErrorCode() == SQLITE_BUSY)
    return fmt::format("Recording stopped: another program locks {}. {}", path, what_is_left);
  if (problem.getErrorCode() == SQLITE_CANTOPEN)  // the file itself has just been made
    return fmt::format(
        "The trace {} cannot be written: this program may have too many files open (ulimit -n), or the folder has "
        "gone.",
        path);
  return fmt::format("Recording to {} stopped: {}. {}", path, problem.what(), what_is_left);
}

}  // namespace

struct TraceRecorder::Database {
  Database(const std::string& path, std::int32_t written_schema)
      : schema(written_schema),
        db(without_links(path), SQLite::OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW, kLockPatienceMs) {
    std::error_code gone;
    reserve.hold(fs::absolute(path, gone).parent_path());
  }

  const std::int32_t schema;
  SQLite::Database db;
  std::optional<trace::SecondsWriter> seconds;
  DiskReserve reserve;
  std::array<std::unique_ptr<SQLite::Statement>, kEventKinds> inserts;
  bool made = false;  // the file is a trace
  bool kept = false;  // events were committed to it
  bool told_unwritten = false;
  std::int64_t next_id = 1;
  ConferenceOffsets conference_offsets;
  std::optional<Timestamp> transaction_begun;

  /// What is the same for all rows of one schema.
  void prepare() {
    for (std::size_t kind = 0; kind < kEventKinds; ++kind) {
      const trace::EventTable& table = trace::event_tables()[kind];
      if (table.since > schema) continue;
      const trace::CompactTable* compact = trace::compact_table(kind, schema);
      inserts[kind] = std::make_unique<SQLite::Statement>(
          db, compact ? trace::insert_compact(*compact) : trace::insert_statement(table, schema));
    }
    if (schema >= trace::kSecondSince) seconds.emplace(db);
  }
  void begin(Timestamp now) {
    if (transaction_begun) return;
    db.exec("BEGIN");
    transaction_begun = now;
  }
  void commit() {
    if (!transaction_begun) return;
    db.exec("COMMIT");
    transaction_begun.reset();
    kept = true;
  }
  /// What no reader takes would make all of the trace unreadable: in place of the first such event stands a notice.
  void insert(const Event& event, Timestamp now) {
    const std::int64_t id = next_id++;
    if (!inserts[event.index()]) return;  // of a kind that the schema does not have
    try {
      trace::check(event);
    } catch (const trace::DamagedRow& problem) {
      if (std::exchange(told_unwritten, true)) return;
      const std::string told =
          fmt::format("Some events are not recorded: one of {} held {}.", trace::table_of(event).name, problem.what());
      return put(id, Notice{1, ShortText<160>(told), now});
    }
    put(id, event);
  }
  void put(std::int64_t id, const Event& event) {
    SQLite::Statement& statement = *inserts[event.index()];
    if (const auto* synced = get_if<ClockSynced>(&event)) conference_offsets.add(*synced);
    if (const auto* stream = get_if<StreamAnnounced>(&event); stream && seconds) seconds->add(*stream);
    const auto conference = trace::conference_time(event, conference_offsets.at(trace::local_time(event)));
    if (const trace::CompactTable* compact = trace::compact_table(event.index(), schema))
      trace::bind_compact_row(statement, *compact, id, event, conference, seconds->of(event, conference, id));
    else
      trace::bind_row(statement, id, event, conference, schema);
    statement.exec();
    statement.reset();
  }
  /// The log goes into the file, and the file is all there is; errors leave both. Somebody reading the trace just now
  /// keeps it in WAL mode; it is complete all the same.
  void fold() {
    for (auto& statement : inserts) statement.reset();
    seconds.reset();
    reserve.release();
    const auto run = [this](const char* sql) { sqlite3_exec(db.getHandle(), sql, nullptr, nullptr, nullptr); };
    sqlite3_busy_timeout(db.getHandle(), 0);
    run("ROLLBACK");  // of what could not be written
    run("PRAGMA wal_checkpoint(TRUNCATE)");
    run("PRAGMA journal_mode=DELETE");
  }
};

TraceRecorder::TraceRecorder() = default;
TraceRecorder::~TraceRecorder() {
  close();
}

bool TraceRecorder::fail(const std::string& sentence) {
  error_ = sentence;
  database_.reset();
  return false;
}

template <typename Work>
bool TraceRecorder::attempt(Work work) {
  if (!database_) return false;
  try {
    work(*database_);
    return true;
  } catch (const SQLite::Exception& problem) {
    const bool lost = database_->made && !held_.is_at(path_);
    disk_full_ = !lost && problem.getErrorCode() == SQLITE_FULL;
    if (!lost) database_->fold();
    return fail(lost ? sentence_of_loss(path_) : sentence_of(problem, path_, database_->kept));
  }
}

bool TraceRecorder::begin(const std::string& path, const TraceMeta& meta, std::int32_t schema) {
  close();
  path_ = path;
  std::error_code ignored;
  for (const char* suffix : {"-wal", "-shm", "-journal"})  // perhaps what is left of a trace that was renamed
    if (fs::exists(fs::symlink_status(path + suffix, ignored)))
      return fail(path + suffix + " exists already: give the recording another name.");
  if (std::string why = why_not_private(path); !why.empty()) return fail(why);
  error_.clear();
  PrivateFile file = take_empty_file(path);
  const bool fills = static_cast<bool>(file);
  if (!fills) file = create_private_file(path, error_);
  if (!file) return false;
  held_.hold(file);
  file = {};  // closed before SQLite locks it: closed later it would take the lock off
  if (create(meta, schema)) return true;
  if (!fills && held_.is_at(path))
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) fs::remove(path + suffix, ignored);
  return false;
}

bool TraceRecorder::create(const TraceMeta& meta, std::int32_t schema) {
  try {
    database_ = std::make_unique<Database>(path_, schema);
  } catch (const SQLite::Exception& problem) { return fail(sentence_of(problem, path_, false)); }
  const bool created = attempt([&](Database& database) {
    SQLite::Database& db = database.db;
    if (!held_.is_at(path_)) throw SQLite::Exception("another file took its place", SQLITE_CANTOPEN);
    // Identity and tables are in the file itself before the WAL takes over, so that a crash leaves a readable trace.
    db.exec(fmt::format("PRAGMA application_id={}", trace::kApplicationId));
    db.exec(fmt::format("PRAGMA user_version={}", schema));
    db.exec("BEGIN;" + trace::create_statements(schema));
    put_meta(db, meta, schema);
    put_streams(db, meta.streams);
    db.exec("COMMIT");
    db.exec("PRAGMA journal_mode=WAL");
    db.exec("PRAGMA synchronous=NORMAL");
    database.prepare();
    database.made = true;
    database.conference_offsets = ConferenceOffsets(meta.conference_offset);
  });
  return created || fail(disk_full_ ? fmt::format("There is no room for {}: nothing is recorded.", path_) : error_);
}

bool TraceRecorder::set_meta(const TraceMeta& meta) {
  return flush() && attempt([&](Database& database) {
           SQLite::Transaction transaction(database.db);
           put_meta(database.db, meta, database.schema);
           put_streams(database.db, meta.streams);
           transaction.commit();
           database.conference_offsets = ConferenceOffsets(meta.conference_offset);
         });
}

bool TraceRecorder::write(std::span<const Event> events, Timestamp now) {
  const bool written = attempt([&](Database& database) {
    if (!events.empty()) database.begin(now);
    for (const Event& event : events) database.insert(event, now);
  });
  if (!written) return false;
  const auto begun = database_->transaction_begun;
  return begun && now - *begun >= kCommitInterval ? flush() : true;
}

bool TraceRecorder::flush() {
  if (!attempt([](Database& database) { database.commit(); })) return false;
  return held_.is_at(path_) || fail(sentence_of_loss(path_));
}

bool TraceRecorder::close() {
  const auto finish = [](Database& database) {
    if (!database.seconds) return;
    database.begin({});
    database.seconds->finish();
  };
  if (!attempt(finish) || !flush()) return false;
  if (database_) database_->fold();
  database_.reset();
  return true;
}

bool TraceRecorder::discard() {
  error_.clear();
  if (!held_.is_at(path_)) return fail(fmt::format("The trace {} was moved or replaced, so it is not deleted.", path_));
  std::error_code problem, none;
  fs::remove(path_, problem);
  database_.reset();
  for (const char* suffix : {"-wal", "-shm", "-journal"}) fs::remove(path_ + suffix, none);
  return !problem || fail(fmt::format("{} cannot be deleted: delete it yourself.", path_));
}

bool TraceRecorder::recording() const {
  return database_ != nullptr;
}

std::int64_t TraceRecorder::bytes() const {
  std::int64_t total = 0;
  for (const char* suffix : {"", "-wal"}) {
    std::error_code code;
    const auto size = fs::file_size(path_ + suffix, code);
    if (!code) total += static_cast<std::int64_t>(size);
  }
  return total;
}

}  // namespace jitterscope
