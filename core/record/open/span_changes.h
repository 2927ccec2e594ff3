#pragma once
// What a report says of the settings of a span of a call, out of a log of any length.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/measures/views/logged_change.h"
#include "core/record/trace/reader.h"

namespace jitterscope {

/// Takes the changes of a log one after the other and keeps a bounded number of them: what was in force when the span
/// began, the first changes in it, and to what every setting was changed last.
class SpanChanges {
 public:
  static constexpr std::size_t kMostSettings = 256;  // of both ends, by name
  static constexpr std::size_t kMostListed = 100;

  /// In seconds since the call began.
  SpanChanges(double from_s, double to_s) : from_s_(from_s), to_s_(to_s) {}

  void take(LoggedChange);
  /// What was kept of all that was taken, from which the same is said as of all of it.
  ChangesOfSpan kept() const;

 private:
  using Key = std::pair<std::string, bool>;  // name; at the remote
  struct Setting {
    std::string value;                        // now
    std::optional<std::size_t> began_with;    // place in begin_
    std::string kept_value;                   // by what was kept of it
    std::optional<LoggedChange> last_beyond;  // the list was full
  };

  Setting* find_or_add(const LoggedChange&);
  void list(LoggedChange, Setting*);

  const double from_s_, to_s_;
  std::map<Key, Setting> settings_;
  std::vector<LoggedChange> begin_, listed_;
  std::int64_t more_ = 0;
  bool more_settings_ = false;
};

/// `began`: second 0. nullopt and a sentence in `error` as TraceReader::read_events().
std::optional<ChangesOfSpan> changes_of_span(const TraceReader&, Timestamp began, double from_s, double to_s,
                                             std::string& error);

}  // namespace jitterscope
