// latecki04.rate-control through a queue of the kernel: all cases at once, each with a line of its own.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <thread>

#include "core/algorithms/link/network.h"
#include "core/algorithms/rate/rate_controller.h"
#include "core/base/net/network_namespace.h"
#include "core/base/net/qdisc_monitor.h"
#include "core/base/net/veth_link.h"
#include "core/base/realtime/clock.h"
#include "core/events/settings.h"
#include "core/lab/engine/lab_settings.h"
#include "core/lab/engine/machine.h"
#include "core/lab/latecki04/live_ends.h"
#include "core/lab/latecki04/rate_control_lab.h"
#include "core/record/trace/recorder.h"

namespace jitterscope {
namespace latecki04 {
namespace {

constexpr Duration kQueueDrain = Duration::seconds(4);  // what is still in a full queue comes within
constexpr Duration kQueueLook = Duration::ms(20);

/// What a call notes at its beginning; the receiver knows it as the remote's.
std::vector<Event> settings_of(const Latecki04Case& what, Direction direction) {
  const End end = direction == Direction::kSent ? End::kMine : End::kTheirs;
  const std::string_view origin = end == End::kMine ? "local" : "remote";
  return {changed_to(SetTransport{what.transport, end}, origin, Timestamp()),
          changed_to(SetRateControl{what.scenario.control, end}, origin, Timestamp())};
}

bool write_trace(const std::filesystem::path& path, Direction direction, const std::vector<Event>& log,
                 const Latecki04Case& what, std::string& error) {
  const RateScenario& scenario = what.scenario;
  TraceMeta meta;
  meta.conference_offset = Duration();
  meta.call_began = Timestamp();
  meta.clock_synchronised = true;
  meta.streams = {{.ssrc = kSoundSsrc,
                   .medium = Medium::kAudio,
                   .direction = direction,
                   .nominal_period_ms = scenario.sound.period.ms(),
                   .clock_rate_hz = 8000},
                  {.ssrc = kPictureSsrc,
                   .medium = Medium::kVideo,
                   .direction = direction,
                   .payload_type = 26,
                   .nominal_period_ms = scenario.picture.period.ms(),
                   .clock_rate_hz = 90'000}};
  TraceRecorder recorder;
  const bool written = recorder.begin(path, meta) && recorder.write(settings_of(what, direction), Timestamp()) &&
                       recorder.write(log, Timestamp()) && recorder.close();
  error = recorder.error();
  return written;
}

/// Three network namespaces in a row, the sockets of both ends in the outer ones.
class LiveCase {
 public:
  static std::unique_ptr<LiveCase> create(const Latecki04Case& what, std::uint64_t seed, const TcpChoice& tcp,
                                          std::string& error);
  /// Any thread; blocks for the length of the run, or until `stopped`, which it sets itself when its connection fails.
  void run(Timestamp began, std::atomic<bool>& stopped);
  /// Why the run is worth nothing; empty: nothing failed.
  const std::string& fault() const { return sender_->fault; }
  RateRun result() const;
  const std::vector<TcpReported>& connection() const { return sender_->connection; }
  /// "udp-with-sender.jscope", "udp-with-receiver.jscope" … False: `error` says why.
  bool write_traces(const std::filesystem::path& folder, const Latecki04Case& what, std::string& error) const;

 private:
  struct Look {
    Timestamp at;
    QdiscCounts counts;
  };

  LiveCase(const RateScenario& scenario, NetworkNamespace near, NetworkNamespace middle, NetworkNamespace far)
      : scenario_(scenario), near_(std::move(near)), middle_(std::move(middle)), far_(std::move(far)) {}
  bool lay(std::string& error);
  bool open(const Latecki04Case& what, std::uint64_t seed, const TcpChoice& tcp, std::string& error);
  void watch_queue(const RunClock& clock, const std::atomic<bool>& over);
  void count_seconds(RateRun& run) const;

  RateScenario scenario_;
  NetworkNamespace near_, middle_, far_;
  std::optional<QdiscMonitor> queue_;
  std::unique_ptr<LiveSender> sender_;
  std::unique_ptr<LiveReceiver> receiver_;
  std::vector<Look> looks_;
};

std::unique_ptr<LiveCase> LiveCase::create(const Latecki04Case& what, std::uint64_t seed, const TcpChoice& tcp,
                                           std::string& error) {
  auto near = NetworkNamespace::create(error);
  auto middle = near ? NetworkNamespace::create(error) : std::nullopt;
  auto far = middle ? NetworkNamespace::create(error) : std::nullopt;
  if (!far) return nullptr;
  std::unique_ptr<LiveCase> one(new LiveCase(what.scenario, std::move(*near), std::move(*middle), std::move(*far)));
  return one->lay(error) && one->open(what, seed, tcp, error) ? std::move(one) : nullptr;
}

bool LiveCase::lay(std::string& error) {
  const LinkSetting& up = scenario_.link.up;
  const InterfaceQueue queue{up.rate, up.limit_packets, up.limit_bytes};
  if (!make_bridged_veth_link(near_, middle_, far_, error) || !run_tool(middle_, "tc", queue_script(queue), -1, error))
    return false;
  middle_.inside([&] { queue_ = QdiscMonitor::open(kVethInterface, error); });
  return queue_.has_value();
}

bool LiveCase::open(const Latecki04Case& what, std::uint64_t seed, const TcpChoice& tcp, std::string& error) {
  const auto address = [&](const char* host, std::uint16_t port) { return resolve({host, port}).addresses.at(0); };
  const bool over_tcp = what.transport == Transport::kTcp;
  std::optional<UdpSocket> from, sound, picture;
  std::optional<TcpMediaListener> listener;
  far_.inside([&] {
    sound = UdpSocket::bind(address(kFarAddress, kSoundPort), {}, error);
    picture = UdpSocket::bind(address(kFarAddress, kPicturePort), {}, error);
    if (over_tcp) listener = TcpMediaListener::listen(address(kFarAddress, kPicturePort), error);
  });
  near_.inside([&] { from = UdpSocket::bind(address(kNearAddress, 0), {}, error); });
  if (!sound || !picture || !from || (over_tcp && !listener)) return false;
  std::unique_ptr<RateController> controller;
  if (what.control) {
    controller = make_rate_controller({scenario_.control, scenario_.schedule}, error);
    if (!controller) return false;
  }
  receiver_ = std::make_unique<LiveReceiver>(scenario_, std::move(*sound), std::move(*picture), std::move(listener));
  sender_ = std::make_unique<LiveSender>(scenario_, seed, std::move(*from), address(kFarAddress, 0),
                                         over_tcp ? std::optional(tcp) : std::nullopt, std::move(controller));
  near_.inside([&] { sender_->connect(); });
  return true;
}

void LiveCase::run(Timestamp began, std::atomic<bool>& stopped) {
  const RunClock clock(began);
  std::atomic<bool> over = false;
  std::thread receiving([&] { receiver_->run(clock, over); });
  std::thread watching([&] { watch_queue(clock, over); });
  sender_->run(clock, stopped);
  if (!stopped) sleep_until(monotonic_now() + kQueueDrain);
  over = true;
  receiving.join();
  watching.join();
}

void LiveCase::watch_queue(const RunClock& clock, const std::atomic<bool>& over) {
  while (!over) {
    if (const auto counts = queue_->read()) looks_.push_back({clock.now(), *counts});
    sleep_until(monotonic_now() + kQueueLook);
  }
}

RateRun LiveCase::result() const {
  RateRun run;
  run.sound = sender_->sound;
  for (const auto& came : receiver_->sound)
    if (static_cast<std::size_t>(came.sequence) < run.sound.size()) {
      SoundFate& fate = run.sound[static_cast<std::size_t>(came.sequence)];
      fate.delay = came.at - fate.sent;
    }
  run.frames = sender_->frames;
  for (const auto& came : receiver_->frames)
    if (static_cast<std::size_t>(came.frame) < run.frames.size()) {
      FrameFate& fate = run.frames[static_cast<std::size_t>(came.frame)];
      fate.delay = came.at - fate.due;
    }
  run.decisions = sender_->decisions;
  run.received = sender_->received;
  run.measured = receiver_->measured;
  count_seconds(run);
  return run;
}

bool LiveCase::write_traces(const std::filesystem::path& folder, const Latecki04Case& what, std::string& error) const {
  const std::string name = fmt::format("{}-{}", to_string(what.transport), what.control ? "with" : "without");
  return write_trace(folder / (name + "-sender.jscope"), Direction::kSent, sender_->log, what, error) &&
         write_trace(folder / (name + "-receiver.jscope"), Direction::kReceived, receiver_->log, what, error);
}

/// What the queue let through, less the sound, is the picture: the asks of the controller are hardly anything.
void LiveCase::count_seconds(RateRun& run) const {
  run.seconds.resize(static_cast<std::size_t>(std::ceil(scenario_.length().seconds())));
  const auto second = [&](Timestamp at) -> LinkSecond* {
    const auto index = static_cast<std::size_t>(std::max(0.0, at.seconds()));
    return index < run.seconds.size() ? &run.seconds[index] : nullptr;
  };
  for (const auto& came : receiver_->sound)
    if (LinkSecond* then = second(came.at)) then->sound += scenario_.sound.bytes + kUdpHeaderBytes;
  for (std::size_t i = 0; i < looks_.size(); ++i) {
    LinkSecond* then = second(looks_[i].at);
    if (!then) continue;
    then->queue_bytes = std::max(then->queue_bytes, looks_[i].counts.waiting_bytes);
    if (i > 0) then->picture += looks_[i].counts.sent_bytes - looks_[i - 1].counts.sent_bytes;
  }
  for (LinkSecond& one : run.seconds) {
    one.picture = std::max<std::int64_t>(0, one.picture - one.sound);
    one.capacity_kbps = scenario_.link.up.rate->kbits_per_second();
  }
}

using Machine = std::vector<std::pair<std::string, std::string>>;

void describe_tcp(const std::vector<TcpReported>& reports, const std::string& name, Machine& machine) {
  if (reports.empty()) return;
  const auto largest = std::max_element(reports.begin(), reports.end(), [](const auto& a, const auto& b) {
    return a.congestion_window < b.congestion_window;
  });
  machine.emplace_back(
      name, fmt::format("{} segments retransmitted, window up to {} segments, round trip {:.0f} ms at the end",
                        reports.back().retransmitted, largest->congestion_window, reports.back().round_trip_ms));
}

}  // namespace
}  // namespace latecki04

std::string latecki04_live_lacks(const LabRun& run) {
  if (!run.live || geteuid() == 0) return {};
  return "latecki04.rate-control --live makes network namespaces with a queue of the kernel's (tbf) between them, "
         "which "
         "needs root: start it with sudo, or run it with --simulated.";
}

bool run_latecki04_live(const LabRun& run, std::vector<Latecki04Case>& cases, latecki04::Machine& machine,
                        std::string& error) {
  using namespace latecki04;
  const TcpChoice tcp{static_cast<std::int64_t>(number(run, "send-buffer")), run.settings.at("obsolete") == "unsent"};
  std::vector<std::unique_ptr<LiveCase>> lines;
  for (Latecki04Case& one : cases) {
    one.scenario.link.up.delay = one.scenario.link.down.delay = Duration();
    lines.push_back(LiveCase::create(one, run.seed, tcp, error));
    if (!lines.back()) return false;
  }
  const Timestamp began = monotonic_now();
  const double length = cases.empty() ? 0 : cases.front().scenario.length().seconds();
  std::vector<std::thread> running;
  std::atomic<bool> stopped = false;
  for (const auto& line : lines) running.emplace_back([&line, &stopped, began] { line->run(began, stopped); });
  for (double at = 0; at < length && !stopped; at = (monotonic_now() - began).seconds()) {
    run.progress(at / length, fmt::format("{:.0f} of {:.0f} s, all cases at once", at, length));
    sleep_until(monotonic_now() + std::min(Duration::seconds(1), Duration::from_seconds(length - at)));
  }
  for (std::thread& thread : running) thread.join();
  for (const auto& line : lines)
    if (!(error = line->fault()).empty()) return false;
  const auto traces = std::filesystem::path(run.folder) / "traces";
  std::error_code fault;
  if (!run.folder.empty()) std::filesystem::create_directories(traces, fault);
  machine = this_machine();
  machine.emplace_back("path",
                       "three network namespaces in a row, tbf with bfifo in the middle one towards the receiver; "
                       "no delay beside its own: the 53 ms are netem's matter, which many kernels lack");
  for (std::size_t i = 0; i < cases.size(); ++i) {
    cases[i].first = lines[i]->result();
    cases[i].figures = {figures_of(cases[i].scenario, cases[i].first)};
    describe_tcp(lines[i]->connection(), "connection, " + cases[i].name(), machine);
    if (!run.folder.empty() && !lines[i]->write_traces(traces, cases[i], error)) return false;
  }
  return true;
}

}  // namespace jitterscope
