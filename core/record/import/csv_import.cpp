#include "core/record/import/csv_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "core/record/import/list_header.h"
#include "core/record/import/list_text.h"
#include "core/record/import/listed_streams.h"
#include "core/record/import/listed_values.h"

namespace jitterscope {
namespace {

constexpr std::int64_t kMostNumber = std::int64_t{1} << 48;
constexpr std::int64_t kMostNs = std::int64_t{1} << 61;  // 73 years: the analysis takes no more

using Fields = std::array<std::string_view, kListColumns>;

bool is_within(std::int64_t value, std::int64_t most) {
  return value >= -most && value <= most;
}

/// Decimal or 0x… .
std::optional<std::uint32_t> parse_ssrc(std::string_view text) {
  std::uint32_t ssrc = 0;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    text.remove_prefix(2);
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), ssrc, 16);
    if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return ssrc;
  }
  const auto number = listed_number(text);
  if (!number || *number < 0 || *number > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

/// Columns that others may use for something else are left unknown where they make no sense.
void take_optional(const Fields& fields, ListedRow& row) {
  PacketObservation& packet = row.packet;
  if (const auto stamp = listed_number(fields[kRtpTimestamp]); stamp && is_within(*stamp, kMostNumber))
    packet.rtp_timestamp = *stamp;
  if (const auto block = listed_number(fields[kBlock]); block && *block >= 0 && *block <= 65535)
    packet.block = static_cast<int>(*block);
  packet.marker = fields[kMarker] == "SET";
  row.ssrc = parse_ssrc(fields[kSsrc]);
  const auto hz = listed_number(fields[kClock]);
  if (hz && *hz > 0 && *hz <= 10'000'000) row.clock_rate_hz = static_cast<double>(*hz);
}

/// "seq is "x"": what an error begins with.
std::string said(ListColumn column, std::string_view text) {
  return fmt::format("{} is \"{}\", ", kListColumnNames[column], text.substr(0, 40));
}

/// The reason why a row is bad, or empty. `fields` holds the wanted fields, those empty that say nothing.
std::string parse_row(const Fields& fields, ListedTimes& times, ListedRow& row) {
  PacketObservation& packet = row.packet;
  const auto bad = [&](ListColumn column, std::string_view what) {
    return said(column, fields[column]) + std::string(what);
  };
  constexpr std::string_view kFar = "more than 73 years from 0";
  const auto sequence = listed_number(fields[kSeq]);
  if (!sequence || !is_within(*sequence, kMostNumber)) return bad(kSeq, "not a sequence number");
  packet.sequence = *sequence;
  if (!fields[kSend].empty() && !(packet.sent = times.read(fields[kSend]))) return bad(kSend, times.problem());
  if (packet.sent && !is_within(packet.sent->ns(), kMostNs)) return bad(kSend, kFar);
  row.received = !fields[kReceive].empty();
  const auto received = row.received ? times.read(fields[kReceive]) : Timestamp();
  if (!received) return bad(kReceive, times.problem());
  if (!is_within(received->ns(), kMostNs)) return bad(kReceive, kFar);
  packet.received = *received;
  if (!fields[kSize].empty()) {
    const auto size = listed_number(fields[kSize]);
    if (!size || *size < 0 || *size > std::numeric_limits<int>::max()) return bad(kSize, "not a number of bytes");
    packet.size = static_cast<int>(*size);
  }
  if (!fields[kFrame].empty()) {
    packet.frame = listed_number(fields[kFrame]);
    if (!packet.frame || !is_within(*packet.frame, kMostNumber)) return bad(kFrame, "not a frame number");
  }
  take_optional(fields, row);
  return {};
}

constexpr std::string_view kNoTime =
    "send_us and recv_us are both unknown. A packet that was sent needs a send_us; where some packets have a recv_us "
    "those without one are lost";

std::string too_many_streams() {
  return fmt::format(
      "the column ssrc tells more than {} streams apart. If it holds something else, leave it out; else cut the list "
      "into parts",
      ListedStreams::kMostStreams);
}

/// Puts the line in front of the reason.
std::nullopt_t at_line(std::size_t number, std::string& error) {
  error = fmt::format("line {}: {}", number, error);
  return std::nullopt;
}

/// Reads the rows of one list, one after another.
class RowReader {
 public:
  RowReader(const ListHeader& header, ListRows rows) : header_(header), rows_(rows) {}

  /// False: there are no more, or error() says what is wrong with the next one.
  bool next(ListedRow& row) {
    while (error_.empty() && rows_.next_row()) {
      Fields fields{};
      error_ = take_fields(fields);
      if (error_.empty() && std::ranges::all_of(fields, &std::string_view::empty)) continue;
      for (std::size_t column = kSend; column < kListColumns; ++column)
        if (says_nothing(fields[column])) fields[column] = {};
      row = {};
      if (error_.empty()) error_ = parse_row(fields, times_, row);
      if (error_.empty()) note_doubt(fields);
      return error_.empty();
    }
    return false;
  }
  std::size_t line() const { return rows_.line(); }
  std::string& error() { return error_; }
  /// Of the first time that has a comma which no other time explains: the line; 0: there is none.
  std::size_t doubtful_line() const { return times_.has_decimal_commas() ? 0 : doubtful_line_; }
  const std::string& doubt() const { return doubt_; }

 private:
  /// Says what is wrong with them.
  std::string take_fields(Fields& fields) {
    std::size_t place = 0;
    for (ListField field; rows_.next_field(field); ++place)
      if (const std::size_t column = header_.column_at(place); column < kListColumns) fields[column] = field.text;
    if (!rows_.problem().empty()) return std::string(rows_.problem());
    if (place == header_.fields_a_row()) return {};
    return fmt::format("{} fields expected, {} found", header_.fields_a_row(), place);
  }
  void note_doubt(const Fields& fields) {
    if (doubtful_line_ > 0) return;
    for (const ListColumn column : {kSend, kReceive})
      if (doubtful_line_ == 0 && ListedTimes::is_doubtful(fields[column])) {
        doubtful_line_ = line();
        doubt_ = said(column, fields[column]) + ListedTimes::doubt_about(fields[column]);
      }
  }

  const ListHeader& header_;
  ListRows rows_;
  ListedTimes times_;
  std::size_t doubtful_line_ = 0;
  std::string error_, doubt_;
};

}  // namespace

std::optional<std::vector<StreamInput>> parse_csv(std::string_view text, std::string& error,
                                                  const std::stop_token& stop, std::size_t most_packets) {
  std::string converted;
  text = as_utf8(text, converted);
  ListRows rows(text, ',');
  const auto header = read_list_header(text, rows, error);
  if (!header) return std::nullopt;

  const auto separators = static_cast<std::size_t>(std::count(text.begin(), text.end(), header->separator));
  const std::size_t a_row = std::max<std::size_t>(header->columns, 2) - 1;  // blank lines hold none
  ListedStreams streams(header->present[kFrame], std::min(separators / a_row, most_packets));
  std::size_t untimed_line = 0;  // the first one that has neither time
  RowReader reader(*header, rows);
  for (ListedRow row; reader.next(row);) {
    if (stop.stop_requested()) return std::nullopt;
    if (streams.rows() >= most_packets) {
      error = fmt::format("there is memory for {} packets and no more. Cut it into parts", most_packets);
      return at_line(reader.line(), error);
    }
    if (!streams.add(row)) return at_line(reader.line(), error = too_many_streams());
    if (untimed_line == 0 && !row.received && !row.packet.sent) untimed_line = reader.line();
  }
  if (error = reader.error(); !error.empty()) return at_line(reader.line(), error);
  if (reader.doubtful_line() > 0) return at_line(reader.doubtful_line(), error = reader.doubt());
  if (untimed_line > 0 && streams.none_received()) return at_line(untimed_line, error = kNoTime);
  return streams.take();
}

}  // namespace jitterscope
