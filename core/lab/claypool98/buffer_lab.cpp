// The lab claypool98.buffer: what jitter of several causes costs in buffering, and how the measures of jitter go
// together.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>

#include "core/base/realtime/processors.h"
#include "core/lab/analyzed_call/analyzed_call.h"
#include "core/lab/engine/findings.h"
#include "core/lab/engine/lab.h"
#include "core/lab/engine/lab_settings.h"
#include "core/lab/engine/published.h"

namespace jitterscope {
namespace claypool98 {
namespace {

constexpr const char *kCause = "cause", *kStrength = "strength";
constexpr const char *kProcessor = "processor", *kQueue = "queue", *kLink = "link";
constexpr const char* kDrawnStrength = "3";
constexpr const char* kStrengths[] = {"1", "2", "3", "4", "5"};
constexpr double kCallSetUp_s = 4, kSimulatedCell_s = 0.15;
constexpr double kLeastR = 0.8;

/// What makes the jitter, from weak to strong.
constexpr const char* kWakeLate_ms[] = {"4", "8", "15", "30", "60"};
constexpr int kCountersEach[] = {1, 2, 3, 4, 6}, kMostInAll = 64;        // on each processor, and in all
constexpr const char* kBackground[] = {"60", "80", "95", "105", "112"};  // KB/s into 125
constexpr const char* kJitter_ms[] = {"4", "8", "15", "30", "60"};

struct Measure {
  const char *name, *figure;
};
/// Table 2's, by their columns there.
constexpr Measure kMeasures[] = {
    {"range", "audio.interarrival_ms.range"},   {"variance", "audio.interarrival_ms.variance"},
    {"stddev", "audio.interarrival_ms.stddev"}, {"absdev", "audio.interarrival_ms.absolute_deviation"},
    {"gaps", "audio.gaps_per_second"},          {"area", "audio.compensation.area_ms_percent"}};
constexpr const char* kBuffer = "audio.compensation.optimal.buffer_ms";
constexpr std::size_t kCount = std::size(kMeasures);

CallOptions options_of(const LabRun& run, const LabCell& cell) {
  const auto strength = static_cast<std::size_t>(cell.number(kStrength)) - 1;
  const std::string& cause = cell.level(kCause);
  CallOptions options{{"video", "none"}};
  if (run.live) options["audio"] = "tone";
  if (cause == kProcessor && run.live) {  // as in Fig 6: threads in the default class, which counters keep waiting
    const int processors = static_cast<int>(allowed_processors().size());
    options["priority"] = "default";
    options["cpu-load"] = std::to_string(std::min(kCountersEach[strength] * processors, kMostInAll));
  } else if (cause == kProcessor) {
    options["latest-wake-ms"] = kWakeLate_ms[strength];
  }
  if (cause == kQueue) {
    options["link"] = "rate=1mbit,queue=100,delay=10ms";
    options["background"] = kBackground[strength];
  }
  if (cause == kLink)
    options["link"] = fmt::format("rate=10mbit,queue=100,delay=100ms,jitter={}ms,distribution={}", kJitter_ms[strength],
                                  run.settings.at("distribution"));
  return options;
}

double seconds_of(const LabRun& run) {
  return std::max(number(run, run.live ? "live-seconds" : "seconds") * run.scale, 2.0);
}

std::optional<CellFigures> measure_buffer(const LabRun& run, const LabCell& cell, std::string& error) {
  const CallOptions options = options_of(run, cell);
  const std::string folder = run.live ? trace_folder(run, cell) : "";
  auto figures = run.live ? live_call(options, seconds_of(run), cell.seed, folder, error)
                          : simulated_call(options, seconds_of(run), cell.seed, error);
  // The curves of one run of each cause are drawn.
  if (figures && (cell.repetition != 1 || cell.level(kStrength) != kDrawnStrength)) figures->samples.clear();
  if (figures && !folder.empty())
    figures->trace =
        std::filesystem::path(folder).lexically_relative(std::filesystem::absolute(run.folder)) / "room-b.jscope";
  return figures;
}

class BufferJudge {
 public:
  explicit BufferJudge(const DoneCells& cells) : cells_(cells) {}

  LabResult judge() {
    Findings findings;
    std::vector<RepeatedValues> of_range, of_others;
    for (std::size_t i = 0; i < kCount; ++i)
      for (std::size_t j = i + 1; j < kCount; ++j)
        (i == 0 ? of_range : of_others).push_back(correlation(kMeasures[i].figure, kMeasures[j].figure));
    findings.above(
        {.id = "range.correlates_least",
         .statement = "The range goes least with the other measures (claypool98 Table 2): mean r of the other "
                      "pairs less mean r of the range's, over the runs of each repetition.",
         .paper = mean_printed(false) - mean_printed(true),
         .reason = "Table 2: 0.21 to 0.34 against 0.66 to 0.99. Ours: a tenth matters.",
         .if_not = "each of these causes makes its longest interval in proportion to the others"},
        mean_of(of_others) - mean_of(of_range), 0.1);
    findings.above(
        {.id = "buffer.rises_with_area",
         .statement = "The best buffer rises with the area under the compensation curve (claypool98 Fig 17): "
                      "r over the runs of each repetition.",
         .paper = 0.96,
         .reason = "Ours: 0.8, since the paper's runs are of one cause.",
         .if_not = "causes of different shape ask for different buffers at the same area",
         .limits = kOfCorrelation},
        correlation(kMeasures[5].figure, kBuffer), kLeastR);
    findings.above(
        {.id = "area.rises_with_variance",
         .statement = "The area rises with the variance of interarrival times (claypool98 Fig 18): r over the "
                      "runs of each repetition.",
         .paper = 0.95,
         .reason = "Ours: 0.8, since the paper's runs are of one cause.",
         .if_not = "a queue makes long waits without much change from packet to packet",
         .limits = kOfCorrelation},
        correlation("audio.interarrival_ms.variance", kMeasures[5].figure), kLeastR);
    findings.consistency({.id = "variance.stddev",
                          .statement = "Variance and standard deviation go together (claypool98 Table 2): mean r.",
                          .paper = 0.96,
                          .reason = "Arithmetic: each is a function of the other; r is below 1 since that is no line."},
                         correlation(kMeasures[1].figure, kMeasures[2].figure).mean(), Criterion::above(0.8));
    LabResult result;
    result.findings = findings.all();
    result.tables = {correlations_table(), lines_table(), published_as_lab_table("claypool98.correlations"),
                     published_as_lab_table("claypool98.buffer_lines"), published_as_lab_table("claypool98.no_buffer")};
    result.plots = {curves(),
                    scatter("buffer_over_area", "Buffer and area (Fig. 17)", kMeasures[5].figure, kBuffer,
                            "Area under the curve, ms·%", "Best buffer, ms"),
                    scatter("area_over_variance", "Area and variance (Fig. 18)", kMeasures[1].figure,
                            kMeasures[5].figure, "Variance of interarrival times, ms²", "Area under the curve, ms·%"),
                    printed_lines()};
    return result;
  }

 private:
  /// Pearson's r over the runs of each repetition, which have both: of one cause, or of all.
  RepeatedValues correlation(const char* x, const char* y, const std::string& cause = {}) const {
    std::map<RepeatedValues::Place, std::vector<std::pair<double, double>>> points;
    for (const DoneCell& one : cells_.all()) {
      if (!cause.empty() && one.cell.level(kCause) != cause) continue;
      const auto a = one.figures.number(x), b = one.figures.number(y);
      if (a && b) points[{one.machine, one.cell.repetition}].emplace_back(*a, *b);
    }
    RepeatedValues all;
    for (const auto& [place, pairs] : points)
      if (const auto fit = fit_line(pairs); fit && fit->points > 2) all.set(place, fit->correlation);
    return all;
  }

  static std::optional<double> printed(std::size_t i, std::size_t j) {
    const auto table = published_table("claypool98.correlations");
    return table.rows.size() > i ? std::optional(std::stod(table.rows[i][j + 1])) : std::nullopt;
  }
  static double mean_printed(bool of_range) {
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < kCount; ++i)
      for (std::size_t j = i + 1; j < kCount; ++j)
        if ((i == 0) == of_range) sum += printed(i, j).value_or(0), ++count;
    return std::round(sum / count * 1000) / 1000;
  }

  LabTable correlations_table() const {
    LabTable table{"correlations", {"measure", "with", "n", "r", "r_processor", "r_queue", "r_link", "paper"}, {}};
    for (std::size_t i = 0; i < kCount; ++i)
      for (std::size_t j = i + 1; j < kCount; ++j) {
        const auto r = correlation(kMeasures[i].figure, kMeasures[j].figure);
        std::vector<TableField> row{std::string(kMeasures[i].name), std::string(kMeasures[j].name),
                                    static_cast<double>(r.list().size()), table_field(r.mean())};
        for (const char* cause : {kProcessor, kQueue, kLink})
          row.push_back(table_field(correlation(kMeasures[i].figure, kMeasures[j].figure, cause).mean()));
        row.push_back(table_field(printed(i, j)));
        table.rows.push_back(std::move(row));
      }
    return table;
  }

  /// One run of each cause, of the middle strength.
  LabPlot curves() const {
    LabPlot plot{
        .name = "compensation",
        .title = "Compensation curve and its best buffer (Fig. 16)",
        .x_label = "Dropped, %",
        .y_label = "Buffer, ms",
        .remark =
            "The dot on a curve is its point nearest to the origin, where 6 % dropped are as far as 230 ms of buffer."};
    for (const char* cause : {kProcessor, kQueue, kLink})
      for (const DoneCell* one : cells_.with({{kCause, cause}, {kStrength, kDrawnStrength}})) {
        if (one->cell.repetition != 1 || one->machine != 0) continue;
        PlotLayer line{.name = cause, .mark = PlotMark::kLine};
        const auto& buffers = one->figures.sample("audio.curve.buffer_ms");
        const auto& dropped = one->figures.sample("audio.curve.dropped_percent");
        for (std::size_t i = 0; i < std::min(buffers.size(), dropped.size()); ++i)
          line.points.push_back({dropped[i], buffers[i]});
        PlotLayer best{.name = fmt::format("{}, best", cause), .with = cause};
        const auto x = one->figures.number("audio.compensation.optimal.dropped_percent"),
                   y = one->figures.number(kBuffer);
        plot.layers.push_back(std::move(line));
        if (x && y) best.points = {{*x, *y}}, plot.layers.push_back(std::move(best));
      }
    return plot;
  }

  using Points = std::vector<std::pair<double, double>>;
  /// Of all runs which have both figures, or of those of a cause.
  Points runs_of(const char* x, const char* y, const std::string& cause = {}) const {
    Points points;
    for (const DoneCell* one : cells_.with(cause.empty() ? Levels{} : Levels{{kCause, cause}}))
      if (const auto a = one->figures.number(x), b = one->figures.number(y); a && b) points.emplace_back(*a, *b);
    return points;
  }

  LabPlot scatter(const char* name, const char* title, const char* x, const char* y, const char* x_label,
                  const char* y_label) const {
    LabPlot plot{.name = name, .title = title, .x_label = x_label, .y_label = y_label};
    for (const char* cause : {kProcessor, kQueue, kLink}) {
      const Points runs = runs_of(x, y, cause);
      PlotLayer points{.name = cause};
      for (const auto& [a, b] : runs) points.points.push_back({a, b});
      plot.layers.push_back(std::move(points));
      plot.layers.push_back(fitted_layer(fmt::format("{}, line", cause), cause, runs));
    }
    plot.layers.push_back(fitted_layer("line of all", "line of all", runs_of(x, y)));
    return plot;
  }

  /// Our own lines, as the plots have them.
  LabTable lines_table() const {
    LabTable table{"lines", {"line", "cause", "n", "slope", "slope_95", "intercept", "r"}, {}};
    for (const auto& [line, x, y] : {std::array{"buffer over area", kMeasures[5].figure, kBuffer},
                                     std::array{"area over variance", kMeasures[1].figure, kMeasures[5].figure},
                                     std::array{"buffer over variance", kMeasures[1].figure, kBuffer}})
      for (const char* cause : {"", kProcessor, kQueue, kLink})
        if (const auto fit = fit_line(runs_of(x, y, cause)))
          table.rows.push_back(
              {std::string(line), std::string(*cause ? cause : "all"), static_cast<double>(fit->points), fit->slope,
               table_field(fit->slope_estimate().half_width), fit->intercept, table_field(fit->correlation)});
    return table;
  }

  static LabPlot printed_lines() {
    LabPlot plot{.name = "printed_lines",
                 .title = "The printed lines, as history",
                 .x_label = "Jitter as printed, µs²",
                 .y_label = "Buffer as printed, µs",
                 .remark =
                     "Buf = 26.5 Area - 624 000, Area = 0.000198 Jitter + 1 590 000 and Buf = 0.00525 Jitter + 41 "
                     "500 000 follow from each other: the first two together are the third. But they contradict the "
                     "ranges of Figs 17 and 18 and §9, by which a jitter of 10^9 needs no buffer: a jitter of 0 would "
                     "need 41.5 s of it. They are no model here."};
    const auto lines = published_table("claypool98.buffer_lines").rows,
               none = published_table("claypool98.no_buffer").rows;
    if (lines.size() < 3 || none.size() < 2) return plot;
    const double last = std::stod(none[1][1]);
    PlotLayer line{.name = "Buf = 0.00525 Jitter + 41 500 000", .mark = PlotMark::kLine, .printed = true};
    for (const double jitter : {0.0, last})
      line.points.push_back({jitter, std::stod(lines[2][1]) * jitter + std::stod(lines[2][2])});
    plot.layers = {line, {.name = "needs no buffer (§9)", .points = {{last, 0}}, .printed = true}};
    return plot;
  }

  const DoneCells& cells_;
};

}  // namespace
}  // namespace claypool98

LabDefinition claypool98_buffer_lab() {
  return {
      .place = 15,
      .name = "claypool98.buffer",
      .title = "What jitter costs: compensation curves, buffers and areas",
      .paper =
          "Claypool, Habermann, Riedl: The Effects of High-Performance Processors, Real-Time Priorities and High-Speed "
          "Networks on Jitter in a Multimedia Stream, WPI-CS-TR-98-19 (1998), §3, §6 and §8, Table 2, Figures 16 to 18",
      .figures = "Figs 16 to 18, Table 2",
      .paper_says =
          "Jitter is paid for by buffering or by dropping: the compensation curve shows both, and its point nearest to "
          "the origin is the best buffer. The best buffer rises with the area under the curve (r = 0.96), and the area "
          "with the variance of interarrival times (r = 0.95). Of six measures of jitter the range goes least with the "
          "others.",
      .how =
          "Calls with sound alone and one cause of jitter in five strengths each: the processor (live: both ends in "
          "the "
          "default class beside 1 to 6 counters on each processor; simulated: a thread that waits for its turn among "
          "counters, so that it sends late by a time drawn evenly up to 4 to 60 ms), a queue of 1 Mbit/s with Poisson "
          "background, a link whose delay is drawn. Of the other causes the threads are in the real-time class. Each "
          "run's measures are those of `analyze` for the received sound. Correlations are over the fifteen runs of "
          "each repetition, and over the five of each cause.",
      .look_for =
          "In the curve, how little is dropped for the first half of the buffer. In the scatter plots, whether the "
          "three causes lie on one line: the paper's runs are of one cause.",
      .questions =
          {{"Why is the largest interval a poor measure of jitter?",
            "It is one packet's. One stall in a run makes it large whatever the others do, and a longer run has a "
            "larger one."},
           {"Why may two runs of the same variance need different buffers?",
            "Variance does not know the order: a queue that fills slowly makes long delays of small differences, a "
            "link that draws each delay makes large differences of short ones."}},
      .parameters = {LabParameter::count("repetitions", "10", "of each cause and strength", 1, 100).simulated(),
                     LabParameter::count("live-repetitions", "1", "of each cause and strength", 1, 100).live(),
                     LabParameter::choice("distribution", "of the delays that the link draws",
                                          {"uniform", "normal", "lomax"}),
                     LabParameter{"seconds", "60", "of each call, times the scale", 2, 3600}.simulated(),
                     LabParameter{"live-seconds", "10", "of each call, times the scale", 2, 3600}.live()},
      .judged_settings = {{"live-repetitions", "9"}},
      .design =
          [](const LabRun& run) {
            using namespace claypool98;
            return LabDesign{
                {{kCause, {kProcessor, kQueue, kLink}}, {kStrength, {std::begin(kStrengths), std::end(kStrengths)}}},
                static_cast<int>(number(run, run.live ? "live-repetitions" : "repetitions"))};
          },
      .cell_seconds =
          [](const LabRun& run) {
            return run.live ? claypool98::seconds_of(run) + claypool98::kCallSetUp_s : claypool98::kSimulatedCell_s;
          },
      .cell = claypool98::measure_buffer,
      .judge = [](const LabRun&, const DoneCells& cells) { return claypool98::BufferJudge(cells).judge(); }};
}

}  // namespace jitterscope
