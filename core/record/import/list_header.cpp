#include "core/record/import/list_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/record/import/listed_values.h"

namespace jitterscope {
namespace {

constexpr std::string_view kSeparators = ",;\t ";
constexpr std::size_t kMostNamesSaid = 12;

std::vector<std::string_view> names_of(ListRows& rows) {
  std::vector<std::string_view> names;
  ListField field;
  while (names.size() <= ListHeader::kMostColumns && rows.next_field(field)) names.push_back(field.text);
  return names;
}

bool is_wanted(std::string_view name) {
  return std::ranges::any_of(kListColumnNames, [&](std::string_view wanted) { return is_same_word(name, wanted); });
}

/// What a line "sep=;" before the header says, as spreadsheets have it.
std::optional<char> told_separator(std::string_view text) {
  constexpr std::string_view kTells = "sep=";
  ListRows line(text, '\n');  // no field has it
  ListField field;
  if (!line.next_row() || !line.next_field(field) || !field.text.starts_with(kTells)) return std::nullopt;
  if (field.text.size() == kTells.size()) return '\t';  // a blank at the end
  return field.text.size() == kTells.size() + 1 ? std::optional(field.text.back()) : std::nullopt;
}

char best_separator(std::string_view text) {
  char best = kSeparators.front();
  std::ptrdiff_t most = 0;
  for (const char separator : kSeparators) {
    ListRows rows(text, separator);
    if (!rows.next_row()) return best;
    const std::ptrdiff_t wanted = std::ranges::count_if(names_of(rows), is_wanted);
    if (wanted > most) most = wanted, best = separator;
  }
  return best;
}

/// Whether the rows, which have a field more than the header, begin with names: in quotes as no other field, of other
/// than digits, or counting the rows while the second fields count packets.
bool begin_with_names(ListRows rows, std::size_t columns) {
  constexpr std::size_t kLooked = 16;
  std::int64_t looked = 0, steps = 0, first = 0, previous = 0;
  for (; looked < static_cast<std::int64_t>(kLooked) && rows.next_row(); ++looked) {
    ListField name, second, field;
    if (!rows.next_field(name) || !rows.next_field(second)) return false;
    std::size_t fields = 2;
    while (rows.next_field(field)) ++fields;
    if (fields != columns + 1 || !rows.problem().empty()) return false;
    const auto number = listed_number(name.text), next = listed_number(second.text);
    if ((name.quoted && !second.quoted) || (!number && !says_nothing(name.text))) return true;
    if (looked == 0) first = number.value_or(-1);
    if (first < 0 || first > 1 || number != first + looked || !next) return false;
    steps += looked > 0 && *next == previous + 1;
    previous = *next;
  }
  return steps * 2 >= looked && looked > 1;
}

/// "; it names “Packet”, “Sequence” …" for an error.
std::string names_said(const std::vector<std::string_view>& names) {
  if (names.empty()) return {};
  std::string said;
  for (std::size_t i = 0; i < std::min(names.size(), kMostNamesSaid); ++i)
    said += fmt::format("{}\"{}\"", i == 0 ? "" : ", ", names[i].substr(0, 40));
  return "; it names " + said + (names.size() > kMostNamesSaid ? " …" : "");
}

/// Places `names` by `is_name(name, wanted)`; only columns that are not there yet. False: one is named twice.
template <typename IsName>
bool place(const std::vector<std::string_view>& names, ListHeader& header, IsName is_name) {
  const auto there = header.present;
  for (std::size_t i = 0; i < names.size(); ++i)
    for (std::size_t column = 0; column < kListColumns; ++column) {
      if (there[column] || !is_name(names[i], kListColumnNames[column])) continue;
      if (header.present[column]) return false;
      header.present[column] = true;
      header.column_of[i] = column;
    }
  return true;
}

std::string place_all(const std::vector<std::string_view>& names, ListHeader& header) {
  if (names.size() > ListHeader::kMostColumns) return fmt::format("more than {} columns", ListHeader::kMostColumns);
  header.column_of.fill(kListColumns);
  header.columns = names.size();
  if (!place(names, header, std::equal_to<>()) || !place(names, header, is_same_word)) return "a column is named twice";
  for (const ListColumn column : {kReceive, kSend, kSeq})
    if (!header.present[column])
      return fmt::format(
          "text is read as a packet list, whose first line must name the columns seq, send_us and recv_us; {} is "
          "missing{}",
          kListColumnNames[column], names_said(names));
  return {};
}

}  // namespace

std::optional<ListHeader> read_list_header(std::string_view text, ListRows& rows, std::string& error) {
  ListHeader header;
  const auto told = told_separator(text);
  header.separator = told ? *told : best_separator(text);
  rows = ListRows(text, header.separator);
  if (told) rows.next_row();
  rows.next_row();
  error = place_all(names_of(rows), header);
  if (!rows.problem().empty()) error = fmt::format("line {}: {}", rows.line(), rows.problem());
  if (!error.empty()) return std::nullopt;
  header.rows_have_names = begin_with_names(rows, header.columns);
  return header;
}

}  // namespace jitterscope
