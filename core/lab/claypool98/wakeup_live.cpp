// The cells of claypool98.wakeup, measured on this machine.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "core/base/realtime/clock.h"
#include "core/base/realtime/processors.h"
#include "core/base/stats/percentiles.h"
#include "core/call/capture/make_source.h"
#include "core/call/pipeline/audio_sender.h"
#include "core/events/kinds/thread_woke.h"
#include "core/lab/claypool98/wakeup_lab.h"
#include "core/lab/engine/child_process.h"
#include "core/lab/engine/counter_load.h"
#include "core/lab/engine/lab.h"
#include "core/lab/engine/lab_settings.h"

namespace jitterscope::claypool98 {
namespace {

constexpr int kFewestWakeups = 20, kHistogramUs = 50'000;
constexpr auto kCounterDrain = std::chrono::milliseconds(100);
constexpr Duration kRunPatience = Duration::seconds(20);  // of a run beyond its own time

struct WakeupPlan {
  int block = 0;
  int wakeups = 0;
  bool realtime = false;
  std::filesystem::path log;
  Duration period() const { return Duration::ns(block * 1'000'000'000LL / kAudioSampleRate); }
  Duration limit() const { return period() * wakeups + kRunPatience; }
};

std::optional<std::vector<double>> run_ours(const WakeupPlan& plan, std::string& error) {
  auto from = UdpSocket::bind(SocketAddress::loopback(), {}, error);
  auto to = from ? UdpSocket::bind(SocketAddress::loopback(), {}, error) : std::nullopt;  // nobody reads it
  if (!to) return std::nullopt;
  EventRings rings;
  PublishedLevel level;
  const CallClock clock{ConferenceClock{}};
  AudioSenderConfig config;
  config.routes = Routes::only(to->local());
  config.step.clock = &clock;
  config.step.block_size = plan.block;
  config.priority = {plan.realtime ? PrioritySetting::Kind::kRealtime : PrioritySetting::Kind::kDefault};
  std::vector<double> latencies;
  AudioSender sender(*from, rings, level, config);
  sender.set_source(make_audio_source({AudioSourceKind::kTone, {}}), nullptr);
  error = sender.thread()->status().reason;
  const auto wanted = static_cast<std::size_t>(plan.wakeups);
  for (const Timestamp end = monotonic_now() + plan.limit(); latencies.size() < wanted && error.empty();) {
    if (monotonic_now() > end) error = "The audio-send thread did not wake as often as it should.";
    std::this_thread::sleep_for(kCounterDrain);
    rings.drain([&](const Event& event) {
      const auto* woke = get_if<ThreadWoke>(&event);
      if (woke && latencies.size() < wanted)
        latencies.push_back(std::floor(static_cast<double>((woke->woke - woke->deadline).ns()) / 1000));
    });
  }
  if (!error.empty()) return std::nullopt;
  std::sort(latencies.begin(), latencies.end());
  return latencies;
}

/// nullopt: `why` says why there is none.
std::optional<std::vector<double>> run_cyclictest(const WakeupPlan& plan, std::string& why) {
  std::vector<std::string> words{"-q",
                                 "-m",
                                 "--default-system",
                                 "-i",
                                 std::to_string(plan.period().ns() / 1000),
                                 "-l",
                                 std::to_string(plan.wakeups),
                                 "-h",
                                 std::to_string(kHistogramUs)};
  if (plan.realtime)
    words.insert(words.end(),
                 {"--policy", "fifo", "-p", std::to_string(default_realtime_level(ThreadRole::kAudioSend))});
  else
    words.insert(words.end(), {"--policy", "other"});
  const auto status = run_program({"cyclictest", "cyclictest", "rt-tests"}, words, plan.log, plan.limit(), why);
  if (!status) return std::nullopt;
  std::ifstream in(plan.log);
  const std::string output{std::istreambuf_iterator<char>(in), {}};
  auto run = *status == 0 ? parse_cyclictest(output) : std::nullopt;
  if (!run) why = fmt::format("cyclictest ended with status {} and said: {}", *status, output.substr(0, 200));
  return run;
}

/// A file that nobody else has prepared. nullopt: `error` says why.
std::optional<std::filesystem::path> new_log(std::string& error) {
  std::string name = std::filesystem::temp_directory_path() / "jitterscope-cyclictest-XXXXXX";
  const int file = mkstemp(name.data());
  if (file < 0) {
    error = fmt::format("No file for cyclictest's output: {}.", std::strerror(errno));
    return std::nullopt;
  }
  close(file);
  return name;
}

}  // namespace

std::optional<CellFigures> measure_wakeups(const LabRun& run, const LabCell& cell, std::string& error) {
  const bool ours = cell.level(kProgram) == kOurs;
  WakeupPlan plan{.block = static_cast<int>(number(run, "audio-block")),
                  .wakeups = scaled_count(run, "wakeups", kFewestWakeups),
                  .realtime = cell.level(kWakeupClass) == kRealtimeClass,
                  .log = {}};
  CounterLoad counters;
  for (double counting = 0; counting < cell.number(kLoadCounters); ++counting)
    for (const int processor : allowed_processors())
      if (!counters.add(processor, error)) return std::nullopt;
  CellFigures figures;
  std::string why_not;
  std::optional<std::vector<double>> latencies;
  if (ours) {
    latencies = run_ours(plan, error);
    if (!latencies) return std::nullopt;
  } else {
    const auto log = new_log(error);
    if (!log) return std::nullopt;
    plan.log = *log;
    latencies = run_cyclictest(plan, why_not);
    std::error_code fault;
    std::filesystem::remove(plan.log, fault);
  }
  if (!counters.all_count(error)) return std::nullopt;
  if (!latencies) {
    figures.words["why_no_cyclictest"] = why_not;
    return figures;
  }
  figures.set("wakeups", static_cast<double>(latencies->size()));
  figures.set("p50_us", percentile_of_sorted(*latencies, 0.5));
  figures.set("p99_us", percentile_of_sorted(*latencies, 0.99));
  figures.set("max_us", percentile_of_sorted(*latencies, 1));
  figures.samples["latencies_us"] = std::move(*latencies);
  return figures;
}

}  // namespace jitterscope::claypool98
