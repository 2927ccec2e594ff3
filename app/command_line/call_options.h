#pragma once
// The options of `call`, `listen`, `demo` and the window, as the command line gives them.
#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
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
  bool video_given = false, audio_given = false;  // on the command line
  std::string trace, picture, remote_wav, remote_frames, marks, name, bind, beside, speaker, theme;
  std::optional<bool> consent;
  std::vector<ScriptedCommand> script;
};

inline constexpr std::uint16_t kControlPort = 5004;  // where nothing else is said
inline constexpr int kMostCounters = 64, kMostVideoApplications = 16;

/// Below the help of the program and of each command that calls.
inline constexpr std::string_view kNothingIsEncrypted = "Nothing is encrypted yet: anyone on the way can listen.";

/// Adds the options to a command; `options` is filled when the command line is parsed. Bad values are usage errors.
void add_call_options(CLI::App& command, CallOptions& options);

/// "shaping=remote:c", "priority=local:nice", "priority.video-send=both:default", "video=none", "audio=tone",
/// "stripes=on", "mute=on", "marker=TEXT", "hangup", "link=SPEC", "background=500", "cpu-load=2", "video-load=1",
/// "audio-block=remote:171", "demonstrate=priority", "playout=audio=ramjee4", "playout=i:100", "lip-sync=off",
/// "rate-control=two-stream,max=500kbit", "transport=tcp". nullopt: `error` says why.
std::optional<std::vector<Command>> parse_scripted(const std::string& words, std::string& error);

}  // namespace jitterscope
