// The findings, tables and plots of nahrstedt94.transports.
#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "core/base/stats/box_plot.h"
#include "core/base/stats/estimate.h"
#include "core/lab/engine/findings.h"
#include "core/lab/engine/published.h"
#include "core/lab/nahrstedt94/frame_stream.h"
#include "core/lab/nahrstedt94/transports_lab.h"

namespace jitterscope::nahrstedt94 {
namespace {

constexpr Classes kBothNormal{false, false}, kBothRealtime{true, true}, kDisplayOnly{false, true},
    kApplicationOnly{true, false};

struct CellName {
  int scenario = 1;
  std::string transport;
  Classes classes;
};
using Pairs = std::vector<std::pair<CellName, CellName>>;  // above, below

double rounded(double value) {
  return std::round(value * 1000) / 1000;
}

/// Geometric mean over the pairs of the paper's means or variances.
std::optional<double> printed_ratio(const Pairs& pairs, double PublishedCell::*number) {
  double logs = 0;
  for (const auto& [above, below] : pairs) {
    const auto a = published_cell(above.scenario, above.transport, above.classes),
               b = published_cell(below.scenario, below.transport, below.classes);
    if (!a || !b) return std::nullopt;
    logs += std::log((*a).*number / (*b).*number);
  }
  return rounded(std::exp(logs / static_cast<double>(pairs.size())));
}

/// Pairs of a transport's scenarios from `first` to `last`, of one class pair against another.
Pairs of_classes(const char* transport, const std::vector<std::pair<Classes, Classes>>& classes) {
  Pairs pairs;
  for (int scenario = 2; scenario <= 4; ++scenario)
    for (const auto& [above, below] : classes)
      pairs.push_back({{scenario, transport, above}, {scenario, transport, below}});
  return pairs;
}

Pairs of_transports(const char* above, const char* below, int last) {
  Pairs pairs;
  for (int scenario = 1; scenario <= last; ++scenario)
    for (const Classes& classes : kClasses) pairs.push_back({{scenario, above, classes}, {scenario, below, classes}});
  return pairs;
}

class TransportsJudge {
 public:
  TransportsJudge(const LabRun& run, const DoneCells& cells) : run_(run), cells_(cells) {}

  LabResult judge() {
    order();
    rates();
    for (const char* transport : kTransports) {
      priority(transport, "display", "a display in a real-time class varies less",
               "with a normal display over that "
               "with a real-time one, over scenarios 2 to 4 and the application's classes",
               of_classes(transport, {{kBothNormal, kDisplayOnly}, {kApplicationOnly, kBothRealtime}}));
      priority(transport, "both", "both in a real-time class vary less than both in the normal one",
               "of both normal over that of both real-time, over scenarios 2 to 4",
               of_classes(transport, {{kBothNormal, kBothRealtime}}));
    }
    const Pairs load{{{4, "IPC", kBothNormal}, {1, "IPC", kBothNormal}}};
    findings_.above({.id = "load.raises_delay",
                     .statement = "A second application and a second user raise the delay over IPC in the normal class "
                                  "(Tables 1 and 4): mean of scenario 4 over that of scenario 1.",
                     .unit = "times",
                     .paper = printed_ratio(load, &PublishedCell::mean),
                     .reason = "Ours: half as much again; Tables 1 and 4 have more.",
                     .if_not = "the others' work fits between two frames",
                     .ratio = true},
                    ratio(load, "mean_ms"), 1.5);
    const Pairs steady = of_transports("UDP", "TCP", 4);
    findings_.below({.id = "udp.steadier_than_tcp",
                     .statement = "UDP's variance is lower than TCP's (§3, which puts it down to TCP's retransmissions "
                                  "on a loaded network: the loopback interface loses nothing): their ratio, geometric "
                                  "mean over the cells.",
                     .unit = "of TCP's",
                     .paper = printed_ratio(steady, &PublishedCell::variance),
                     .reason = "§3: any difference counts.",
                     .if_not = "nothing is lost on the loopback interface, so that TCP sends nothing again",
                     .ratio = true},
                    ratio(steady, "variance_ms2"), 1);
    LabResult result;
    result.findings = findings_.all();
    result.tables = {cells_table(), published_as_lab_table("nahrstedt94.tables")};
    for (const char* transport : kTransports) result.plots.push_back(boxes(transport));
    for (const char* transport : kTransports) result.plots.push_back(load_plot(transport));
    return result;
  }

 private:
  RepeatedValues values(const CellName& of, const char* number) const {
    return cells_.values(
        {{kScenario, std::to_string(of.scenario)}, {kTransport, of.transport}, {kClassPair, words_of(of.classes)}},
        number);
  }
  /// Geometric mean over the pairs, of each repetition that has them all.
  RepeatedValues ratio(const Pairs& pairs, const char* number) const {
    std::vector<RepeatedValues> logs;
    for (const auto& [above, below] : pairs)
      logs.push_back((values(above, number) / values(below, number)).transformed([](double one) {
        return one > 0 ? std::optional(std::log(one)) : std::nullopt;
      }));
    return mean_of(logs).transformed([](double log) { return std::optional(std::exp(log)); });
  }

  void order() {
    const Pairs slower = of_transports("TCP", "IPC", 1);
    findings_.above(
        {.id = "order.ipc_before_tcp",
         .statement = "Frames are displayed sooner over IPC than over TCP (Table 1): TCP's delay over IPC's "
                      "in scenario 1, geometric mean over the classes, of medians (the paper's: of means).",
         .unit = "times",
         .paper = printed_ratio(slower, &PublishedCell::mean),
         .reason = "Table 1: any difference counts.",
         .if_not = "here the copy of the loopback interface runs on another processor",
         .ratio = true},
        ratio(slower, "median_ms"), 1);
    const Pairs paused{{{1, kPausedUdp, kBothNormal}, {1, "TCP", kBothNormal}}};
    findings_.consistency(
        {.id = "order.tcp_before_paused_udp",
         .statement = fmt::format("UDP with a pause of {} ms is the slowest (Table 1): its delay over "
                                  "TCP's in scenario 1, normal classes.",
                                  run_.settings.at("pause-ms")),
         .unit = "times",
         .paper = printed_ratio({{{1, "UDP", kBothNormal}, {1, "TCP", kBothNormal}}}, &PublishedCell::mean),
         .reason = fmt::format("Arithmetic: the pauses alone are {:g} ms.",
                               (kFragments - 1) * std::stod(run_.settings.at("pause-ms")))},
        ratio(paused, "median_ms").mean(), Criterion::above(1));
    const auto figure_4 = [](const char* transport) {
      for (const auto& row : published_table("nahrstedt94.fig4").rows)
        if (row[0] == transport) return (std::stod(row[1]) + std::stod(row[2])) / 2;
      return 0.0;
    };
    findings_.above({.id = "os_share",
                     .statement = "The operating system makes most of the delay on a quiet network (Fig. 7): what IPC "
                                  "takes too as a share of TCP's delay in scenario 1, geometric mean over the classes, "
                                  "of medians. The paper's is of the ranges printed with Fig. 4 (normal classes); its "
                                  "Table 1 has means that give 0.18.",
                     .unit = "of TCP's",
                     .paper = rounded(figure_4("IPC") / figure_4("TCP")),
                     .reason = "Ours: Fig. 7 compares other things, and Table 1's means break it.",
                     .if_not = "painting is quick here beside a copy through TCP",
                     .ratio = true},
                    ratio(of_transports("IPC", "TCP", 1), "median_ms"), 0.5);
  }

  void rates() {
    const Pairs pairs{{{1, "UDP", kBothNormal}, {1, "TCP", kBothNormal}}};
    const double paper = *printed_ratio(pairs, &PublishedCell::mean);
    findings_.below({.id = "rate.announced_beats_pause",
                     .statement = "With a rate that the receiver measures and announces (asked for in §3) UDP comes "
                                  "nearer to TCP than with the paper's fixed pause (Table 1): UDP's delay over TCP's, "
                                  "scenario 1, normal classes, of medians (the paper's: of means).",
                     .unit = "times",
                     .paper = paper,
                     .reason = "Table 1: the bound is the paper's own ratio with its pause.",
                     .if_not = "the announced rate is far below what the receiver takes",
                     .ratio = true},
                    ratio(pairs, "median_ms"), paper);
    const auto displayed = [](const CellFigures& figures) -> std::optional<double> {
      const auto sent = figures.number("sent"), shown = figures.number("displayed");
      return sent && shown && *sent > 0 ? std::optional(100 * *shown / *sent) : std::nullopt;
    };
    findings_.above({.id = "rate.keeps_up",
                     .statement = "At the announced rate the receiver keeps up: share of UDP's frames that were "
                                  "displayed, all cells.",
                     .unit = "%",
                     .reason = "Ours: one frame in a hundred may be lost.",
                     .if_not = "a stall of the machine overflows the socket's buffer"},
                    cells_.values({{kTransport, "UDP"}}, displayed), 99);
  }

  void priority(const char* transport, const char* which, const char* what, const char* of, const Pairs& pairs) {
    const auto paper = printed_ratio(pairs, &PublishedCell::variance);
    findings_.above(
        {.id = fmt::format("realtime.{}.{}", which, transport),
         .statement = fmt::format("Under load {}, over {}: variance {}, geometric mean.", what, transport, of),
         .unit = "times",
         .paper = paper,
         .reason = paper && *paper < 1 ? "Ours: any less counts; Tables 2 to 4 have more."
                                       : "Tables 2 to 4: any less counts.",
         .if_not = "normal threads that sleep much are not kept waiting here",
         .ratio = true},
        ratio(pairs, "variance_ms2"), 1);
  }

  LabTable cells_table() const {
    LabTable table{"cells",
                   {"scenario",
                    "transport",
                    "application/display",
                    "n",
                    "mean_ms",
                    "mean_low_95",
                    "mean_high_95",
                    "variance_ms2",
                    "variance/mean_%",
                    "low_whisker",
                    "low_quartile",
                    "median",
                    "high_quartile",
                    "high_whisker",
                    "outliers",
                    "not_displayed",
                    "announced_mbps",
                    "paper_mean_ms",
                    "paper_variance",
                    "paper_variance/mean_%"},
                   {}};
    std::vector<std::string> transports(std::begin(kTransports), std::end(kTransports));
    transports.emplace_back(kPausedUdp);
    for (int scenario = 1; scenario <= 4; ++scenario)
      for (const std::string& transport : transports)
        for (const Classes& classes : kClasses) {
          const Levels levels{
              {kScenario, std::to_string(scenario)}, {kTransport, transport}, {kClassPair, words_of(classes)}};
          if (cells_.with(levels).empty()) continue;
          const auto box = box_plot(cells_.samples(levels, "delay_ms"));
          const auto mean = estimate(cells_.values(levels, "mean_ms").list());  // over repetitions
          std::vector<TableField> row{static_cast<double>(scenario), transport, words_of(classes)};
          if (box)
            row.insert(row.end(),
                       {static_cast<double>(box->n), box->mean, table_field(mean ? mean->low() : std::nullopt),
                        table_field(mean ? mean->high() : std::nullopt), table_field(box->variance),
                        table_field(box->variance ? std::optional(100 * *box->variance / box->mean) : std::nullopt),
                        box->low_whisker, box->low_quartile, box->median, box->high_quartile, box->high_whisker,
                        static_cast<double>(box->outliers.size())});
          row.resize(15);
          const auto sent = cells_.values(levels, "sent").mean(), shown = cells_.values(levels, "displayed").mean();
          row.push_back(table_field(sent && shown ? std::optional(*sent - *shown) : std::nullopt));
          row.push_back(table_field(cells_.values(levels, "announced_mbps").mean()));
          const auto paper = published_cell(scenario, transport == kPausedUdp ? "UDP" : transport, classes);
          for (double PublishedCell::*number : {&PublishedCell::mean, &PublishedCell::variance, &PublishedCell::ratio})
            row.push_back(table_field(paper ? std::optional((*paper).*number) : std::nullopt));
          table.rows.push_back(std::move(row));
        }
    return table;
  }

  LabPlot boxes(const char* transport) const {
    LabPlot plot{.name = fmt::format("delay_{}", transport),
                 .title = fmt::format("From loaded to displayed, {} (Fig. 4)", transport),
                 .x_label = "Scenario",
                 .y_label = "Delay, ms",
                 .categories = {"1", "2", "3", "4"},
                 .remark =
                     "Boxes have the middle half, whiskers go to 1.5 interquartile ranges (footnote 1). The "
                     "paper's means stand in the table: its machine took a hundred times as long."};
    for (const Classes& classes : kClasses) {
      PlotLayer layer{.name = words_of(classes), .mark = PlotMark::kBoxes};
      for (int scenario = 1; scenario <= 4; ++scenario)
        if (const auto box = box_plot(cells_.samples(
                {{kScenario, std::to_string(scenario)}, {kTransport, transport}, {kClassPair, words_of(classes)}},
                "delay_ms")))
          layer.boxes.push_back({static_cast<double>(scenario - 1), *box});
      if (!layer.boxes.empty()) plot.layers.push_back(std::move(layer));
    }
    return plot;
  }

  /// Mean delays by scenario over that of scenario 1, which has the paper's on the same axis.
  LabPlot load_plot(const char* transport) const {
    LabPlot plot{.name = fmt::format("load_{}", transport),
                 .title = fmt::format("What others add, {} (Tables 1 to 4)", transport),
                 .x_label = "Scenario",
                 .y_label = "Delay, times scenario 1's",
                 .categories = {"1", "2", "3", "4"},
                 .remark = "Means, over the mean of scenario 1 with both in the normal class (NRT/NRT)."};
    const auto mean = [&](int scenario, Classes classes) { return values({scenario, transport, classes}, "mean_ms"); };
    for (const Classes& classes : {kBothNormal, kBothRealtime}) {
      std::vector<std::pair<double, std::vector<double>>> samples;
      for (int scenario = 1; scenario <= 4; ++scenario)
        samples.emplace_back(scenario - 1, (mean(scenario, classes) / mean(1, kBothNormal)).list());
      PlotLayer layer = means_layer(words_of(classes), samples);
      if (!layer.points.empty()) plot.layers.push_back(std::move(layer));
    }
    PlotLayer paper{.name = "NRT/NRT, paper", .printed = true};
    const double first = published_cell(1, transport, kBothNormal)->mean;
    for (int scenario = 1; scenario <= 4; ++scenario)
      paper.points.push_back(
          {static_cast<double>(scenario - 1), published_cell(scenario, transport, kBothNormal)->mean / first});
    plot.layers.push_back(std::move(paper));
    return plot;
  }

  const LabRun& run_;
  const DoneCells& cells_;
  Findings findings_;
};

}  // namespace

std::optional<PublishedCell> published_cell(int scenario, const std::string& transport, Classes classes) {
  for (const auto& row : published_table("nahrstedt94.tables").rows)
    if (row[0] == std::to_string(scenario) && row[1] == transport && row[2] == class_name(classes.application) &&
        row[3] == class_name(classes.display))
      return PublishedCell{std::stod(row[4]), std::stod(row[5]), std::stod(row[6])};
  return std::nullopt;
}

LabResult judge_transports(const LabRun& run, const DoneCells& cells) {
  return TransportsJudge(run, cells).judge();
}

}  // namespace jitterscope::nahrstedt94
