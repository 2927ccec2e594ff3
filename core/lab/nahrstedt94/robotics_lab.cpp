// The lab nahrstedt94.robotics: how late a 10 ms timer fires beside video, in one process or in two (§2.2, Fig. 6).

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/net/socket_pair.h"
#include "core/base/stats/box_plot.h"
#include "core/base/stats/percentiles.h"
#include "core/lab/engine/findings.h"
#include "core/lab/engine/lab.h"
#include "core/lab/engine/lab_settings.h"
#include "core/lab/engine/worker_process.h"
#include "core/lab/nahrstedt94/conditions.h"

namespace jitterscope {
namespace nahrstedt94 {
namespace {

constexpr const char *kSender = "sender", *kRobotClass = "class";
constexpr const char *kOneProcess = "one process", *kTwoProcesses = "two processes";
constexpr const char *kRobotNormal = "normal", *kRobotRealtime = "real-time";
constexpr double kSamplePeriodMs = 10, kVideoPeriodMs = 200;
constexpr int kFewestSamples = 50;
constexpr double kLatestShare = 0.05;  // of the timers, in the plot
constexpr double kCaseGraceSeconds = 30;
constexpr Duration kEnding = Duration::seconds(10);
constexpr Duration kAround = Duration::seconds(60);  // starting and ending the processes of a case

struct RobotCase {
  bool one_process = true, realtime = false;  // realtime: the class of the process with the robotics
  std::vector<double> late_ms = {};           // how late each timer fired
  double frames = 0, samples_arrived = 0;
};

struct RoboticsPlan {
  Machines who;
  int samples = 0;
  double copy_ms = 0;
  Duration limit() const { return Duration::from_seconds(samples * kSamplePeriodMs / 1000 + kCaseGraceSeconds); }
};

nlohmann::json task_of(const RoboticsPlan& plan, const char* role, ProcessConditions conditions) {
  conditions.life = plan.limit() + kAround;
  return {{"role", role},
          {"period_ms", kSamplePeriodMs},
          {"video_period_ms", kVideoPeriodMs},
          {"samples", plan.samples},
          {"copy_ms", plan.copy_ms},
          {"conditions", to_json(conditions)}};
}

/// Sockets of both media, [0] robotics and [1] video; false: `error` says why.
bool connect_both(std::vector<SocketPair>& pairs, std::string& error) {
  while (pairs.size() < 2) {
    auto pair = connected_pair(PairTransport::kUdp, error);
    if (!pair) return false;
    pairs.push_back(std::move(*pair));
  }
  return true;
}

/// The processes of one case, and what they tell of it. False: `error` says why.
bool measure(const RoboticsPlan& plan, RobotCase& one, std::string& refused, std::string& error) {
  std::vector<SocketPair> pairs;
  if (!connect_both(pairs, error)) return false;
  const int sinks[] = {pairs[0].display.fd(), pairs[1].display.fd()};
  const int sources[] = {pairs[0].source.fd(), pairs[1].source.fd()};
  auto sink = WorkerProcess::start(task_of(plan, "sink", {.processor = plan.who.receiver}), sinks, error);
  std::vector<WorkerProcess> video;
  if (sink && !one.one_process)
    if (auto child = WorkerProcess::start(task_of(plan, "video", {.processor = plan.who.sender}), sources, error))
      video.push_back(std::move(*child));
  if (!error.empty()) return false;
  nlohmann::json task =
      task_of(plan, "robot", {.realtime = one.realtime, .level = kApplicationLevel, .processor = plan.who.sender});
  task["video"] = one.one_process;
  auto robot = WorkerProcess::start(task, sources, error);
  if (!robot) return false;
  refused = robot->refused();
  const auto late = robot->result(plan.limit(), error);
  if (!late) return false;
  one.frames = late->at("frames");
  for (WorkerProcess& child : video) {
    child.tell_to_end();
    const auto sent = child.result(kEnding, error);
    if (!sent) return false;
    one.frames = sent->at("frames");
  }
  sink->tell_to_end();
  const auto taken = sink->result(kEnding, error);
  if (!taken) return false;
  one.samples_arrived = taken->at("samples");
  if (refused.empty()) one.late_ms = late->at("late_ms").get<std::vector<double>>();
  return true;
}

std::optional<CellFigures> measure_robots(const LabRun& run, const LabCell& cell, std::string& error) {
  const RoboticsPlan plan{
      machines(),
      std::max(static_cast<int>(std::lround(number(run, "seconds") * run.scale * 1000 / kSamplePeriodMs)),
               kFewestSamples),
      number(run, "copy-ms")};
  RobotCase one{cell.level(kSender) == kOneProcess, cell.level(kRobotClass) == kRobotRealtime};
  std::string refused;
  if (!measure(plan, one, refused, error)) return std::nullopt;
  CellFigures figures;
  set_machine_words(plan.who, figures);
  if (!refused.empty()) {
    figures.words["realtime_refused"] = refused;
    return figures;
  }
  std::vector<double> late = one.late_ms;
  figures.set("p99_ms", percentile_by_selection(late, 0.99));
  figures.set("p50_ms", percentile_by_selection(late, 0.5));
  figures.set("samples", static_cast<double>(one.late_ms.size()));
  figures.set("video_frames", one.frames);
  figures.set("samples_arrived", one.samples_arrived);
  figures.samples["late_ms"] = std::move(one.late_ms);
  return figures;
}

/// Share of the values, in percent, that are above x, where it is small.
PlotLayer latest_layer(std::string name, std::vector<double> late) {
  std::sort(late.begin(), late.end());
  PlotLayer layer{.name = std::move(name), .mark = PlotMark::kSteps};
  const double n = static_cast<double>(late.size());
  for (auto i = static_cast<std::size_t>(n * (1 - kLatestShare)); i < late.size(); ++i)
    layer.points.push_back({.x = late[i], .y = 100 * (n - 1 - static_cast<double>(i)) / n});
  return layer;
}

LabResult judge_robots(const LabRun&, const DoneCells& cells) {
  const auto p99 = [&](const char* sender, const char* of_class) {
    return cells.values({{kSender, sender}, {kRobotClass, of_class}}, "p99_ms");
  };
  Findings findings;
  findings.above(
      {.id = "one_process_steady",
       .statement = "One process that sends both media keeps the robotics' timer steadier than two processes "
                    "(Fig. 6): p99 of the timeout delay of two over that of one, normal class.",
       .unit = "times",
       .reason = "Ours: twice; Fig. 6 has no printed numbers.",
       .if_not = "this scheduler puts a process that has just woken before one that copies",
       .ratio = true},
      p99(kTwoProcesses, kRobotNormal) / p99(kOneProcess, kRobotNormal), 2);
  findings.below(
      {.id = "realtime_two_as_good",
       .statement = "Two processes are as good as one when the robotics' is in a real-time class: p99 of two, "
                    "real-time, over that of one, normal.",
       .unit = "times",
       .reason = "Ours: the paper did not try it; half as much again is as good.",
       .if_not = "the machine itself stalls, as a virtual one does",
       .ratio = true},
      p99(kTwoProcesses, kRobotRealtime) / p99(kOneProcess, kRobotNormal), 1.5);
  LabResult result;
  result.findings = findings.all();
  LabTable table{"timeout_delay",
                 {"sender", "class", "n", "mean_ms", "variance_ms2", "low_quartile", "median", "high_quartile",
                  "high_whisker", "p99_ms", "video_frames", "samples_arrived"},
                 {}};
  LabPlot latest{.name = "timeout_delay",
                 .title = "How late the latest timers fire (Fig. 6)",
                 .x_label = "Timer late by more than, ms",
                 .y_label = "Share of all timers, %",
                 .remark = "The latest 5 %: the others hardly differ."};
  LabPlot boxes{.name = "timeout_boxes",
                .title = "The same as boxes",
                .x_label = "Sender",
                .y_label = "Timer late, ms",
                .categories = {kOneProcess, kTwoProcesses}};
  for (const char* of_class : {kRobotNormal, kRobotRealtime}) {
    PlotLayer layer{.name = of_class, .mark = PlotMark::kBoxes};
    double place = 0;
    for (const char* sender : {kOneProcess, kTwoProcesses}) {
      const Levels levels{{kSender, sender}, {kRobotClass, of_class}};
      const std::vector<double> late = cells.samples(levels, "late_ms");
      std::vector<TableField> row{std::string(sender), std::string(of_class)};
      if (const auto box = box_plot(late)) {
        row.insert(row.end(), {static_cast<double>(box->n), box->mean, table_field(box->variance), box->low_quartile,
                               box->median, box->high_quartile, box->high_whisker});
        layer.boxes.push_back({place, *box});
        latest.layers.push_back(latest_layer(std::string(sender) + ", " + of_class, late));
      }
      row.resize(9);
      for (const char* number : {"p99_ms", "video_frames", "samples_arrived"})
        row.push_back(table_field(cells.values(levels, number).mean()));
      table.rows.push_back(std::move(row));
      ++place;
    }
    if (!layer.boxes.empty()) boxes.layers.push_back(std::move(layer));
  }
  result.tables = {table};
  result.plots = {latest, boxes};
  return result;
}

}  // namespace
}  // namespace nahrstedt94

LabDefinition nahrstedt94_robotics_lab() {
  return {
      .place = 50,
      .name = "nahrstedt94.robotics",
      .title = "Robotics beside video: a 10 ms timer in one process or in two",
      .paper = "Nahrstedt, Smith: Experimental Study of Issues in End-to-End QoS (1994), §2.2, Figure 6",
      .figures = "Fig 6",
      .paper_says =
          "A sender has 64 bytes of robotics data to send every 10 ms beside 136 KB video frames, 5 a second, in 4 KB "
          "fragments, over two UDP sockets. Both sent by one process keep the 10 ms; as two processes they do not: the "
          "robotics process is signaled, but the video process finishes its copying before the switch.",
      .how =
          "Live only. The sender's processes share one processor, a process that takes both streams in has another. "
          "Copying a fragment takes copy-ms of processor time, as on the paper's machine (ours needs microseconds, and "
          "would hide the effect). One process: it begins no fragment that could outlast the timer, and sends the rest "
          "after it. Two: the scheduler decides. Both also with the robotics' process in a real-time class, which the "
          "paper did not try. Measured: how late each timer fired. Figure 6 has no printed numbers.",
      .look_for =
          "How far the curve of two processes in the normal class reaches to the right of the others: about "
          "as far as copying a fragment takes.",
      .questions = {{"Why does a second process make the timer late?",
                     "It copies when the timer fires, and goes on until the scheduler takes the processor from it."},
                    {"What must one process know so as to be on time?",
                     "How long its next fragment takes: it begins none that could outlast the timer."}},
      .parameters = {LabParameter::count("repetitions", "4", "of each case", 1, 100),
                     {"seconds", "10", "of each of the four cases, times the scale", 0.5, 600},
                     {"copy-ms", "1", "processor time of copying one of a frame's 34 fragments", 0, 4}},
      .simulated = false,
      .judged_settings = {{"repetitions", "9"}},
      .design =
          [](const LabRun& run) {
            using namespace nahrstedt94;
            return LabDesign{{{kSender, {kOneProcess, kTwoProcesses}}, {kRobotClass, {kRobotNormal, kRobotRealtime}}},
                             static_cast<int>(number(run, "repetitions"))};
          },
      .cell_seconds = [](const LabRun& run) { return 0.5 + number(run, "seconds") * run.scale; },
      .cell = nahrstedt94::measure_robots,
      .judge = nahrstedt94::judge_robots};
}

}  // namespace jitterscope
