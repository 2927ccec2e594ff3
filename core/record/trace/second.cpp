#include "core/record/trace/second.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>

#include "core/events/make_column.h"
#include "core/events/words.h"
#include "core/record/trace/foreign_database.h"
#include "core/record/trace/row_codec.h"

namespace jitterscope::trace {
namespace {

constexpr const char* kSelect =
    "SELECT id, direction, medium, ssrc, stream, first_row, local_ns, conference_ns, sequence, rtp_timestamp, frame,"
    " packets, lost, bytes, delay_least_ns, delay_mean_ns, delay_most_ns, spacing_least_ns, spacing_mean_ns,"
    " spacing_most_ns FROM second ORDER BY id";

constexpr double kMostOfASecond = 1e12;           // packets, bytes
constexpr std::int64_t kMostSeconds = 5'000'000;  // of four streams for two weeks

template <typename T>
T read(const Cell& cell) {
  T value{};
  if (!kMemberType<T>.set(&value, read(cell, kMemberType<T>))) throw DamagedRow("a number out of range");
  return value;
}

std::optional<Spread> read_spread(const ForeignRows& row, int from) {
  const auto least = read<std::optional<std::int64_t>>(row.cell(from));
  const auto mean = read<std::optional<std::int64_t>>(row.cell(from + 1));
  const auto most = read<std::optional<std::int64_t>>(row.cell(from + 2));
  if (!least || !mean || !most) return std::nullopt;
  for (const auto& value : {least, mean, most}) check_time(*value, false);
  if (*least > *mean || *mean > *most) throw DamagedRow("a number out of range");
  return Spread{*least, *mean, *most};
}

Second read_second(const ForeignRows& row) {
  Second second;
  second.id = read<std::int64_t>(row.cell(0));
  second.direction = read<std::optional<Direction>>(row.cell(1));
  const auto medium = read<std::optional<Medium>>(row.cell(2));
  const auto ssrc = read<std::optional<std::uint32_t>>(row.cell(3));
  if (second.direction.has_value() != medium.has_value() || medium.has_value() != ssrc.has_value())
    throw DamagedRow("a second of no whole stream");
  second.medium = medium.value_or(Medium{});
  second.ssrc = ssrc.value_or(0);
  second.stream = read<std::optional<std::uint16_t>>(row.cell(4));
  second.first_row = read<std::int64_t>(row.cell(5));
  second.local = read<Timestamp>(row.cell(6));
  second.conference = read<std::optional<Timestamp>>(row.cell(7));
  check_time(second.local.ns(), false);
  if (second.conference) check_time(second.conference->ns(), true);
  second.sequence = read<std::int64_t>(row.cell(8));
  second.rtp_timestamp = read<std::int64_t>(row.cell(9));
  second.frame = read<std::int64_t>(row.cell(10));
  const auto packets = read<std::optional<std::int64_t>>(row.cell(11));
  if (!packets) return second;
  const SecondFigures figures{*packets, read<std::int64_t>(row.cell(12)), read<std::int64_t>(row.cell(13)),
                              read_spread(row, 14), read_spread(row, 17)};
  check_range(static_cast<double>(figures.packets), {0, kMostOfASecond});
  check_range(static_cast<double>(figures.lost), {-kMostOfASecond, kMostOfASecond});
  check_range(static_cast<double>(figures.bytes), {0, kMostOfASecond});
  if (second.direction) second.figures = figures;
  return second;
}

}  // namespace

void check_seconds(ForeignDatabase& db) {
  db.check_table("second");
  db.note_row();
  ForeignRows(db, kSelect).next();
}

std::vector<Second> read_seconds(ForeignDatabase& db, std::int64_t most) {
  db.note_row();
  ForeignRows row(db, kSelect);
  std::vector<Second> seconds;
  while (row.next()) {
    db.note_row();
    if (static_cast<std::int64_t>(seconds.size()) >= std::min(most, kMostSeconds)) throw TooMuch{};
    const std::int64_t row_before = seconds.empty() ? 0 : seconds.back().first_row;
    seconds.push_back(read_second(row));
    if (seconds.back().id != static_cast<std::int64_t>(seconds.size()) || seconds.back().first_row <= row_before)
      throw DamagedRow("seconds out of their order");
  }
  return seconds;
}

}  // namespace jitterscope::trace
