#include "core/trace/reader.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "core/trace/file_head.h"
#include "core/trace/row_codec.h"

namespace jitterscope {
namespace {

namespace fs = std::filesystem;

std::string damaged(const std::string& path, const std::string& how) {
  return fmt::format("{} is damaged: {}.", path, how);
}

/// Empty when SQLite may open it.
std::string why_no_trace(const std::string& path) {
  std::error_code code;
  if (!fs::exists(path, code)) return fmt::format("{}: there is no such file.", path);
  if (fs::is_directory(path, code)) return fmt::format("{} is a folder, not a trace.", path);
  const trace::FileHead head = trace::read_file_head(path);
  if (!head.readable) return fmt::format("{} cannot be read: check its permissions.", path);
  if (!head.is_trace()) return fmt::format("{} is not a Jitterscope trace.", path);
  if (head.schema_version < 1 || head.schema_version > trace::kSchemaVersion)
    return fmt::format("{} was recorded by another version of Jitterscope (schema {}; this one reads schemas 1 to {}).",
                       path, head.schema_version, trace::kSchemaVersion);
  return {};
}

std::string percent_encoded(const std::string& path) {
  std::string uri;
  for (const char c : path) {
    if (c == '%' || c == '?' || c == '#')
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      uri += c;
  }
  return uri;
}

/// Read-only; where SQLite may not even make its shared-memory file beside the trace, as an unchanging file.
std::unique_ptr<SQLite::Database> open_database(const std::string& path) {
  try {
    auto db = std::make_unique<SQLite::Database>(path, SQLite::OPEN_READONLY);
    db->exec("PRAGMA trusted_schema=OFF");
    db->execAndGet("SELECT count(*) FROM meta");
    return db;
  } catch (const SQLite::Exception& problem) {
    if (problem.getErrorCode() != SQLITE_CANTOPEN && problem.getErrorCode() != SQLITE_READONLY) throw;
  }
  return std::make_unique<SQLite::Database>("file:" + percent_encoded(fs::absolute(path)) + "?immutable=1",
                                            SQLite::OPEN_READONLY | SQLite::OPEN_URI);
}

std::optional<Duration> parse_duration(const std::string& text) {
  std::int64_t ns = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), ns);
  if (text.empty() || result.ec != std::errc()) return std::nullopt;
  return Duration::ns(ns);
}

void read_meta_table(SQLite::Database& db, TraceMeta& meta) {
  SQLite::Statement row(db, "SELECT key, coalesce(value, '') FROM meta");
  while (row.executeStep()) {
    const std::string key = row.getColumn(0).getString(), value = row.getColumn(1).getString();
    if (key == "program_version") meta.program_version = value;
    if (key == "host") meta.host = value;
    if (key == "settings") meta.settings_json = value;
    if (key == "conference_offset_ns") meta.conference_offset = parse_duration(value);
    if (key == "realtime_offset_ns") meta.realtime_offset = parse_duration(value);
    const auto moment = [&]() -> std::optional<Timestamp> {
      const auto since = parse_duration(value);
      return since ? std::optional(Timestamp() + *since) : std::nullopt;
    };
    if (key == "call_began_ns") meta.call_began = moment();
    if (key == "call_ended_ns") meta.call_ended = moment();
    if (key == "clock_synchronised") meta.clock_synchronised = value == "1";
  }
}

void read_stream_table(SQLite::Database& db, TraceMeta& meta) {
  SQLite::Statement row(db,
                        "SELECT ssrc, medium, direction, payload_type, nominal_period_ms, clock_rate_hz,"
                        " delay_uncertainty_ms, playout_added_ms, local_address, local_port, remote_address,"
                        " remote_port FROM stream ORDER BY rowid");
  while (row.executeStep()) {
    int index = 0;
    const auto read = [&]<typename T>(T& value) { value = trace::read<T>(row.getColumn(index++)); };
    TraceStream stream;
    read(stream.ssrc);
    read(stream.medium);
    read(stream.direction);
    read(stream.payload_type);
    read(stream.nominal_period_ms);
    read(stream.clock_rate_hz);
    read(stream.delay_uncertainty_ms);
    read(stream.playout_added_ms);
    stream.local_address = row.getColumn(index++).getString();
    read(stream.local_port);
    stream.remote_address = row.getColumn(index++).getString();
    read(stream.remote_port);
    meta.streams.push_back(std::move(stream));
  }
}

/// The next event of one table.
struct Cursor {
  std::unique_ptr<SQLite::Statement> statement;
  Event (*read)(SQLite::Statement&);
  std::int64_t id = 0;
  bool advance() {
    if (!statement->executeStep()) return false;
    id = statement->getColumn(0).getInt64();
    return true;
  }
};

using Types = std::array<bool, std::variant_size_v<Event>>;
constexpr Types all_types() {
  Types all{};
  for (bool& type : all) type = true;
  return all;
}

/// One for each of these tables that a trace of this schema has.
std::vector<Cursor> open_cursors(SQLite::Database& db, std::int32_t schema, const Types& wanted = all_types()) {
  std::vector<Cursor> cursors;
  std::size_t index = 0;
  trace::for_each_event_type([&]<typename E>() {
    if (!wanted[index++] || trace::kSince < E >> schema) return;
    Cursor cursor{std::make_unique<SQLite::Statement>(db, trace::select_statement<E>()),
                  [](SQLite::Statement& row) -> Event { return trace::read_row<E>(row); }};
    if (cursor.advance()) cursors.push_back(std::move(cursor));
  });
  return cursors;
}

/// Runs `work`, turning what SQLite and row_codec throw into a sentence.
template <typename Work>
bool guarded(const std::string& path, std::string& error, Work work) {
  try {
    work();
    return true;
  } catch (const SQLite::Exception& problem) {
    error = damaged(path, problem.what());
  } catch (const trace::DamagedRow& problem) { error = damaged(path, std::string("it holds ") + problem.what()); }
  return false;
}

}  // namespace

struct TraceReader::Database {
  std::unique_ptr<SQLite::Database> db;
  std::int32_t schema = 0;
};

TraceReader::TraceReader() : database_(std::make_unique<Database>()) {}
TraceReader::~TraceReader() = default;

std::unique_ptr<TraceReader> TraceReader::open(const std::string& path, std::string& error) {
  error = why_no_trace(path);
  if (!error.empty()) return nullptr;
  std::unique_ptr<TraceReader> reader(new TraceReader);
  reader->path_ = path;
  const bool opened = guarded(path, error, [&] {
    reader->database_->db = open_database(path);
    reader->database_->schema = trace::read_file_head(path).schema_version;
    read_meta_table(*reader->database_->db, reader->meta_);
    read_stream_table(*reader->database_->db, reader->meta_);
    open_cursors(*reader->database_->db, reader->database_->schema);  // every table and column is there
  });
  return opened ? std::move(reader) : nullptr;
}

const TraceStream* TraceReader::find_stream(Direction direction, std::uint32_t ssrc) const {
  const auto found = std::find_if(meta_.streams.begin(), meta_.streams.end(),
                                  [&](const auto& s) { return s.direction == direction && s.ssrc == ssrc; });
  return found == meta_.streams.end() ? nullptr : &*found;
}

std::int32_t TraceReader::schema_version() const {
  return database_->schema;
}

bool TraceReader::read_events(const std::function<void(const Event&)>& take, std::string& error,
                              const std::stop_token& stop) const {
  return read_types(all_types(), take, error, stop);
}

bool TraceReader::read_types(const Types& wanted, const std::function<void(const Event&)>& take, std::string& error,
                             const std::stop_token& stop) const {
  return guarded(path_, error, [&] {
    const SQLite::Transaction same_moment(*database_->db);  // a trace may still be growing
    std::vector<Cursor> cursors = open_cursors(*database_->db, database_->schema, wanted);
    while (!cursors.empty() && !stop.stop_requested()) {
      const auto next =
          std::min_element(cursors.begin(), cursors.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
      take(next->read(*next->statement));
      if (!next->advance()) cursors.erase(next);
    }
  });
}

template <typename EventType>
bool TraceReader::read(const std::function<void(const EventType&)>& take, std::string& error) const {
  if (trace::kSince < EventType >> database_->schema) return true;
  return guarded(path_, error, [&] {
    SQLite::Statement row(*database_->db, trace::select_statement<EventType>());
    while (row.executeStep()) take(trace::read_row<EventType>(row));
  });
}

#define JITTERSCOPE_READ(E) \
  template bool TraceReader::read<E>(const std::function<void(const E&)>&, std::string&) const;
JITTERSCOPE_READ(PacketSent)
JITTERSCOPE_READ(PacketArrived)
JITTERSCOPE_READ(PacketRejected)
JITTERSCOPE_READ(FrameEncoded)
JITTERSCOPE_READ(FrameSent)
JITTERSCOPE_READ(FrameDone)
JITTERSCOPE_READ(FrameDecoded)
JITTERSCOPE_READ(AudioBlockDone)
JITTERSCOPE_READ(ThreadWoke)
JITTERSCOPE_READ(ThreadStatus)
JITTERSCOPE_READ(SettingChanged)
JITTERSCOPE_READ(RingDropped)
JITTERSCOPE_READ(RtcpReported)
JITTERSCOPE_READ(PeerSummary)
JITTERSCOPE_READ(Notice)
JITTERSCOPE_READ(Marker)
JITTERSCOPE_READ(LinkReport)
JITTERSCOPE_READ(LoadReport)
JITTERSCOPE_READ(ClockSynced)
JITTERSCOPE_READ(ClockStepped)
JITTERSCOPE_READ(PacketStamped)
JITTERSCOPE_READ(FrameShown)
JITTERSCOPE_READ(SenderTimes)
JITTERSCOPE_READ(ThreadLoad)
JITTERSCOPE_READ(ClassChanged)
JITTERSCOPE_READ(FramePlayed)
JITTERSCOPE_READ(PlayoutDecided)
JITTERSCOPE_READ(PlayoutReport)
JITTERSCOPE_READ(PeerQuality)
JITTERSCOPE_READ(TrendReported)
JITTERSCOPE_READ(RateDecided)
JITTERSCOPE_READ(FrameOmitted)
JITTERSCOPE_READ(TcpReported)
#undef JITTERSCOPE_READ

}  // namespace jitterscope
