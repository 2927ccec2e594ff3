#pragma once
// Writes the table `second` while a trace is recorded: to which second a row of a compact table belongs, and what came
// in it.
#include <SQLiteCpp/SQLiteCpp.h>

#include <compare>
#include <cstdint>
#include <map>
#include <optional>

#include "core/events/event.h"
#include "core/measures/definitions/sequence_ledger.h"
#include "core/record/trace/second.h"

namespace jitterscope::trace {

/// Recorder thread only. What SQLite throws comes through.
class SecondsWriter {
 public:
  explicit SecondsWriter(SQLite::Database& db);

  /// What later seconds of the stream say.
  void add(const StreamAnnounced&);
  /// The second of the row that is written now as `row`, of a compact kind; valid until the next call. A stream's next
  /// one begins with its first packet a second or more after the first of the one before; wake-ups likewise.
  const Second& of(const Event&, std::optional<Timestamp> conference, std::int64_t row);
  /// Writes the figures of the seconds that go on.
  void finish();

 private:
  struct Key {
    std::optional<Direction> direction;
    Medium medium{};
    std::uint32_t ssrc = 0;
    auto operator<=>(const Key&) const = default;
  };
  struct Sum {
    std::int64_t count = 0, least = 0, most = 0;
    double total = 0;
    void add(std::int64_t value);
    std::optional<Spread> spread() const;
  };
  struct Running {
    std::optional<std::uint16_t> stream;
    std::optional<Second> second;
    Sum delay, spacing;
    SecondFigures figures;
    std::optional<Timestamp> last;  // packet, of the stream
    SequenceCounts sequences;       // of the stream
    std::int64_t missing_before = 0;
  };
  enum class Begins : std::uint8_t { kWhenOver, kWhenNone };
  /// Of the key's rows: the second that goes on, or one that begins as `row` says.
  Running& current(const Key& key, const Second& row, Begins);
  const Second& of(const PacketSent&, std::optional<Timestamp> conference, std::int64_t row);
  const Second& of(const PacketArrived&, std::optional<Timestamp> conference, std::int64_t row);
  const Second& of(const PacketStamped&, std::optional<Timestamp> conference, std::int64_t row);
  const Second& of(const ThreadWoke&, std::optional<Timestamp> conference, std::int64_t row);
  void finish(Running& running);
  static void count(Running& running, Timestamp at, std::int32_t size);

  SQLite::Statement begin_, finish_;
  std::map<Key, Running> streams_;
  std::int64_t last_id_ = 0;
};

}  // namespace jitterscope::trace
