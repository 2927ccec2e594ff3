#pragma once
// A setting of a call is one file of core/events/settings, which the build finds by its name: cpu_load.h has
// setting::CpuLoad, and SetCpuLoad is the command that changes it. Command line, --at, consent, announcements, traces,
// the control on screen and the reference are made from what the file says. It has
//   struct Field { TYPE cpu_load = DEFAULT; };           a member of CallSettings, with its default
//   static constexpr auto field = &Field::cpu_load;
//   using Value = TYPE;
//   static constexpr SettingFacts facts{…};
//   static std::optional<Value> parse(std::string_view words, std::string& error);   empty error: facts.takes says it
//   static std::string words(const Value&);              what parse() reads
// and where they are needed
//   using Key = …; static … keys();                      one value for each (thread, medium): Field holds all of them
//   static std::optional<std::vector<Set<…>>> parse_all(words, error);   of several keys at once
//   static Value at(const TYPE&, Key);                    of a key that the field need not hold
//   static std::string neutral_words(const Value&);      without names of files and devices, for others to read
//   static bool remote_may(const Set<…>&);               what of it the remote may ask for
//   template <typename All> static bool is_in_force(const All& settings, Key…);   beside the others
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/units/enum_words.h"
#include "core/events/names.h"

namespace jitterscope {

/// Whose it is: of this end and its machine, of a thread, of the sound or picture that it sends, of a remote
/// participant, of a stream that it receives, or of the emulated link.
enum class SettingScope : std::uint8_t { kEndpoint, kThread, kLocalMedium, kRemoteParticipant, kRemoteStream, kLink };
template <>
inline constexpr std::array<std::string_view, 6> kWordsOf<SettingScope>{
    "endpoint", "thread", "local medium", "remote participant", "remote stream", "link"};

/// Whether the log says what a call begins with.
enum class AtBegin : std::uint8_t { kSaid, kSaidIfChanged, kNotSaid };

struct SettingFacts {
  std::string_view name;    // in log, messages and traces; one for each key: what stands before the key, "priority."
  std::string_view option;  // word of the command line, --OPTION and --at SECONDS:OPTION=; empty: none
  std::string_view label;   // of its control
  SettingScope scope{};
  std::string_view takes;  // "udp or tcp"
  std::string_view help;   // what it does
  AtBegin at_begin = AtBegin::kSaidIfChanged;
  bool told_at_begin = false;  // the remote too is told what the call begins with
  /// The remote may set it by this end's consent, which is asked for in these words: "your traffic shaping"; of one
  /// key: "the priority of your thread " before it. Empty: it may not.
  std::string_view yours = {}, yours_of_key = {};
  bool flag = false;    // --OPTION alone is "on"
  bool in_call = true;  // can be changed while a call runs
  bool logged = true;   // its changes are events
  /// What the user sets in a window is there at the next start: sources, devices, their format and how the remote is
  /// played. Never what makes an experiment (link, loads, classes, processors, shaping, rate control, transport), nor
  /// mute and reception: the next call would differ, or miss sound or picture, without anybody having asked for it.
  bool remembered = false;
};

template <typename S>
concept SettingForEachKey = requires {
  typename S::Key;
};

/// A setting with the value it is to have. Whose sending is meant, `end` says.
template <typename S>
struct Set {
  using Setting = S;
  typename S::Value value{};
  End end = End::kLocal;
  bool operator==(const Set&) const = default;
};
template <SettingForEachKey S>
struct Set<S> {
  using Setting = S;
  typename S::Key key{};
  typename S::Value value{};
  End end = End::kLocal;
  bool operator==(const Set&) const = default;
};

template <typename S>
std::string name_of(const Set<S>& setting) {
  std::string name(S::facts.name);
  if constexpr (SettingForEachKey<S>) name += to_string(setting.key);
  return name;
}

template <typename S>
std::string words_of(const Set<S>& setting) {
  return S::words(setting.value);
}

/// For others to read: without names of files and devices.
template <typename S>
std::string neutral_words_of(const Set<S>& setting) {
  if constexpr (requires { S::neutral_words(setting.value); })
    return S::neutral_words(setting.value);
  else
    return S::words(setting.value);
}

}  // namespace jitterscope
