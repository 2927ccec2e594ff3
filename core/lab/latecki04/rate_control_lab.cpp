#include "core/lab/latecki04/rate_control_lab.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/algorithms/link/network.h"
#include "core/base/net/veth_link.h"
#include "core/lab/engine/lab_settings.h"
#include "core/lab/latecki04/controller.h"

namespace jitterscope {
namespace {

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

/// Of cases that have been run: a live run has no delay, and one run each.
void describe_latecki04_rate_control(const LabRun& run, const std::vector<Latecki04Case>& cases, LabResult& result) {
  const RateScenario scenario = cases.empty() ? RateScenario() : cases.front().scenario;
  const std::pair<std::string, TableField> all[] = {
      {"link", scenario.link.to_string()},
      {"token_bucket_bytes",
       run.live ? static_cast<double>(queue_burst(*scenario.link.up.rate)) : number(run, "bucket")},
      {"bytes_on_link",
       "UDP payload and 42 B a packet; over TCP 66 B of headers a segment of at most 1448 B, 2 B of "
       "framing a packet (RFC 4571)"},
      {"audio", fmt::format("{} B each {:g} ms over UDP", scenario.sound.bytes, scenario.sound.period.ms())},
      {"video", fmt::format("a frame each {:g} ms; without control {} kbit/s of frames", scenario.picture.period.ms(),
                            run.settings.at("wanted-kbps"))},
      {"seconds_audio_alone_before", scenario.alone_before.seconds()},
      {"seconds_with_video", scenario.with_picture.seconds()},
      {"seconds_audio_alone_after", scenario.alone_after.seconds()},
      {"sending_jitter_ms", scenario.jitter.ms()},
      {"report_interval_ms", scenario.feedback_interval.ms()},
      {"controller", run.settings.at("controller")},
      {"tcp_send_buffer_bytes", number(run, "send-buffer")},
      {"tcp_obsolete", run.settings.at("obsolete") == "unsent"
                           ? "a frame is dropped while the socket holds anything unsent of the one before"
                           : "a frame is dropped when the send buffer has no room for it: the paper's 8.4 s of video "
                             "delay need a buffer of about 64 KB beside the link's queue; the same with and without "
                             "control, so that control is all that differs"},
      {"seeds", cases.empty() ? 0.0 : static_cast<double>(cases.front().figures.size())}};
  result.parameters.assign(std::begin(all), std::end(all));
}

/// Which controller is judged.
std::string judged_headline(const LabRun& run) {
  const std::string judged = controller_words(run, "controller");
  return judged.empty() ? "" : "With control, the controller judged is " + judged + ".";
}

bool simulate_all(const LabRun& run, std::vector<Latecki04Case>& cases, std::string& error) {
  const int seeds = static_cast<int>(number(run, "seeds"));
  double done = 0;
  for (Latecki04Case& one : cases)
    for (int i = 0; i < seeds; ++i) {
      run.progress(done++ / (seeds * static_cast<double>(cases.size())), one.name());
      auto ran = simulate(one.scenario, run.seed + static_cast<std::uint64_t>(i), error);
      if (!ran) return false;
      one.figures.push_back(figures_of(one.scenario, *ran));
      if (i == 0) one.first = std::move(*ran);
    }
  return true;
}

std::string refused_latecki04_rate_control(const LabRun& run) {
  std::string error;
  const auto control = controller_of(run, "controller", error);
  if (control && !control->setting.on())
    error = "controller=off: runs without control are there anyway; name what steers the others.";
  const auto* definition = control ? find_rate_controller(control->setting.controller) : nullptr;
  if (run.live && definition && definition->needs_feedback)
    error = definition->name + " needs feedback on each packet, which simulated runs alone have: leave --live out.";
  return error;
}

std::optional<LabResult> execute_latecki04_rate_control(const LabRun& run, std::string& error) {
  const auto control = controller_of(run, "controller", error);
  if (!control) return std::nullopt;
  auto cases = latecki04_cases(run, *control);
  std::vector<std::pair<std::string, std::string>> machine;
  const bool done = run.live ? run_latecki04_live(run, cases, machine, error) : simulate_all(run, cases, error);
  if (!done) return std::nullopt;
  LabResult result = latecki04_result(cases, run.seed);
  result.machine = std::move(machine);
  describe_latecki04_rate_control(run, cases, result);
  result.headline = judged_headline(run);
  return result;
}

}  // namespace

std::vector<Latecki04Case> latecki04_cases(const LabRun& run, const RateControllerInput& control) {
  std::vector<Latecki04Case> cases;
  for (const Transport transport : {Transport::kUdp, Transport::kTcp}) {
    const std::string& asked = run.settings.at("transport");
    if (asked != "both" && asked != to_string(transport)) continue;
    for (const bool controlled : {false, true})
      cases.push_back({transport, controlled, scenario_of(run, transport, controlled ? &control : nullptr), {}, {}});
  }
  return cases;
}

LabDefinition latecki04_rate_control_lab() {
  return {
      .place = 60,
      .name = "latecki04.rate-control",
      .title = "Two streams: the sound steers the picture's rate",
      .paper =
          "Latecki, Jin, Mulik: A Two-Stream Approach for Adaptive Rate Control in Multimedia Applications (2004), §3 "
          "and "
          "§4, Figures 6 to 13",
      .paper_says =
          "On a link of 100 kbit/s a picture that wants 100 kbit/s makes the sound late (53 ms become 1274 ms) and "
          "lossy (143 of 3000 packets), comes 8.4 s late itself and loses 1064 of 6000 frames, although it goes by "
          "TCP. A sender that watches the trend of the sound's one-way delays and searches the picture's rate by "
          "bisection finds it within about 20 s (48.8 kbit/s of frames); from then on nothing is lost, the sound's "
          "delay rises by 2 ms and the picture's is 70 ms. Over UDP it shows the same.",
      .how =
          "Sound alone, sound and picture, sound alone again; both synthetic: 104 B each 40 ms, a frame each 20 ms "
          "of any size. Simulated: a call of this program's own steps in virtual time through the link model, TCP as "
          "a model with slow start, AIMD and selective acknowledgement; a run a seed. "
          "Live: real UDP and TCP sockets through the kernel's token bucket between two network namespaces, one run "
          "each, as root.",
      .parameters =
          {{"controller", "two-stream", "of the runs with control, in the words of --rate-control"},
           LabParameter::choice("transport", "of the picture", {"both", "udp", "tcp"}),
           LabParameter::count("seeds", "50", "simulated: runs of each case, from the seed given upwards", 1, 1000),
           {"wanted-kbps", "100", "without control: of frames, headers not counted", 10, 10000},
           LabParameter::count("send-buffer", "65536", "TCP: bytes that the sender's socket holds", 1448, 4194304),
           {"delay-ms", "41",
            "simulated: of the path, each way; the sound's 146 B take 11.7 ms more, so that it measures the paper's 53 "
            "ms alone",
            0, 2000},
           LabParameter::count("bucket", "0",
                               "simulated: bytes that an idle link saves up, as the kernel's token bucket does in a "
                               "live run (1520); 0: none",
                               0, 100000),
           LabParameter::choice("rtcp",
                                "simulated: a call's sender and receiver reports beside the two streams, each 2 s; the "
                                "paper has none",
                                {"off", "on"}),
           LabParameter::choice("obsolete",
                                "TCP: a frame is dropped at the sender when it finds no room in the socket (room), or "
                                "while anything of the one before is unsent (unsent)",
                                {"room", "unsent"})},
      .refuses = refused_latecki04_rate_control,
      .lacks = latecki04_live_lacks,
      .execute = execute_latecki04_rate_control};
}

}  // namespace jitterscope
