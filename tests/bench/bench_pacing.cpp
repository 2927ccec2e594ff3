// How well departures follow the schedule, with the product's own shaper, sleep, thread and socket: for three ways of
// waiting, without and with four counter processes, beside cyclictest. Usage: bench_pacing [SECONDS of a row, 1 … 60]
// The limits of the real-time class beside the counters are printed, not enforced: a busy machine is no fault of the
// program. Status 1 when a row has no departures, 77 when the system refuses the class.
#include <arpa/inet.h>
#include <fmt/core.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <string>
#include <vector>

#include "core/algorithms/shaping/shaper.h"
#include "core/base/net/udp_socket.h"
#include "core/base/realtime/clock.h"
#include "core/base/realtime/realtime_thread.h"
#include "tests/bench/counters.h"

namespace jitterscope {
namespace {

struct Waiting {
  const char* name;
  PrioritySetting::Kind kind;
  Duration spin;
};
constexpr std::array<Waiting, 3> kWaitings{{{"default", PrioritySetting::Kind::kDefault, Duration::ns(0)},
                                            {"realtime", PrioritySetting::Kind::kRealtime, Duration::ns(0)},
                                            {"realtime+spin", PrioritySetting::Kind::kRealtime, kLongestSpin}}};

struct Stream {
  const char* name;
  const char* shaping;
  int blocks;       // of a frame
  Duration period;  // of frames
};
constexpr std::array<Stream, 4> kStreams{{{"5 ms", "a", 1, Duration::ms(5)},
                                          {"A", "a", 40, Duration::us(66'667)},
                                          {"B", "b", 40, Duration::us(66'667)},
                                          {"C", "c", 40, Duration::us(66'667)}}};
constexpr int kCounters = 4;

// Of the spacing of bursts, real-time beside the counters, in µs.
constexpr double kLargestMedian = 20, kLargestP99 = 150, kLargestSpinMedian = 1;
constexpr int kRefusedStatus = 77;

enum class Verdict { kMet, kBroken, kRefused, kSilent };

struct Departure {  // of the first block of a burst
  Timestamp due, sent;
};

SocketAddress loopback() {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return {reinterpret_cast<const sockaddr*>(&address), sizeof address};
}

UdpSocket open_socket() {
  std::string error;
  auto socket = UdpSocket::bind(loopback(), {}, error);
  if (socket) return std::move(*socket);
  fmt::print(stderr, "{}\n", error);
  std::exit(3);
}

/// As the video-send thread: each departure slept for, stamped and sent.
void send_frames(const Stream& stream, Duration spin, Duration length, std::vector<Departure>& bursts) {
  UdpSocket sender = open_socket();
  const UdpSocket sink = open_socket();  // never read: what does not fit is dropped by the kernel
  const SocketAddress to = sink.local();
  const std::vector<std::byte> block(1024);
  Shaper shaper(ShapingSetting::parse(stream.shaping).value());
  const Timestamp begin = monotonic_now() + Duration::ms(100);
  for (std::int64_t frame = 0; frame < length.ns() / stream.period.ns(); ++frame) {
    shaper.begin_frame(begin + stream.period * frame, stream.blocks, stream.period, Duration::ns(0));
    while (const auto next = shaper.next()) {
      const Timestamp sent = sleep_until(next->due, spin);
      sender.send(block, to);
      if (bursts.empty() || bursts.back().due != next->due) bursts.push_back({next->due, sent});
      shaper.advance();
    }
  }
}

double quantile(const std::vector<double>& sorted, double share) {
  return sorted[static_cast<std::size_t>(share * double(sorted.size() - 1))];
}

std::string words(const std::vector<double>& sorted) {
  if (sorted.empty()) return fmt::format("{:>9}{:>9}{:>9}", "-", "-", "-");
  return fmt::format("{:9.2f}{:9.1f}{:9.0f}", quantile(sorted, 0.5), quantile(sorted, 0.99), quantile(sorted, 1));
}

Verdict judge(const Waiting& waiting, const ThreadState& state, int counters, const std::vector<double>& spacing) {
  if (spacing.empty()) return Verdict::kSilent;
  if (counters == 0 || waiting.kind != PrioritySetting::Kind::kRealtime) return Verdict::kMet;
  if (!state.reason.empty()) return Verdict::kRefused;
  const double median = quantile(spacing, 0.5);
  const bool met = waiting.spin > Duration::ns(0) ? median < kLargestSpinMedian
                                                  : median <= kLargestMedian && quantile(spacing, 0.99) <= kLargestP99;
  return met ? Verdict::kMet : Verdict::kBroken;
}

Verdict print_row(const Waiting& waiting, const ThreadState& state, int counters, const char* stream,
                  const std::vector<Departure>& bursts) {
  std::vector<double> late, spacing;
  for (std::size_t i = 0; i < bursts.size(); ++i) {
    late.push_back((bursts[i].sent - bursts[i].due).us());
    if (i == 0) continue;
    const Duration wanted = bursts[i].due - bursts[i - 1].due;
    spacing.push_back(std::abs((bursts[i].sent - bursts[i - 1].sent - wanted).us()));
  }
  std::sort(late.begin(), late.end());
  std::sort(spacing.begin(), spacing.end());
  const Verdict verdict = judge(waiting, state, counters, spacing);
  fmt::print("{:<14} {:<12} {:>8}  {:<6}|{} |{}{}\n", waiting.name, state.effective, counters, stream, words(spacing),
             words(late), verdict == Verdict::kBroken ? "  TOO MUCH" : "");
  std::fflush(stdout);
  return verdict;
}

Verdict measure(const Waiting& waiting, int counters, const Stream& stream, Duration length) {
  const Counters load(counters);
  std::vector<Departure> bursts;
  bursts.reserve(static_cast<std::size_t>(length / stream.period + 1) * static_cast<std::size_t>(stream.blocks));
  std::promise<void> done;
  RealtimeThread thread(ThreadRole::kVideoSend, {waiting.kind, std::nullopt}, [&](std::stop_token) {
    send_frames(stream, waiting.spin, length, bursts);
    done.set_value();
  });
  const ThreadState state = thread.status();
  done.get_future().wait();
  thread.join();
  return print_row(waiting, state, counters, stream.name, bursts);
}

/// cyclictest's wake-up latency in whole µs, from its histogram.
void measure_cyclictest(int counters, Duration length) {
  const Counters load(counters);
  const std::string command =
      fmt::format("cyclictest -q -D {} -i 5000 -t 1 -p 12 -h 10000 2>/dev/null", length.ns() / 1'000'000'000);
  FILE* output = popen(command.c_str(), "r");
  std::vector<double> latencies;
  char line[256];
  while (output && std::fgets(line, sizeof line, output)) {
    unsigned latency = 0, count = 0;
    if (line[0] != '#' && std::sscanf(line, "%u %u", &latency, &count) == 2 && count < 10'000'000)
      latencies.insert(latencies.end(), count, latency);
  }
  if (output) pclose(output);
  fmt::print("{:<14} {:<12} {:>8}  {:<6}|{:>27} |{}\n", "cyclictest", latencies.empty() ? "missing" : "realtime 12",
             counters, "5 ms", "", words(latencies));
}

}  // namespace
}  // namespace jitterscope

int main(int count, char** arguments) {
  using namespace jitterscope;
  const Duration length = Duration::seconds(std::clamp(count > 1 ? std::atoi(arguments[1]) : 5, 1, 60));
  fmt::print("Errors in µs; strategies at 15 frames/s of 40 blocks of 1 KB; {:.0f} s a row.\n", length.seconds());
  fmt::print("{:<14} {:<12} {:>8}  {:<6}|{:^27} |{:^27}\n", "waiting", "effective", "counters", "stream",
             "spacing of bursts", "burst after its due time");
  fmt::print("{:<44}|{:>9}{:>9}{:>9} |{:>9}{:>9}{:>9}\n", "", "median", "p99", "max", "median", "p99", "max");
  int broken = 0, refused = 0, silent = 0;
  for (const int counters : {0, kCounters}) {
    measure_cyclictest(counters, length);
    for (const Waiting& waiting : kWaitings)
      for (const Stream& stream : kStreams) {
        const Verdict verdict = measure(waiting, counters, stream, length);
        broken += verdict == Verdict::kBroken;
        refused += verdict == Verdict::kRefused;
        silent += verdict == Verdict::kSilent;
      }
  }
  fmt::print("Limits, real-time beside {} counters: median ≤ {} µs and p99 ≤ {} µs, with spin median < {} µs: {}\n",
             kCounters, kLargestMedian, kLargestP99, kLargestSpinMedian,
             broken    ? fmt::format("broken in {} rows", broken)
             : refused ? "not checked, the system refuses the real-time class"
                       : "met");
  return silent ? 1 : refused ? kRefusedStatus : 0;
}
