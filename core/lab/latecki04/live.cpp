// latecki04.rate-control through a queue of the kernel: all cases at once, each with a line of its own.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <thread>

#include "core/algorithms/rate/rate_controller.h"
#include "core/base/net/network_namespace.h"
#include "core/base/net/qdisc_monitor.h"
#include "core/base/net/veth_link.h"
#include "core/base/realtime/clock.h"
#include "core/events/bytes_on_link.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/tcp_reported.h"
#include "core/lab/engine/lab.h"
#include "core/lab/latecki04/fates.h"
#include "core/lab/latecki04/live_ends.h"
#include "core/lab/latecki04/rate_control_lab.h"
#include "core/record/trace/recorder.h"

namespace jitterscope::latecki04 {
namespace {

constexpr Duration kQueueDrain = Duration::seconds(4);  // what is still in a full queue comes within
constexpr Duration kQueueLook = Duration::ms(20), kTroubleLook = Duration::ms(100);

bool write_trace(const std::filesystem::path& path, Direction direction, const std::vector<Event>& events,
                 Timestamp began, const RateScenario& scenario, std::string& error) {
  TraceMeta meta;
  meta.conference_offset = Duration();
  meta.call_began = began;
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
  const bool written = recorder.begin(path, meta) && recorder.write(events, monotonic_now()) && recorder.close();
  error = recorder.error();
  return written;
}

/// Three network namespaces in a row, the sockets of both ends in the outer ones.
class LiveCase {
 public:
  static std::unique_ptr<LiveCase> create(const RateCase& what, std::uint64_t seed, std::string& error);
  /// Any thread; blocks for the length of the run, or until `stopped`, which it sets itself when its connection fails.
  void run(Timestamp began, std::atomic<bool>& stopped);
  /// Why the run is worth nothing; empty: nothing failed.
  const std::string& fault() const { return sender_->trouble(); }
  RateRun result() const;
  std::vector<TcpReported> connection() const;
  /// "udp-with-sender.jscope", "udp-with-receiver.jscope" … False: `error` says why.
  bool write_traces(const std::filesystem::path& folder, const RateCase& what, std::string& error) const;

 private:
  struct Look {
    Timestamp at;
    QdiscCounts counts;
  };

  LiveCase(const RateScenario& scenario, std::uint64_t seed, NetworkNamespace near, NetworkNamespace middle,
           NetworkNamespace far)
      : scenario_(scenario), seed_(seed), near_(std::move(near)), middle_(std::move(middle)), far_(std::move(far)) {}
  bool lay(std::string& error);
  bool open(std::string& error);
  void wait(Duration until, std::atomic<bool>& stopped) const;
  void watch_queue(const std::atomic<bool>& over);
  void count_seconds(RateRun& run) const;

  const RateScenario scenario_;
  const std::uint64_t seed_;
  NetworkNamespace near_, middle_, far_;
  std::optional<QdiscMonitor> queue_;
  std::unique_ptr<SendingEnd> sender_;
  std::unique_ptr<ReceivingEnd> receiver_;
  Timestamp began_;
  std::vector<Look> looks_;
};

std::unique_ptr<LiveCase> LiveCase::create(const RateCase& what, std::uint64_t seed, std::string& error) {
  auto near = NetworkNamespace::create(error);
  auto middle = near ? NetworkNamespace::create(error) : std::nullopt;
  auto far = middle ? NetworkNamespace::create(error) : std::nullopt;
  if (!far) return nullptr;
  std::unique_ptr<LiveCase> one(
      new LiveCase(what.scenario, seed, std::move(*near), std::move(*middle), std::move(*far)));
  return one->lay(error) && one->open(error) ? std::move(one) : nullptr;
}

bool LiveCase::lay(std::string& error) {
  const LinkSetting& up = scenario_.link.up;
  const InterfaceQueue queue{up.rate, up.limit_packets, up.limit_bytes};
  if (!make_bridged_veth_link(near_, middle_, far_, error) || !run_tool(middle_, "tc", queue_script(queue), -1, error))
    return false;
  middle_.inside([&] { queue_ = QdiscMonitor::open(kVethInterface, error); });
  return queue_.has_value();
}

bool LiveCase::open(std::string& error) {
  std::unique_ptr<RateController> controller;
  if (scenario_.control.on()) {
    controller = make_rate_controller({scenario_.control, scenario_.schedule}, error);
    if (!controller) return false;
  }
  std::optional<MediaSockets> near, far;
  near_.inside([&] { near = open_live_sockets(kNearAddress, kLivePort, error); });
  far_.inside([&] { far = open_live_sockets(kFarAddress, kLivePort, error); });
  if (!near || !far) return false;
  const PerMedium<SocketAddress> to_near = receives_at(*near), to_far = receives_at(*far);
  bool listening = false;
  far_.inside([&] {
    receiver_ = std::make_unique<ReceivingEnd>(std::move(*far), to_near, scenario_, seed_);
    listening = receiver_->listen(error);
  });
  if (!listening) return false;
  near_.inside([&] {
    sender_ = std::make_unique<SendingEnd>(std::move(*near), to_far, scenario_, seed_, std::move(controller));
  });
  return true;
}

/// Until so long after the begin.
void LiveCase::wait(Duration until, std::atomic<bool>& stopped) const {
  for (Timestamp now = monotonic_now(); now < began_ + until && !stopped; now = monotonic_now()) {
    if (sender_->has_trouble()) stopped = true;
    sleep_until(std::min(began_ + until, now + kTroubleLook));
  }
}

void LiveCase::run(Timestamp began, std::atomic<bool>& stopped) {
  began_ = began;
  std::atomic<bool> over = false;
  std::thread watching([&] { watch_queue(over); });
  const Phases phases = phases_of(scenario_, seed_);
  wait(phases.sound, stopped);
  sender_->begin_sound();
  wait(scenario_.alone_before + phases.picture, stopped);
  sender_->begin_picture();
  wait(scenario_.alone_before + scenario_.with_picture, stopped);
  sender_->end_picture();
  wait(scenario_.length(), stopped);
  sender_->end_sound();
  wait(scenario_.length() + kQueueDrain, stopped);
  over = true;
  watching.join();
  sender_->finish();
  receiver_->finish();
}

void LiveCase::watch_queue(const std::atomic<bool>& over) {
  while (!over) {
    if (const auto counts = queue_->read()) looks_.push_back({monotonic_now(), *counts});
    sleep_until(monotonic_now() + kQueueLook);
  }
}

RateRun LiveCase::result() const {
  RateRun run = fates_of(sender_->events(), receiver_->events(), began_, transport_of(scenario_));
  count_seconds(run);
  return run;
}

std::vector<TcpReported> LiveCase::connection() const {
  std::vector<TcpReported> reports;
  for (const Event& event : sender_->events())
    if (const auto* report = get_if<TcpReported>(&event)) reports.push_back(*report);
  return reports;
}

bool LiveCase::write_traces(const std::filesystem::path& folder, const RateCase& what, std::string& error) const {
  const std::string name = fmt::format("{}-{}", to_string(what.transport), what.control);
  const auto write = [&](const char* end, Direction direction, const LiveEnd& of) {
    return write_trace(folder / fmt::format("{}-{}.jscope", name, end), direction, of.events(), began_, scenario_,
                       error);
  };
  return write("sender", Direction::kSent, *sender_) && write("receiver", Direction::kReceived, *receiver_);
}

/// What the queue let through, less the sound, is the picture: RTCP is hardly anything.
void LiveCase::count_seconds(RateRun& run) const {
  run.seconds.resize(static_cast<std::size_t>(std::ceil(scenario_.length().seconds())));
  const auto second = [&](Timestamp at) -> LinkSecond* {
    const auto index = static_cast<std::size_t>(std::max(0.0, (at - began_).seconds()));
    return index < run.seconds.size() ? &run.seconds[index] : nullptr;
  };
  for (const Event& event : receiver_->events())
    if (const auto* packet = get_if<PacketArrived>(&event); packet && packet->medium == Medium::kAudio)
      if (LinkSecond* then = second(packet->received)) then->sound += packet->size + kUdpHeaderBytes;
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

std::string tcp_words(const std::vector<TcpReported>& reports) {
  const auto largest = std::max_element(reports.begin(), reports.end(), [](const auto& a, const auto& b) {
    return a.congestion_window < b.congestion_window;
  });
  return fmt::format("{} segments retransmitted, window up to {} segments, round trip {:.0f} ms at the end",
                     reports.back().retransmitted, largest->congestion_window, reports.back().round_trip_ms);
}

}  // namespace

std::string live_lacks(const LabRun& run) {
  if (!run.live || geteuid() == 0) return {};
  return "latecki04.rate-control --live makes network namespaces with a queue of the kernel's (tbf) between them, "
         "which "
         "needs root: start it with sudo, or run it with --simulated.";
}

bool run_live(const LabRun& run, const LabCell& cell, std::vector<RateCase> cases, CellFigures& out,
              std::string& error) {
  std::vector<std::unique_ptr<LiveCase>> lines;
  for (RateCase& one : cases) {
    one.scenario.link.up.delay = one.scenario.link.down.delay = one.scenario.jitter = Duration();
    lines.push_back(LiveCase::create(one, cell.seed, error));
    if (!lines.back()) return false;
  }
  const Timestamp began = monotonic_now();
  std::vector<std::thread> running;
  std::atomic<bool> stopped = false;
  for (const auto& line : lines) running.emplace_back([&line, &stopped, began] { line->run(began, stopped); });
  for (std::thread& thread : running) thread.join();
  for (const auto& line : lines)
    if (!(error = line->fault()).empty()) return false;
  const std::string traces = trace_folder(run, cell);
  out.words["path"] =
      "three network namespaces in a row, tbf with bfifo in the middle one towards the receiver; no delay beside its "
      "own: the 53 ms are netem's matter, which many kernels lack";
  for (std::size_t i = 0; i < cases.size(); ++i) {
    set_figures(cases[i], lines[i]->result(), cases[i].name(), cell.repetition == 1, out);
    if (const auto reports = lines[i]->connection(); !reports.empty())
      out.words["connection, " + cases[i].name()] = tcp_words(reports);
    if (!traces.empty() && !lines[i]->write_traces(traces, cases[i], error)) return false;
  }
  if (!traces.empty())
    out.trace = std::filesystem::path(traces).lexically_relative(std::filesystem::absolute(run.folder)) /
                fmt::format("{}-{}-receiver.jscope", to_string(cases.back().transport), cases.back().control);
  return true;
}

}  // namespace jitterscope::latecki04
