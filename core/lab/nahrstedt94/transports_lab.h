#pragma once
// The lab nahrstedt94.transports: load-to-displayed time by transport, class and scenario (Tables 1 to 4).
#include <optional>
#include <string>

#include "core/lab/engine/lab.h"

namespace jitterscope::nahrstedt94 {

inline constexpr const char* kTransports[] = {"IPC", "TCP", "UDP"};
inline constexpr const char* kPausedUdp = "UDP, pause";  // the paper's way
/// Application and display, in the paper's words: NRT = normal, RT = real-time.
struct Classes {
  bool application = false, display = false;
  bool operator==(const Classes&) const = default;
};
inline constexpr Classes kClasses[] = {{false, false}, {true, false}, {true, true}, {false, true}};  // as Table 1 does
inline const char* class_name(bool realtime) {
  return realtime ? "RT" : "NRT";
}
std::string words_of(const Classes& classes);  // "NRT/RT"

// Factors of its cells.
inline constexpr const char *kScenario = "scenario", *kTransport = "transport", *kClassPair = "application/display";

/// The paper's cell: mean (ms), variance and variance over mean (%) as printed.
struct PublishedCell {
  double mean = 0, variance = 0, ratio = 0;
};
std::optional<PublishedCell> published_cell(int scenario, const std::string& transport, Classes classes);

/// transports_judge.cpp.
LabResult judge_transports(const LabRun& run, const DoneCells& cells);

}  // namespace jitterscope::nahrstedt94
