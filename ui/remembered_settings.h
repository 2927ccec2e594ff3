#pragma once
// What the user sets in a window, kept for the start of the next one: every setting of core/events/settings that says
// so, in its own words. GUI thread.
#include <functional>
#include <string>
#include <vector>

#include "core/events/commands.h"

namespace jitterscope {

/// Keeps what the user asked for once it is in force: what is refused leaves what was kept before.
class RememberedSettings {
 public:
  /// By the user, in the window. Nothing happens where it is no setting of this end that is remembered.
  void asked(const Command& command);
  void in_force(const CallSettings& settings);

 private:
  std::vector<AnySetting> asked_;  // not in force yet
};

struct KeptSettings {
  std::vector<AnySetting> settings;
  std::string sentence;  // what of it cannot be used, why, and where it is now; empty = nothing
};
/// Why a setting that can be read cannot be used; empty: it can.
using WhyUnusable = std::function<std::string(AnySetting&)>;
/// What windows before have kept. What cannot be used is put aside, so that it is said once.
KeptSettings take_kept_settings(const WhyUnusable& why_unusable);
}  // namespace jitterscope
