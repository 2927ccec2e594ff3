#include "core/record/import/list_text.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace jitterscope {
namespace {

using namespace std::string_view_literals;

constexpr std::uint32_t kReplacement = 0xFFFD;

enum class ByteOrder : std::uint8_t { kLittleEndian, kBigEndian };

/// By zero bytes at every second place of the beginning, as of Latin letters, digits and separators in UTF-16.
std::optional<ByteOrder> order_of_zeros(std::string_view bytes) {
  constexpr std::size_t kLooked = 64;
  std::size_t zeros[2] = {};
  const std::size_t looked = std::min(bytes.size() / 2 * 2, kLooked);
  for (std::size_t i = 0; i < looked; ++i) zeros[i % 2] += bytes[i] == '\0';
  const auto tells = [&](std::size_t place) { return zeros[1 - place] == 0 && zeros[place] * 4 > looked; };
  if (tells(1)) return ByteOrder::kLittleEndian;
  if (tells(0)) return ByteOrder::kBigEndian;
  return std::nullopt;
}

void append(std::uint32_t c, std::string& out) {
  const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (c < 0x80) return put(c);
  if (c < 0x800) return put(0xC0 | c >> 6), put(0x80 | (c & 0x3F));
  if (c < 0x10000) return put(0xE0 | c >> 12), put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
  put(0xF0 | c >> 18), put(0x80 | (c >> 12 & 0x3F)), put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
}

/// A byte alone at the end is left out.
std::string utf8_of_utf16(std::string_view bytes, ByteOrder order) {
  const std::size_t units = bytes.size() / 2;
  const auto unit = [&](std::size_t i) -> std::uint32_t {
    const auto first = static_cast<std::uint8_t>(bytes[i * 2]), second = static_cast<std::uint8_t>(bytes[i * 2 + 1]);
    return order == ByteOrder::kBigEndian ? first << 8u | second : second << 8u | first;
  };
  const auto is_high = [](std::uint32_t c) { return c >= 0xD800 && c < 0xDC00; };
  const auto is_low = [](std::uint32_t c) { return c >= 0xDC00 && c < 0xE000; };
  std::string text;
  text.reserve(units);
  for (std::size_t i = 0; i < units; ++i) {
    const std::uint32_t c = unit(i);
    if (is_high(c) && i + 1 < units && is_low(unit(i + 1))) {
      append(0x10000 + ((c - 0xD800) << 10) + (unit(i + 1) - 0xDC00), text);
      ++i;
    } else {
      append(is_high(c) || is_low(c) ? kReplacement : c, text);
    }
  }
  return text;
}

constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

}  // namespace

std::string_view as_utf8(std::string_view bytes, std::string& converted) {
  if (bytes.starts_with("\xEF\xBB\xBF"sv)) return bytes.substr(3);
  std::optional<ByteOrder> order;
  if (bytes.starts_with("\xFF\xFE"sv)) order = ByteOrder::kLittleEndian;
  if (bytes.starts_with("\xFE\xFF"sv)) order = ByteOrder::kBigEndian;
  if (order)
    bytes.remove_prefix(2);
  else
    order = order_of_zeros(bytes);
  if (!order) return bytes;
  converted = utf8_of_utf16(bytes, *order);
  return converted;
}

void ListRows::skip_blanks() {
  while (!left_.empty() && is_blank(left_.front()) && (separator_ == ' ' || left_.front() != separator_))
    left_.remove_prefix(1);
}

void ListRows::take_line_end() {
  if (left_.starts_with("\r\n"))
    left_.remove_prefix(2);
  else if (!left_.empty())
    left_.remove_prefix(1);
  ++next_line_;
}

bool ListRows::next_row() {
  ListField rest;
  while (more_)
    if (!next_field(rest)) break;
  if (!problem_.empty()) return false;
  for (;;) {
    const std::size_t blanks = std::min(left_.find_first_not_of(" \t"), left_.size());
    if (blanks == left_.size()) return false;
    if (left_[blanks] != '\n' && left_[blanks] != '\r') break;
    left_.remove_prefix(blanks);
    take_line_end();
  }
  line_ = next_line_;
  more_ = true;
  return true;
}

bool ListRows::next_field(ListField& field) {
  if (!more_) return false;
  skip_blanks();
  field = {};
  if (!left_.empty() && left_.front() == '"') {
    more_ = take_quoted(field);
    if (!more_) return false;
  } else {
    const bool blank_separates = separator_ == ' ';
    std::size_t end = 0;
    while (end < left_.size() && left_[end] != separator_ && left_[end] != '\n' && left_[end] != '\r' &&
           !(blank_separates && left_[end] == '\t'))
      ++end;
    field.text = left_.substr(0, end);
    left_.remove_prefix(end);
    while (!field.text.empty() && is_blank(field.text.back())) field.text.remove_suffix(1);
  }
  end_field();
  return true;
}

void ListRows::end_field() {
  skip_blanks();
  more_ = !at_line_end();
  if (!more_) return take_line_end();
  if (left_.front() == separator_) left_.remove_prefix(1);  // of blanks all are skipped
}

bool ListRows::take_quoted(ListField& field) {
  std::size_t end = 1, lines = 0;
  for (;; ++end) {
    end = left_.find_first_of("\"\n\r", end);
    if (end == std::string_view::npos) {
      problem_ = "a field begins with a quote that is never closed. Close it, or double it if it is part of the text";
      return false;
    }
    if (left_[end] != '"')
      lines += left_[end] == '\n' || !left_.substr(end + 1).starts_with('\n');
    else if (left_.substr(end + 1).starts_with('"'))
      ++end;
    else
      break;
  }
  field = {left_.substr(1, end - 1), true};
  left_.remove_prefix(end + 1);
  const bool was_blank = !left_.empty() && is_blank(left_.front());
  skip_blanks();
  next_line_ += lines;
  if (at_line_end() || left_.front() == separator_ || (separator_ == ' ' && was_blank)) return true;
  problem_ = "a field goes on after its closing quote. Double the quotes that are part of the text";
  return false;
}

}  // namespace jitterscope
