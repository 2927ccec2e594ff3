#pragma once
// The options of `call`, `listen`, `demo` and the window, as the command line gives them.
#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

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
  bool headless = false, json = false, plain_rtp = false, auto_accept = false;
  std::set<std::string> given;  // options of settings on the command line
  std::string trace, picture, remote_wav, remote_frames, marks, name, bind, beside, theme;
  std::optional<bool> consent;
  std::vector<ScriptedCommand> script;

  template <typename S>
  bool gives() const {
    return given.contains(std::string(S::facts.option));
  }
};

inline constexpr std::uint16_t kControlPort = 5004;  // where nothing else is said

/// Below the help of the program and of each command that calls.
inline constexpr std::string_view kNothingIsEncrypted = "Nothing is encrypted yet: anyone on the way can listen.";

/// Adds the options to a command; `options` is filled when the command line is parsed. Bad values are usage errors.
void add_call_options(CLI::App& command, CallOptions& options);

/// "OPTION=VALUE" or "OPTION=END:VALUE" of any setting, "priority.video-send=both:default"; "demonstrate=priority",
/// "marker=TEXT", "hangup". nullopt: `error` says why.
std::optional<std::vector<Command>> parse_scripted(const std::string& words, std::string& error);

}  // namespace jitterscope
