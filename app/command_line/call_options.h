#pragma once
// The options of `call`, `listen`, `demo` and the window, as the command line gives them.
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/command_line/option_list.h"
#include "core/events/commands.h"

namespace jitterscope {

/// --at SECONDS:COMMAND.
struct ScriptedCommand {
  double at_s = 0;
  Command command;
};

struct CallOptions {
  CallSettings settings;
  std::optional<double> seconds;
  bool headless = false, json = false, plain_rtp = false, auto_accept = false, next_free_port = false;
  std::set<std::string> given;  // names of the settings on the command line: "video", "playout.audio"
  bool usual_settings = false;  // settings that windows before have kept are not used, and none is kept
  std::string trace, picture, remote_wav, remote_frames, marks, name, bind, beside, theme, place;
  std::optional<bool> consent;
  std::vector<ScriptedCommand> script;

  template <typename S>
  bool gives() const {
    static_assert(!SettingForEachKey<S>);
    return given.contains(std::string(S::facts.name));
  }
};

inline constexpr std::uint16_t kControlPort = 5004;  // where nothing else is said

/// Below the help of the program and of each command that calls.
inline constexpr std::string_view kNothingIsEncrypted = "Nothing is encrypted yet: anyone on the way can listen.";

inline constexpr const char* kUsualSettingsHelp = "what was set in windows before is neither used nor kept";

/// Adds the options to a command; `options` is filled when the command line is parsed. Bad values are usage errors.
void add_call_options(OptionList command, CallOptions& options);

/// Without those that the command line gives.
std::vector<AnySetting> not_given(const CallOptions& options, std::vector<AnySetting> settings);

/// Refuses a change that would come when the call is over.
void check_script(const CallOptions& options);

/// What could not be carried out later, though it can be read: a controller that there is not, a schedule that cannot
/// be opened. Empty: it can be used.
std::string why_unusable(AnySetting& wanted);

/// "OPTION=VALUE" or "OPTION=END:VALUE" of any setting, "priority.video-send=both:default"; "demonstrate=priority",
/// "marker=TEXT", "hangup". nullopt: `error` says why.
std::optional<std::vector<Command>> parse_scripted(const std::string& words, std::string& error);

}  // namespace jitterscope
