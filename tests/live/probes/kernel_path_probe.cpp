// What the live tests of kernel path and loads need done inside this program; prints JSON.
//   line RATE LIMIT     a kernel path of that rate (bit/s) and limit: rate, spacing, drops, queue as measured
//   background KBPS     four seconds of it up a line of 1 Mbit/s with a queue of 10: what was offered and dropped
//   make SPEC           a kernel path of these words, or why there is none
//   hold                a kernel path with background and three counters, until standard input ends
//   loads PROGRAM       "counters N", "video N" on standard input; answers each, and an empty line, with what runs
#include <fmt/format.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>

#include "app/commands/counter.h"
#include "app/conditions/background_sender.h"
#include "app/conditions/kernel_path.h"
#include "app/conditions/loads.h"
#include "core/algorithms/link/network.h"
#include "core/base/net/udp_socket.h"
#include "core/base/realtime/clock.h"
#include "core/events/words.h"

namespace jitterscope {
namespace {

constexpr std::size_t kPayload = 1024;
constexpr int kFrame = kPayload + 42;
constexpr int kTrain = 8;

[[noreturn]] void fail(const std::string& error) {
  fmt::print(stderr, "{}\n", error);
  std::exit(1);
}

LinkSettings both_ways(double rate, int limit) {
  LinkSetting one;
  one.kernel = true;
  one.rate = DataRate::bits_per_second(rate);
  one.limit_packets = limit;
  return {one, one};
}

std::unique_ptr<KernelPath> make_path(const LinkSettings& settings) {
  std::string error;
  auto path = KernelPath::create(settings, error);
  if (!path) fail(error);
  return path;
}

UdpSocket socket_at(const KernelPath& path, LinkSide side) {
  std::string error;
  std::optional<UdpSocket> socket;
  const auto at = resolve({KernelPath::address(side), 0}).addresses.at(0);
  UdpOptions options;
  options.send_buffer = 8 << 20;
  path.space(side).inside([&] { socket = UdpSocket::bind(at, options, error); });
  if (!socket) fail(error);
  return std::move(*socket);
}

double median(std::vector<double> values) {
  if (values.empty()) return -1;
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// One direction of the line with a sender and a receiver, used by one thread.
class Way {
 public:
  Way(const KernelPath& path, bool up, double rate)
      : from_(socket_at(path, up ? LinkSide::kNear : LinkSide::kFar)),
        to_(socket_at(path, up ? LinkSide::kFar : LinkSide::kNear)),
        frame_time_(Duration::from_seconds(8.0 * kFrame / rate)) {}

  /// At `load` times the rate; a JSON object.
  std::string flood(double load, Duration length) {
    sent_ = refused_ = 0;
    stamps_.clear();
    const Duration gap = Duration::from_seconds(frame_time_.seconds() / load);
    const Timestamp began = monotonic_now();
    for (Timestamp due = began; due < began + length;
         due = std::max(due + gap, monotonic_now() - gap)) {  // no catching up
      while (monotonic_now() < due) collect(std::min(due - monotonic_now(), Duration::ms(1)));
      send();
    }
    collect_all();
    return fmt::format(R"({{"sent": {}, "refused": {}, "received": {}, "bps": {}}})", sent_, refused_, stamps_.size(),
                       rate());
  }

  /// Trains of packets onto the idle line: delay of the first, spacing of the last ones. µs, medians and least.
  std::string trains(int count) {
    std::vector<double> first, spacing;
    for (int i = 0; i < count; ++i) {
      sleep_until(monotonic_now() + frame_time_ * 4);
      stamps_.clear();
      const Timestamp began = monotonic_now();
      for (int k = 0; k < kTrain; ++k) send();
      collect_all();
      if (stamps_.size() != kTrain) fail("a train came incomplete");
      first.push_back((stamps_[0] - began).us());
      for (std::size_t k = kTrain / 2; k < kTrain; ++k) spacing.push_back((stamps_[k] - stamps_[k - 1]).us());
    }
    return fmt::format(R"({{"first_us": {}, "spacing_us": {}}})", median(first), median(spacing));
  }

 private:
  /// bit/s, the median of ten stretches after the first third, which fills the queue: where this thread had no
  /// processor the queue ran empty, and what came is less than the line takes.
  double rate() const {
    constexpr std::size_t kStretches = 10;
    const std::size_t first = stamps_.size() / 3, each = (stamps_.size() - 1 - first) / kStretches;
    std::vector<double> rates;
    for (std::size_t at = first; each > 0 && at + each < stamps_.size(); at += each)
      rates.push_back(static_cast<double>(each) * kFrame * 8 / (stamps_[at + each] - stamps_[at]).seconds());
    return median(rates);
  }
  void send() {
    const int error = from_.send(std::as_bytes(std::span(payload_)), to_.local());
    if (error != 0 && error != ENOBUFS) fail(fmt::format("sending fails with error {}", error));
    ++sent_;
    refused_ += error == ENOBUFS;
  }
  bool collect(Duration patience) {
    const auto datagram = to_.receive(std::as_writable_bytes(std::span(received_)), patience);
    if (datagram) stamps_.push_back(datagram->kernel.value_or(datagram->received));
    return datagram.has_value();
  }
  void collect_all() {
    while (collect(frame_time_ * 4 + Duration::ms(100))) {}
  }

  UdpSocket from_, to_;
  Duration frame_time_;
  std::array<char, kPayload> payload_{};
  std::array<char, 2048> received_{};
  int sent_ = 0, refused_ = 0;
  std::vector<Timestamp> stamps_;
};

std::string last_report(KernelPath& path, LinkWay way) {
  std::this_thread::sleep_for(std::chrono::milliseconds(250));
  int longest = 0;
  LinkReport last;
  for (const LinkReport& report : path.take_reports()) {
    if (report.way != way) continue;
    longest = std::max(longest, report.queue_packets_max);
    last = report;
  }
  return fmt::format(R"({{"offered": {}, "delivered": {}, "dropped": {}, "waiting": {}, "longest": {}}})", last.offered,
                     last.delivered, last.dropped_queue, last.queue_packets, longest);
}

int measure_line(double rate, int limit) {
  auto path = make_path(both_ways(rate, limit));
  std::string out;
  for (const LinkWay way : {LinkWay::kUp, LinkWay::kDown}) {
    Way line(*path, way == LinkWay::kUp, rate);
    const Duration length = std::max(Duration::ms(1500), Duration::from_seconds(240.0 * 8 * kFrame / rate));
    const std::string below = line.flood(0.8, length), below_queue = last_report(*path, way);
    const std::string above = line.flood(1.5, length), above_queue = last_report(*path, way);
    const std::string trains = line.trains(15);
    last_report(*path, way);
    out += fmt::format(R"({}"{}": {{"below": {}, "below_queue": {}, "above": {}, "above_queue": {}, "trains": {}}})",
                       out.empty() ? "" : ", ", to_string(way), below, below_queue, above, above_queue, trains);
  }
  // A change while it runs: half the rate, another limit, and an open line again. Totals go on.
  Way line(*path, true, rate / 2);
  std::string error;
  if (!path->set(both_ways(rate / 2, 2 * limit), error)) fail(error);
  const std::string halved = line.flood(1.5, Duration::ms(1500)), halved_queue = last_report(*path, LinkWay::kUp);
  if (!path->set(LinkSettings{}, error)) fail(error);
  const std::string open = line.flood(8, Duration::ms(500)), open_queue = last_report(*path, LinkWay::kUp);
  fmt::print("{{{}, \"halved\": {}, \"halved_queue\": {}, \"open\": {}, \"open_queue\": {}, \"idle_wire_us\": {}}}\n",
             out, halved, halved_queue, open, open_queue,
             link::time_after_token_bucket(both_ways(rate, limit).up, kFrame).us());
  return 0;
}

int measure_background(double kilobytes) {
  auto path = make_path(both_ways(1e6, 10));
  std::string error;
  auto sender = BackgroundSender::create(*path, 1, error);
  if (!sender) fail(error);
  BackgroundSetting setting;
  setting.kilobytes_per_second = kilobytes;
  sender->set(LinkWay::kUp, setting);
  std::this_thread::sleep_for(std::chrono::seconds(4));
  sender->set(LinkWay::kUp, {});
  std::this_thread::sleep_for(std::chrono::seconds(1));
  const auto up = sender->counts(LinkWay::kUp), down = sender->counts(LinkWay::kDown);
  LinkReport report;
  for (const LinkReport& each : path->take_reports())
    if (each.way == LinkWay::kUp) report = each;
  sender->add_to(report);
  fmt::print(R"({{"offered": {}, "dropped": {}, "bytes": {}, "down": {}, "queue_offered": {}, "queue_dropped": {}, )"
             R"("report_background_dropped": {}, "report_media_dropped": {}}})"
             "\n",
             up.offered, up.dropped, up.payload_bytes, down.offered, report.offered, report.dropped_queue,
             report.background_dropped, report.media_dropped);
  return 0;
}

int make(const std::string& words) {
  std::string error;
  const auto settings = LinkSettings::parse(words, error);
  if (!settings) fail("not understood: " + error);
  const Timestamp began = monotonic_now();
  const auto path = make_path(*settings);
  const Timestamp made = monotonic_now();
  if (!path->set(*settings, error)) fail(error);
  fmt::print("{{\"make_ms\": {}, \"set_ms\": {}}}\n", (made - began).ms(), (monotonic_now() - made).ms());
  return 0;
}

int hold() {
  auto path = make_path(both_ways(1e6, 10));
  std::string error;
  auto sender = BackgroundSender::create(*path, 1, error);
  CpuLoad counters;
  if (!sender || !counters.set(3, error)) fail(error);
  BackgroundSetting setting;
  setting.kilobytes_per_second = 200;
  sender->set(LinkWay::kUp, setting);
  std::array<ino_t, 2> spaces{};
  for (const LinkSide side : {LinkSide::kNear, LinkSide::kFar}) {
    struct stat about {};
    fstat(path->space(side).fd(), &about);
    spaces[side == LinkSide::kFar] = about.st_ino;
  }
  fmt::print("{{\"spaces\": [{}, {}], \"counters\": {}}}\n", spaces[0], spaces[1], counters.running());
  std::fflush(stdout);
  std::string line;
  std::getline(std::cin, line);
  return 0;
}

/// As from a starter of a high class: the children must not inherit it.
void rise() {
  sched_param level{};
  level.sched_priority = 3;
  if (setpriority(PRIO_PROCESS, 0, -10) != 0 || pthread_setschedparam(pthread_self(), SCHED_RR, &level) != 0)
    fail("this test sets real-time classes and needs root");
}

int hold_loads(const std::string& program) {
  rise();
  CpuLoad counters(program);
  VideoLoad video(program);
  std::string line, error;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string what;
    int count = 0;
    words >> what >> count;
    error.clear();
    if (what == "counters") counters.set(count, error);
    if (what == "video") video.set(count, error);
    std::vector<std::string> complaints = counters.take_complaints();
    for (const std::string& each : video.take_complaints()) complaints.push_back(each);
    fmt::print("{{\"counters\": {}, \"video\": {}, \"error\": \"{}\", \"complaints\": {}}}\n", counters.running(),
               video.running(), error, complaints.size());
    for (const std::string& each : complaints) fmt::print(stderr, "{}\n", each);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace jitterscope

int main(int count, char** arguments) {
  jitterscope::become_child_if_told(count, arguments);
  const std::vector<std::string> words(arguments + 1, arguments + count);
  if (words.size() == 3 && words[0] == "line")
    return jitterscope::measure_line(std::stod(words[1]), std::stoi(words[2]));
  if (words.size() == 2 && words[0] == "background") return jitterscope::measure_background(std::stod(words[1]));
  if (words.size() == 2 && words[0] == "make") return jitterscope::make(words[1]);
  if (words.size() == 1 && words[0] == "hold") return jitterscope::hold();
  if (words.size() == 2 && words[0] == "loads") return jitterscope::hold_loads(words[1]);
  return 2;
}
