#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace jitterscope {

/// What somebody set, marked or began during a call, as its log has it.
struct LoggedChange {
  enum class Kind : unsigned char { kSetting, kDemonstration, kMarker };
  Kind kind = Kind::kSetting;
  double at_s = 0;      // since the call began
  bool remote = false;  // at that end
  std::string name;     // of a setting, in the words of the log: "shaping"
  std::string value;    // "b"; of a demonstration its phase, of a marker its text: from outside
};

/// Until both ends have said what they begin with, on a busy machine.
inline constexpr double kSetUp_s = 3;

/// The changes that tell of the settings of a span: those before it, so that what was in force is known, and in it.
struct ChangesOfSpan {
  std::vector<LoggedChange> changes;
  std::int64_t more = 0;       // changes in the span, of which nothing else is kept
  bool more_settings = false;  // were in force when it began
};

}  // namespace jitterscope
