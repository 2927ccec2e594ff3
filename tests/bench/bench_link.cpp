// Cost of the link model: a million packets through the plain one (rate, queue of K, delay), and with everything on.
#include <fmt/core.h>

#include <array>
#include <chrono>
#include <memory>
#include <string>

#include "core/algorithms/link/network.h"

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

}  // namespace

int main() {
  fmt::print("{} packets of 1066 bytes\n", kPackets);
  double plain = 1e9;
  for (int repetition = 0; repetition < 3; ++repetition) plain = std::min(plain, run(kPlain));
  run(kFull);
  run("trace=bench", "1\n2\n3\n");
  fmt::print("plain model {:.3f} s, at most {} s: {}\n", plain, kLimitSeconds,
             plain < kLimitSeconds ? "met" : "NOT MET");
  return plain < kLimitSeconds ? 0 : 1;
}
