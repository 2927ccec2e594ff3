#pragma once
// Plausible conditions and demonstrations for tests of the window.
#include <string>

namespace jitterscope {

struct ConditionsView;
struct DemonstrationView;

inline constexpr auto kFakeLink = "rate=2mbit,limit=20,delay=20ms,loss=0.1%";

/// A tight link with background, two counters and clocks set apart by 3.7 s, `elapsed_s` after the call began.
ConditionsView make_conditions(double elapsed_s);
/// A demonstration in one of its states.
DemonstrationView make_demonstration(const std::string& state);

}  // namespace jitterscope
