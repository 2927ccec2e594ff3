#include "core/lab/nahrstedt94/transports_lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/net/socket_pair.h"
#include "core/lab/engine/lab_settings.h"
#include "core/lab/engine/worker_process.h"
#include "core/lab/nahrstedt94/conditions.h"
#include "core/lab/nahrstedt94/screen.h"

namespace jitterscope {
namespace nahrstedt94 {
namespace {

constexpr int kWarmUp = 2;  // frames of a cell that are not measured: the announced rate settles
constexpr int kFewestFrames = 3;
constexpr double kFramePeriodMs = 200;
constexpr double kDither = 0.1;  // of the others' period, else they would keep one phase to the measured stream
constexpr double kCellGraceSeconds = 30;               // of a cell beyond its frames
constexpr Duration kStarting = Duration::seconds(60);  // of all processes of a cell

std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words;
  std::istringstream in(list);
  for (std::string word; std::getline(in, word, ',');) words.push_back(word);
  return words;
}

struct TransportsPlan {
  Machines who;
  std::vector<int> scenarios;
  std::vector<std::string> transports;
  int frames = 0, repetitions = 1;
  double work_ms = 0;
  std::uint64_t seed = 1;
};

std::optional<TransportsPlan> plan_of(const LabRun& run, std::string& error) {
  TransportsPlan plan{.who = machines(), .scenarios = {}, .transports = {}};
  for (const std::string& word : words_of(run.settings.at("scenarios"))) {
    if (word.size() != 1 || word[0] < '1' || word[0] > '4')
      error = "scenarios takes numbers from 1 to 4, joined by commas.";
    else
      plan.scenarios.push_back(word[0] - '0');
  }
  for (const std::string& word : words_of(run.settings.at("transports"))) {
    const auto known = std::find(std::begin(kTransports), std::end(kTransports), word);
    if (known == std::end(kTransports)) error = "transports takes IPC, TCP and UDP, joined by commas.";
    plan.transports.push_back(word);
  }
  if (error.empty() && (plan.scenarios.empty() || plan.transports.empty()))
    error = "Name at least one scenario and one transport.";
  if (!error.empty()) return std::nullopt;
  plan.frames = scaled_count(run, "frames", kFewestFrames);
  plan.repetitions = static_cast<int>(number(run, "repetitions"));
  plan.work_ms = number(run, "work-ms");
  plan.seed = run.seed;
  return plan;
}

/// One run of a cell: the display, the other users and applications, and the measured source, in this order.
class CellRun {
 public:
  CellRun(const TransportsPlan& plan, int scenario, std::string transport, Classes classes, std::uint64_t seed)
      : plan_(plan), scenario_(scenario), transport_(std::move(transport)), classes_(classes), seed_(seed) {}

  /// `pause_ms`: the paper's way. The delays of the measured frames; nullopt: `error` says why.
  std::optional<std::vector<double>> measure(int frames, std::optional<double> pause_ms, TransportCell& cell,
                                             std::string& error) {
    const auto limit = Duration::from_seconds(
        kCellGraceSeconds + (frames + kWarmUp) * (pause_ms ? 34 * *pause_ms + kFramePeriodMs : kFramePeriodMs) / 1000);
    life_ = limit * 2 + kStarting;  // the source's, then the display's
    auto display = start_display(error);
    if (!display || !start_others(error)) return std::nullopt;
    auto source = start_source(frames, pause_ms, error);
    if (!source) return std::nullopt;
    for (const WorkerProcess* child : {&*display, &*source})
      if (refused_.empty()) refused_ = child->refused();
    const auto sent = source->result(limit, error);
    if (!sent) return std::nullopt;
    display->tell_to_end();
    for (WorkerProcess& other : others_) other.tell_to_end();
    const auto shown = display->result(limit, error);
    return shown ? read(*sent, *shown, pause_ms.has_value(), cell) : std::nullopt;
  }

  /// Why a process did not get its class; empty: all did.
  const std::string& refused() const { return refused_; }

 private:
  int warm_up(bool paused) const { return paused ? 0 : kWarmUp; }

  std::optional<WorkerProcess> start_display(std::string& error) {
    const PairTransport transport = transport_ == "IPC"   ? PairTransport::kIpc
                                    : transport_ == "TCP" ? PairTransport::kTcp
                                                          : PairTransport::kUdp;
    const int others = scenario_ == 1 ? 0 : scenario_ == 4 ? 2 : 1;
    for (int i = 0; i <= others; ++i) {
      auto pair = connected_pair(i == 0 ? transport : PairTransport::kIpc, error);
      if (!pair) return std::nullopt;
      pairs_.push_back(std::move(*pair));
    }
    std::vector<int> sockets;
    for (const SocketPair& pair : pairs_) sockets.push_back(pair.display.fd());
    const ProcessConditions conditions{
        .life = life_, .realtime = classes_.display, .level = kDisplayLevel, .processor = plan_.who.receiver};
    auto display = WorkerProcess::start(
        {{"role", "display"}, {"transport", transport_}, {"others", others}, {"conditions", to_json(conditions)}},
        sockets, error);
    for (SocketPair& pair : pairs_) pair.display = OwnedDescriptor();
    return display;
  }

  bool start_other(bool own_session, int processor, int socket, std::string& error) {
    const ProcessConditions conditions{.life = life_, .processor = processor, .own_session = own_session};
    const std::vector<int> sockets(socket < 0 ? 0 : 1, socket);
    auto other = WorkerProcess::start({{"role", "source"},
                                       {"transport", socket < 0 ? "none" : "IPC"},
                                       {"frames", 0},
                                       {"period_ms", kFramePeriodMs},
                                       {"work_ms", plan_.work_ms},
                                       {"dither", kDither},
                                       {"seed", seed_ + others_.size()},
                                       {"conditions", to_json(conditions)}},
                                      sockets, error);
    if (other) others_.push_back(std::move(*other));
    return other.has_value();
  }

  bool start_others(std::string& error) {
    const int receiver = plan_.who.receiver;
    std::size_t pair = 1;
    if ((scenario_ == 2 || scenario_ == 4) && !start_other(false, receiver, pairs_[pair++].source.fd(), error))
      return false;
    if ((scenario_ == 3 || scenario_ == 4) && !start_other(true, receiver, pairs_[pair++].source.fd(), error))
      return false;
    return scenario_ != 4 || transport_ == "IPC" || start_other(true, plan_.who.sender, -1, error);
  }

  std::optional<WorkerProcess> start_source(int frames, std::optional<double> pause_ms, std::string& error) {
    const int processor = transport_ == "IPC" ? plan_.who.receiver : plan_.who.sender;
    const ProcessConditions conditions{
        .life = life_, .realtime = classes_.application, .level = kApplicationLevel, .processor = processor};
    nlohmann::json task{{"role", "source"},
                        {"transport", transport_},
                        {"frames", frames + warm_up(pause_ms.has_value())},
                        {"period_ms", kFramePeriodMs},
                        {"conditions", to_json(conditions)}};
    if (pause_ms) task["pause_ms"] = *pause_ms;
    const int socket = pairs_[0].source.fd();
    auto source = WorkerProcess::start(task, {&socket, 1}, error);
    for (SocketPair& pair : pairs_) pair.source = OwnedDescriptor();
    return source;
  }

  std::optional<std::vector<double>> read(const nlohmann::json& sent, const nlohmann::json& shown, bool paused,
                                          TransportCell& cell) const {
    std::vector<double> delays;
    for (const auto& frame : shown.at("frames"))
      if (frame.at(0) > warm_up(paused)) delays.push_back(frame.at(1));
    cell.sent += std::max<std::int64_t>(sent.at("sent").get<std::int64_t>() - warm_up(paused), 0);
    cell.displayed += static_cast<std::int64_t>(delays.size());
    if (transport_ == "UDP") cell.announced_mbps = shown.at("announced_mbps");
    return delays;
  }

  const TransportsPlan& plan_;
  const int scenario_;
  const std::string transport_;
  const Classes classes_;
  const std::uint64_t seed_;
  Duration life_;                  // of a process, at the most
  std::vector<SocketPair> pairs_;  // [0]: measured
  std::vector<WorkerProcess> others_;
  std::string refused_;
};

bool wants_realtime(Classes classes) {
  return classes.application || classes.display;
}

/// All cells in the paper's order, each repetition after the other; cells of a class that is refused stay empty.
bool measure_cells(const LabRun& run, const TransportsPlan& plan, double share, TransportsTable& table,
                   std::string& error) {
  std::vector<std::vector<double>> delays;
  for (const int scenario : plan.scenarios)
    for (const Classes classes : kClasses)
      for (const std::string& transport : plan.transports)
        table.cells.push_back(
            {.scenario = scenario, .transport = transport, .classes = classes, .delay_ms = {}, .announced_mbps = {}});
  delays.resize(table.cells.size());
  const double all = static_cast<double>(table.cells.size()) * plan.repetitions;
  std::uint64_t done = 0;
  for (int repetition = 0; repetition < plan.repetitions; ++repetition)
    for (std::size_t i = 0; i < table.cells.size(); ++i) {
      TransportCell& cell = table.cells[i];
      run.progress(share * static_cast<double>(done++) / all,
                   fmt::format("scenario {}, {}, {}/{}", cell.scenario, cell.transport,
                               class_name(cell.classes.application), class_name(cell.classes.display)));
      if (wants_realtime(cell.classes) && !table.realtime_refused.empty()) continue;
      CellRun one(plan, cell.scenario, cell.transport, cell.classes, plan.seed * 1000 + done * 10);
      const auto measured = one.measure(plan.frames, {}, cell, error);
      if (!measured) return false;
      if (!one.refused().empty()) table.realtime_refused = one.refused();
      if (one.refused().empty()) delays[i].insert(delays[i].end(), measured->begin(), measured->end());
    }
  for (std::size_t i = 0; i < table.cells.size(); ++i) table.cells[i].delay_ms = box_plot(delays[i]);
  return true;
}

void describe_nahrstedt94_transports(const TransportsPlan& plan, const TransportsTable& table, int paused_frames,
                                     LabResult& result) {
  result.machine = machine_words(plan.who);
  result.parameters = {{"frame_bytes", double(kFrameBytes)},
                       {"frame_period_ms", kFramePeriodMs},
                       {"frames", double(plan.frames)},
                       {"frames_not_measured", double(kWarmUp)},
                       {"repetitions", double(plan.repetitions)},
                       {"work_ms", plan.work_ms},
                       {"pause_ms", table.pause_ms},
                       {"pause_frames", double(paused_frames)},
                       {"application_level", double(kApplicationLevel)},
                       {"display_level", double(kDisplayLevel)}};
  if (!table.realtime_refused.empty()) result.parameters.emplace_back("realtime_refused", table.realtime_refused);
}

std::optional<LabResult> execute_nahrstedt94_transports(const LabRun& run, std::string& error) {
  const auto plan = plan_of(run, error);
  if (!plan) return std::nullopt;
  TransportsTable table;
  table.pause_ms = number(run, "pause-ms");
  const int paused_frames = static_cast<int>(number(run, "pause-frames"));
  if (!measure_cells(run, *plan, paused_frames > 0 ? 0.96 : 1, table, error)) return std::nullopt;
  if (paused_frames > 0) {
    run.progress(0.96, fmt::format("UDP with the pause of {:g} ms", table.pause_ms));
    TransportCell cell;
    const auto paused = CellRun(*plan, 1, "UDP", {}, 1).measure(paused_frames, table.pause_ms, cell, error);
    if (!paused) return std::nullopt;
    table.paused_ms = box_plot(*paused);
  }
  LabResult result = transports_result(table);
  describe_nahrstedt94_transports(*plan, table, paused_frames, result);
  return result;
}

}  // namespace
}  // namespace nahrstedt94

LabDefinition nahrstedt94_transports_lab() {
  return {
      .place = 40,
      .name = "nahrstedt94.transports",
      .title = "From loaded to displayed: IPC, TCP and UDP, with and without real-time classes",
      .paper =
          "Nahrstedt, Smith: Experimental Study of Issues in End-to-End QoS (1994), §2.1 and §3, Tables 1 to 4, "
          "Figures 4 and 7",
      .paper_says =
          "136 KB frames, 5 a second, reach the display soonest over local IPC, later over TCP and last over UDP, "
          "whose "
          "4 KB fragments needed a pause of 75 ms because the receiver could not keep up. A second application or user "
          "makes the times unpredictable; over IPC real-time classes of both processes make them steady again. On a "
          "quiet network the operating system makes most of the delay. A receiver should tell the sender its rate, and "
          "drop what it cannot take.",
      .how =
          "Live only. A source process loads raw frames from a file in memory, stamps them and sends them to a display "
          "process over a Unix stream socket (IPC), TCP or UDP on the loopback interface; the display puts each frame "
          "through a palette, doubles its size and writes it to a buffer that stands for the screen; the time from the "
          "stamp to the end of that is the delay. One thread of the display serves all its clients, as an X server "
          "does. UDP goes to the display itself, without the paper's receiving application and second copy, and is "
          "spaced by the rate that the display measures and announces; one more cell has the paper's pause. The "
          "paper's two machines are two processors here (IPC: all on the receiver's). Scenario 2: a second application "
          "in the same session, in the normal class, with frames of its own to the same display over IPC; 3: the same "
          "in a session of its own, which is a second user to the scheduler where autogroup is on; 4: both, and for "
          "TCP and UDP one more user at the sender's processor, whose frames are not sent. What took the paper's "
          "machine 127 of 200 ms takes ours 1, so each of these others works for work-ms a frame, and its period "
          "varies by 10 %.",
      .parameters = {LabParameter::count("frames", "18", "measured in each cell, times the scale, at least 3",
                                         nahrstedt94::kFewestFrames, 10000),
                     LabParameter::count("repetitions", "1", "of each cell; their frames are taken together", 1, 100),
                     {"scenarios", "1,2,3,4", "which of them"},
                     {"transports", "IPC,TCP,UDP", "which of them"},
                     {"work-ms", "120", "processor time a frame of the other applications", 0, 1000},
                     {"pause-ms", "75", "between fragments, the paper's way", 0, 1000},
                     LabParameter::count("pause-frames", "3", "with that pause, in scenario 1; 0: none", 0, 100)},
      .simulated = false,
      .refuses =
          [](const LabRun& run) {
            std::string error;
            nahrstedt94::plan_of(run, error);
            return error;
          },
      .execute = nahrstedt94::execute_nahrstedt94_transports};
}

}  // namespace jitterscope
