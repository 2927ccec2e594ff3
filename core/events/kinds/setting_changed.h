#pragma once
#include <optional>

#include "core/base/units/short_text.h"
#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// A setting took effect at one end. Both ends record it.
struct SettingChanged {
  ShortText<32> name;                   // "shaping", "priority.audio-send", "video" ...
  ShortText<160> value;                 // as the command line says it
  End end{};                            // kLocal: this end's sending changed; kRemote: the remote said that its own did
  ShortText<16> origin;                 // "local" = asked for at this end, "remote" = by the other
  Timestamp at;                         // local: the thread that acts on it had taken it over
  std::optional<Timestamp> asked = {};  // local: when it was asked for; absent: not known, as of the remote's

  constexpr Belonging belonging() const { return Belonging::of_participant(end == End::kRemote); }
};

template <>
struct trace::Table<SettingChanged> {
  static constexpr std::string_view name = "setting_changed";
  static constexpr std::string_view meaning =
      "a setting took effect at one end: the thread that acts on it had taken it over";
  static constexpr bool holds = true;
  static constexpr auto local = &SettingChanged::at;
  template <typename E = SettingChanged>
  static auto columns() {
    return trace::columns(column("name", &E::name), column("value", &E::value, "in the words of the command line"),
                          column("end_of_call", &E::end, "local: this end's sending; remote: the other's"),
                          column("origin", &E::origin, "local or remote: the end that asked"),
                          column("asked_ns", &E::asked, "when it was asked for; main time: when it took effect"));
  }
};

}  // namespace jitterscope
