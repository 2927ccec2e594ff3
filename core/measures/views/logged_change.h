#pragma once
#include <string>

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

}  // namespace jitterscope
