#include "core/lab/claypool98/wakeup_lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/base/realtime/class_right.h"
#include "core/base/stats/percentiles.h"
#include "core/lab/engine/findings.h"
#include "core/lab/engine/lab_settings.h"

namespace jitterscope {
namespace claypool98 {
namespace {

constexpr double kMostTimesCyclictest = 1.5, kLeastGain = 2;
constexpr std::size_t kMostLatencies = 10'000'000;
constexpr const char* kDefaultClass = "default";

/// Numbers of a line, as many as there are before something else.
std::vector<std::size_t> numbers_of(std::string_view line) {
  std::vector<std::size_t> numbers;
  while (numbers.size() < 2) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    std::size_t number = 0;
    const auto [rest, fault] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (fault != std::errc()) break;
    numbers.push_back(number);
    line.remove_prefix(static_cast<std::size_t>(rest - line.data()));
  }
  return numbers;
}

LabDesign wakeup_design(const LabRun& run) {
  std::vector<std::string> loads{"0"};
  if (run.settings.at("counters") != "0") loads.push_back(run.settings.at("counters"));
  return {{{kLoadCounters, loads}, {kWakeupClass, {kRealtimeClass, kDefaultClass}}, {kProgram, {kOurs, kCyclictest}}},
          static_cast<int>(number(run, "repetitions"))};
}

LabResult judge_wakeups(const LabRun& run, const DoneCells& cells) {
  const auto p99 = [&](const std::string& load, const char* of_class, const char* program) {
    return cells.values({{kLoadCounters, load}, {kWakeupClass, of_class}, {kProgram, program}}, "p99_us");
  };
  Findings findings;
  LabResult result;
  const std::string why = cells.word("why_no_cyclictest");
  const std::vector<std::string> loads = wakeup_design(run).factors[0].levels;
  for (const std::string& load : loads) {
    const Claim claim{
        .id = fmt::format("{}.beside_cyclictest", load == "0" ? "idle" : "loaded"),
        .statement = fmt::format("The real-time audio-send thread wakes as well as cyclictest of the same "
                                 "level and period with {} counters on each processor: its p99 over "
                                 "cyclictest's.{}",
                                 load, why.empty() ? "" : " " + why),
        .reason = "Ours: half as much again is as well, since each p99 is of three wake-ups.",
        .if_not = "a stall of the machine falls on one of the two",
        .ratio = true};
    findings.below(claim, p99(load, kRealtimeClass, kOurs) / p99(load, kRealtimeClass, kCyclictest),
                   kMostTimesCyclictest);
    LabPlot plot{.name = load == "0" ? "idle" : "loaded",
                 .title = fmt::format("Wake-up latency with {} counters on each processor", load),
                 .x_label = "Latency, µs",
                 .y_label = "Share of wake-ups, %"};
    for (const char* program : {kOurs, kCyclictest})
      for (const char* of_class : {kRealtimeClass, kDefaultClass})
        plot.layers.push_back(distribution_layer(
            fmt::format("{}, {}", program, of_class),
            cells.samples({{kLoadCounters, load}, {kWakeupClass, of_class}, {kProgram, program}}, "latencies_us")));
    result.plots.push_back(std::move(plot));
  }
  if (loads.size() > 1)
    findings.above({.id = "loaded.realtime_helps",
                    .statement = "Under load the audio-send thread wakes later in the default class than in the "
                                 "real-time class (claypool98 §5): p99 over p99.",
                    .reason = "§5: real-time processes run before all others. Ours: twice.",
                    .if_not = "this scheduler wakes a thread that sleeps much at once",
                    .ratio = true},
                   p99(loads[1], kDefaultClass, kOurs) / p99(loads[1], kRealtimeClass, kOurs), kLeastGain);
  result.findings = findings.all();
  LabTable table{"wakeup",
                 {"counters_per_processor", "class", "program", "runs", "p50_us_median", "p99_us_median",
                  "max_us_median", "p99_us_of_all"},
                 {}};
  for (const LabCell& cell : cells_of({wakeup_design(run).factors, 1}, 0)) {
    Levels levels;
    for (const auto& [factor, level] : cell.levels) levels.emplace_back(factor, level);
    std::vector<double> all = cells.samples(levels, "latencies_us");
    std::vector<TableField> row{cell.number(kLoadCounters), cell.level(kWakeupClass), cell.level(kProgram),
                                static_cast<double>(cells.values(levels, "p99_us").list().size())};
    for (const char* number : {"p50_us", "p99_us", "max_us"})
      row.push_back(table_field(cells.values(levels, number).median()));
    row.push_back(table_field(percentile_by_selection(all, 0.99)));
    table.rows.push_back(std::move(row));
  }
  result.tables = {table};
  return result;
}

}  // namespace

std::optional<std::vector<double>> parse_cyclictest(std::string_view output) {
  constexpr std::string_view kMax = "# Max Latencies:", kOver = "# Histogram Overflows:";
  std::vector<double> latencies;
  std::size_t longest = 0, beyond = 0;
  while (!output.empty()) {
    const std::size_t end = std::min(output.find('\n'), output.size());
    const std::string_view line = output.substr(0, end);
    output.remove_prefix(std::min(end + 1, output.size()));
    const auto first_of = [&](std::string_view label) {
      const auto numbers = numbers_of(line.substr(label.size()));
      return numbers.empty() ? 0 : numbers[0];
    };
    if (line.starts_with(kMax)) longest = first_of(kMax);
    if (line.starts_with(kOver)) beyond = first_of(kOver);
    const auto numbers = numbers_of(line);
    if (numbers.size() < 2) continue;
    if (numbers[1] > kMostLatencies - latencies.size()) return std::nullopt;
    latencies.insert(latencies.end(), numbers[1], static_cast<double>(numbers[0]));
  }
  if (beyond > kMostLatencies) return std::nullopt;
  latencies.insert(latencies.end(), beyond, static_cast<double>(longest));
  std::sort(latencies.begin(), latencies.end());
  return latencies.empty() ? std::nullopt : std::optional(std::move(latencies));
}

}  // namespace claypool98

LabDefinition claypool98_wakeup_lab() {
  return {
      .place = 20,
      .name = "claypool98.wakeup",
      .title = "Wake-up latency of the audio thread beside cyclictest (our own)",
      .paper =
          "Our own, on what claypool98 §5 says of real-time processes (WPI-CS-TR-98-19, 1998), beside cyclictest of "
          "rt-tests",
      .paper_says = "Real-time processes run before all others, so load does not delay them.",
      .how =
          "Live only. The product's own audio-send thread sends blocks of 171 samples (21.4 ms, no multiple of the "
          "tick) over a socket on loopback; the time from each deadline to running is read from its events. "
          "cyclictest (package rt-tests) runs with the same level, period and number of wake-ups, its memory locked "
          "and without its tuning of the machine's idle states (--default-system), so that both meet the same "
          "machine. One after the other, idle and with counters on each processor, round the whole table again and "
          "again, the order of the two turned about each time. Neither is kept on one processor.",
      .look_for = "Under load, how far apart the curves of the two classes lie, and whether ours follows cyclictest's.",
      .questions = {{"Why is p99 compared and not the longest latency?",
                     "The longest of some hundred is one stall of the machine, which falls on either program."},
                    {"Why does the default class wake well without load?",
                     "Nothing else wants the processor, so that the scheduler has nobody to put before it."}},
      .parameters = {LabParameter::count("repetitions", "4", "of each cell", 1, 100),
                     LabParameter::count("wakeups", "300", "of a run, times the scale, at least 20", 20, 1'000'000),
                     LabParameter::count("counters", "2", "on each processor, of the loaded cells", 0, 16),
                     LabParameter::count("audio-block", "171", "samples at 8 kHz", 40, 1024)},
      .simulated = false,
      .judged_settings = {{"repetitions", "9"}},
      .lacks = [](const LabRun&) { return why_refused({PrioritySetting::Kind::kRealtime}, ThreadRole::kAudioSend); },
      .design = claypool98::wakeup_design,
      .cell_seconds =
          [](const LabRun& run) { return 0.5 + number(run, "audio-block") / 8000 * scaled_count(run, "wakeups", 20); },
      .cell = claypool98::measure_wakeups,
      .judge = claypool98::judge_wakeups};
}

}  // namespace jitterscope
