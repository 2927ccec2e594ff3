#include "core/record/trace/reader.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <new>
#include <utility>

#include "core/base/files/input_file.h"
#include "core/base/units/number_words.h"
#include "core/record/disk/foreign_json.h"
#include "core/record/disk/packed_file.h"
#include "core/record/disk/whole_file.h"
#include "core/record/trace/anonymous.h"
#include "core/record/trace/compact_rows.h"
#include "core/record/trace/file_head.h"
#include "core/record/trace/foreign_database.h"
#include "core/record/trace/schema.h"

namespace jitterscope {
namespace {

namespace fs = std::filesystem;

constexpr int kMostMetaRows = 1000;
constexpr std::size_t kMostStreams = 65536;
constexpr std::size_t kLongestName = 254;            // bytes, of an address or an identity: thousands are kept
constexpr std::size_t kLongestSettings = 64 * 1024;  // bytes of JSON, which is read in the square of its keys
constexpr std::int64_t kBytesAnEvent = 256;          // kept and analysed
constexpr std::int64_t kEventsASecond = 3;           // whose room a row of `second` takes
static_assert(kBytesAnEvent * kEventsASecond >= std::int64_t{sizeof(trace::Second)} * 2 * 2,
              "twice while the list of them grows, and two readers have them at once");

std::string damaged(const std::string& path, const std::string& how) {
  return fmt::format("{} is damaged: {}.", path, how);
}

/// Empty when it is a file.
std::string why_none(const std::string& path) {
  std::error_code code;
  if (std::string other = why_no_file(path); !other.empty()) return other;
  if (!fs::exists(path, code)) return fmt::format("{}: there is no such file.", path);
  if (fs::is_directory(path, code)) return fmt::format("{} is a folder, not a trace.", path);
  return {};
}

/// Empty when SQLite may open it.
std::string why_no_trace(const std::string& path, const trace::FileHead& head) {
  if (!head.readable) return fmt::format("{} cannot be read: check its permissions.", path);
  if (!head.is_trace()) return fmt::format("{} is not a Jitterscope trace.", path);
  const int schema = head.schema_version;
  if (schema >= trace::kOldestSchema && schema <= trace::kSchemaVersion) return {};
  return fmt::format(
      "{} was recorded by {} version of Jitterscope (schema {}; this one reads schemas {} to {}): open it with that "
      "version.",
      path, schema < trace::kOldestSchema ? "an older" : "a newer", schema, trace::kOldestSchema,
      trace::kSchemaVersion);
}

/// What the table `meta` has of a column; absent where it is no number and should be one.
trace::Value meta_value(const trace::Column& column, const std::string& words) {
  const trace::Form form = column.type->form;
  if (form == trace::Form::kText) return trace::Value::of_text(words);
  if (form == trace::Form::kTruth) return trace::Value::of(std::int64_t{words == "1"});
  std::int64_t ns = 0;
  const auto result = std::from_chars(words.data(), words.data() + words.size(), ns);
  if (words.empty() || result.ec != std::errc()) return {};
  trace::check_time(ns, form == trace::Form::kDuration);  // offsets are to clocks that count since 1970
  return trace::Value::of(ns);
}

/// Of "participant_7".
std::optional<std::uint8_t> participant_of(std::string_view key) {
  constexpr std::string_view kPrefix = "participant_";
  return key.starts_with(kPrefix) ? whole_number<std::uint8_t>(key.substr(kPrefix.size())) : std::nullopt;
}

void check_length(const std::string& text, const char* what) {
  if (text.size() > kLongestName) throw trace::DamagedRow(fmt::format("a longer {} than there are", what));
}

void check_settings(const std::string& json) {
  if (trace::is_nested_too_deep(json))
    throw trace::DamagedRow(fmt::format("settings nested more than {} levels deep", trace::kDeepestJson));
  if (json.size() > kLongestSettings) throw trace::DamagedRow("longer settings than a call has");
}

void read_meta_table(trace::ForeignDatabase& db, TraceMeta& meta) {
  trace::ForeignRows row(db, "SELECT key, coalesce(value, '') FROM meta");
  for (int rows = 0; row.next(); ++rows) {
    db.note_row();
    if (rows >= kMostMetaRows) throw trace::DamagedRow("more in its table meta than a call has");
    const std::string key(row.cell(0).text()), value(row.cell(1).text());
    for (const trace::Column& column : trace::meta_columns())
      if (key == column.name) column.set(&meta, meta_value(column, value));
    if (const auto id = participant_of(key)) {
      if (meta.identities.size() <= *id) meta.identities.resize(*id + 1);
      check_length(value, "identity");
      meta.identities[*id] = value;
    }
  }
  check_settings(meta.settings_json);
}

void read_stream_table(trace::ForeignDatabase& db, TraceMeta& meta) {
  std::string columns;
  for (const trace::Column& column : trace::stream_columns())
    columns.append(columns.empty() ? "" : ", ").append(column.name);
  trace::ForeignRows row(db, "SELECT " + columns + " FROM stream ORDER BY rowid");
  while (row.next()) {
    db.note_row();
    if (meta.streams.size() >= kMostStreams) throw trace::DamagedRow("more streams than a call has");
    TraceStream& stream = meta.streams.emplace_back();
    int index = 0;
    for (const trace::Column& column : trace::stream_columns())
      trace::put(&stream, column, trace::read(row.cell(index++), *column.type));
    check_length(stream.local_address, "address");
    check_length(stream.remote_address, "address");
  }
}

using Seconds = std::vector<trace::Second>;

/// All, by id; at most as many as there is memory for beside `most` events.
Seconds all_seconds(trace::ForeignDatabase& db, std::int64_t most) {
  return trace::read_seconds(db, most / kEventsASecond);
}

/// The next event of one table. Pages that name a page again make rows without end in a small file.
struct Cursor {
  trace::ForeignRows row;
  const trace::EventTable* table;
  const trace::CompactTable* compact;  // null: rows lie there plainly
  std::int64_t id = 0;
  bool begun = false;
  bool advance() {
    if (!row.next()) return false;
    const std::int64_t before = std::exchange(id, row.cell(0).integer());
    if (begun && id <= before) throw trace::DamagedRow("events out of their order");
    begun = true;
    return true;
  }
  Event event(const Seconds& seconds) const {
    return compact ? trace::read_compact_row(row, *compact, seconds) : trace::read_row(row, *table);
  }
};

/// Before the first row of those ids of the kind's table in a trace of this schema.
Cursor cursor_of(trace::ForeignDatabase& db, std::size_t kind, std::int32_t schema, const trace::Ids& ids) {
  const trace::EventTable& table = trace::event_tables()[kind];
  const trace::CompactTable* compact = trace::compact_table(kind, schema);
  db.check_table(compact ? compact->base() : std::string(table.name));
  return {compact ? trace::compact_rows(db, *compact, ids)
                  : trace::ForeignRows(db, trace::select_statement(table, schema, ids)),
          &table, compact};
}

/// The cursor of the lowest id first.
class Merge {
 public:
  explicit Merge(std::vector<Cursor> cursors) : cursors_(std::move(cursors)) {
    for (Cursor& cursor : cursors_) heap_.push_back(&cursor);
    std::make_heap(heap_.begin(), heap_.end(), is_later);
  }
  bool done() const { return heap_.empty(); }
  Cursor& next() { return *heap_.front(); }
  void advance() {
    if (!heap_.front()->advance()) {
      std::pop_heap(heap_.begin(), heap_.end(), is_later);
      return heap_.pop_back();
    }
    for (std::size_t place = 0;;) {  // down to where it belongs
      std::size_t first = place;
      for (const std::size_t child : {2 * place + 1, 2 * place + 2})
        if (child < heap_.size() && is_later(heap_[first], heap_[child])) first = child;
      if (first == place) return;
      std::swap(heap_[place], heap_[std::exchange(place, first)]);
    }
  }

 private:
  static bool is_later(const Cursor* a, const Cursor* b) { return a->id > b->id; }
  std::vector<Cursor> cursors_;
  std::vector<Cursor*> heap_;
};

using Types = std::array<bool, kEventKinds>;
using Begins = std::array<std::int64_t, kEventKinds>;

constexpr Types all_types() {
  Types all{};
  for (bool& type : all) type = true;
  return all;
}

/// One for each of these tables that a trace of this schema has.
std::vector<Cursor> open_cursors(trace::ForeignDatabase& db, std::int32_t schema, const Types& wanted = all_types(),
                                 const Begins& begins = {}, std::int64_t end_id = INT64_MAX) {
  std::vector<Cursor> cursors;
  for (std::size_t kind = 0; kind < kEventKinds; ++kind) {
    if (!wanted[kind] || trace::event_tables()[kind].since > schema) continue;
    db.note_row();
    Cursor cursor = cursor_of(db, kind, schema, {begins[kind], end_id});
    if (cursor.advance()) cursors.push_back(std::move(cursor));
  }
  return cursors;
}

/// The last position in the log; 0: it is empty.
std::int64_t highest_id(trace::ForeignDatabase& db, std::int32_t schema) {
  std::int64_t highest = 0;
  for (std::size_t kind = 0; kind < kEventKinds; ++kind) {
    const trace::EventTable& table = trace::event_tables()[kind];
    if (table.since > schema) continue;
    const trace::CompactTable* compact = trace::compact_table(kind, schema);
    db.note_row();
    trace::ForeignRows row(
        db, "SELECT id FROM " + (compact ? compact->base() : std::string(table.name)) + " ORDER BY id DESC LIMIT 1");
    if (row.next()) highest = std::max(highest, row.cell(0).integer());
  }
  return highest;
}

/// Rows of some of these types are differences.
bool needs_seconds(std::int32_t schema, const Types& wanted) {
  for (std::size_t kind = 0; kind < kEventKinds; ++kind)
    if (wanted[kind] && trace::compact_table(kind, schema)) return true;
  return false;
}

/// Runs `work`, turning what SQLite and row_codec throw into a sentence.
template <typename Work>
bool guarded(const std::string& path, std::string& error, Work work, const std::stop_token& stop = {}) {
  try {
    work();
    return true;
  } catch (const SQLite::Exception& problem) {
    if (problem.getErrorCode() == SQLITE_NOMEM) throw std::bad_alloc();
    const bool interrupted = problem.getErrorCode() == SQLITE_INTERRUPT;
    if (interrupted && stop.stop_requested()) return true;  // as between two events
    error = damaged(path, interrupted ? "a table of it has no end" : problem.what());
  } catch (const trace::TooMuch&) {
    error = path + " holds more events than this machine has memory for.";
  } catch (const trace::DamagedRow& problem) { error = damaged(path, std::string("it holds ") + problem.what()); }
  return false;
}

}  // namespace

struct TraceReader::Database {
  std::unique_ptr<trace::ForeignDatabase> db;
  std::int32_t schema = 0;
};

TraceReader::TraceReader() : database_(std::make_unique<Database>()) {}
TraceReader::~TraceReader() = default;

std::unique_ptr<TraceReader> TraceReader::open(const std::string& path, std::string& error,
                                               const std::stop_token& stop) {
  if (error = why_none(path); !error.empty()) return nullptr;
  std::unique_ptr<TraceReader> reader(new TraceReader);
  reader->path_ = path;
  reader->most_events_ = trace::available_memory() / kBytesAnEvent;
  std::optional<std::string> unpacked;
  if (trace::is_gzip(trace::first_bytes(path, 3).value_or(std::string()))) {
    unpacked = trace::unpack_gzip(path, error);
    if (!unpacked) return nullptr;
  }
  const trace::FileHead head = unpacked ? trace::file_head(*unpacked) : trace::read_file_head(path);
  if (error = why_no_trace(path, head); !error.empty()) return nullptr;
  const bool opened = guarded(path, error, [&] {
    using trace::ForeignDatabase;
    reader->database_->db = unpacked ? std::make_unique<ForeignDatabase>(ForeignDatabase::Content{std::move(*unpacked)})
                                     : std::make_unique<ForeignDatabase>(path);
    reader->database_->db->set_stop(stop);
    for (const char* table : {"meta", "stream"}) reader->database_->db->check_table(table);
    reader->database_->schema = head.schema_version;
    read_meta_table(*reader->database_->db, reader->meta_);
    read_stream_table(*reader->database_->db, reader->meta_);
    const std::vector<TraceStream>& streams = reader->meta_.streams;
    for (std::size_t i = 0; i < streams.size(); ++i) reader->stream_places_.try_emplace(streams[i].key(), i);
    open_cursors(*reader->database_->db, reader->database_->schema);  // every table and column is there
    if (head.schema_version >= trace::kSecondSince) trace::check_seconds(*reader->database_->db);
  });
  return opened ? std::move(reader) : nullptr;
}

void TraceReader::leave_out_names() {
  anonymous_ = true;
  trace::leave_out_names(meta_);
}

const TraceStream* TraceReader::find_stream(const TraceStreamKey& key) const {
  const auto found = stream_places_.find(key);
  return found == stream_places_.end() ? nullptr : &meta_.streams[found->second];
}

std::int32_t TraceReader::schema_version() const {
  return database_->schema;
}

bool TraceReader::read_events(const std::function<void(const Event&)>& take, std::string& error,
                              const std::stop_token& stop) const {
  return read_types(all_types(), {}, INT64_MAX, take, error, stop);
}

bool TraceReader::read_part(const Part& part, const std::function<void(const Event&)>& take, std::string& error,
                            const std::stop_token& stop) const {
  Begins begins{};
  for (std::size_t kind = 0; kind < kEventKinds; ++kind)
    begins[kind] = trace::event_tables()[kind].holds ? 0 : part.first_id;
  return read_types(all_types(), begins, part.end_id, take, error, stop);
}

bool TraceReader::read_seconds(Seconds& seconds, std::string& error, const std::stop_token& stop) const {
  const auto read = [&] {
    database_->db->set_stop(stop);
    if (database_->schema < trace::kSecondSince) return;
    seconds = all_seconds(*database_->db, most_events_);
    if (!seconds.empty() && seconds.back().first_row > highest_id(*database_->db, database_->schema))
      throw trace::DamagedRow("seconds of events that are not there");
  };
  return guarded(path_, error, read, stop);
}

std::optional<TraceReader::End> TraceReader::end_of_long(Duration span, std::string& error, std::int64_t least_events,
                                                         const std::stop_token& stop) const {
  Seconds seconds;
  if (!read_seconds(seconds, error, stop) || stop.stop_requested()) return std::nullopt;
  std::int64_t events = 0;
  Timestamp last = Timestamp::ns(INT64_MIN);
  for (const trace::Second& second : seconds) {
    events = std::max(events, second.first_row);
    if (second.direction) last = std::max(last, second.local);
  }
  if (events < least_events || last.ns() < 0) return std::nullopt;
  End end{events, last - span};
  for (const trace::Second& second : seconds)
    if (second.direction && second.local >= end.from) end.first_id = std::min(end.first_id, second.first_row);
  std::erase_if(seconds, [](const trace::Second& second) { return !second.direction; });
  if (std::ranges::none_of(seconds, [&](const trace::Second& second) { return second.local < end.from; }))
    return std::nullopt;
  end.seconds = std::move(seconds);
  return end;
}

bool TraceReader::read_types(const Types& wanted, const Begins& begins, std::int64_t end_id,
                             const std::function<void(const Event&)>& take, std::string& error,
                             const std::stop_token& stop) const {
  return guarded(
      path_, error,
      [&] {
        database_->db->set_stop(stop);
        database_->db->note_row();
        std::optional<SQLite::Transaction> same_moment;  // a trace may still be growing
        if (sqlite3_get_autocommit(database_->db->sql().getHandle())) same_moment.emplace(database_->db->sql());
        Seconds seconds;
        if (needs_seconds(database_->schema, wanted)) seconds = all_seconds(*database_->db, most_events_);
        Merge merge(open_cursors(*database_->db, database_->schema, wanted, begins, end_id));
        std::int64_t left = most_events_ - kEventsASecond * static_cast<std::int64_t>(seconds.size());
        while (!merge.done() && !stop.stop_requested()) {
          database_->db->note_row();
          if (left-- <= 0) throw trace::TooMuch{};
          const Cursor& next = merge.next();
          Event event = next.event(seconds);
          if (anonymous_) trace::leave_out_names(event);
          take(event);
          merge.advance();
        }
      },
      stop);
}

bool TraceReader::at_one_moment(const std::function<bool()>& read, std::string& error) const {
  bool done = false;
  const auto within = [&] {
    const SQLite::Transaction same_moment(database_->db->sql());
    done = read();
  };
  return guarded(path_, error, within) && done;
}

}  // namespace jitterscope
