#include "core/lab/claypool98/wakeup_lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/realtime/class_right.h"
#include "core/base/stats/percentiles.h"
#include "core/lab/engine/lab_settings.h"

namespace jitterscope {
namespace {

constexpr double kMostTimesCyclictest = 1.5, kLeastGain = 2;
constexpr std::size_t kMostLatencies = 10'000'000;

std::optional<double> median_percentile(const std::vector<WakeupRun>& runs, double p) {
  std::vector<double> values;
  for (const WakeupRun& run : runs)
    if (const auto value = percentile_of_sorted(run.latencies_us, p)) values.push_back(*value);
  return percentile_by_selection(values, 0.5);
}

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

const char* class_name(const WakeupCell& cell) {
  return cell.realtime ? "real-time" : "default";
}

std::string lacks_claypool98_wakeup(const LabRun&) {
  return why_refused({PrioritySetting::Kind::kRealtime}, ThreadRole::kAudioSend);
}

std::optional<LabResult> execute_claypool98_wakeup(const LabRun& run, std::string& error) {
  WakeupTable table;
  const double counters = number(run, "counters");
  for (const double load : {0.0, counters}) {
    for (const bool realtime : {true, false}) table.cells.push_back({load, realtime, {}});
    if (counters == 0) break;
  }
  LabResult described;
  if (!run_claypool98_wakeup(run, table, described, error)) return std::nullopt;
  return claypool98_wakeup_result(table, std::move(described));
}

LabTable medians_table(const WakeupTable& table) {
  LabTable out{"wakeup",
               {"counters_per_processor", "class", "program", "runs", "p50_us_median", "p99_us_median", "max_us_median",
                "p99_us_of_all"},
               {}};
  for (const WakeupCell& cell : table.cells)
    for (const std::size_t program : {kOurs, kCyclictest}) {
      const auto& runs = cell.runs[program];
      std::vector<double> all;
      for (const WakeupRun& run : runs) all.insert(all.end(), run.latencies_us.begin(), run.latencies_us.end());
      out.rows.push_back({cell.counters, class_name(cell), kWakeupPrograms[program], double(runs.size()),
                          table_field(median_percentile(runs, 0.5)), table_field(median_percentile(runs, 0.99)),
                          table_field(median_percentile(runs, 1)), table_field(percentile_by_selection(all, 0.99))});
    }
  return out;
}

LabTable runs_table(const WakeupTable& table) {
  LabTable out{"runs",
               {"counters_per_processor", "class", "program", "repetition", "wakeups", "p50_us", "p99_us", "max_us"},
               {}};
  for (const WakeupCell& cell : table.cells)
    for (const std::size_t program : {kOurs, kCyclictest})
      for (std::size_t i = 0; i < cell.runs[program].size(); ++i) {
        const auto& latencies = cell.runs[program][i].latencies_us;
        out.rows.push_back({cell.counters, class_name(cell), kWakeupPrograms[program], double(i + 1),
                            double(latencies.size()), table_field(percentile_of_sorted(latencies, 0.5)),
                            table_field(percentile_of_sorted(latencies, 0.99)),
                            table_field(percentile_of_sorted(latencies, 1))});
      }
  return out;
}

std::vector<LabSeries> curves(const WakeupTable& table) {
  std::vector<LabSeries> all;
  for (const WakeupCell& cell : table.cells) {
    if (!cell.realtime) continue;
    for (const std::size_t program : {kOurs, kCyclictest}) {
      LabSeries series{fmt::format("p99_us: {}, {:g} counters", kWakeupPrograms[program], cell.counters),
                       "Repetition",
                       "Wake-up latency, p99, µs, real-time",
                       {}};
      for (std::size_t i = 0; i < cell.runs[program].size(); ++i)
        if (const auto p99 = percentile_of_sorted(cell.runs[program][i].latencies_us, 0.99))
          series.points.emplace_back(double(i + 1), *p99);
      all.push_back(std::move(series));
    }
  }
  return all;
}

}  // namespace

std::optional<WakeupRun> parse_cyclictest(std::string_view output) {
  constexpr std::string_view kMax = "# Max Latencies:", kOver = "# Histogram Overflows:";
  WakeupRun run;
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
    if (numbers[1] > kMostLatencies - run.latencies_us.size()) return std::nullopt;
    run.latencies_us.insert(run.latencies_us.end(), numbers[1], static_cast<double>(numbers[0]));
  }
  if (beyond > kMostLatencies) return std::nullopt;
  run.latencies_us.insert(run.latencies_us.end(), beyond, static_cast<double>(longest));
  std::sort(run.latencies_us.begin(), run.latencies_us.end());
  return run.latencies_us.empty() ? std::nullopt : std::optional(std::move(run));
}

std::vector<Finding> claypool98_wakeup_findings(const WakeupTable& table) {
  std::vector<Finding> findings;
  const auto add = [&](std::string id, std::string statement, std::optional<double> measured, Criterion criterion,
                       const std::string& why_not) {
    findings.push_back(finding_of(std::move(id), std::move(statement), measured, "", criterion, why_not));
  };
  for (const WakeupCell& cell : table.cells) {
    if (!cell.realtime) continue;
    const std::string load = cell.counters == 0 ? "idle" : "loaded";
    const auto p99 = median_percentile(cell.runs[kOurs], 0.99);
    add(load + ".beside_cyclictest",
        fmt::format(
            "The real-time audio-send thread wakes as well as cyclictest of the same level and period with {:g} "
            "counters on each processor: its p99 over cyclictest's, medians of the repetitions.",
            cell.counters),
        ratio_of(p99, median_percentile(cell.runs[kCyclictest], 0.99)), Criterion::between(0, kMostTimesCyclictest),
        table.why_no_cyclictest.empty() ? "nothing was measured." : table.why_no_cyclictest);
    if (cell.counters == 0) continue;
    const auto other = std::find_if(table.cells.begin(), table.cells.end(), [&](const WakeupCell& one) {
      return !one.realtime && one.counters == cell.counters;
    });
    add("loaded.realtime_helps",
        "Under load the audio-send thread wakes later in the default class than in the real-time class (claypool98 "
        "§5): "
        "p99 over p99, medians.",
        other == table.cells.end() ? std::nullopt : ratio_of(median_percentile(other->runs[kOurs], 0.99), p99),
        Criterion::above(kLeastGain), "nothing was measured.");
  }
  return findings;
}

LabResult claypool98_wakeup_result(const WakeupTable& table, LabResult result) {
  result.findings = claypool98_wakeup_findings(table);
  result.tables = {medians_table(table), runs_table(table)};
  result.series = curves(table);
  return result;
}

LabDefinition claypool98_wakeup_lab() {
  return {
      .place = 20,
      .name = "claypool98.wakeup",
      .title = "Wake-up latency of the audio thread beside cyclictest",
      .paper =
          "Claypool, Habermann, Riedl: The Effects of High-Performance Processors, Real-Time Priorities and High-Speed "
          "Networks on Jitter in a Multimedia Stream, WPI-CS-TR-98-19 (1998), §5; cyclictest of rt-tests",
      .paper_says = "Real-time processes run before all others, so load does not delay them.",
      .how =
          "Live only. The product's own audio-send thread sends blocks of 171 samples (21.4 ms, no multiple of the "
          "tick) over a socket on loopback; the time from each deadline to running is read from its events. "
          "cyclictest (package rt-tests) runs with the same level, period and number of wake-ups, its memory locked "
          "and without its tuning of the machine's idle states (--default-system), so that both meet the same "
          "machine. One after the other, idle and with counters on each processor, round the whole table again and "
          "again, the order of the two turned about each time. Neither is kept on one processor.",
      .parameters = {LabParameter::count("wakeups", "300", "of a run, times the scale, at least 20", 20, 1'000'000),
                     LabParameter::count("repetitions", "5", "of each cell", 1, 100),
                     LabParameter::count("counters", "2", "on each processor, of the loaded cells", 0, 16),
                     LabParameter::count("audio-block", "171", "samples at 8 kHz", 40, 1024)},
      .simulated = false,
      .lacks = lacks_claypool98_wakeup,
      .execute = execute_claypool98_wakeup};
}

}  // namespace jitterscope
