// What the relay adds by itself, at 5000 packets of 1 KB a second through its model, without and with four counter
// processes, beside the same stream straight over loopback. Usage: bench_relay PROGRAM [SECONDS of a row, 1 … 60]
// Status 1 when the median is over its limit on the idle machine.
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <variant>

#include "app/conditions/loads.h"
#include "app/conditions/relay_process.h"
#include "core/base/net/udp_socket.h"
#include "core/base/realtime/clock.h"
#include "core/base/realtime/realtime_thread.h"
#include "core/events/kinds/link_report.h"

namespace jitterscope {
namespace {

constexpr std::int64_t kPacketsPerSecond = 5000;
constexpr std::size_t kPayload = 1024;
constexpr int kCounters = 4;
constexpr double kLargestMedian = 100;  // µs, of the relay's own delay
constexpr const char* kModel = "rate=100mbit,limit=1000,delay=5ms";
constexpr Duration kModelDelay = Duration::ns(5'000'000 + 8 * (1024 + 42) * 10);

[[noreturn]] void fail(const std::string& why) {
  fmt::print(stderr, "{}\n", why);
  std::exit(3);
}

UdpSocket open_socket() {
  std::string error;
  auto socket = UdpSocket::bind(SocketAddress::loopback(0), {}, error);
  if (!socket) fail(error);
  return std::move(*socket);
}

/// From the send call to the kernel's receive stamp, in µs.
std::vector<double> send_through(UdpSocket& receiver, const SocketAddress& to, Duration length) {
  std::vector<double> delays;
  delays.reserve(static_cast<std::size_t>(length.seconds() * double(kPacketsPerSecond)));
  std::jthread receiving([&](std::stop_token stop) {
    std::vector<std::byte> buffer(2048);
    while (!stop.stop_requested()) {
      const auto datagram = receiver.receive(buffer, Duration::ms(50));
      if (!datagram || datagram->size < sizeof(std::int64_t)) continue;
      std::int64_t sent = 0;
      std::memcpy(&sent, buffer.data(), sizeof sent);
      delays.push_back((datagram->kernel.value_or(datagram->received) - Timestamp::ns(sent)).us());
    }
  });
  RealtimeThread sending(ThreadRole::kVideoSend, {PrioritySetting::Kind::kRealtime, std::nullopt},
                         [&](std::stop_token) {
                           UdpSocket sender = open_socket();
                           std::vector<std::byte> block(kPayload);
                           const Duration period = Duration::seconds(1) / kPacketsPerSecond;
                           const Timestamp begin = monotonic_now();
                           for (Timestamp due = begin; due < begin + length; due += period) {
                             const std::int64_t now = sleep_until(due).ns();
                             std::memcpy(block.data(), &now, sizeof now);
                             sender.send(block, to);
                           }
                         });
  sending.join();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  receiving.request_stop();
  receiving.join();
  std::sort(delays.begin(), delays.end());
  return delays;
}

double quantile(const std::vector<double>& sorted, double share) {
  return sorted.empty() ? 0 : sorted[static_cast<std::size_t>(share * double(sorted.size() - 1))];
}

void print_row(const char* way, int counters, const std::vector<double>& delays, Duration model) {
  fmt::print("{:<34}{:>9}{:>9}{:>11.1f}{:>11.1f}\n", way, counters, delays.size(), quantile(delays, 0.5) - model.us(),
             quantile(delays, 0.99) - model.us());
}

/// Medians of tenths of a second, as the relay reports them, sorted.
std::vector<double> own_delays(RelayProcess& relay, std::int64_t& dropped, int& overloaded) {
  std::vector<double> medians;
  for (const Event& event : relay.take_events()) {
    const auto* report = get_if<LinkReport>(&event);
    if (!report || report->way != LinkWay::kUp) continue;
    if (report->own_delay_us) medians.push_back(*report->own_delay_us);
    dropped = report->offered - report->delivered;
    overloaded += report->overloaded;
  }
  std::sort(medians.begin(), medians.end());
  return medians;
}

/// The median of the relay's own delay.
double measure(const std::string& program, int counters, Duration length) {
  std::string error;
  CpuLoad load(program);
  if (!load.set(counters, error)) fail(error);
  UdpSocket receiver = open_socket();
  print_row("straight over loopback", counters, send_through(receiver, receiver.local(), length), Duration());

  RelayProcess relay(program);
  const SocketAddress here = receiver.local();
  if (!relay.start(error) || !relay.set_link(*LinkSettings::parse(kModel, error), error)) fail(error);
  const auto path = relay.set_route({here, here, here, here}, error);
  if (!path) fail(error);
  const auto delays = send_through(receiver, path->video, length);
  print_row("through the relay, less the model", counters, delays, kModelDelay);
  std::int64_t missing = 0;
  int overloaded = 0;
  const auto own = own_delays(relay, missing, overloaded);
  fmt::print("{:<34}{:>9}{:>9}{:>11.1f}{:>11.1f}   {} not delivered, overloaded in {} of {} tenths of a second\n",
             "own delay as the relay reports it", counters, own.size(), quantile(own, 0.5), quantile(own, 0.99),
             missing, overloaded, own.size());
  return quantile(own, 0.5);
}

}  // namespace
}  // namespace jitterscope

int main(int count, char** arguments) {
  using namespace jitterscope;
  if (count < 2) fail("Usage: bench_relay PROGRAM [SECONDS of a row]");
  const Duration length = Duration::seconds(std::clamp(count > 2 ? std::atoi(arguments[2]) : 5, 1, 60));
  fmt::print("{} packets/s of {} bytes for {:.0f} s a row; the relay's model: {}; delays in µs.\n", kPacketsPerSecond,
             kPayload, length.seconds(), kModel);
  fmt::print("{:<34}{:>9}{:>9}{:>11}{:>11}\n", "", "counters", "samples", "median", "p99");
  double idle = 0;
  for (const int counters : {0, kCounters}) {
    const double median = measure(arguments[1], counters, length);
    if (counters == 0) idle = median;
  }
  const bool met = idle > 0 && idle < kLargestMedian;
  fmt::print("Limit, without counters: median of its own delay < {} µs: {}\n", kLargestMedian, met ? "met" : "broken");
  return met ? 0 : 1;
}
