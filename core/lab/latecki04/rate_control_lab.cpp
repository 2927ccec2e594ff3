#include "core/lab/latecki04/rate_control_lab.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/algorithms/link/network.h"
#include "core/base/net/veth_link.h"
#include "core/lab/engine/lab_settings.h"
#include "core/lab/latecki04/controller.h"
#include "core/lab/latecki04/run_curves.h"

namespace jitterscope {
namespace latecki04 {
namespace {

constexpr double kLeastCross = 1, kMostCross = 1000;
constexpr int kCrossBytes = 146;  // of UDP payload a packet
constexpr double kSimulatedCell_s = 0.3, kLiveEnds_s = 8;

constexpr Duration kShortestAlone = Duration::seconds(10), kShortestPicture = Duration::seconds(40);

virtual_call::TcpSetup tcp_of(const LabRun& run) {
  virtual_call::TcpSetup picture;
  picture.tcp.send_buffer = static_cast<std::int64_t>(number(run, "send-buffer"));
  picture.watch_unsent = run.settings.at("obsolete") == "unsent";
  return picture;
}

/// The paper's 100 kbit/s are of frames: with the headers of each it is more on the link.
DataRate on_link(double frames_kbps, int header_bytes, Duration period) {
  return DataRate::kbits_per_second(frames_kbps + header_bytes * 8e-3 / period.seconds());
}

/// `control` null: without.
RateScenario scenario_of(const LabRun& run, Transport transport, const RateControllerInput* control) {
  RateScenario scenario;
  scenario.control = control ? control->setting : RateControlSetting();
  if (control) scenario.schedule = control->schedule;
  if (transport == Transport::kTcp) scenario.tcp = tcp_of(run);
  if (const auto bucket = static_cast<std::int64_t>(number(run, "bucket"))) scenario.token_bucket = bucket;
  scenario.rtcp = run.settings.at("rtcp") == "on";
  scenario.link.up.delay = scenario.link.down.delay = Duration::from_ms(number(run, "delay-ms"));
  scenario.wanted = on_link(number(run, "wanted-kbps"), packet_header_bytes(transport), scenario.picture.period);
  const auto scaled = [&](Duration time, Duration least) {
    return std::max(Duration::from_seconds(time.seconds() * run.scale), least);
  };
  scenario.alone_before = scaled(scenario.alone_before, kShortestAlone);
  scenario.with_picture = scaled(scenario.with_picture, kShortestPicture);
  scenario.alone_after = scaled(scenario.alone_after, kShortestAlone);
  return scenario;
}

std::vector<std::string> transports_of(const LabRun& run) {
  const std::string& asked = run.settings.at("transport");
  return asked == "both" ? std::vector<std::string>{"udp", "tcp"} : std::vector{asked};
}

/// nullopt: `error` says what is wrong with a controller.
std::optional<RateCase> case_of(const LabRun& run, const std::string& transport, const std::string& control,
                                std::string& error) {
  RateCase one{transport == "udp" ? Transport::kUdp : Transport::kTcp, control, {}};
  if (control == kWithout) {
    one.scenario = scenario_of(run, one.transport, nullptr);
    return one;
  }
  LabRun steered = run;
  if (control == kPaper) steered.settings["controller"] = "latecki04";
  const auto input = controller_of(steered, "controller", error);
  if (!input) return std::nullopt;
  one.scenario = scenario_of(run, one.transport, &*input);
  return one;
}

LabDesign design_of(const LabRun& run) {
  const int repetitions = static_cast<int>(number(run, run.live ? "live-repetitions" : "repetitions"));
  if (run.live) return {{}, repetitions};
  std::vector<std::string> cross{kNone};
  for (std::string& level : cross_levels(run)) cross.push_back(std::move(level));
  return {{{kTransport, transports_of(run)}, {kControl, {kWithout, kPaper, kWith}}, {kCross, cross}},
          repetitions,
          // Without control the damage is there already.
          [](const LabCell& cell) { return cell.level(kCross) == kNone || cell.level(kControl) != kWithout; }};
}

std::optional<CellFigures> measure(const LabRun& run, const LabCell& cell, std::string& error) {
  CellFigures figures;
  if (run.live) {
    std::vector<RateCase> cases;
    for (const std::string& transport : transports_of(run))
      for (const char* control : {kWithout, kPaper, kWith}) {
        auto one = case_of(run, transport, control, error);
        if (!one) return std::nullopt;
        cases.push_back(std::move(*one));
      }
    return run_live(run, cell, std::move(cases), figures, error) ? std::optional(figures) : std::nullopt;
  }
  auto one = case_of(run, cell.level(kTransport), cell.level(kControl), error);
  if (!one) return std::nullopt;
  if (cell.level(kCross) != kNone) {
    BackgroundSetting load;
    load.kilobytes_per_second = cell.number(kCross) / 8;
    load.packet_bytes = kCrossBytes;
    const Duration begins = one->scenario.alone_before;
    one->scenario.cross = {{load, begins, begins + one->scenario.with_picture}};
  }
  const auto ran = simulate(one->scenario, cell.seed, error);
  if (!ran) return std::nullopt;
  set_figures(*one, *ran, "", cell.repetition == 1 && cell.level(kCross) == kNone, figures);
  return figures;
}

std::string refused(const LabRun& run) {
  std::string error;
  const auto control = controller_of(run, "controller", error);
  if (control && !parse_numbers(run.settings.at("cross-kbps"), kLeastCross, kMostCross))
    error = "cross-kbps takes up to 32 rates of 1 to 1000 joined by commas, as 10,30.";
  if (control && !control->setting.on())
    error = "controller=off: runs without control are there anyway; name what steers the others.";
  const auto* definition = control ? find_rate_controller(control->setting.controller) : nullptr;
  if (run.live && definition && definition->needs_feedback)
    error = definition->name + " needs feedback on each packet, which simulated runs alone have: leave --live out.";
  return error;
}

}  // namespace

std::vector<std::string> cross_levels(const LabRun& run) {
  return levels_of(
      parse_numbers(run.settings.at("cross-kbps"), kLeastCross, kMostCross).value_or(std::vector<double>{}));
}

std::string RateCase::name() const {
  return fmt::format("{}.{}.", to_string(transport), control);
}

void set_figures(const RateCase& one, const RateRun& ran, const std::string& prefix, bool drawn, CellFigures& out) {
  const RateFigures figures = figures_of(one.scenario, ran);
  const bool controlled = one.control != kWithout;
  const std::pair<const char*, std::optional<double>> numbers[] = {
      {"audio_loss", figures.sound_loss},
      {"audio_delay_before_ms", figures.base_ms},
      {"audio_delay_ms", figures.sound_delay_ms},
      {"audio_delay_rise_ms", figures.rise_ms},
      {"video_packet_ms", figures.packet_ms},
      {"video_delay_ms", figures.picture_delay_ms},
      {"video_drop", figures.picture_omitted},
      {"utilisation", figures.utilisation},
      {"audio_loss_converged",
       controlled && figures.convergence_s ? std::optional(figures.sound_loss_converged) : std::nullopt},
      {"audio_delay_rise_converged_ms",
       controlled && figures.convergence_s ? std::optional(figures.rise_converged_ms) : std::nullopt},
      {"convergence_s", controlled ? figures.convergence_s : std::nullopt},
      {"converges", controlled ? std::optional(figures.convergence_s ? 1.0 : 0.0) : std::nullopt},
      {"within_limits", controlled ? std::optional(within_limits(figures) ? 1.0 : 0.0) : std::nullopt}};
  for (const auto& [name, value] : numbers) out.set(prefix + name, value);
  if (drawn) draw_run(one, ran, prefix, out);
}

}  // namespace latecki04

LabDefinition latecki04_rate_control_lab() {
  return {
      .place = 60,
      .name = "latecki04.rate-control",
      .title = "Two streams: the sound steers the picture's rate",
      .paper =
          "Latecki, Jin, Mulik: A Two-Stream Approach for Adaptive Rate Control in Multimedia Applications (2004), §3 "
          "and "
          "§4, Figures 6 to 13",
      .figures = "Figs 6 to 13",
      .paper_says =
          "On a link of 100 kbit/s a picture that wants 100 kbit/s makes the sound late (53 ms become 1274 ms) and "
          "lossy (143 of 3000 packets), comes 8.4 s late itself and loses 1064 of 6000 frames, although it goes by "
          "TCP. A sender that watches the trend of the sound's one-way delays and searches the picture's rate by "
          "bisection finds it within about 20 s (48.8 kbit/s of frames); from then on nothing is lost, the sound's "
          "delay rises by 2 ms and the picture's is 70 ms. Over UDP it shows the same.",
      .how =
          "Sound alone, sound and picture, sound alone again; both synthetic: 104 B each 40 ms, a frame each 20 ms of "
          "any size. Three controls side by side: none, the paper's algorithm alone, and the controller that is "
          "judged. "
          "Simulated: a call of this program's own steps in virtual time through the link model, TCP as a model with "
          "slow start, AIMD and selective acknowledgement; a repetition a seed. Live: real UDP and TCP sockets through "
          "the kernel's token bucket between network namespaces, all cases of a repetition at once, as root. The paper "
          "prints neither the queue nor how much others send: cross traffic is a factor of the simulated runs.",
      .look_for =
          "Without control the delay of the sound climbs to the length of the queue and stays; with control it returns "
          "to that of the sound alone after each probe.",
      .questions = {{"Why does TCP not save the sound?",
                     "TCP fills the queue until it loses something, and the sound waits in the same queue."},
                    {"Why is the search by bisection slow at the end?",
                     "Each half step is smaller than the one before and must be held until the trend of 128 packets is "
                     "known."}},
      .parameters =
          {{"controller", "two-stream", "of the runs with control, in the words of --rate-control"},
           LabParameter::choice("transport", "of the picture", {"both", "udp", "tcp"}),
           LabParameter::count("repetitions", "30", "runs of each case, a seed each", 1, 1000).simulated(),
           LabParameter::count("live-repetitions", "1", "of all cases at once, 208 s each", 1, 100).live(),
           {"wanted-kbps", "100", "without control: of frames, headers not counted", 10, 10000},
           LabParameter{"cross-kbps", "10,30",
                        "cross traffic while there is picture, beside none: UDP payload, Poisson; several rates"}
               .simulated(),
           LabParameter::count("send-buffer", "65536", "TCP: bytes that the sender's socket holds", 1448, 4194304),
           LabParameter{"delay-ms", "41",
                        "of the path, each way; the sound's 146 B take 11.7 ms more, so that it measures the paper's "
                        "53 ms alone",
                        0, 2000}
               .simulated(),
           LabParameter::count("bucket", "0",
                               "bytes that an idle link saves up, as the kernel's token bucket does in a live run "
                               "(1520); 0: none",
                               0, 100000)
               .simulated(),
           LabParameter::choice("rtcp",
                                "a call's sender and receiver reports beside the two streams, each 2 s; the paper has "
                                "none",
                                {"off", "on"})
               .simulated(),
           LabParameter::choice("obsolete",
                                "TCP: a frame is dropped at the sender when it finds no room in the socket (room), or "
                                "while anything of the one before is unsent (unsent)",
                                {"room", "unsent"})},
      .judged_settings = {{"live-repetitions", "12"}},
      .refuses = latecki04::refused,
      .lacks = latecki04::live_lacks,
      .design = latecki04::design_of,
      .cell_seconds =
          [](const LabRun& run) {
            if (!run.live) return latecki04::kSimulatedCell_s * run.scale;
            return latecki04::scenario_of(run, Transport::kUdp, nullptr).length().seconds() + latecki04::kLiveEnds_s;
          },
      .cell = latecki04::measure,
      .judge = latecki04::judge_rate_control};
}

}  // namespace jitterscope
