#pragma once
// The members of messages as rows of the page on the wire format: the third of those that json_fields.h names.
#include <fmt/format.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/algorithms/signalling/told_events.h"
#include "core/events/columns.h"
#include "core/events/table.h"

namespace jitterscope {

class FieldPage {
 public:
  static constexpr bool kReads = false, kTells = true;

  /// The next member may be absent.
  bool carries(std::string_view, bool) { return optional_ = true; }
  template <typename Whole>
  void whole(std::string_view key, const Whole& value, std::int64_t least, std::int64_t most, std::string_view says) {
    may_be_absent(value);
    row(key, least == most ? words(least) : words(least) + " … " + words(most), says);
  }
  template <typename Real>
  void number(std::string_view key, const Real& value, double least, double most, std::string_view says) {
    may_be_absent(value);
    row(key, fmt::format("{:.10g} … {:.10g}", least, most), says);
  }
  void flag(std::string_view key, bool, std::string_view says) { row(key, "`true`, `false`", says); }
  void text(std::string_view key, const std::string&, std::string_view says) { row(key, "text", says); }
  void texts(std::string_view key, const std::vector<std::string>&, std::size_t most, std::string_view says) {
    row(key, fmt::format("at most {} texts", most), says);
  }
  template <typename Word>
  void word(std::string_view key, const Word&, std::initializer_list<std::string_view> all, std::string_view says) {
    std::string list;
    for (const std::string_view each : all) list += (list.empty() ? "`" : ", `") + std::string(each) + "`";
    row(key, list, says);
  }
  template <typename Carry>
  void part(std::string_view key, std::string_view, Carry&& carry, std::string_view = {}) {
    within(std::string(key) + (std::exchange(optional_, false) ? "?." : "."), carry);
  }
  /// Of a list of objects, which have the same keys.
  template <typename Carry>
  void append(std::string_view key, Carry&& carry) {
    within(std::string(key) + "[].", carry);
  }
  void like(std::string_view key, std::string_view says) { row(key, "list", says); }
  void rows(std::string_view key, std::size_t most, std::span<const trace::Column> columns) {
    std::string list;
    for (const trace::Column& column : columns) {
      std::string name(column.name);
      if (name.ends_with("_ns")) name.replace(name.size() - 3, 3, "_us");  // as they are carried
      list += (list.empty() ? "" : ", ") + name;
    }
    row(key, fmt::format("at most {} rows [{}]", most, list), "");
  }
  const std::string& all() const { return rows_; }

 private:
  static std::string words(std::int64_t whole) {
    if (whole == std::int64_t{1} << 53) return "2⁵³";
    if (whole == -(std::int64_t{1} << 53)) return "−2⁵³";
    return fmt::format("{}", whole);
  }
  template <typename T>
  void may_be_absent(const std::optional<T>&) {
    optional_ = true;
  }
  template <typename T>
  void may_be_absent(const T&) {}
  template <typename Carry>
  void within(const std::string& place, Carry&& carry) {
    const std::string before = std::exchange(place_, place_ + place);
    carry(*this);
    place_ = before;
  }
  void row(std::string_view key, std::string_view values, std::string_view says) {
    const bool optional = std::exchange(optional_, false);
    const std::string row = fmt::format("| `{}{}`{} | {} | {} |\n", place_, key, optional ? "?" : "", values, says);
    if (rows_.find(row) == std::string::npos) rows_ += row;  // the streams of a list share most
  }

  std::string place_, rows_;
  bool optional_ = false;
};

template <typename Event>
void carry_rows(FieldPage& page, std::string_view key, const std::vector<Event>&, std::size_t most) {
  Event event{};
  told::carry_columns(page, event, 0, 2);
  page.rows(key, most, std::span(told::columns_of<Event>()).subspan(2));
}

}  // namespace jitterscope
