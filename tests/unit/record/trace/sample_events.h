#pragma once
// Events of every type with values made from a counter, and their comparison, both by the columns of the schema.
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "core/events/table.h"

namespace jitterscope::trace_test {

/// A value that depends on `n`; of an optional member it is absent for n % 5 == 0. `text` is where its words are kept.
inline trace::Value value_of(const trace::MemberType& type, std::int64_t n, std::string& text) {
  if (type.optional && n % 5 == 0) return {};
  switch (type.form) {
    case trace::Form::kTruth:
    case trace::Form::kWord: return trace::Value::of(n % 2);
    case trace::Form::kByte:
    case trace::Form::kWhole: return trace::Value::of(n % 120);
    case trace::Form::kTimestamp:
    case trace::Form::kDuration: return trace::Value::of(n * 1'000'003);
    case trace::Form::kReal:
    case trace::Form::kSingle: return trace::Value::of_real(static_cast<double>(n) / 7);
    case trace::Form::kText: text = "text " + std::to_string(n);
  }
  return trace::Value::of_text(text);
}

inline Event sample(const trace::EventTable& table, std::int64_t n) {
  Event event = table.empty;
  const auto fill = [&](const trace::Column& column) {
    std::string text;
    trace::Value value = value_of(*column.type, ++n, text);
    if (value.kind == trace::Value::Kind::kReal)
      value.real = std::clamp(value.real, column.range.least, column.range.most);
    column.set(event.data(), value);
  };
  for (const trace::Column& column : table.columns) fill(column);
  if (table.conference) fill(*table.conference);
  fill(table.local);
  return event;
}
template <typename E>
E sample(std::int64_t n) {
  return get<E>(sample(trace::event_tables()[kPlaceOf<E>], n));
}

/// One event of each kind.
inline std::vector<Event> samples(std::int64_t n) {
  std::vector<Event> events;
  for (const trace::EventTable& table : trace::event_tables()) events.push_back(sample(table, n++));
  return events;
}

inline bool same(const Event& a, const Event& b) {
  if (a.index() != b.index()) return false;
  const trace::EventTable& table = trace::table_of(a);
  const auto differs = [&](const trace::Column& column) {
    const trace::Value one = column.get(a.data()), other = column.get(b.data());
    return one.kind != other.kind || one.whole != other.whole || one.real != other.real || one.text != other.text;
  };
  return !differs(table.local) && !(table.conference && differs(*table.conference)) &&
         std::ranges::none_of(table.columns, differs);
}

/// A folder that goes away with the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "trace-test-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace jitterscope::trace_test
