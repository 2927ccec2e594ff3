#pragma once
// The table `second` of a trace: a row for each second of each stream, with what the rows of the compact tables are
// differences to, and with its figures. Wake-ups of threads have seconds of no stream.
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/units/time.h"
#include "core/events/names.h"

namespace jitterscope::trace {

/// a + b and a - b modulo 2^64: what a stranger's trace holds may be anything.
constexpr std::int64_t sum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
constexpr std::int64_t difference(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

/// Least, mean and most, in ns.
struct Spread {
  std::int64_t least = 0, mean = 0, most = 0;
  bool operator==(const Spread&) const = default;
};

/// Of the packets whose rows belong to the second.
struct SecondFigures {
  std::int64_t packets = 0;  // sent: handed over; received: without further copies
  std::int64_t lost = 0;   // sent: refused; received: by how much more are missing than before; less than 0: some came
  std::int64_t bytes = 0;  // of those packets, UDP payload
  std::optional<Spread> delay = {};    // from stamp to stamp of the conference clock; received
  std::optional<Spread> spacing = {};  // to the packet before, in log order
  bool operator==(const SecondFigures&) const = default;
};

struct Second {
  std::int64_t id = 0;                      // from 1, as they begin
  std::optional<Direction> direction = {};  // absent: of no stream
  Medium medium{};
  std::uint32_t ssrc = 0;
  std::optional<std::uint16_t> stream = {};  // StreamId; absent: not announced
  std::int64_t first_row = 0;                // id of the first that belongs to it
  // Of that row. A later one may lie before it or more than a second after it.
  Timestamp local = {};
  std::optional<Timestamp> conference = {};
  std::int64_t sequence = 0, rtp_timestamp = 0, frame = 0;
  std::optional<SecondFigures> figures = {};  // absent: of no stream, or cut off

  /// By the second's first row; 0 where the conference time was not known then.
  std::int64_t conference_offset_ns() const { return conference ? difference(conference->ns(), local.ns()) : 0; }
};

class ForeignDatabase;

/// Throws DamagedRow or SQLite's exception unless the table and its columns are there.
void check_seconds(ForeignDatabase& db);
/// All, by id from 1. Throws what row_codec.h names when there are more than `most`, or damage.
std::vector<Second> read_seconds(ForeignDatabase& db, std::int64_t most);

}  // namespace jitterscope::trace
