#pragma once
#include "core/base/units/short_text.h"
#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"
#include "core/events/demonstration.h"
#include "core/events/names.h"

namespace jitterscope {

/// A guided comparison entered a phase. In traces before schema 8 a SettingChanged "demonstration"
/// (demonstration_in()).
struct DemonstrationEntered {
  DemonstrationPhase phase{};
  DemonstrationKind kind{};
  ShortText<32> variant = {};  // "c", "realtime": of kBefore and kAfter
  End end{};                   // whose
  Timestamp at;                // local

  constexpr Belonging belonging() const { return Belonging::of_participant(end == End::kRemote); }
};

template <>
struct trace::Table<DemonstrationEntered> {
  static constexpr std::string_view name = "demonstration_entered";
  static constexpr std::string_view meaning = "a guided comparison entered a phase";
  static constexpr auto local = &DemonstrationEntered::at;
  template <typename E = DemonstrationEntered>
  static auto columns() {
    return trace::columns(
        column("phase", &E::phase, "settling, before, switching, after, done or stopped"),
        column("kind", &E::kind, "what is compared: shaping, priority or rate-control"),
        column("variant", &E::variant, "in before and after: the one in force, in the words of the command line"),
        column("end_of_call", &E::end, "local: this end's; remote: the other's"));
  }
};

}  // namespace jitterscope
