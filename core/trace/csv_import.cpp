#include "core/trace/csv_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/trace/whole_file.h"
#include "core/units/sequence.h"

namespace jitterscope {
namespace {

enum Field : std::size_t { kSeq, kSend, kReceive, kSize, kFrame, kFields };
constexpr std::array<std::string_view, kFields> kFieldNames{"seq", "send_us", "recv_us", "size", "frame"};
constexpr std::size_t kMaxColumns = 256;

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const auto first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
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

std::optional<std::int64_t> parse_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// µs to ns: whole numbers exactly, others rounded. Years beyond a Timestamp's range are refused.
std::optional<Timestamp> parse_us(std::string_view text) {
  constexpr std::int64_t kMaxUs = std::numeric_limits<std::int64_t>::max() / 2000;
  if (const auto whole = parse_integer(text)) {
    if (*whole > kMaxUs || *whole < -kMaxUs) return std::nullopt;
    return Timestamp::ns(*whole * 1000);
  }
  double us = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), us);
  if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!(std::abs(us) < static_cast<double>(kMaxUs))) return std::nullopt;
  const double whole = std::trunc(us);  // the fraction apart, so that large stamps keep their ns
  return Timestamp::ns(static_cast<std::int64_t>(whole) * 1000 + std::llround((us - whole) * 1000));
}

/// Which wanted field a column holds.
struct Header {
  std::array<std::size_t, kMaxColumns> field_of{};  // kFields = not wanted
  std::array<bool, kFields> present{};
  std::size_t columns = 0;
};

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
      error = fmt::format("the first line must name the columns seq, send_us and recv_us; {} is missing",
                          kFieldNames[field]);
  if (!error.empty()) return std::nullopt;
  return header;
}

/// The reason why the line is bad, or empty. `fields` holds the wanted fields.
std::string parse_row(const std::array<std::string_view, kFields>& fields, PacketObservation& packet) {
  const auto bad = [&](Field field, std::string_view what) {
    return fmt::format("{} is \"{}\", not {}", kFieldNames[field], fields[field].substr(0, 40), what);
  };
  constexpr std::string_view kMicroseconds = "a time in microseconds";
  const auto sequence = parse_integer(fields[kSeq]);
  if (!sequence || std::abs(*sequence) > std::int64_t{1} << 48) return bad(kSeq, "a sequence number");
  packet.sequence = *sequence;
  const auto received = parse_us(fields[kReceive]);
  if (!received) return bad(kReceive, kMicroseconds);
  packet.received = *received;
  if (!fields[kSend].empty() && !(packet.sent = parse_us(fields[kSend]))) return bad(kSend, kMicroseconds);
  if (!fields[kSize].empty()) {
    const auto size = parse_integer(fields[kSize]);
    if (!size || *size < 0 || *size > std::numeric_limits<int>::max()) return bad(kSize, "a number of bytes");
    packet.size = static_cast<int>(*size);
  }
  if (!fields[kFrame].empty()) {
    packet.frame = parse_integer(fields[kFrame]);
    if (!packet.frame || std::abs(*packet.frame) > std::int64_t{1} << 48) return bad(kFrame, "a frame number");
  }
  return {};
}

/// Extends 16-bit numbers over their wrap where there is one. number(packet) gives a pointer to it, or null.
template <typename Number>
void extend_16_bits(std::vector<PacketObservation>& packets, Number number) {
  bool wraps = false;
  std::int64_t previous = 0;
  for (auto& packet : packets) {
    const std::int64_t* value = number(packet);
    if (!value) continue;
    if (*value < 0 || *value > 65535) return;
    wraps |= previous - *value > 32768;
    previous = *value;
  }
  if (!wraps) return;
  SequenceUnwrapper unwrapper;
  for (auto& packet : packets)
    if (std::int64_t* value = number(packet)) *value = unwrapper.unwrap(static_cast<std::uint16_t>(*value));
}

void put_in_order(std::vector<PacketObservation>& packets) {
  const auto earlier = [](const auto& a, const auto& b) { return a.received < b.received; };
  if (!std::is_sorted(packets.begin(), packets.end(), earlier))
    std::stable_sort(packets.begin(), packets.end(), earlier);
  extend_16_bits(packets, [](PacketObservation& packet) { return &packet.sequence; });
  extend_16_bits(packets, [](PacketObservation& packet) { return packet.frame ? &*packet.frame : nullptr; });
}

}  // namespace

std::optional<StreamInput> parse_csv(std::string_view text, std::string& error, const std::stop_token& stop) {
  error.clear();
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::size_t line_number = 0;
  std::string_view line;
  while (line.empty() && !text.empty()) line = take_line(text), ++line_number;
  const auto header = parse_header(line, error);
  if (!header) return std::nullopt;

  StreamInput stream;
  stream.medium = header->present[kFrame] ? Medium::kVideo : Medium::kAudio;
  stream.packets.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
  while (!text.empty()) {
    if (stop.stop_requested()) return std::nullopt;
    line = take_line(text);
    ++line_number;
    if (line.empty()) continue;
    std::array<std::string_view, kFields> fields{};
    const std::size_t columns = split(line, [&](std::size_t index, std::string_view field) {
      if (index < header->columns && header->field_of[index] < kFields) fields[header->field_of[index]] = field;
    });
    if (columns == header->columns) error = parse_row(fields, stream.packets.emplace_back());
    if (columns != header->columns) error = fmt::format("{} fields expected, {} found", header->columns, columns);
    if (error.empty()) continue;
    error = fmt::format("line {}: {}", line_number, error);
    return std::nullopt;
  }
  put_in_order(stream.packets);
  return stream;
}

std::optional<AnalysisInput> import_csv(const std::string& path, std::string& error, const std::stop_token& stop) {
  const auto text = trace::read_whole_file(path, error);
  if (!text) return std::nullopt;
  auto stream = parse_csv(*text, error, stop);
  if (!stream) {
    error = path + ": " + error;
    return std::nullopt;
  }
  AnalysisInput input{path, {}};
  input.streams.push_back(std::move(*stream));
  return input;
}

}  // namespace jitterscope
