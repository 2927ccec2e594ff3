// Cost of the link models: a million packets through the plain one (rate, queue of K, delay), and with everything on;
// and the shared Ethernet. Status 1 when a limit is not met.
#include <fmt/core.h>

#include <chrono>
#include <string>

#include "core/algorithms/link/ethernet.h"

using namespace jitterscope;
using namespace jitterscope::link;

namespace {

constexpr int kPackets = 1'000'000;
constexpr double kLimitSeconds = 0.5;
constexpr const char* kPlain = "rate=10mbit,limit=10,delay=20ms";
constexpr const char* kFull =
    "rate=10mbit,limit=10,audio-first,delay=20ms,jitter=5ms,distribution=pareto,correlation=25%,order=free,loss=1%,"
    "gemodel=1%/10%/70%/0,duplicate=1%,reorder=1%,spikes=900ms/10s/1s";

/// Seconds for kPackets of 1066 bytes, one each 0.8 ms, results fetched at each one.
double run(const char* words, const std::string& trace = "") {
  std::string error;
  const auto setting = LinkSetting::parse(words, error);
  auto network = setting ? make_network({*setting, *setting}, {trace, trace}, 1, Timestamp(), error) : nullptr;
  if (!network) {
    fmt::print(stderr, "{}\n", error);
    return 1e9;
  }
  Results results;
  std::size_t through = 0;
  const auto began = std::chrono::steady_clock::now();
  for (int i = 0; i < kPackets; ++i) {
    const Timestamp at = Timestamp() + Duration::us(800) * i;
    network->offer({static_cast<std::uint64_t>(i), LinkWay::kUp, static_cast<Traffic>(i % 4), 1066}, at);
    network->advance(at, results);
    through += results.departures.size();
    results.departures.clear();
    results.drops.clear();
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  fmt::print("{:>8.3f} s  {:>5.0f} ns a packet  {:>7} through  {}\n", seconds, seconds / kPackets * 1e9, through,
             words);
  return seconds;
}

constexpr double kEthernetLimitSeconds = 10;
constexpr std::int32_t kFrame = 1024 + kUdpHeaderBytes;

/// `busy` stations with always one packet in the adapter and one waiting, for `simulated`. Frames that got through.
std::int64_t saturate(const EthernetConfig& config, int busy, Duration simulated) {
  Ethernet cable(config, 1);
  const auto refill = [&](std::uint64_t station, Timestamp at) {
    cable.offer(static_cast<int>(station), {.id = station, .bytes = kFrame}, at);
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

/// How long 20 simulated minutes of five busy stations take. False: longer than the limit.
bool measure_ethernet() {
  const auto began = std::chrono::steady_clock::now();
  const std::int64_t frames = saturate({}, 5, Duration::seconds(20 * 60));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  fmt::print("20 minutes, 5 busy stations, {} frames: {:.2f} s (at most {} s)\n", frames, seconds,
             kEthernetLimitSeconds);
  return seconds <= kEthernetLimitSeconds;
}

}  // namespace

int main() {
  fmt::print("{} packets of 1066 bytes\n", kPackets);
  double plain = 1e9;
  for (int repetition = 0; repetition < 3; ++repetition) plain = std::min(plain, run(kPlain));
  run(kFull);
  run("trace=bench", "1\n2\n3\n");
  fmt::print("plain model {:.3f} s, at most {} s: {}\n", plain, kLimitSeconds,
             plain < kLimitSeconds ? "met" : "NOT MET");
  const bool ethernet = measure_ethernet();
  return plain < kLimitSeconds && ethernet ? 0 : 1;
}
