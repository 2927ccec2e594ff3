#include "core/lab/nahrstedt94/robotics_lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/net/socket_pair.h"
#include "core/lab/engine/lab_settings.h"
#include "core/lab/engine/worker_process.h"
#include "core/lab/nahrstedt94/conditions.h"

namespace jitterscope {
namespace nahrstedt94 {
namespace {

constexpr double kSamplePeriodMs = 10, kVideoPeriodMs = 200;
constexpr int kFewestSamples = 50;
constexpr double kCaseGraceSeconds = 30;
constexpr Duration kEnding = Duration::seconds(10);
constexpr Duration kAround = Duration::seconds(60);  // starting and ending the processes of a case

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

std::optional<LabResult> execute_nahrstedt94_robotics(const LabRun& run, std::string& error) {
  const RoboticsPlan plan{
      machines(),
      std::max(static_cast<int>(std::lround(number(run, "seconds") * run.scale * 1000 / kSamplePeriodMs)),
               kFewestSamples),
      number(run, "copy-ms")};
  RoboticsTable table{{{true, false}, {false, false}, {true, true}, {false, true}}, {}};
  double done = 0;
  for (RobotCase& one : table.cases) {
    run.progress(done++ / 4, fmt::format("{} process{}, {}", one.one_process ? "one" : "two",
                                         one.one_process ? "" : "es", one.realtime ? "real-time" : "normal"));
    if (one.realtime && !table.realtime_refused.empty()) continue;
    if (!measure(plan, one, table.realtime_refused, error)) return std::nullopt;
  }
  LabResult result = robotics_result(table);
  result.machine = machine_words(plan.who);
  result.parameters = {{"sample_bytes", 64.0},
                       {"sample_period_ms", kSamplePeriodMs},
                       {"samples", double(plan.samples)},
                       {"video_period_ms", kVideoPeriodMs},
                       {"copy_ms", plan.copy_ms},
                       {"realtime_level", double(kApplicationLevel)}};
  if (!table.realtime_refused.empty()) result.parameters.emplace_back("realtime_refused", table.realtime_refused);
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
      .parameters = {{"seconds", "10", "of each of the four cases, times the scale", 0.5, 600},
                     {"copy-ms", "1", "processor time of copying one of a frame's 34 fragments", 0, 4}},
      .simulated = false,
      .execute = nahrstedt94::execute_nahrstedt94_robotics};
}

}  // namespace jitterscope
