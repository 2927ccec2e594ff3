#pragma once
#include "core/base/units/short_text.h"
#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// The playout of a medium changed: another policy, or another delay by the same one (audio-receive, video-decode
/// threads); at most once a talkspurt.
struct PlayoutDecided {
  Medium medium{};
  ShortText<24> policy;  // as PlayoutSetting says it
  Duration delay;        // playout - source - reference transit, as far as the policy wants it
  Duration held;         // added to it for lip-sync
  Timestamp at;          // local

  constexpr Belonging belonging() const { return Belonging::received(medium); }
};

template <>
struct trace::Table<PlayoutDecided> {
  static constexpr std::string_view name = "playout_decided";
  static constexpr std::string_view meaning = "another playout policy, or another delay by the same one";
  static constexpr bool holds = true;
  static constexpr auto local = &PlayoutDecided::at;
  template <typename E = PlayoutDecided>
  static auto columns() {
    return trace::columns(
        column("medium", &E::medium, "audio or video"), column("policy", &E::policy, "as --playout says it"),
        column("delay_ns", &E::delay, "over the reference transit"), column("held_ns", &E::held, "added for lip-sync"));
  }
};

}  // namespace jitterscope
