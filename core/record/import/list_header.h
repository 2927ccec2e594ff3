#pragma once
// The header of a packet list: which column holds what, and how its rows are written.
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/record/import/list_text.h"

namespace jitterscope {

/// What a packet list may tell of a packet.
enum ListColumn : std::size_t {
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
  kListColumns
};
inline constexpr std::array<std::string_view, kListColumns> kListColumnNames{
    "seq", "send_us", "recv_us", "size", "frame", "block", "rtp_timestamp", "clock_hz", "ssrc", "Marker"};

struct ListHeader {
  static constexpr std::size_t kMostColumns = 256;

  std::array<std::size_t, kMostColumns> column_of{};  // of each named column; kListColumns = not wanted
  std::array<bool, kListColumns> present{};
  std::size_t columns = 0;       // named
  bool rows_have_names = false;  // each row begins with a field that has no column, as R writes its names
  char separator = ',';

  std::size_t fields_a_row() const { return columns + (rows_have_names ? 1 : 0); }
  /// What the field of a row at that place holds; kListColumns = nothing wanted.
  std::size_t column_at(std::size_t place) const {
    const std::size_t named = place - (rows_have_names ? 1 : 0);
    return named < columns ? column_of[named] : kListColumns;
  }
};

/// Reads the header and leaves `rows` before the first row after it. The separator is that of comma, semicolon, tab and
/// blanks by which the header names most columns, or that of a line "sep=;" before it. Names may differ in letter case
/// where none is spelled right. nullopt: `error` says why, beginning with the line where the list is at fault and not
/// its kind.
std::optional<ListHeader> read_list_header(std::string_view text, ListRows& rows, std::string& error);

}  // namespace jitterscope
