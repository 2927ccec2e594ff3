// ms of processor time that the analysis of 10^6 packets takes, reading aside. Limit: under 1 s with the reading.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <random>

#include "core/measures/offline/stream_analysis.h"

namespace jitterscope {
namespace {

constexpr std::int64_t kPackets = 1'000'000;
constexpr int kRounds = 5;

/// As many packets a frame; jitter of `jitter_ms` reorders them where it exceeds their spacing.
StreamInput stream(Medium medium, int packets_per_frame, double period_ms, double jitter_ms, bool stamped) {
  std::mt19937 random(1);
  std::exponential_distribution<> jitter(1 / jitter_ms);
  StreamInput input;
  input.medium = medium;
  input.clock_rate_hz = medium == Medium::kVideo ? 90'000 : 8'000;
  for (std::int64_t i = 0; i < kPackets; ++i) {
    const std::int64_t frame = i / packets_per_frame;
    PacketObservation packet;
    packet.sequence = i;
    const Timestamp sent = Timestamp() + Duration::from_ms(static_cast<double>(frame) * period_ms) +
                           Duration::us(200 * (i % packets_per_frame));
    packet.received = sent + Duration::from_ms(5 + jitter(random));
    if (stamped) packet.sent = sent;
    packet.rtp_timestamp = frame * static_cast<std::int64_t>(period_ms * *input.clock_rate_hz / 1e3);
    if (medium == Medium::kVideo) {
      packet.frame = frame;
      packet.block = static_cast<int>(i % packets_per_frame);
      packet.marker = (i + 1) % packets_per_frame == 0;
    }
    packet.size = 200;
    if (random() % 200) input.packets.push_back(packet);
  }
  std::stable_sort(input.packets.begin(), input.packets.end(),
                   [](auto& a, auto& b) { return a.received < b.received; });
  return input;
}

void measure(const char* name, const StreamInput& input) {
  std::vector<double> ms;
  std::int64_t packets = 0;
  for (int round = 0; round < kRounds; ++round) {
    const std::clock_t begin = std::clock();
    packets = analyze_stream(input).packets;
    ms.push_back(1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  std::sort(ms.begin(), ms.end());
  fmt::print("{:<42} {:>7.0f} ms per 10^6 packets (median of {})\n", name,
             ms[kRounds / 2] * 1e6 / static_cast<double>(packets), kRounds);
}

}  // namespace
}  // namespace jitterscope

int main() {
  using namespace jitterscope;
  measure("audio, 20 ms, jitter 2 ms", stream(Medium::kAudio, 1, 20, 2, true));
  measure("audio, 20 ms, jitter 40 ms (reordered)", stream(Medium::kAudio, 1, 20, 40, true));
  measure("audio, 20 ms, RTP timestamps alone", stream(Medium::kAudio, 1, 20, 2, false));
  measure("video, 12 blocks each 100 ms, reordered", stream(Medium::kVideo, 12, 100, 2, true));
}
