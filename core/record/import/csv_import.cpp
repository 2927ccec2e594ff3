#include "core/record/import/csv_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "core/base/units/number_words.h"
#include "core/record/import/listed_streams.h"
#include "core/record/import/listed_values.h"

namespace jitterscope {
namespace {

enum Field : std::size_t {
  kSeq,
  kSend,
  kReceive,
  kSize,
  kFrame,
  kBlock,
  kRtpTimestamp,
  kClock,
  kSsrc,
  kMarker,
  kFields
};
constexpr std::array<std::string_view, kFields> kFieldNames{"seq",   "send_us",       "recv_us",  "size", "frame",
                                                            "block", "rtp_timestamp", "clock_hz", "ssrc", "Marker"};
constexpr std::size_t kMaxColumns = 256, kMostNamesSaid = 12;
constexpr std::int64_t kMostNumber = std::int64_t{1} << 48;
constexpr std::int64_t kMostNs = std::int64_t{1} << 61;  // 73 years: the analysis takes no more

using Fields = std::array<std::string_view, kFields>;

std::string_view trim(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Takes one line off the front of `text`.
std::string_view take_line(std::string_view& text) {
  const auto end = text.find('\n');
  const auto line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return trim(line);
}

/// Calls take(index, field) for each comma-separated field; returns their number.
template <typename Take>
std::size_t split(std::string_view line, Take take) {
  std::size_t index = 0;
  for (;; ++index) {
    const auto comma = line.find(',');
    take(index, trim(line.substr(0, comma)));
    if (comma == std::string_view::npos) return index + 1;
    line.remove_prefix(comma + 1);
  }
}

bool is_within(std::int64_t value, std::int64_t most) {
  return value >= -most && value <= most;
}

/// Which wanted field a column holds.
struct Header {
  std::array<std::size_t, kMaxColumns> field_of{};  // kFields = not wanted
  std::array<bool, kFields> present{};
  std::size_t columns = 0;
};

/// "; it names “Packet”, “Sequence” …" for an error.
std::string names_in(std::string_view line) {
  std::string names;
  std::size_t said = 0;
  split(line, [&](std::size_t, std::string_view name) {
    if (++said <= kMostNamesSaid) names += fmt::format("{}\"{}\"", said == 1 ? "" : ", ", name.substr(0, 40));
  });
  return "; it names " + names + (said > kMostNamesSaid ? " …" : "");
}

std::optional<Header> parse_header(std::string_view line, std::string& error) {
  Header header;
  header.field_of.fill(kFields);
  bool repeated = false;
  header.columns = split(line, [&](std::size_t index, std::string_view name) {
    const auto found = std::find(kFieldNames.begin(), kFieldNames.end(), name) - kFieldNames.begin();
    const auto field = static_cast<std::size_t>(found);
    if (index >= kMaxColumns || field == kFields) return;
    repeated |= header.present[field];
    header.present[field] = true;
    header.field_of[index] = field;
  });
  if (repeated) error = "a column is named twice";
  if (header.columns > kMaxColumns) error = fmt::format("more than {} columns", kMaxColumns);
  for (const Field field : {kSeq, kSend, kReceive})
    if (!header.present[field])
      error = fmt::format(
          "text is read as a packet list, whose first line must name the columns seq, send_us and recv_us; {} is "
          "missing{}",
          kFieldNames[field], line.empty() ? "" : names_in(line));
  if (!error.empty()) return std::nullopt;
  return header;
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

/// The reason why the line is bad, or empty. `fields` holds the wanted fields, those empty that say nothing.
std::string parse_row(const Fields& fields, ListedRow& row) {
  PacketObservation& packet = row.packet;
  const auto bad = [&](Field field, std::string_view what) {
    return fmt::format("{} is \"{}\", not {}", kFieldNames[field], fields[field].substr(0, 40), what);
  };
  constexpr std::string_view kMicroseconds = "a time in microseconds";
  const auto far = [&](Field field) {
    return fmt::format("{} is \"{}\", more than 73 years from 0", kFieldNames[field], fields[field].substr(0, 40));
  };
  const auto sequence = listed_number(fields[kSeq]);
  if (!sequence || !is_within(*sequence, kMostNumber)) return bad(kSeq, "a sequence number");
  packet.sequence = *sequence;
  if (!fields[kSend].empty() && !(packet.sent = parse_us(fields[kSend]))) return bad(kSend, kMicroseconds);
  if (packet.sent && !is_within(packet.sent->ns(), kMostNs)) return far(kSend);
  row.received = !fields[kReceive].empty();
  const auto received = row.received ? parse_us(fields[kReceive]) : Timestamp();
  if (!received) return bad(kReceive, kMicroseconds);
  if (!is_within(received->ns(), kMostNs)) return far(kReceive);
  packet.received = *received;
  if (!fields[kSize].empty()) {
    const auto size = listed_number(fields[kSize]);
    if (!size || *size < 0 || *size > std::numeric_limits<int>::max()) return bad(kSize, "a number of bytes");
    packet.size = static_cast<int>(*size);
  }
  if (!fields[kFrame].empty()) {
    packet.frame = listed_number(fields[kFrame]);
    if (!packet.frame || !is_within(*packet.frame, kMostNumber)) return bad(kFrame, "a frame number");
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

}  // namespace

std::optional<std::vector<StreamInput>> parse_csv(std::string_view text, std::string& error,
                                                  const std::stop_token& stop, std::size_t most_packets) {
  error.clear();
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::size_t line_number = 0;
  std::string_view line;
  while (line.empty() && !text.empty()) line = take_line(text), ++line_number;
  const auto header = parse_header(line, error);
  if (!header) return std::nullopt;

  const auto commas = static_cast<std::size_t>(std::count(text.begin(), text.end(), ','));
  const std::size_t commas_a_row = std::max<std::size_t>(header->columns, 2) - 1;  // blank lines hold none
  ListedStreams streams(header->present[kFrame], std::min(commas / commas_a_row, most_packets));
  std::size_t untimed_line = 0;  // the first one that has neither time
  while (!text.empty()) {
    if (stop.stop_requested()) return std::nullopt;
    line = take_line(text);
    ++line_number;
    if (line.empty()) continue;
    if (streams.rows() >= most_packets) {
      error = fmt::format("there is memory for {} packets and no more. Cut it into parts", most_packets);
      return at_line(line_number, error);
    }
    Fields fields{};
    const std::size_t columns = split(line, [&](std::size_t index, std::string_view field) {
      if (index < header->columns && header->field_of[index] < kFields) fields[header->field_of[index]] = field;
    });
    for (std::size_t field = kSend; field < kFields; ++field)
      if (says_nothing(fields[field])) fields[field] = {};
    ListedRow row;
    if (columns == header->columns) error = parse_row(fields, row);
    if (columns != header->columns) error = fmt::format("{} fields expected, {} found", header->columns, columns);
    if (error.empty() && !streams.add(row)) error = too_many_streams();
    if (!error.empty()) return at_line(line_number, error);
    if (untimed_line == 0 && !row.received && !row.packet.sent) untimed_line = line_number;
  }
  if (untimed_line > 0 && streams.none_received()) return at_line(untimed_line, error = kNoTime);
  return streams.take();
}

std::optional<AnalysisInput> import_csv(const std::string& path, std::string& error, const std::stop_token& stop) {
  const auto text = trace::read_whole_file(path, error);
  if (!text) return std::nullopt;
  auto streams = parse_csv(*text, error, stop);
  if (streams) return AnalysisInput{path, std::move(*streams)};
  error = path + ": " + error;
  return std::nullopt;
}

}  // namespace jitterscope
