// The findings of nahrstedt94.transports from its cells, each with the same figure of the paper's printed cells.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/lab/engine/published.h"
#include "core/lab/nahrstedt94/frame_stream.h"
#include "core/lab/nahrstedt94/transports_lab.h"

namespace jitterscope::nahrstedt94 {
namespace {

/// What a finding needs of a cell, measured or printed.
struct Cell {
  double mean = 0;
  std::optional<double> median, variance;
};
using Cells = std::function<std::optional<Cell>(int scenario, const char* transport, Classes)>;

using Value = std::optional<double> (*)(const Cell&);
constexpr Value kVariance = [](const Cell& cell) { return cell.variance; };
constexpr Value kMiddle = [](const Cell& cell) { return std::optional(cell.median.value_or(cell.mean)); };

struct CellKey {
  int scenario;
  const char* transport;
  Classes classes;
};

/// A value of one cell over that of another, geometric mean over the pairs. nullopt: no pair has both.
std::optional<double> mean_ratio(const Cells& cells, Value value,
                                 const std::vector<std::pair<CellKey, CellKey>>& pairs) {
  double sum = 0, count = 0;
  for (const auto& [above, below] : pairs) {
    const auto one = cells(above.scenario, above.transport, above.classes),
               other = cells(below.scenario, below.transport, below.classes);
    const auto ratio = one && other ? ratio_of(value(*one), value(*other)) : std::nullopt;
    if (ratio && *ratio > 0) sum += std::log(*ratio), ++count;
  }
  return count > 0 ? std::optional(std::exp(sum / count)) : std::nullopt;
}

constexpr Classes kBothNormal{false, false}, kBothRealtime{true, true}, kDisplayOnly{false, true},
    kApplicationOnly{true, false};

/// Variance of one class combination over another's, over scenarios 2 to 4: what load adds.
std::optional<double> variance_ratio(const Cells& cells, const char* transport,
                                     const std::vector<std::pair<Classes, Classes>>& classes) {
  std::vector<std::pair<CellKey, CellKey>> pairs;
  for (int scenario = 2; scenario <= 4; ++scenario)
    for (const auto& [above, below] : classes)
      pairs.push_back({{scenario, transport, above}, {scenario, transport, below}});
  return mean_ratio(cells, kVariance, pairs);
}

std::optional<double> display_effect(const Cells& cells, const char* transport) {
  return variance_ratio(cells, transport, {{kBothNormal, kDisplayOnly}, {kApplicationOnly, kBothRealtime}});
}

std::optional<double> both_effect(const Cells& cells, const char* transport) {
  return variance_ratio(cells, transport, {{kBothNormal, kBothRealtime}});
}

/// Of all classes in the scenarios up to `last`.
std::optional<double> transport_ratio(const Cells& cells, Value value, const char* above, const char* below, int last) {
  std::vector<std::pair<CellKey, CellKey>> pairs;
  for (int scenario = 1; scenario <= last; ++scenario)
    for (const Classes classes : kClasses) pairs.push_back({{scenario, above, classes}, {scenario, below, classes}});
  return mean_ratio(cells, value, pairs);
}

/// Of scenario 1's delays.
std::optional<double> delay_ratio(const Cells& cells, const char* above, const char* below) {
  return transport_ratio(cells, kMiddle, above, below, 1);
}

std::optional<double> load_effect(const Cells& cells) {
  const auto quiet = cells(1, "IPC", kBothNormal), loaded = cells(4, "IPC", kBothNormal);
  return quiet && loaded ? ratio_of(loaded->mean, quiet->mean) : std::nullopt;
}

std::optional<double> steadiness(const Cells& cells) {
  return transport_ratio(cells, kVariance, "UDP", "TCP", 4);
}

/// Printed with Fig. 4: the middle of the range.
std::optional<double> figure_4(const char* transport) {
  for (const auto& row : published_table("nahrstedt94.fig4").rows)
    if (row[0] == transport) return (std::stod(row[1]) + std::stod(row[2])) / 2;
  return std::nullopt;
}

double rounded(double value) {
  return std::round(value * 1000) / 1000;
}

class TransportsFindings {
 public:
  explicit TransportsFindings(const TransportsTable& table) : table_(table) {}

  std::vector<Finding> all() {
    const Cells measured = [this](int scenario, const char* transport, Classes classes) -> std::optional<Cell> {
      const TransportCell* cell = find_cell(table_, scenario, transport, classes);
      if (!cell || !cell->delay_ms) return std::nullopt;
      return Cell{cell->delay_ms->mean, cell->delay_ms->median, cell->delay_ms->variance};
    };
    const Cells printed = [](int scenario, const char* transport, Classes classes) -> std::optional<Cell> {
      const auto cell = published_cell(scenario, transport, classes);
      return cell ? std::optional(Cell{cell->mean, {}, cell->variance}) : std::nullopt;
    };
    order(measured, printed);
    rates(measured, printed);
    priorities(measured, printed);
    add("load.raises_delay",
        "A second application and a second user raise the delay over IPC in the normal class (Tables 1 and 4): mean "
        "of scenario 4 over that of scenario 1.",
        load_effect(measured), load_effect(printed), "times", Criterion::above(1.5), "scenarios 1 and 4 are needed");
    add("udp.steadier_than_tcp",
        "UDP's variance is lower than TCP's (§3, which puts it down to TCP's retransmissions on a loaded network: the "
        "loopback interface loses nothing): their ratio, geometric mean over the cells.",
        steadiness(measured), steadiness(printed), "of TCP's", Criterion::below(1), "TCP and UDP are needed");
    return std::move(findings_);
  }

 private:
  void add(std::string id, std::string statement, std::optional<double> measured, std::optional<double> paper,
           const char* unit, Criterion criterion, const std::string& why_not) {
    if (paper) paper = rounded(*paper);
    findings_.push_back(finding_of(std::move(id), std::move(statement), measured, unit, criterion, why_not, paper));
  }

  void order(const Cells& measured, const Cells& printed) {
    add("order.ipc_before_tcp",
        "Frames are displayed sooner over IPC than over TCP (Table 1): TCP's delay over IPC's in scenario 1, "
        "geometric mean over the classes, of medians (the paper's: of means).",
        delay_ratio(measured, "TCP", "IPC"), delay_ratio(printed, "TCP", "IPC"), "times", Criterion::above(1),
        "scenario 1 with IPC and TCP is needed");
    const auto tcp = measured(1, "TCP", kBothNormal);
    const auto paused = table_.paused_ms ? std::optional(table_.paused_ms->median) : std::nullopt;
    add("order.tcp_before_paused_udp",
        fmt::format("UDP with a pause of {:g} ms is the slowest (Table 1): its delay over TCP's in scenario 1, normal "
                    "classes. Not judged: the pauses alone are {:g} ms.",
                    table_.pause_ms, (kFragments - 1) * table_.pause_ms),
        ratio_of(paused, tcp ? tcp->median : std::nullopt),
        ratio_of(printed(1, "UDP", kBothNormal)->mean, printed(1, "TCP", kBothNormal)->mean), "times",
        Criterion::above(1), "scenario 1 with TCP, and frames with the pause, are needed");
    findings_.back().judged = false;
    add("os_share",
        "The operating system makes most of the delay on a quiet network (Fig. 7): what IPC takes too as a share "
        "of TCP's delay in scenario 1, geometric mean over the classes, of medians. The paper's is of the ranges "
        "printed with Fig. 4 (normal classes); its Table 1 has means that give 0.18.",
        delay_ratio(measured, "IPC", "TCP"), ratio_of(figure_4("IPC"), figure_4("TCP")), "of TCP's",
        Criterion::above(0.5), "scenario 1 with IPC and TCP is needed");
  }

  void rates(const Cells& measured, const Cells& printed) {
    const auto paced = printed(1, "UDP", kBothNormal), paper_tcp = printed(1, "TCP", kBothNormal);
    const auto announced = measured(1, "UDP", kBothNormal), tcp = measured(1, "TCP", kBothNormal);
    const double with_pause = paced->mean / paper_tcp->mean;
    add("rate.announced_beats_pause",
        "With a rate that the receiver measures and announces (asked for in §3) UDP comes nearer to TCP than with the "
        "paper's fixed pause (Table 1): UDP's delay over TCP's, scenario 1, normal classes, of medians (the paper's: "
        "of means).",
        ratio_of(announced ? announced->median : std::nullopt, tcp ? tcp->median : std::nullopt), with_pause, "times",
        Criterion::below(rounded(with_pause)), "scenario 1 with UDP and TCP is needed");
    std::int64_t sent = 0, displayed = 0;
    for (const TransportCell& cell : table_.cells)
      if (cell.transport == "UDP") sent += cell.sent, displayed += cell.displayed;
    add("rate.keeps_up",
        "At the announced rate the receiver keeps up: share of UDP's frames that were displayed, all cells.",
        sent > 0 ? std::optional(100.0 * static_cast<double>(displayed) / static_cast<double>(sent)) : std::nullopt, {},
        "%", Criterion::above(99), "UDP is needed");
  }

  void priorities(const Cells& measured, const Cells& printed) {
    const std::string reason = table_.realtime_refused.empty() ? "one of scenarios 2 to 4 with this transport is needed"
                                                               : table_.realtime_refused;
    for (const char* transport : kTransports) {
      add(fmt::format("realtime.display.{}", transport),
          fmt::format("Under load a display in a real-time class varies less, over {}: variance with a normal display "
                      "over that with a real-time one, geometric mean over scenarios 2 to 4 and the application's "
                      "classes.",
                      transport),
          display_effect(measured, transport), display_effect(printed, transport), "times", Criterion::above(2),
          reason);
      add(fmt::format("realtime.both.{}", transport),
          fmt::format("Under load both in a real-time class vary less than both in the normal one, over {}: ratio of "
                      "the variances, geometric mean over scenarios 2 to 4.",
                      transport),
          both_effect(measured, transport), both_effect(printed, transport), "times", Criterion::above(2), reason);
    }
  }

  const TransportsTable& table_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> transports_findings(const TransportsTable& table) {
  return TransportsFindings(table).all();
}

}  // namespace jitterscope::nahrstedt94
