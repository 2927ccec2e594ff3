#include "core/lab/claypool98/priority_lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/realtime/class_right.h"
#include "core/base/realtime/processors.h"
#include "core/base/realtime/watchdog.h"
#include "core/lab/engine/lab_settings.h"

namespace jitterscope {
namespace {

constexpr double kMostCounters = 32;

bool whole(double number) {
  return number == std::floor(number);
}

std::string lacks_claypool98_priority(const LabRun&) {
  if (allowed_processors().size() < 2)
    return "This lab needs two processors, one for the sender and one for the receiver with the counters: this "
           "machine, "
           "or this program's share of it (taskset, cpuset), has one.";
  for (const Claypool98Class& one : claypool98_classes())
    if (auto reason = why_refused(one.setting, ThreadRole::kAudioReceive); !reason.empty()) return reason;
  return {};
}

std::string refused_claypool98_priority(const LabRun& run) {
  const auto loads = parse_numbers(run.settings.at("loads"), 0, kMostCounters);
  if (!loads || !std::all_of(loads->begin(), loads->end(), whole))
    return "loads takes whole numbers of counters from 0 to 32, joined by commas.";
  if (const double most = WatchdogBudget{}.share; number(run, "work-ms") >= most * number(run, "period-ms"))
    return fmt::format("work-ms must be less than {:g} of period-ms: a real-time receiver has to rest.", most);
  return {};
}

std::optional<LabResult> execute_claypool98_priority(const LabRun& run, std::string& error) {
  const auto loads = parse_numbers(run.settings.at("loads"), 0, kMostCounters);
  Claypool98Table table{claypool98_classes(), *loads, {}};
  table.cells.assign(table.classes.size(), std::vector<std::vector<StreamFigures>>(loads->size()));
  LabResult described;
  if (!run_claypool98_priority(run, table, described, error)) return std::nullopt;
  return claypool98_priority_result(table, std::move(described));
}

}  // namespace

std::vector<Claypool98Class> claypool98_classes() {
  using Kind = PrioritySetting::Kind;
  return {{"default", {Kind::kDefault}}, {"nice", {Kind::kNice, -19}}, {"real-time", {Kind::kRealtime}}};
}

LabDefinition claypool98_priority_lab() {
  return {
      .place = 10,
      .name = "claypool98.priority",
      .title = "Jitter under processor load, by scheduling class",
      .paper =
          "Claypool, Habermann, Riedl: The Effects of High-Performance Processors, Real-Time Priorities and High-Speed "
          "Networks on Jitter in a Multimedia Stream, WPI-CS-TR-98-19 (1998), §4.2 and §5, Figures 6, 7, 10, 11",
      .paper_says =
          "The variance of interarrival times rises along a line with the load on the receiver's processor (r = 0.97 "
          "to 0.99). It rises much less when the receiving process is nice -19, and almost not at all in a real-time "
          "class.",
      .how =
          "Live only. A stream over a UDP socket on loopback to the product's own receive path, about 1 ms of JPEG "
          "decoding for each packet. The receiving thread and the counter processes share one processor; the sender "
          "is real-time on another. The period is no multiple of the tick: multiples (20 ms) lock to it, and the "
          "variance then falls while the delay stays. Repetitions go round the whole table, so that drift of the "
          "machine spreads over all cells. The lines are fitted to every run, nothing is left out; a stall of the "
          "whole machine is a run far off its cell's median, so the medians and their slopes stand beside.",
      .parameters = {{"period-ms", "10.7", "time between packets; 21.3 is another good one", 2, 1000},
                     LabParameter::count("packets", "200", "of a run, times the scale, at least 20", 20, 100000),
                     LabParameter::count("repetitions", "5", "of each cell", 1, 100),
                     {"work-ms", "1", "of decoding for each packet; less than 0.8 of period-ms", 0, kMostWorkMs},
                     {"loads", "0,1,2,3,4,5,6", "counter processes"}},
      .simulated = false,
      .refuses = refused_claypool98_priority,
      .lacks = lacks_claypool98_priority,
      .execute = execute_claypool98_priority};
}

}  // namespace jitterscope
