#include "core/lab/sun97/shaping_lab.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/lab/engine/lab_settings.h"
#include "core/lab/sun97/simulation.h"

namespace jitterscope {
namespace sun97 {
namespace {

constexpr int kFewestFrames = 20;
constexpr double kMostLoad = 5000;
constexpr double kSecondsAFrame = 0.00012, kStart_s = 0.08;  // of a simulated cell
constexpr double kSetUp_s = 4;                               // of a live call
constexpr const char* kPaperMembers = "1x3";                 // one conference of three

std::string words_of(double number) {
  return levels_of({number}).front();
}

std::vector<std::string> strategies_of(const LabRun& run) {
  std::vector<std::string> all{"A", "B", "C"};
  if (!run.settings.at("strategy").empty()) all.emplace_back("own");
  return all;
}

/// The load at which other conditions are tried.
std::string tried_load(const LabRun& run) {
  return words_of(loads_of(run)->back());
}

LabDesign design_of(const LabRun& run) {
  const std::string queue = run.settings.at(run.live ? "live-queue" : "queue");
  LabDesign design{{{kStrategy, strategies_of(run)}, {kLoad, levels_of(*loads_of(run))}},
                   static_cast<int>(number(run, run.live ? "live-repetitions" : "repetitions"))};
  if (run.live) {
    design.factors.push_back({kOrder, {kFifo, kRelayFifo, kAudioFirst}});
    design.has = [last = tried_load(run)](const LabCell& cell) {
      return cell.level(kOrder) == kFifo || (cell.level(kStrategy) == "C" && cell.level(kLoad) == last);
    };
    return design;
  }
  std::vector<std::string> queues{"2", "3", "5", "10", "20"};
  if (std::ranges::find(queues, queue) == queues.end()) queues.push_back(queue);
  const std::string blocks = run.settings.at("blocks"), arrivals = run.settings.at("background");
  design.factors.push_back({kQueue, queues});
  design.factors.push_back({kBlocks, {kVaried, kConstant}});
  design.factors.push_back({kArrivals, {"poisson", "constant"}});
  design.factors.push_back({kMembers, {kPaperMembers, "1x5", "2x3"}});
  design.has = [=, last = tried_load(run)](const LabCell& cell) {
    const bool as_set =
        cell.level(kQueue) == queue && cell.level(kBlocks) == blocks && cell.level(kArrivals) == arrivals;
    if (cell.level(kMembers) != kPaperMembers) return as_set && cell.level(kLoad) == last;
    return as_set || cell.level(kLoad) == last;
  };
  return design;
}

Sun97Cell model_of(const LabRun& run, const LabCell& cell) {
  Sun97Cell one{.shaping = *shaping_of(run, cell.level(kStrategy)),
                .frames = scaled_count(run, "frames", kFewestFrames)};
  one.model.queue_limit = static_cast<int>(cell.number(kQueue));
  one.model.send_call = Duration::from_ms(number(run, "send-call-ms"));
  if (cell.level(kBlocks) == kConstant) one.model.fewest_blocks = one.model.most_blocks = 6;
  one.model.background.kilobytes_per_second = cell.number(kLoad);
  one.model.background.poisson = cell.level(kArrivals) == "poisson";
  const std::string& members = cell.level(kMembers);
  one.model.conferences = members[0] - '0';
  one.model.members = members[2] - '0';
  return one;
}

std::optional<CellFigures> measure(const LabRun& run, const LabCell& cell, std::string& error) {
  if (run.live) return measure_live(run, cell, error);
  const Sun97Cell model = model_of(run, cell);
  CellFigures figures;
  set_figures(simulate(model, cell.seed), figures);
  figures.set("network_mbps", offered_mbps(model));
  return figures;
}

std::string refused(const LabRun& run) {
  if (!shaping_of(run, "own") && !run.settings.at("strategy").empty())
    return "strategy takes a, b, c or N[,INTERVAL_MS]: blocks a burst, time between bursts.";
  if (!loads_of(run)) return "loads takes up to 32 numbers of KB/s from 0 to 5000, joined by commas.";
  return {};
}

}  // namespace

std::optional<std::vector<double>> loads_of(const LabRun& run) {
  return parse_numbers(run.settings.at(run.live ? "live-loads" : "loads"), 0, kMostLoad);
}

std::optional<ShapingSetting> shaping_of(const LabRun& run, const std::string& strategy) {
  if (strategy == "B" && !run.live) return ShapingSetting::parse("3,60");  // 60 ms in their runs
  if (strategy == "own") return ShapingSetting::parse(run.settings.at("strategy"));
  return ShapingSetting::parse(std::string(1, static_cast<char>(strategy[0] - 'A' + 'a')));
}

void set_figures(const ShapingFigures& figures, CellFigures& out) {
  const auto percent = [&](const char* name, const std::optional<double>& share) {
    out.set(name, share ? std::optional(100 * *share) : std::nullopt);
  };
  percent("packet_loss_percent", figures.packet_loss);
  percent("frame_loss_percent", figures.frame_loss);
  percent("frame_lost_or_late_percent", figures.frame_error);
  percent("duplicates_percent", figures.duplicates);
  out.set("frame_delay_ms", figures.frame_delay_ms);
  out.set("frame_delay_stddev_ms", figures.frame_delay_stddev_ms);
  out.set("packet_delay_ms", figures.packet_delay_ms);
  out.set("packet_delay_stddev_ms", figures.packet_delay_stddev_ms);
}

}  // namespace sun97

LabDefinition sun97_shaping_lab() {
  return {
      .place = 30,
      .name = "sun97.shaping",
      .title = "Traffic shaping on a loaded Ethernet",
      .paper =
          "Sun, Ku, Pan, Wang, Ho: Performance Analysis of Application-Level Traffic Shaping in a Real-Time Multimedia "
          "Conferencing System on Ethernets (1997), §3 and §4, Figures 7 to 11, Table 2",
      .figures = "Figs 7 to 11, Table 2",
      .paper_says =
          "A video frame that is sent back to back (strategy C) overflows the queue of a loaded network interface; "
          "spaced out over the time until the next frame (A: one packet a burst, B: three) it does not. A loses least "
          "at every load, B lies between and is like C under heavy load. Shaping costs frame delay (A about 150 ms, "
          "B 75 ms, C 30 ms) which the conference can afford.",
      .how =
          "Simulated: three conferencing and two background stations on a shared Ethernet of 10 Mb/s (CSMA/CD); each "
          "packet goes to both other members, one send call each. The paper prints neither K, the packets that wait at "
          "an interface, nor how its background comes: the table a_below_c has others. Live: this program calls itself "
          "through a 10 Mb/s link with a queue of K packets and Poisson background of 1024 B a packet in the same "
          "queue; as root the queue is a real interface's (tbf and pfifo between two network namespaces), else the "
          "relay's; about 12 blocks of 1 KB a frame, 10 frames a second.",
      .look_for =
          "Where the curve of C leaves those of A and B. Then look at the table: with a longer queue A's lead shrinks, "
          "and where C's loss comes from the cable and not from its own bursts it is gone.",
      .questions =
          {{"Why does spacing packets out help although the same number is sent?",
            "A burst finds only as many places as the queue has; spaced packets each find those that have drained "
            "meanwhile."},
           {"Why does C have the smallest delay of a frame and the largest of a packet?",
            "Its last packet leaves the sender first, but each waits behind those of its own burst."}},
      .parameters = {{"strategy", "",
                      "one of your own beside A, B, C: N[,INTERVAL_MS], blocks a burst and time between bursts"},
                     LabParameter::count("repetitions", "12", "of each cell", 1, 100).simulated(),
                     LabParameter::count("live-repetitions", "2", "of each cell", 1, 100).live(),
                     LabParameter{"loads", "0,200,400,600,800,900,1000", "background, KB/s of UDP payload"}.simulated(),
                     LabParameter::count("frames", "300", "of each station in a cell, times the scale",
                                         sun97::kFewestFrames, 100000)
                         .simulated(),
                     LabParameter::count("queue", "3", "packets that wait at each interface (K), of the figures", 0,
                                         1000)
                         .simulated(),
                     LabParameter::choice("blocks", "a frame: drawn, or constant", {sun97::kVaried, sun97::kConstant})
                         .simulated(),
                     LabParameter{"send-call-ms", "2.5", "time of one send call", 0, 20}.simulated(),
                     LabParameter::choice("background", "how it comes", {"poisson", "constant"}).simulated(),
                     LabParameter{"live-loads", "400,800,1000", "background, KB/s of UDP payload"}.live(),
                     LabParameter{"seconds", "8", "of each call, times the scale, at least 6", 6, 3600}.live(),
                     LabParameter::count("live-queue", "12", "packets that wait in the queue (K)", 1, 1000).live(),
                     LabParameter::choice("path", "kernel (as root), relay, or auto: kernel where possible",
                                          {"auto", "kernel", "relay"})
                         .live()},
      .judged_settings = {{"live-repetitions", "10"}},
      .refuses = sun97::refused,
      .design = sun97::design_of,
      .cell_seconds =
          [](const LabRun& run) {
            if (run.live) return std::max(number(run, "seconds") * run.scale, 6.0) + sun97::kSetUp_s;
            return sun97::kStart_s + number(run, "frames") * run.scale * sun97::kSecondsAFrame;
          },
      .cell = sun97::measure,
      .judge = sun97::judge_shaping};
}

}  // namespace jitterscope
