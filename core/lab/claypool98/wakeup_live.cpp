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
#include "core/call/capture/make_source.h"
#include "core/call/pipeline/audio_sender.h"
#include "core/events/kinds/thread_woke.h"
#include "core/lab/claypool98/wakeup_lab.h"
#include "core/lab/engine/child_process.h"
#include "core/lab/engine/counter_load.h"
#include "core/lab/engine/lab.h"
#include "core/lab/engine/lab_settings.h"

namespace jitterscope {
namespace {

constexpr int kFewestWakeups = 20, kHistogramUs = 50'000;
constexpr auto kCounterDrain = std::chrono::milliseconds(100);
constexpr Duration kRunPatience = Duration::seconds(20);  // of a run beyond its own time

struct WakeupPlan {
  int block = 0;
  int wakeups = 0;
  int repetitions = 0;
  std::filesystem::path log;
  Duration period() const { return Duration::ns(block * 1'000'000'000LL / kAudioSampleRate); }
  Duration limit() const { return period() * wakeups + kRunPatience; }
};

PrioritySetting setting_of(const WakeupCell& cell) {
  return {cell.realtime ? PrioritySetting::Kind::kRealtime : PrioritySetting::Kind::kDefault};
}

std::optional<WakeupRun> run_ours(const WakeupPlan& plan, const WakeupCell& cell, std::string& error) {
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
  config.priority = setting_of(cell);
  WakeupRun run;
  AudioSender sender(*from, rings, level, config);
  sender.set_source(make_audio_source({AudioSourceKind::kTone, {}}), nullptr);
  error = sender.thread()->status().reason;
  const auto wanted = static_cast<std::size_t>(plan.wakeups);
  for (const Timestamp end = monotonic_now() + plan.limit(); run.latencies_us.size() < wanted && error.empty();) {
    if (monotonic_now() > end) error = "The audio-send thread did not wake as often as it should.";
    std::this_thread::sleep_for(kCounterDrain);
    rings.drain([&](const Event& event) {
      const auto* woke = get_if<ThreadWoke>(&event);
      if (woke && run.latencies_us.size() < wanted)
        run.latencies_us.push_back(std::floor(static_cast<double>((woke->woke - woke->deadline).ns()) / 1000));
    });
  }
  if (!error.empty()) return std::nullopt;
  std::sort(run.latencies_us.begin(), run.latencies_us.end());
  return run;
}

/// nullopt: `why` says why there is none.
std::optional<WakeupRun> run_cyclictest(const WakeupPlan& plan, const WakeupCell& cell, std::string& why) {
  std::vector<std::string> words{"-q",
                                 "-m",
                                 "--default-system",
                                 "-i",
                                 std::to_string(plan.period().ns() / 1000),
                                 "-l",
                                 std::to_string(plan.wakeups),
                                 "-h",
                                 std::to_string(kHistogramUs)};
  if (cell.realtime)
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

bool measure_cell(const WakeupPlan& plan, bool ours_first, WakeupCell& cell, std::string& why_not, std::string& error) {
  const auto cyclictest = [&] {
    if (!why_not.empty()) return;
    if (auto run = run_cyclictest(plan, cell, why_not)) cell.runs[kCyclictest].push_back(std::move(*run));
  };
  if (!ours_first) cyclictest();
  auto run = run_ours(plan, cell, error);
  if (!run) return false;
  cell.runs[kOurs].push_back(std::move(*run));
  if (ours_first) cyclictest();
  return true;
}

bool measure_wakeup_round(const LabRun& run, const WakeupPlan& plan, int repetition, WakeupTable& table,
                          std::string& error) {
  CounterLoad counters;
  double counting = 0;
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    WakeupCell& cell = table.cells[i];
    run.progress((repetition + static_cast<double>(i) / static_cast<double>(table.cells.size())) / plan.repetitions,
                 fmt::format("{} class, {:g} counters on each processor", cell.realtime ? "real-time" : "default",
                             cell.counters));
    for (; counting < cell.counters; ++counting)
      for (const int processor : allowed_processors())
        if (!counters.add(processor, error)) return false;
    if (!measure_cell(plan, repetition % 2 == 0, cell, table.why_no_cyclictest, error)) return false;
    if (!counters.all_count(error)) return false;
  }
  return true;
}

}  // namespace

bool run_claypool98_wakeup(const LabRun& run, WakeupTable& table, LabResult& result, std::string& error) {
  const auto log = new_log(error);
  if (!log) return false;
  const WakeupPlan plan{.block = static_cast<int>(number(run, "audio-block")),
                        .wakeups = scaled_count(run, "wakeups", kFewestWakeups),
                        .repetitions = static_cast<int>(number(run, "repetitions")),
                        .log = *log};
  bool done = true;
  for (int repetition = 0; repetition < plan.repetitions && done; ++repetition)
    done = measure_wakeup_round(run, plan, repetition, table, error);
  std::error_code fault;
  std::filesystem::remove(plan.log, fault);
  result.machine = this_machine();
  result.parameters = {{"period_ms", plan.period().ms()},
                       {"audio_block", double(plan.block)},
                       {"wakeups_per_run", double(plan.wakeups)},
                       {"repetitions", double(plan.repetitions)},
                       {"realtime_level", double(default_realtime_level(ThreadRole::kAudioSend))},
                       {"counters_per_processor", number(run, "counters")},
                       {"resolution_us", 1.0}};
  return done;
}

}  // namespace jitterscope
