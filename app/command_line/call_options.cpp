#include "app/command_line/call_options.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>

#include "core/algorithms/playout/policy_definition.h"
#include "core/algorithms/rate/rate_controller.h"
#include "core/call/analysis/controller_choice.h"
#include "core/events/link_words.h"
#include "core/events/words.h"

namespace jitterscope {
namespace {

template <typename S>
std::string why_not(Set<S>&) {
  return {};
}
std::string why_not(SetRateControl& wanted) {
  std::string error;
  wanted.value = by_present_name(std::move(wanted.value));
  if (wanted.value.on() && !choose_controller(wanted.value, error)) return error;
  return {};
}

std::string why_not(SetPlayout& wanted) {
  return is_known(wanted.value) ? "" : fmt::format("\"{}\" is no playout policy", wanted.value.to_string());
}

/// parse_option(), of what can be used here.
std::optional<std::vector<AnySetting>> usable(std::string_view option, std::string_view words, std::string& error) {
  auto settings = parse_option(option, words, error);
  if (settings)
    for (AnySetting& setting : *settings)
      if (error.empty()) error = why_unusable(setting);
  if (!error.empty() && option.starts_with(setting::Playout::facts.option))
    error += fmt::format(": {}, with MS from 0 to {:.0f}, for both media or as audio=…,video=…", playout_words(),
                         PlayoutSetting::kMostDelay.ms());
  return error.empty() ? settings : std::nullopt;
}

/// Splits "end:value"; without an end it is local.
std::pair<End, std::string> split_end(const std::string& words) {
  const auto colon = words.find(':');
  if (colon != std::string::npos)
    if (const auto end = parse_end(words.substr(0, colon))) return {*end, words.substr(colon + 1)};
  return {End::kLocal, words};
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

void take_setting(CallOptions& options, std::string_view option, std::string_view words) {
  std::string error;
  const auto settings = usable(option, words, error);
  const bool of_form = error.starts_with(fmt::format("{} takes ", option));
  if (!settings) refuse(of_form ? "--" + error : fmt::format("--{} {}: {}", option, words, error));
  for (const AnySetting& setting : *settings) {
    put(options.settings, setting);
    options.given.insert(name_of(setting));
  }
}

template <typename S>
std::string help_of() {
  if constexpr (std::is_same_v<S, setting::Playout>)
    return playout_words() + "; or audio=POLICY,video=POLICY (i:60)";
  else if (S::facts.flag || S::facts.help.find(S::facts.takes) != std::string_view::npos)
    return std::string(S::facts.help);
  else
    return fmt::format("{}; takes {}", S::facts.help, S::facts.takes);
}

/// `usual`: the words that help shows as the default; empty: none.
void add_setting(OptionList command, CallOptions& options, const SettingFacts& facts, const std::string& help,
                 const std::string& usual) {
  const auto take = [&options, &facts](const std::string& words) { take_setting(options, facts.option, words); };
  const std::string name = "--" + std::string(facts.option);
  const AddedOption option = facts.flag ? command.flag(
                                              name, [take] { take("on"); }, help)
                                        : command.word(name, take, help);
  if (!usual.empty()) option.with_default(usual);
  option.group(facts.in_call ? "Settings, which --at can change in the call" : "Settings of the whole call");
}

/// --OPTION of every setting, as its file says.
void add_settings(OptionList command, CallOptions& options) {
  each_setting([&]<typename S>() {
    std::string usual;
    if constexpr (std::is_same_v<typename S::Value, int>) usual = S::words(setting_of<S>({}).value);
    add_setting(command, options, S::facts, help_of<S>(), usual);
  });
}

std::string_view key_word(ThreadRole) {
  return "THREAD";
}
std::string_view key_word(Medium) {
  return "MEDIUM";
}

/// The options that can be changed in a call, and what else --at takes.
std::string scripted_words() {
  std::string words;
  each_setting([&]<typename S>() {
    if (!S::facts.in_call) return;
    words += fmt::format("{}, ", S::facts.option);
    if constexpr (SettingForEachKey<S>) words += fmt::format("{}.{}, ", S::facts.option, key_word(typename S::Key{}));
  });
  return words + "demonstrate, marker, hangup. All but hangup take =VALUE, for example shaping=remote:c.";
}

}  // namespace

void check_script(const CallOptions& options) {
  if (!options.seconds) return;
  for (const ScriptedCommand& each : options.script)
    if (each.at_s >= *options.seconds)
      refuse(fmt::format("--at {:g}:…: the call is over after {:g} s (--seconds)", each.at_s, *options.seconds));
}

std::vector<AnySetting> not_given(const CallOptions& options, std::vector<AnySetting> settings) {
  std::erase_if(settings, [&](const AnySetting& setting) { return options.given.contains(name_of(setting)); });
  return settings;
}

std::string why_unusable(AnySetting& wanted) {
  return std::visit([](auto& setting) { return why_not(setting); }, wanted);
}

std::optional<std::vector<Command>> parse_scripted(const std::string& words, std::string& error) {
  const auto equals = words.find('=');
  const std::string name = words.substr(0, equals), value = equals == std::string::npos ? "" : words.substr(equals + 1);
  if (name == "hangup") return std::vector<Command>{HangUp{}};
  if (name == "marker") return std::vector<Command>{PlaceMarker{value}};
  if (name == "demonstrate") {
    if (const auto kind = value_of_word<DemonstrationKind>(value)) return std::vector<Command>{Demonstrate{*kind}};
    return error = fmt::format("demonstrate takes {}; not '{}'", fmt::join(kWordsOf<DemonstrationKind>, " or "), value),
           std::nullopt;
  }
  const auto [end, wanted] = split_end(value);
  const auto settings = usable(name, wanted, error);
  if (!settings && error.empty()) error = fmt::format("cannot read '{}': the commands are {}", words, scripted_words());
  if (!settings) return std::nullopt;
  std::vector<Command> commands;
  for (const AnySetting& setting : *settings) {
    const SettingFacts& facts = facts_of(setting);
    if (!facts.in_call) error = fmt::format("{} is set before a call begins: --{}", name, name);
    if (end != End::kLocal && facts.yours.empty()) error = fmt::format("{} is of this end alone", name);
    if (!error.empty()) return std::nullopt;
    commands.push_back(command_of(with_end(setting, end)));
  }
  return commands;
}

void add_call_options(OptionList command, CallOptions& options) {
  command.take_last();
  add_settings(command, options);
  command.footer(std::string(differences_from_netem()) + "\n\n" + std::string(kNothingIsEncrypted));
  command.add("--trace", options.trace, "record the call into this .jscope file");
  command
      .add("--seconds", options.seconds,
           "hang up after so long; the program ends with its first call, a declined one too")
      .within(0.1, 1e6);
  command.flag("--headless", options.headless, "no window");
  command.flag("--json", options.json, "print the summary as one JSON object");
  command.add(
      "--name", options.name,
      "who this end is, shown to the remote; else the user; without a window the machine, or who listens there nobody");
  command.add("--bind", options.bind, "the address to listen at, to call from and to send media from (every one)");
  command.word(
      "--consent",
      [&](const std::string& words) {
        if (words != "ask" && words != "allow" && words != "deny") refuse("--consent takes ask, allow or deny");
        if (words != "ask") options.consent = words == "allow";
      },
      "may the remote set my sending: ask (headless: deny), allow, deny");
  command.flag("--usual-settings", options.usual_settings, kUsualSettingsHelp);
  command.flag("--plain-rtp", options.plain_rtp, "no call set-up: video at PORT, audio at PORT+2");
  command.add("--picture", options.picture, "save the window's picture when the call ends");
  command.add("--record-remote-wav", options.remote_wav, "save what was played");
  command.add("--remote-frames", options.remote_frames, "save the first 100 received pictures in this folder");
  command.add("--marks", options.marks, "for tests: when pictures and clicks are played (headless)").group("");
  command
      .flag(
          "--end-with-parent", [] { prctl(PR_SET_PDEATHSIG, SIGTERM); }, "for the demo's remote")
      .group("");
  command.flag("--next-free-port", options.next_free_port, "for the other end of a window's demo call").group("");
  command.add("--beside", options.beside, "for the demo's ends on a kernel path: the other's address").group("");
  command.add("--place", options.place, "for the demo's windows: left or right").group("");
  command.add("--theme", options.theme, "dark or light").one_of({"dark", "light"});
  command
      .words(
          "--at",
          [&options](const std::vector<std::string>& all) {
            for (const std::string& words : all) take_script(options, words);
          },
          "SECONDS:COMMAND, a change during the call, e.g. 3:shaping=remote:c (repeatable)")
      .repeatable();
}

}  // namespace jitterscope
