#include "core/lab/nahrstedt94/transports_lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/net/socket_pair.h"
#include "core/base/stats/box_plot.h"
#include "core/lab/engine/lab_settings.h"
#include "core/lab/engine/worker_process.h"
#include "core/lab/nahrstedt94/conditions.h"
#include "core/lab/nahrstedt94/frame_stream.h"
#include "core/lab/nahrstedt94/screen.h"

namespace jitterscope {
namespace nahrstedt94 {
namespace {

constexpr int kWarmUp = 2;  // frames of a cell that are not measured: the announced rate settles
constexpr int kFewestFrames = 3;
constexpr double kFramePeriodMs = 200;
constexpr double kDither = 0.1;  // of the others' period, else they would keep one phase to the measured stream
constexpr double kCellGraceSeconds = 30;                      // of a cell beyond its frames
constexpr Duration kStarting = Duration::seconds(60);         // of all processes of a cell
constexpr double kCellSetUp_s = 0.1, kLongestPaused_s = 100;  // the runner waits 120 s for a short cell

std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words;
  std::istringstream in(list);
  for (std::string word; std::getline(in, word, ',');) words.push_back(word);
  return words;
}

/// Of the cell with the paper's pause.
double paused_seconds(const LabRun& run) {
  const double frame_ms = static_cast<double>(kFragments - 1) * number(run, "pause-ms") + kFramePeriodMs;
  return number(run, "pause-frames") * frame_ms / 1000;
}

std::string refused_transports(const LabRun& run) {
  const auto scenarios = words_of(run.settings.at("scenarios")), transports = words_of(run.settings.at("transports"));
  for (const std::string& word : scenarios)
    if (word.size() != 1 || word[0] < '1' || word[0] > '4')
      return "scenarios takes numbers from 1 to 4, joined by commas.";
  for (const std::string& word : transports)
    if (std::ranges::find(kTransports, word) == std::end(kTransports))
      return "transports takes IPC, TCP and UDP, joined by commas.";
  if (paused_seconds(run) > kLongestPaused_s)
    return fmt::format("pause-frames with that pause-ms take {:.0f} s: {:g} at the most.", paused_seconds(run),
                       kLongestPaused_s);
  return scenarios.empty() || transports.empty() ? "Name at least one scenario and one transport." : "";
}

LabDesign transports_design(const LabRun& run) {
  std::vector<std::string> transports = words_of(run.settings.at("transports"));
  const bool paused = number(run, "pause-frames") > 0 && std::ranges::find(transports, "UDP") != transports.end();
  if (paused) transports.emplace_back(kPausedUdp);
  std::vector<std::string> classes;
  for (const Classes& one : kClasses) classes.push_back(words_of(one));
  return {{{kScenario, words_of(run.settings.at("scenarios"))}, {kTransport, transports}, {kClassPair, classes}},
          static_cast<int>(number(run, "repetitions")),
          [](const LabCell& cell) {
            return cell.level(kTransport) != kPausedUdp ||
                   (cell.level(kScenario) == "1" && cell.level(kClassPair) == words_of(Classes{}));
          }};
}

struct TransportsPlan {
  Machines who;
  double work_ms = 0;
};

/// One run of a cell: the display, the other users and applications, and the measured source, in this order.
class CellRun {
 public:
  CellRun(const TransportsPlan& plan, int scenario, std::string transport, Classes classes, std::uint64_t seed)
      : plan_(plan), scenario_(scenario), transport_(std::move(transport)), classes_(classes), seed_(seed) {}

  /// `pause_ms`: the paper's way. The delays of the measured frames; nullopt: `error` says why.
  std::optional<CellFigures> measure(int frames, std::optional<double> pause_ms, std::string& error) {
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
    return shown ? std::optional(read(*sent, *shown, pause_ms.has_value())) : std::nullopt;
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

  CellFigures read(const nlohmann::json& sent, const nlohmann::json& shown, bool paused) const {
    std::vector<double> delays;
    for (const auto& frame : shown.at("frames"))
      if (frame.at(0) > warm_up(paused)) delays.push_back(frame.at(1));
    CellFigures figures;
    figures.set("sent", std::max(sent.at("sent").get<double>() - warm_up(paused), 0.0));
    figures.set("displayed", static_cast<double>(delays.size()));
    if (transport_ == "UDP") figures.set("announced_mbps", shown.at("announced_mbps").get<double>());
    if (const auto box = box_plot(delays)) {
      figures.set("mean_ms", box->mean);
      figures.set("median_ms", box->median);
      figures.set("variance_ms2", box->variance);
    }
    figures.samples["delay_ms"] = std::move(delays);
    return figures;
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

std::optional<CellFigures> measure_transport(const LabRun& run, const LabCell& cell, std::string& error) {
  const TransportsPlan plan{machines(), number(run, "work-ms")};
  const bool paused = cell.level(kTransport) == kPausedUdp;
  const Classes classes =
      *std::ranges::find(kClasses, cell.level(kClassPair), [](const Classes& one) { return words_of(one); });
  CellRun one(plan, std::stoi(cell.level(kScenario)), paused ? "UDP" : cell.level(kTransport), classes,
              cell.seed * 1000);
  auto figures = paused ? one.measure(static_cast<int>(number(run, "pause-frames")), number(run, "pause-ms"), error)
                        : one.measure(scaled_count(run, "frames", kFewestFrames), {}, error);
  if (figures) set_machine_words(plan.who, *figures);
  if (!figures || one.refused().empty()) return figures;
  // Without its class a cell says nothing of it.
  CellFigures none;
  none.words["realtime_refused"] = one.refused();
  return none;
}

}  // namespace

std::string words_of(const Classes& classes) {
  return std::string(class_name(classes.application)) + "/" + class_name(classes.display);
}

}  // namespace nahrstedt94

LabDefinition nahrstedt94_transports_lab() {
  using namespace nahrstedt94;
  return {
      .place = 40,
      .name = "nahrstedt94.transports",
      .title = "From loaded to displayed: IPC, TCP and UDP, with and without real-time classes",
      .paper =
          "Nahrstedt, Smith: Experimental Study of Issues in End-to-End QoS (1994), §2.1 and §3, Tables 1 to 4, "
          "Figures 4 and 7",
      .figures = "Tables 1 to 4, Figs 4 and 7",
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
      .look_for =
          "Scenario 1: how small the boxes are. Then those of the normal class under load, and how they shrink where "
          "the "
          "display is real-time.",
      .questions =
          {{"Why does the display's class matter more than the application's?",
            "The display does the work that others' frames queue for; the application sleeps most of the time."},
           {"Why was the paper's UDP the slowest?",
            "34 fragments with 75 ms between them take 2.5 s, whatever the network does."}},
      .parameters = {LabParameter::count("repetitions", "1", "of each cell", 1, 100),
                     LabParameter::count("frames", "12", "measured in each cell, times the scale, at least 3",
                                         kFewestFrames, 10000),
                     {"scenarios", "1,2,3,4", "which of them"},
                     {"transports", "IPC,TCP,UDP", "which of them"},
                     {"work-ms", "120", "processor time a frame of the other applications", 0, 1000},
                     {"pause-ms", "75", "between fragments, the paper's way", 0, 1000},
                     LabParameter::count("pause-frames", "3", "with that pause, in scenario 1; 0: none", 0, 100)},
      .simulated = false,
      .judged_settings = {{"repetitions", "9"}},
      .refuses = refused_transports,
      .design = transports_design,
      .cell_seconds =
          [](const LabRun& run) {
            return kCellSetUp_s + (scaled_count(run, "frames", kFewestFrames) + kWarmUp) * kFramePeriodMs / 1000;
          },
      .cell = measure_transport,
      .judge = judge_transports};
}

}  // namespace jitterscope
