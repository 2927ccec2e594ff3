// The lab claypool98.priority: interarrival variance of a stream under counter processes, by the class of the threads
// that send and receive it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/realtime/class_right.h"
#include "core/base/realtime/processors.h"
#include "core/lab/claypool98/stream.h"
#include "core/lab/engine/counter_load.h"
#include "core/lab/engine/findings.h"
#include "core/lab/engine/lab.h"
#include "core/lab/engine/lab_settings.h"
#include "core/lab/engine/published.h"

namespace jitterscope {
namespace claypool98 {
namespace {

constexpr const char *kClass = "class", *kCounters = "counters", *kCompetitors = "realtime_competitors";
constexpr const char *kDefault = "default", *kNice = "nice", *kRealtime = "real-time";
constexpr double kMostCounters = 32;
constexpr int kFewestPackets = 20, kFewestMachines = 4;
constexpr double kSetUp_s = 0.5;  // of a cell: the work is measured, the counters begin
constexpr double kFlat = 0.05, kGentle = 0.5, kLeastCorrelation = 0.9, kLeastDelayRatio = 5;
constexpr const char* kAlikeMachines = "the machines differ more in other things than in their processors";
constexpr const char *kVariance = "variance_ms2", *kDelay = "delay_p99_ms", *kScore = "processor_score";

PrioritySetting setting_of(const std::string& name) {
  using Kind = PrioritySetting::Kind;
  return name == kDefault ? PrioritySetting{Kind::kDefault}
         : name == kNice  ? PrioritySetting{Kind::kNice, -19}
                          : PrioritySetting{Kind::kRealtime};
}

std::optional<std::vector<double>> loads_of(const LabRun& run) {
  const auto loads = parse_numbers(run.settings.at("loads"), 0, kMostCounters);
  const auto whole = [](double number) { return number == std::floor(number); };
  return loads && std::ranges::all_of(*loads, whole) ? loads : std::nullopt;
}

LabDesign design_of(const LabRun& run) {
  const auto loads = levels_of(*loads_of(run));
  LabDesign design{{{kClass, {kDefault, kNice, kRealtime}}, {kCounters, loads}, {kCompetitors, {"0", "1", "3"}}},
                   static_cast<int>(number(run, "repetitions"))};
  // Competitors are tried where §5.3 warns of them: against a stream that is real-time itself.
  design.has = [last = loads.back()](const LabCell& cell) {
    return cell.level(kCompetitors) == "0" || (cell.level(kClass) == kRealtime && cell.level(kCounters) == last);
  };
  return design;
}

std::optional<CellFigures> measure(const LabRun& run, const LabCell& cell, std::string& error) {
  const std::vector<int> processors = allowed_processors();
  const int receives = processors.back();
  const auto period = Duration::from_ms(number(run, "period-ms"));
  const auto work = decoding_work(static_cast<int>(number(run, "work-rows")), receives, error);
  if (work) error = why_no_rest(*work, period);
  if (!work || !error.empty()) return std::nullopt;
  CounterLoad counters;
  for (double counting = 0; counting < cell.number(kCounters); ++counting)
    if (!counters.add(receives, error)) return std::nullopt;
  const StreamPlan plan{
      .period = period,
      .packets = scaled_count(run, "packets", kFewestPackets),
      .receiver = setting_of(cell.level(kClass)),
      .sender = run.settings.at("ends") == "both" ? setting_of(cell.level(kClass)) : setting_of(kRealtime),
      .receiver_processor = receives,
      .sender_processor = processors.front(),
      .competitors = static_cast<int>(cell.number(kCompetitors)),
      .work = work->picture.view()};
  const auto stream = run_stream(plan, error);
  if (!stream || !counters.all_count(error)) return std::nullopt;
  CellFigures figures;
  figures.set(kVariance, stream->variance_ms2);
  figures.set("sent_variance_ms2", stream->sent_variance_ms2);
  figures.set("delay_p50_ms", stream->delay_p50_ms);
  figures.set(kDelay, stream->delay_p99_ms);
  figures.set("packets", stream->sent);
  figures.set("lost", stream->sent - stream->received);
  figures.set("work_ms", work->ms);
  if (work->ms > 0) figures.set(kScore, work->rows / work->ms);
  return figures;
}

using OverLoad = std::vector<std::pair<double, RepeatedValues>>;

class PriorityJudge {
 public:
  PriorityJudge(const LabRun& run, const DoneCells& cells) : run_(run), cells_(cells), loads_(*loads_of(run)) {}

  LabResult judge() {
    slopes();
    correlation();
    crossing();
    delay();
    competitors();
    machines();
    LabResult result;
    result.findings = findings_.all();
    result.tables = {slopes_table(), published_as_lab_table("claypool98.load")};
    result.plots = {plot("variance_default", "Variance and load in the default class (Fig. 6)", {kDefault}),
                    plot("variance", "Variance and load by class (Fig. 10)", {kDefault, kNice, kRealtime}),
                    plot("variance_zoom", "The same without the default class (Fig. 11)", {kNice, kRealtime}),
                    delay_plot()};
    if (cells_.machines() >= kFewestMachines)
      result.plots.insert(result.plots.end(),
                          {machines_plot("machines_slope", "Slope and processor (Fig. 7)",
                                         "Slope of the default class, ms² a counter", slope_of(over_load(kDefault))),
                           machines_plot("machines", "1/variance and processor (Fig. 9)",
                                         "1/variance under the lightest load, 1/ms²", lightest_inverse())});
    else
      result.headline = fmt::format("Figures 7 and 9 compare processors: they need the merged results of {} machines.",
                                    kFewestMachines);
    return result;
  }

 private:
  RepeatedValues at(const std::string& of_class, double load, const char* number, const char* competitors = "0") const {
    return cells_.values({{kClass, of_class}, {kCounters, levels_of({load}).front()}, {kCompetitors, competitors}},
                         number);
  }
  OverLoad over_load(const std::string& of_class) const {
    OverLoad all;
    for (const double load : loads_) all.emplace_back(load, at(of_class, load, kVariance));
    return all;
  }

  void slopes() {
    const auto of_default = slope_of(over_load(kDefault)), of_nice = slope_of(over_load(kNice)),
               of_realtime = slope_of(over_load(kRealtime));
    const char* unit = "ms²/counter";
    findings_.above({.id = "default.slope",
                     .statement = "The variance of interarrival times in the default class rises with the load "
                                  "(claypool98 Figs 6, 10): the slope of its line.",
                     .unit = unit,
                     .reason = "Figs 6 and 10: any rise counts.",
                     .if_not = "the receiver does too little work for each packet to be kept waiting"},
                    of_default, 0);
    findings_.above({.id = "nice.slope",
                     .statement = "The variance when nice -19 rises with the load (claypool98 Fig 11): the slope.",
                     .unit = unit,
                     .reason = "Fig 11: any rise counts.",
                     .if_not = "this scheduler lets a nice thread run at once"},
                    of_nice, 0);
    findings_.above({.id = "nice.below_default",
                     .statement = "The variance rises less when nice than in the default class (claypool98 Fig 10): "
                                  "the difference of the slopes.",
                     .unit = unit,
                     .reason = "Fig 10: any difference counts.",
                     .if_not = "nice values mean nothing between sessions where autogroup is on"},
                    of_default - of_nice, 0);
    const auto rising =
        of_default.transformed([](double slope) { return slope > 0 ? std::optional(slope) : std::nullopt; });
    findings_.below({.id = "nice.gentle",
                     .statement = "\"Significantly gentler\" (claypool98 §5.2): the slope when nice as a share of the "
                                  "default class's.",
                     .reason = "Ours: half is significantly gentler. The paper prints no slopes.",
                     .if_not = "this scheduler gives nice threads less of a lead"},
                    of_nice / rising, kGentle);
    findings_.above({.id = "realtime.below_nice",
                     .statement = "The variance rises less in the real-time class than when nice (claypool98 Fig 11): "
                                  "the difference of the slopes.",
                     .unit = unit,
                     .reason = "Fig 11: any difference counts.",
                     .if_not = "nice threads wait for nothing here either"},
                    of_nice - of_realtime, 0);
    findings_.within(
        {.id = "realtime.slope",
         .statement = "\"Almost no increase\" of the variance in the real-time class (claypool98 §5.2, Fig "
                      "11): its slope as a share of the default class's.",
         .reason = "Ours: a twentieth of the default class's slope is almost none.",
         .if_not = "the machine itself stalls, as a virtual one does"},
        of_realtime / rising, -kFlat, kFlat);
  }

  void correlation() {
    findings_.above({.id = "default.correlation",
                     .statement = "Variance and load of the default class lie on a line (claypool98 Fig 6; 0.97 to "
                                  "0.99 in Fig 7): r of each repetition.",
                     .paper = 0.98,
                     .reason = "Ours: 0.9, since each point here is one run and the paper's are means.",
                     .if_not = "one stall of the machine takes a run off its line"},
                    correlation_of(over_load(kDefault)), kLeastCorrelation);
  }

  void crossing() {
    const auto root = [&](const char* of_class) {
      return fitted(over_load(of_class), [](const LineFit& fit) { return fit.slope > 0 ? fit.root() : std::nullopt; });
    };
    findings_.above({.id = "nice.crosses_later",
                     .statement = "The line of the nice class meets the x-axis at a higher load than that of the "
                                  "default class (claypool98 §5.2, about 2 and 1): even a light load is felt less.",
                     .unit = "counters",
                     .paper = 1,
                     .reason = "\"About 2 and 1\" (§5.2): any difference counts.",
                     .if_not = "the lines of single repetitions meet the axis almost anywhere"},
                    root(kNice) - root(kDefault), 0);
  }

  void delay() {
    findings_.above({.id = "realtime.delay",
                     .statement = "Not of the paper: the delay too is less in the real-time class: p99 of kernel to "
                                  "user in the default class over that in the real-time class at the highest load.",
                     .reason = "Ours: variance alone misleads when a stream locks to the tick; five times is far "
                               "beyond the noise.",
                     .if_not = "the processors of a virtual machine are taken away from real-time threads, too"},
                    at(kDefault, loads_.back(), kDelay) / at(kRealtime, loads_.back(), kDelay), kLeastDelayRatio);
  }

  void competitors() {
    findings_.above({.id = "realtime.competitors",
                     .statement = "The benefit of the real-time class shrinks beside three other real-time threads "
                                  "(claypool98 §5.3): the variance with them less that without, at the highest load.",
                     .unit = "ms2",
                     .reason = "§5.3 warns of many real-time processes and prints no numbers: any rise counts.",
                     .if_not = "their work is short enough to fit between two packets"},
                    at(kRealtime, loads_.back(), kVariance, "3") - at(kRealtime, loads_.back(), kVariance), 0);
  }

  /// Of a machine, over its repetitions.
  std::optional<double> of_machine(int machine, const RepeatedValues& values) const {
    RepeatedValues own;
    for (const auto& [place, value] : values.by_place())
      if (place.first == machine) own.set(place, value);
    return own.median();
  }
  RepeatedValues scores() const { return cells_.values({{kClass, kDefault}}, kScore); }
  RepeatedValues lightest_inverse() const {
    return at(kDefault, loads_.front(), kVariance).transformed([](double variance) {
      return variance > 0 ? std::optional(1 / variance) : std::nullopt;
    });
  }

  /// r with the machines' scores, of each repetition that all of them have.
  RepeatedValues with_score(const RepeatedValues& figure) const {
    std::map<int, std::vector<std::pair<double, double>>> by_repetition;
    for (const auto& [place, value] : figure.by_place())
      if (const auto score = of_machine(place.first, scores())) by_repetition[place.second].emplace_back(*score, value);
    RepeatedValues all;
    for (const auto& [repetition, points] : by_repetition)
      if (const auto fit = fit_line(points); fit && static_cast<int>(points.size()) == cells_.machines())
        all.set({0, repetition}, fit->correlation);
    return all;
  }

  /// Figs 7 and 9 need machines that differ.
  void machines() {
    if (cells_.machines() < kFewestMachines) return;
    findings_.below({.id = "machines.slope",
                     .statement = "The slope of the default class falls with the power of the processor (claypool98 "
                                  "Fig 7): r over these machines, of each repetition.",
                     .reason = "\"The slopes decrease as the processors get more powerful\" (§4.2): any fall counts.",
                     .if_not = kAlikeMachines,
                     .limits = kOfCorrelation},
                    with_score(slope_of(over_load(kDefault))), 0);
    findings_.above(
        {.id = "machines.inverse_variance",
         .statement = "Under the lightest load 1/variance rises with the power of the processor (claypool98 "
                      "Fig 9): r over these machines, of each repetition.",
         .paper = 0.98,
         .reason = "Fig 9; that any rise counts is ours, since the machines are whichever were merged.",
         .if_not = kAlikeMachines,
         .limits = kOfCorrelation},
        with_score(lightest_inverse()), 0);
  }

  LabTable slopes_table() const {
    LabTable table{"slopes", {"class", "n", "slope_ms2_per_counter", "low_95", "high_95", "r"}, {}};
    for (const char* of_class : {kDefault, kNice, kRealtime}) {
      const auto slope = slope_of(over_load(of_class));
      const auto mean = estimate(slope.list());
      table.rows.push_back({std::string(of_class), static_cast<double>(slope.list().size()), table_field(slope.mean()),
                            mean ? table_field(mean->low()) : TableField(),
                            mean && mean->half_width ? TableField(mean->mean + *mean->half_width) : TableField(),
                            table_field(correlation_of(over_load(of_class)).mean())});
    }
    return table;
  }

  LabPlot plot(const char* name, const char* title, std::initializer_list<const char*> classes) const {
    LabPlot plot{
        .name = name, .title = title, .x_label = "Counter processes", .y_label = "Variance of interarrival times, ms²"};
    for (const char* of_class : classes) {
      PlotLayer points{.name = of_class};
      std::vector<std::pair<double, double>> all;
      for (const auto& [load, values] : over_load(of_class))
        for (const double variance : values.list()) {
          points.points.push_back({load, variance});
          all.emplace_back(load, variance);
        }
      plot.layers.push_back(points);
      plot.layers.push_back(fitted_layer(fmt::format("{}, line", of_class), of_class, all));
    }
    plot.remark =
        "A point a run; the line is fitted to all of them, with the 95 % band of the line. The paper's axes "
        "are in µs² of its own machines.";
    return plot;
  }

  LabPlot delay_plot() const {
    LabPlot plot{.name = "delay_p99_ms",
                 .title = "Delay from kernel to user",
                 .x_label = "Counter processes",
                 .y_label = "Kernel to user, p99, ms, medians"};
    for (const char* of_class : {kDefault, kNice, kRealtime}) {
      std::vector<std::pair<double, std::vector<double>>> samples;
      for (const double load : loads_) samples.emplace_back(load, at(of_class, load, kDelay).list());
      PlotLayer layer = medians_layer(of_class, samples);
      layer.mark = PlotMark::kLine;
      plot.layers.push_back(std::move(layer));
    }
    return plot;
  }

  /// A point a machine, with the line of all.
  LabPlot machines_plot(const char* name, const char* title, const char* y_label, const RepeatedValues& figure) const {
    LabPlot plot{.name = name, .title = title, .x_label = "Processor score, rows decoded a ms", .y_label = y_label};
    PlotLayer points{.name = "a machine each, medians"};
    std::vector<std::pair<double, double>> all;
    for (int machine = 0; machine < cells_.machines(); ++machine)
      if (const auto score = of_machine(machine, scores()), of = of_machine(machine, figure); score && of) {
        points.points.push_back({*score, *of});
        all.emplace_back(*score, *of);
      }
    plot.layers = {points, fitted_layer("line", points.name, all)};
    return plot;
  }

  const LabRun& run_;
  const DoneCells& cells_;
  const std::vector<double> loads_;
  Findings findings_;
};

LabResult judge(const LabRun& run, const DoneCells& cells) {
  return PriorityJudge(run, cells).judge();
}

std::string lacks(const LabRun&) {
  if (allowed_processors().size() < 2)
    return "This lab needs two processors, one for the sender and one for the receiver with the counters: this "
           "machine, or this program's share of it (taskset, cpuset), has one.";
  for (const char* of_class : {kDefault, kNice, kRealtime})
    if (auto reason = why_refused(setting_of(of_class), ThreadRole::kAudioReceive); !reason.empty()) return reason;
  return {};
}

std::string refused(const LabRun& run) {
  if (!loads_of(run)) return "loads takes whole numbers of counters from 0 to 32, joined by commas.";
  return {};
}

}  // namespace
}  // namespace claypool98

LabDefinition claypool98_priority_lab() {
  return {
      .place = 10,
      .name = "claypool98.priority",
      .title = "Jitter under processor load, by scheduling class",
      .paper =
          "Claypool, Habermann, Riedl: The Effects of High-Performance Processors, Real-Time Priorities and High-Speed "
          "Networks on Jitter in a Multimedia Stream, WPI-CS-TR-98-19 (1998), §4.2 and §5, Figures 6, 7, 9, 10, 11",
      .figures = "Figs 6, 7, 9, 10, 11",
      .paper_says =
          "The variance of interarrival times rises along a line with the load on the receiver's processor (r = 0.97 "
          "to 0.99). It rises much less when sender and receiver are nice -19, and almost not at all in a real-time "
          "class.",
      .how =
          "Live only. A stream over a UDP socket on loopback to the product's own receive path, a JPEG of 640 x 640 "
          "decoded for each packet. The receiving thread and the counter processes share one processor, the sender "
          "has another; both have the class of the cell, as in the paper, or the receiver alone. The period is no "
          "multiple of the tick: multiples (20 ms) lock to it, and the variance then falls while the delay stays. A "
          "real-time competitor works 0.8 ms of each 7.3 ms on the receiver's processor. Nothing is left out; a slope "
          "is fitted to each repetition. The processor score is rows of that picture decoded in a ms. "
          "--scale 0.2 is a short form of a minute, to be pooled by lab merge.",
      .look_for =
          "The default class's points climb, those of nice -19 stay low, and the real-time class's lie on the axis; "
          "in the plot without the default class the difference between the last two.",
      .questions =
          {{"Why does the variance grow in proportion to the number of counters?",
            "With n counters the receiver waits for up to n turns of the scheduler before its own comes, and how long "
            "depends on where in the round the packet arrives."},
           {"Why does nice -19 help although it gives no guarantee?",
            "A thread of that weight has used far less than its share when it wakes, so that the scheduler puts it "
            "before the counters almost at once."}},
      .parameters = {LabParameter::count("repetitions", "3", "of each cell", 1, 100),
                     LabParameter::choice("ends",
                                          "that have the cell's class: both, or the receiver beside a real-time sender",
                                          {"both", "receiver"}),
                     {"period-ms", "10.7", "time between packets; 21.3 is another good one", 2, 1000},
                     LabParameter::count("packets", "200", "of a run, times the scale, at least 20", 20, 100000),
                     LabParameter::count(
                         "work-rows", "640",
                         "of a picture of 640 columns, decoded for each packet, the same on every machine; 0: none", 0,
                         kMostWorkRows),
                     {"loads", "0,1,2,3,4,5,6", "counter processes"}},
      .simulated = false,
      .judged_settings = {{"repetitions", "10"}},
      .refuses = claypool98::refused,
      .lacks = claypool98::lacks,
      .design = claypool98::design_of,
      .cell_seconds =
          [](const LabRun& run) {
            return claypool98::kSetUp_s +
                   number(run, "period-ms") / 1000 * scaled_count(run, "packets", claypool98::kFewestPackets);
          },
      .cell = claypool98::measure,
      .judge = claypool98::judge};
}

}  // namespace jitterscope
