// How long the shared Ethernet takes to compute, and what exponential backoff changes against Metcalfe & Boggs (1976).
// Status 1 when 20 simulated minutes of five busy stations take more than the limit.
#include <fmt/core.h>

#include <chrono>
#include <cmath>

#include "core/algorithms/link/ethernet.h"

namespace jitterscope::link {
namespace {

constexpr double kLimitSeconds = 10;
constexpr std::int32_t kFrame = 1024 + kUdpHeaderBytes;
constexpr double kFrameSeconds = (kFrame + 4) * 8 / 10e6, kSlotSeconds = 51.2e-6;

/// `busy` stations with always one packet in the adapter and one waiting, for `simulated`. Frames that got through.
std::int64_t saturate(const EthernetConfig& config, int busy, Duration simulated) {
  Ethernet cable(config, 1);
  const auto refill = [&](std::uint64_t station, Timestamp at) {
    cable.offer(static_cast<int>(station), station == 0 ? 1 : 0, {.id = station, .bytes = kFrame}, at);
  };
  for (int station = 0; station < busy * 2; ++station) refill(static_cast<std::uint64_t>(station % busy), Timestamp());
  Results step;
  while (const auto next = cable.next_event()) {
    if (*next > Timestamp() + simulated) break;
    cable.advance(*next, step);
    for (const Departure& departure : step.departures) refill(departure.id, departure.at);
    for (const Drop& drop : step.drops) refill(drop.id, drop.at);
    step.departures.clear();
    step.drops.clear();
  }
  return cable.counts().sent;
}

double efficiency(int stations, bool ideal) {
  const EthernetConfig config{.stations = stations, .gap_bits = 0, .preamble_bits = 0, .ideal_backoff = ideal};
  return static_cast<double>(saturate(config, stations, Duration::seconds(100))) * kFrameSeconds / 100;
}

int run() {
  fmt::print("{} B frames, preamble and gap left out: share of the time that carries frames\n", kFrame + 4);
  fmt::print("stations  Metcalfe & Boggs  transmitting with 1/Q  exponential backoff\n");
  for (int stations = 2; stations <= 10; ++stations) {
    const double acquired = std::pow(1 - 1.0 / stations, stations - 1);
    const double expected = kFrameSeconds / (kFrameSeconds + (1 - acquired) / acquired * kSlotSeconds);
    fmt::print("{:8}  {:16.3f}  {:21.3f}  {:19.3f}\n", stations, expected, efficiency(stations, true),
               efficiency(stations, false));
  }
  const auto began = std::chrono::steady_clock::now();
  const std::int64_t frames = saturate({}, 5, Duration::seconds(20 * 60));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  fmt::print("20 minutes, 5 busy stations, {} frames: {:.2f} s (at most {} s)\n", frames, seconds, kLimitSeconds);
  return seconds > kLimitSeconds ? 1 : 0;
}

}  // namespace
}  // namespace jitterscope::link

int main() {
  return jitterscope::link::run();
}
