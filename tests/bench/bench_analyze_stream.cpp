// ms of processor time that the analysis of 10^6 packets takes, reading aside. Limit: under 1 s with the reading.
// Status 1 when the 95 % intervals take more than a third of it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <random>

#include "core/measures/offline/frame_measures.h"
#include "core/measures/offline/intervals.h"
#include "core/measures/offline/stream_analysis.h"

namespace jitterscope {
namespace {

constexpr std::int64_t kPackets = 1'000'000;
constexpr int kRounds = 5;
constexpr double kMostOfIntervals = 1.0 / 3;  // of the whole: with them analyze takes at most 1.5 x its time

/// As many packets a frame; jitter of `jitter_ms` reorders them where it exceeds their spacing.
StreamInput stream(Medium medium, int packets_per_frame, double period_ms, double jitter_ms, bool stamped) {
  std::mt19937 random(1);
  std::exponential_distribution<> jitter(1 / jitter_ms);
  StreamInput input;
  input.medium = medium;
  input.clock_rate_hz = medium == Medium::kVideo ? 90'000 : 8'000;
  std::vector<PacketObservation> packets;
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
    if (random() % 200) packets.push_back(packet);
  }
  std::stable_sort(packets.begin(), packets.end(), [](auto& a, auto& b) { return a.received < b.received; });
  input.packets = packets;
  return input;
}

template <typename Work>
double median_ms(const Work& work) {
  std::vector<double> ms;
  for (int round = 0; round < kRounds; ++round) {
    const std::clock_t begin = std::clock();
    work();
    ms.push_back(1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  std::sort(ms.begin(), ms.end());
  return ms[kRounds / 2];
}

/// What the 95 % intervals take of it: the same two calls, with the same series, as in analyze_stream().
double intervals_ms(const StreamInput& input) {
  const auto [by_arrival, by_sequence] = distinct_orders(PacketOrder(input.packets));
  const PacketTimes times = times_of(by_arrival);
  const auto frames = media_frames(input.medium, by_sequence);
  const auto transits = frame_transits(frames, {}, input);
  const Duration reference = reference_transit(transits, LatenessReference::kMinimum);
  std::vector<Duration> lateness;
  for (const TransitPoint& unit : transits) lateness.push_back(unit.transit - reference);
  double kept = 0;  // so that nothing is left out
  const double ms = median_ms([&] {
    kept += intervals_report(times, by_sequence).loss_effective_n.value_or(0);
    kept += optimum_interval(lateness).effective_n;
  });
  return kept > 0 ? ms : NAN;
}

/// False: the intervals take more of it than they may.
bool measure(const char* name, const StreamInput& input) {
  std::int64_t packets = 0;
  const double whole = median_ms([&] { packets = analyze_stream(input).packets; });
  const double intervals = intervals_ms(input);
  const double million = 1e6 / static_cast<double>(packets);
  const bool kept = intervals <= kMostOfIntervals * whole;
  fmt::print(
      "{:<42} {:>7.0f} ms per 10^6 packets (median of {}); {:>4.0f} of them intervals: {:.2f} x the time without{}\n",
      name, whole * million, kRounds, intervals * million, whole / (whole - intervals), kept ? "" : ": over the limit");
  return kept;
}

}  // namespace
}  // namespace jitterscope

int main() {
  using namespace jitterscope;
  bool kept = measure("audio, 20 ms, jitter 2 ms", stream(Medium::kAudio, 1, 20, 2, true));
  kept &= measure("audio, 20 ms, jitter 40 ms (reordered)", stream(Medium::kAudio, 1, 20, 40, true));
  kept &= measure("audio, 20 ms, RTP timestamps alone", stream(Medium::kAudio, 1, 20, 2, false));
  kept &= measure("video, 12 blocks each 100 ms, reordered", stream(Medium::kVideo, 12, 100, 2, true));
  return kept ? 0 : 1;
}
