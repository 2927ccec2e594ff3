#include "app/command_line/call_options.h"

#include <fmt/format.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "app/command_line/number_option.h"
#include "core/algorithms/playout/policy_definition.h"
#include "core/algorithms/signalling/messages.h"
#include "core/call/analysis/controller_choice.h"
#include "core/events/audio_block.h"
#include "core/events/link_words.h"

namespace jitterscope {
namespace {

/// What follows `--NAME` and `--at SECONDS:NAME=`.
constexpr std::pair<std::string_view, std::string_view> kTaken[] = {
    {"video", "camera[:ID], file:PATH, synthetic[:WxH@FPS] or none"},
    {"audio", "microphone[:ID], file:WAV, speech, tone, clicks or none"},
    {"shaping", "a, b, c or a burst size, with an interval if wanted: 3,60"},
    {"transport", "udp or tcp"},
    {"lip-sync", "on or off"},
    {"mute", "on or off"},
    {"stripes", "on or off"}};

constexpr std::string_view kScripted =
    "shaping, priority, priority.THREAD, transport, playout, lip-sync, rate-control, link, background, cpu-load, "
    "video-load, receive-processor, audio-block, video, audio, mute, stripes, demonstrate, marker, hangup. All but "
    "hangup take =VALUE, for example shaping=remote:c.";

/// Empty: nothing is known of this name.
std::string not_taken(std::string_view name, const std::string& value) {
  for (const auto& [known, takes] : kTaken)
    if (known == name) return fmt::format("{} takes {}; not '{}'", name, takes, value);
  return {};
}

[[noreturn]] void refuse(const std::string& why) {
  throw CLI::ValidationError(why);
}

/// Splits "end:value"; without an end it is local.
std::pair<End, std::string> split_end(const std::string& words) {
  const auto colon = words.find(':');
  if (colon != std::string::npos)
    if (const auto end = parse_end(words.substr(0, colon))) return {*end, words.substr(colon + 1)};
  return {End::kMine, words};
}

std::optional<std::vector<Command>> scripted_priority(const std::string& name, const std::string& value,
                                                      std::string& error) {
  const auto [end, words] = split_end(value);
  const std::string with_role = name == "priority" ? words : name.substr(std::string("priority.").size()) + "=" + words;
  const auto settings = parse_priorities(with_role, error);
  if (!settings) return std::nullopt;
  std::vector<Command> commands;
  for (const auto& [role, setting] : *settings) commands.push_back(SetPriority{role, setting, end});
  return commands;
}

std::optional<std::vector<Command>> scripted_playout(const std::string& value, std::string& error) {
  // Both begin with a setting that cannot be asked for, so that it shows which are named.
  const PlayoutSetting unset = PlayoutSetting::fixed(Duration::ns(-1));
  PlayoutSetting audio = unset, video = unset;
  if (!parse_playout(value, audio, video, error)) return std::nullopt;
  std::vector<Command> commands;
  if (!(audio == unset)) commands.push_back(SetPlayout{Medium::kAudio, audio});
  if (!(video == unset)) commands.push_back(SetPlayout{Medium::kVideo, video});
  return commands;
}

/// Says now what could not be carried out later: a controller that there is not, a schedule that cannot be read.
std::optional<RateControlSetting> usable_rate_control(const std::string& words, std::string& error) {
  auto setting = RateControlSetting::parse(words, error);
  if (setting) *setting = by_present_name(std::move(*setting));
  if (!setting || !setting->on() || choose_controller(*setting, error)) return setting;
  return std::nullopt;
}

std::optional<std::vector<Command>> scripted_rate_control(const std::string& value, std::string& error) {
  if (const auto setting = usable_rate_control(value, error)) return std::vector<Command>{SetRateControl{*setting}};
  return std::nullopt;
}

std::optional<std::vector<Command>> scripted_condition(const std::string& name, const std::string& value,
                                                       std::string& error) {
  if (name == "audio-block") {
    const auto [end, words] = split_end(value);
    const auto setting = parse_setting(name, words);
    if (setting) return std::vector<Command>{SetAudioBlock{std::get<SetAudioBlock>(*setting).bytes, end}};
    error = fmt::format("audio-block takes {} to {}", kSmallestAudioBlock, kLargestAudioBlock);
  }
  if (name == "link")
    if (const auto link = LinkSettings::parse(value, error)) return std::vector<Command>{SetLink{*link}};
  if (name == "background")
    if (const auto background = BackgroundSetting::parse(value, error))
      return std::vector<Command>{SetBackground{*background}};
  if (name == "receive-processor") {
    const auto processor = finite_number(value);
    const bool whole =
        processor && *processor >= 0 && *processor < CPU_SETSIZE && *processor == static_cast<int>(*processor);
    if (value == "any") return std::vector<Command>{SetReceiveProcessor{}};
    if (whole) return std::vector<Command>{SetReceiveProcessor{static_cast<int>(*processor)}};
    error = "receive-processor takes the number of a processor, or any";
  }
  if (name == "cpu-load" || name == "video-load") {
    const bool processors = name == "cpu-load";
    const int most = processors ? kMostCounters : kMostVideoApplications;
    const auto count = finite_number(value);
    const bool whole = count && *count >= 0 && *count <= most && *count == static_cast<int>(*count);
    if (!whole)
      error = name + " takes 0 to " + std::to_string(most);
    else if (processors)
      return std::vector<Command>{SetCpuLoad{static_cast<int>(*count)}};
    else
      return std::vector<Command>{SetVideoLoad{static_cast<int>(*count)}};
  }
  return std::nullopt;
}

void take_playout(CallOptions& options, const std::string& words) {
  std::string error;
  if (!parse_playout(words, options.settings.playout[Medium::kAudio], options.settings.playout[Medium::kVideo], error))
    refuse("--playout: " + error);
}

void take_script(CallOptions& options, const std::string& words) {
  constexpr double kLatest_s = 1e6;
  const auto colon = words.find(':');
  double at = -1;
  const auto [end, fault] = std::from_chars(words.data(), words.data() + (colon == std::string::npos ? 0 : colon), at);
  if (colon == std::string::npos || !(at >= 0 && at <= kLatest_s) || fault != std::errc() ||
      end != words.data() + colon)
    refuse("--at takes SECONDS:COMMAND, for example 3:shaping=remote:c");
  std::string error;
  const auto commands = parse_scripted(words.substr(colon + 1), error);
  if (!commands) refuse("--at " + words + ": " + error);
  auto& script = options.script;
  const auto later =
      std::upper_bound(script.begin(), script.end(), at, [](double t, const auto& entry) { return t < entry.at_s; });
  std::vector<ScriptedCommand> added;
  for (const Command& command : *commands) added.push_back({at, command});
  script.insert(later, added.begin(), added.end());
}

void add_condition_options(CLI::App& command, CallSettings& settings) {
  command.add_option_function<std::string>(
      "--link",
      [&settings](const std::string& words) {
        std::string error;
        const auto link = LinkSettings::parse(words, error);
        if (!link) refuse("--link " + words + ": " + error);
        settings.link = *link;
      },
      "the link between the ends: a preset, or words, e.g. rate=1mbit,queue=20,delay=20ms,line-loss=1%; "
      "up:SPEC;down:SPEC; netem's words are "
      "read, those that differ are below");
  command.footer(std::string(differences_from_netem()) + "\n\n" + std::string(kNothingIsEncrypted));
  command.add_option_function<std::string>(
      "--background",
      [&settings](const std::string& words) {
        std::string error;
        const auto background = BackgroundSetting::parse(words, error);
        if (!background) refuse("--background " + words + ": " + error);
        settings.background = *background;
      },
      "KB/s of other traffic in the link's queue, e.g. 500 or 500,burst=8");
  command.add_option("--cpu-load", settings.cpu_load, "counter processes on this machine")
      ->check(CLI::Range(0, kMostCounters));
  command.add_option("--video-load", settings.video_load, "further video applications on this machine")
      ->check(CLI::Range(0, kMostVideoApplications));
}

void add_rate_options(CLI::App& command, CallSettings& settings) {
  command.add_option_function<std::string>(
      "--rate-control",
      [&settings](const std::string& words) {
        std::string error;
        const auto setting = usable_rate_control(words, error);
        if (!setting) refuse("--rate-control " + words + ": " + error);
        settings.rate_control = *setting;
      },
      "off, two-stream, latecki04, fixed:RATE or replay:FILE; with "
      ",min=RATE,max=RATE,keep=sharpness|motion,low=L,high=U,epsilon=TIME,preset=paper|pathload if wanted; "
      "pct-low=L, pct-high=U, pdt-low=L, pdt-high=U: thresholds of one test alone");
  command.add_option_function<std::string>(
      "--transport",
      [&settings](const std::string& words) {
        const auto transport = parse_transport(words);
        if (!transport) refuse("--" + not_taken("transport", words));
        settings.transport = *transport;
      },
      "udp or tcp: how the picture travels (sound always by UDP)");
}

void add_media_options(CLI::App& command, CallOptions& options) {
  CallSettings& settings = options.settings;
  command.add_option_function<std::string>(
      "--video",
      [&](const std::string& words) {
        const auto setting = VideoSourceSetting::parse(words);
        if (!setting) refuse("--" + not_taken("video", words));
        settings.video = *setting;
        options.video_given = true;
      },
      "camera[:ID], file:PATH, synthetic[:WxH@FPS] or none");
  command.add_option_function<std::string>(
      "--audio",
      [&](const std::string& words) {
        const auto setting = AudioSourceSetting::parse(words);
        if (!setting) refuse("--" + not_taken("audio", words));
        settings.audio = *setting;
        options.audio_given = true;
      },
      "microphone[:ID], file:WAV, speech, tone, clicks (one a second of this machine's clock) or none");
  command.add_option("--speaker", options.speaker, "output device id, 'default' or 'none' (headless: none)");
  command.add_option("--fps", settings.frames_per_second, "frames per second")
      ->check(number_within(kLowestFrameRate, kHighestFrameRate));
  command.add_option("--jpeg-quality", settings.jpeg_quality, "1 to 100")
      ->check(CLI::Range(kLowestJpegQuality, kHighestJpegQuality))
      ->capture_default_str();
  command.add_option_function<std::string>(
      "--subsampling",
      [&](const std::string& words) {
        if (words != "420" && words != "422") refuse("--subsampling takes 420 or 422");
        settings.subsampling = words == "420" ? Subsampling::k420 : Subsampling::k422;
      },
      "420 (RFC 2435 type 1) or 422 (type 0)");
  command.add_option("--block-size", settings.block_size, "JPEG bytes a block, at most")
      ->check(CLI::Range(64, 8192))
      ->capture_default_str();
  command.add_option("--audio-block", settings.audio_block, "bytes (samples) an audio block")
      ->check(CLI::Range(kSmallestAudioBlock, kLargestAudioBlock))
      ->capture_default_str();
  command.add_flag_callback(
      "--stripes", [&] { settings.loss_policy = LossPolicy::kStripes; },
      "a missing block keeps the old picture there (crowcroft92) instead of losing the frame");
  command.add_flag("--discard-late", settings.discard_late_frames, "throw late frames away (sun97's DVT)");
}

}  // namespace

std::optional<std::vector<Command>> parse_scripted(const std::string& words, std::string& error) {
  const auto equals = words.find('=');
  const std::string name = words.substr(0, equals), value = equals == std::string::npos ? "" : words.substr(equals + 1);
  if (name == "hangup") return std::vector<Command>{HangUp{}};
  if (name == "marker") return std::vector<Command>{PlaceMarker{value}};
  const bool on = value == "on";
  if (on || value == "off") {
    if (name == "mute") return std::vector<Command>{MuteAudio{on}};
    if (name == "stripes")
      return std::vector<Command>{SetLossPolicy{on ? LossPolicy::kStripes : LossPolicy::kDiscardFrame, {}}};
    if (name == "lip-sync") return std::vector<Command>{SetLipSync{on}};
  }
  if (name == "shaping") {
    const auto [end, strategy] = split_end(value);
    if (const auto shaping = ShapingSetting::parse(strategy)) return std::vector<Command>{SetShaping{*shaping, end}};
  }
  if (name == "playout") return scripted_playout(value, error);
  if (name == "rate-control") return scripted_rate_control(value, error);
  if (name == "transport")
    if (const auto transport = parse_transport(value)) return std::vector<Command>{SetTransport{*transport}};
  if (name == "priority" || name.rfind("priority.", 0) == 0) return scripted_priority(name, value, error);
  if (name == "video")
    if (const auto source = VideoSourceSetting::parse(value)) return std::vector<Command>{SetVideoSource{*source}};
  if (name == "audio")
    if (const auto source = AudioSourceSetting::parse(value)) return std::vector<Command>{SetAudioSource{*source}};
  if (name == "demonstrate")
    if (const auto kind = parse_demonstration_kind(value)) return std::vector<Command>{Demonstrate{*kind}};
  error.clear();
  if (auto condition = scripted_condition(name, value, error)) return condition;
  if (!error.empty()) return std::nullopt;
  error = not_taken(name, value);
  if (error.empty()) error = fmt::format("cannot read '{}': the commands are {}", words, kScripted);
  return std::nullopt;
}

void add_call_options(CLI::App& command, CallOptions& options) {
  command.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  add_media_options(command, options);
  add_condition_options(command, options.settings);
  add_rate_options(command, options.settings);
  CallSettings& settings = options.settings;
  command.add_option_function<std::string>(
      "--shaping",
      [&](const std::string& words) {
        const auto setting = ShapingSetting::parse(words);
        if (!setting) refuse("--" + not_taken("shaping", words));
        settings.shaping = *setting;
      },
      "a, b, c or N[,INTERVAL_MS]: blocks a burst, time between bursts");
  command.add_option_function<std::string>(
      "--priority",
      [&](const std::string& words) {
        std::string error;
        const auto priorities = parse_priorities(words, error);
        if (!priorities) refuse("--priority: " + error);
        settings.priorities = *priorities;
      },
      "default, nice[:VALUE], realtime[:LEVEL], rr[:LEVEL], deadline[:RUNTIME_MS/PERIOD_MS] or slice[:MS], or "
      "THREAD=CLASS,...");
  command.add_option_function<std::string>(
      "--playout", [&options](const std::string& words) { take_playout(options, words); },
      playout_words() + "; or audio=POLICY,video=POLICY (i:60)");
  command.add_option_function<std::string>(
      "--lip-sync",
      [&settings](const std::string& words) {
        if (words != "on" && words != "off") refuse("--" + not_taken("lip-sync", words));
        settings.lip_sync = words == "on";
      },
      "hold sound or picture so that both are played together: on or off");
  command
      .add_option_function<double>(
          "--spin", [&settings](double us) { settings.spin = Duration::ns(static_cast<std::int64_t>(us * 1e3)); },
          "µs of spinning before each departure, at most 100")
      ->check(number_within(0, 100));
  command.add_option("--trace", options.trace, "record the call into this .jscope file");
  command
      .add_option("--seconds", options.seconds,
                  "hang up after so long; the program ends with its first call, a declined one too")
      ->check(number_within(0.1, 1e6));
  command.add_flag("--headless", options.headless, "no window");
  command.add_flag("--json", options.json, "print the summary as one JSON object");
  command.add_option(
      "--name", options.name,
      "who this end is, shown to the remote; else the user; without a window the machine, or who listens there nobody");
  command.add_option("--bind", options.bind,
                     "the address to listen at, to call from and to send media from (every one)");
  command.add_option_function<std::string>(
      "--consent",
      [&](const std::string& words) {
        if (words != "ask" && words != "allow" && words != "deny") refuse("--consent takes ask, allow or deny");
        if (words != "ask") options.consent = words == "allow";
      },
      "may the remote set my sending: ask (headless: deny), allow, deny");
  command.add_flag("--plain-rtp", options.plain_rtp, "no call set-up: video at PORT, audio at PORT+2");
  command.add_option("--picture", options.picture, "save the window's picture when the call ends");
  command.add_option("--record-remote-wav", options.remote_wav, "save what was played");
  command.add_option("--remote-frames", options.remote_frames, "save the first 100 received pictures in this folder");
  command.add_option("--marks", options.marks, "for tests: when pictures and clicks are played (headless)")->group("");
  command
      .add_flag_callback(
          "--end-with-parent", [] { prctl(PR_SET_PDEATHSIG, SIGTERM); }, "for the demo's remote")
      ->group("");
  command.add_option("--beside", options.beside, "for the demo's ends on a kernel path: the other's address")
      ->group("");
  command.add_option("--theme", options.theme, "dark or light")->check(CLI::IsMember({"dark", "light"}));
  command
      .add_option_function<std::vector<std::string>>(
          "--at",
          [&options](const std::vector<std::string>& all) {
            for (const std::string& words : all) take_script(options, words);
          },
          "SECONDS:COMMAND, a change during the call, e.g. 3:shaping=remote:c (repeatable)")
      ->allow_extra_args(false)
      ->take_all();
}

}  // namespace jitterscope
