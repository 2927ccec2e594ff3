#include "core/record/trace/reader.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

#include "core/base/files/input_file.h"
#include "core/base/units/number_words.h"
#include "core/record/disk/packed_file.h"
#include "core/record/disk/whole_file.h"
#include "core/record/trace/anonymous.h"
#include "core/record/trace/compact_rows.h"
#include "core/record/trace/file_head.h"
#include "core/record/trace/foreign_database.h"

namespace jitterscope {
namespace {

namespace fs = std::filesystem;

constexpr int kMostMetaRows = 1000;
constexpr std::size_t kMostStreams = 65536;
constexpr std::size_t kLongestName = 254;    // bytes, of an address or an identity: thousands are kept
constexpr std::int64_t kBytesAnEvent = 256;  // kept and analysed
constexpr std::int64_t kEventsASecond = 3;   // whose room a row of `second` takes
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
      "{} was recorded by {} version of Jitterscope (schema {}; this one reads schemas {} and {}): open it with that "
      "version.",
      path, schema < trace::kOldestSchema ? "an older" : "a newer", schema, trace::kOldestSchema,
      trace::kSchemaVersion);
}

/// nullopt: no number.
std::optional<Duration> parse_nanoseconds(const std::string& text, bool conference) {
  std::int64_t ns = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), ns);
  if (text.empty() || result.ec != std::errc()) return std::nullopt;
  trace::check_reach(Duration::ns(ns), conference);
  return Duration::ns(ns);
}

/// Of what the table `meta` has.
template <typename T>
T meta_value(const std::string& words) {
  if constexpr (std::is_same_v<T, std::string>)
    return words;
  else if constexpr (std::is_same_v<T, bool>)
    return words == "1";
  else if constexpr (trace::kIsTimestamp<T>) {
    const auto since = parse_nanoseconds(words, false);
    return since ? std::optional(Timestamp() + *since) : std::nullopt;
  } else
    return parse_nanoseconds(words, true);
}

/// Of "participant_7".
std::optional<std::uint8_t> participant_of(std::string_view key) {
  constexpr std::string_view kPrefix = "participant_";
  return key.starts_with(kPrefix) ? whole_number<std::uint8_t>(key.substr(kPrefix.size())) : std::nullopt;
}

void check_length(const std::string& text, const char* what) {
  if (text.size() > kLongestName) throw trace::DamagedRow(fmt::format("a longer {} than there are", what));
}

void read_meta_table(trace::ForeignDatabase& db, TraceMeta& meta) {
  trace::ForeignRows row(db, "SELECT key, coalesce(value, '') FROM meta");
  for (int rows = 0; row.next(); ++rows) {
    db.note_row();
    if (rows >= kMostMetaRows) throw trace::DamagedRow("more in its table meta than a call has");
    const std::string key(row.cell(0).text()), value(row.cell(1).text());
    trace::for_each_of(trace::kMetaColumns, [&]<typename Column>(const Column& column) {
      if (key == column.name) column.of(meta) = meta_value<typename Column::Value>(value);
    });
    if (const auto id = participant_of(key)) {
      if (meta.identities.size() <= *id) meta.identities.resize(*id + 1);
      check_length(value, "identity");
      meta.identities[*id] = value;
    }
  }
}

void read_stream_table(trace::ForeignDatabase& db, TraceMeta& meta) {
  std::string columns;
  trace::for_each_of(trace::kStreamColumns,
                     [&](const auto& column) { columns.append(columns.empty() ? "" : ", ").append(column.name); });
  trace::ForeignRows row(db, "SELECT " + columns + " FROM stream ORDER BY rowid");
  while (row.next()) {
    db.note_row();
    if (meta.streams.size() >= kMostStreams) throw trace::DamagedRow("more streams than a call has");
    TraceStream& stream = meta.streams.emplace_back();
    int index = 0;
    trace::for_each_of(trace::kStreamColumns, [&]<typename Column>(const Column& column) {
      column.of(stream) = trace::read<typename Column::Value>(row.cell(index++));
      trace::check_range(column.of(stream), column.range);
    });
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
  Event (*read)(const trace::ForeignRows&, const Seconds&);
  std::int64_t id = 0;
  bool begun = false;
  bool advance() {
    if (!row.next()) return false;
    const std::int64_t before = std::exchange(id, row.cell(0).integer());
    if (begun && id <= before) throw trace::DamagedRow("events out of their order");
    begun = true;
    return true;
  }
};

/// Before the first row of those ids of the event's table in a trace of this schema.
template <typename E>
Cursor cursor_of(trace::ForeignDatabase& db, std::int32_t schema, const trace::Ids& ids) {
  if constexpr (trace::kCompact<E>) {
    if (trace::is_compact<E>(schema)) {
      db.check_table(trace::base_table<E>());
      return {trace::compact_rows<E>(db, ids), [](const trace::ForeignRows& row, const Seconds& seconds) -> Event {
                return trace::read_compact_row<E>(row, seconds);
              }};
    }
  }
  db.check_table(std::string(trace::Table<E>::name));
  return {trace::ForeignRows(db, trace::select_statement<E>(schema, ids)),
          [](const trace::ForeignRows& row, const Seconds&) -> Event { return trace::read_row<E>(row); }};
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

using Types = std::array<bool, std::variant_size_v<Event>>;
using Begins = std::array<std::int64_t, std::variant_size_v<Event>>;

constexpr Types all_types() {
  Types all{};
  for (bool& type : all) type = true;
  return all;
}

/// One for each of these tables that a trace of this schema has.
std::vector<Cursor> open_cursors(trace::ForeignDatabase& db, std::int32_t schema, const Types& wanted = all_types(),
                                 const Begins& begins = {}, std::int64_t end_id = INT64_MAX) {
  std::vector<Cursor> cursors;
  std::size_t index = 0;
  trace::for_each_event_type([&]<typename E>() {
    const std::size_t type = index++;
    if (!wanted[type] || trace::kSince < E >> schema) return;
    db.note_row();
    Cursor cursor = cursor_of<E>(db, schema, {begins[type], end_id});
    if (cursor.advance()) cursors.push_back(std::move(cursor));
  });
  return cursors;
}

/// The last position in the log; 0: it is empty.
std::int64_t highest_id(trace::ForeignDatabase& db, std::int32_t schema) {
  std::int64_t highest = 0;
  trace::for_each_event_type([&]<typename E>() {
    if (trace::kSince < E >> schema) return;
    std::string table(trace::Table<E>::name);
    if constexpr (trace::kCompact<E>)
      if (trace::is_compact<E>(schema)) table = trace::base_table<E>();
    db.note_row();
    trace::ForeignRows row(db, "SELECT id FROM " + table + " ORDER BY id DESC LIMIT 1");
    if (row.next()) highest = std::max(highest, row.cell(0).integer());
  });
  return highest;
}

/// Rows of some of these types are differences.
bool needs_seconds(std::int32_t schema, const Types& wanted) {
  bool needed = false;
  std::size_t index = 0;
  trace::for_each_event_type([&]<typename E>() { needed |= wanted[index++] && trace::is_compact<E>(schema); });
  return needed;
}

/// Runs `work`, turning what SQLite and row_codec throw into a sentence.
template <typename Work>
bool guarded(const std::string& path, std::string& error, Work work, const std::stop_token& stop = {}) {
  try {
    work();
    return true;
  } catch (const SQLite::Exception& problem) {
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
  std::size_t index = 0;
  trace::for_each_event_type([&]<typename E>() { begins[index++] = trace::kHolds<E> ? 0 : part.first_id; });
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
          Event event = next.read(next.row, seconds);
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
