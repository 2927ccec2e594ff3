#pragma once
// The lab nahrstedt94.transports: load-to-displayed time by transport, class and scenario (Tables 1 to 4).
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/stats/box_plot.h"
#include "core/lab/engine/lab.h"

namespace jitterscope {

namespace nahrstedt94 {

inline constexpr const char* kTransports[] = {"IPC", "TCP", "UDP"};
/// Application and display, in the paper's words: NRT = normal, RT = real-time.
struct Classes {
  bool application = false, display = false;
  bool operator==(const Classes&) const = default;
};
inline constexpr Classes kClasses[] = {{false, false}, {true, false}, {true, true}, {false, true}};  // as Table 1 does
inline const char* class_name(bool realtime) {
  return realtime ? "RT" : "NRT";
}

struct TransportCell {
  int scenario = 1;  // 1 … 4
  std::string transport;
  Classes classes;
  std::optional<BoxPlot> delay_ms;       // from loaded to displayed
  std::int64_t sent = 0, displayed = 0;  // of the measured frames
  std::optional<double> announced_mbps;
};

/// The paper's cell: mean (ms), variance and variance over mean (%) as printed.
struct PublishedCell {
  double mean = 0, variance = 0, ratio = 0;
};
std::optional<PublishedCell> published_cell(int scenario, const std::string& transport, Classes classes);

struct TransportsTable {
  std::vector<TransportCell> cells;
  std::optional<BoxPlot> paused_ms;  // UDP with the paper's pause, scenario 1, NRT and NRT
  double pause_ms = 75;
  std::string realtime_refused;  // why; empty: granted
};
const TransportCell* find_cell(const TransportsTable& table, int scenario, const std::string& transport,
                               Classes classes);

std::vector<Finding> transports_findings(const TransportsTable& table);
/// Findings, tables and series; nothing else is set.
LabResult transports_result(const TransportsTable& table);

}  // namespace nahrstedt94
}  // namespace jitterscope
