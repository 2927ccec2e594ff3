#pragma once
// Streams of a minute whose delays, losses and latencies hang together as much as a test asks for.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include "core/measures/compare/stretch_figures.h"
#include "core/measures/definitions/stream_input.h"
#include "core/measures/views/comparison.h"

namespace jitterscope::compare_test {

/// Where the figure's row is.
inline std::size_t row_of(const std::vector<ComparedFigure>& rows, StretchFigureKind kind) {
  constexpr std::array<std::string_view, kStretchFigures> kNames{
      "loss_ratio",        "frame_loss_ratio", "delay_p95_ms",    "delay_spread_ms", "interarrival_stddev_ms",
      "optimal_buffer_ms", "latency_ms",       "quality_distance"};
  const auto found = std::ranges::find(rows, kNames[static_cast<std::size_t>(kind)], &ComparedFigure::name);
  return static_cast<std::size_t>(found - rows.begin());
}

enum class Tail { kGaussian, kHeavy };

struct Kind {
  Medium medium = Medium::kAudio;  // 50 blocks/s, or 15 frames/s of four packets
  Tail tail = Tail::kGaussian;
  double correlation = 0;  // of a unit to the next
  double seconds = 60;
  double later_ms = 0;  // all delays
  double lost = 0.02;
};

inline double share_above(double normal) {
  return std::erfc(normal / std::sqrt(2.0)) / 2;
}

/// Of a standard normal value. Gaussian: 40 ± 5 ms, p95 48.2 ms; heavy (Lomax, finite variance, no fourth moment): from
/// 20 ms up, p95 54.3 ms.
inline double delay_ms(Tail tail, double normal) {
  if (tail == Tail::kGaussian) return 40 + 5 * normal;
  return 20 + 20 * (std::pow(share_above(normal), -1.0 / 3) - 1);
}
inline double p95_ms(Tail tail) {
  return delay_ms(tail, 1.644854);
}

class Autoregressive {
 public:
  Autoregressive(double correlation, std::mt19937_64& random)
      : correlation_(correlation), random_(random), value_(normal_(random)) {}
  double next() {
    value_ = correlation_ * value_ + std::sqrt(1 - correlation_ * correlation_) * normal_(random_);
    return value_;
  }

 private:
  double correlation_;
  std::mt19937_64& random_;
  std::normal_distribution<> normal_;
  double value_;
};

/// Received; what was not played is what was lost, and of the rest what came latest. From second 0 on.
inline StreamInput stretch(const Kind& kind, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Autoregressive delays(kind.correlation, random), losses(kind.correlation, random),
      latencies(kind.correlation, random);
  const bool video = kind.medium == Medium::kVideo;
  StreamInput stream;
  stream.medium = kind.medium;
  stream.ssrc = 7;
  stream.clocks.relation = ClockRelation::kCommon;
  stream.clock_rate_hz = video ? 90000 : 8000;
  stream.no_latency = NoLatency::kNone;
  stream.units_played = 0;
  const double per_second = video ? 15 : 50;
  const auto units = static_cast<std::int64_t>(kind.seconds * per_second);
  for (std::int64_t unit = 0; unit < units; ++unit) {
    const Timestamp sent = Timestamp() + Duration::from_seconds(static_cast<double>(unit) / per_second);
    const double normal = delays.next();
    const Duration delay = Duration::from_ms(delay_ms(kind.tail, normal) + kind.later_ms);
    bool played = share_above(normal) > 0.005;
    for (int block = 0; block < (video ? 4 : 1); ++block) {
      if (share_above(losses.next()) < kind.lost) {
        played = false;
        continue;
      }
      PacketObservation packet;
      packet.sequence = video ? unit * 4 + block : unit;
      packet.sent = sent;
      packet.received = sent + delay + Duration::from_ms(0.2 * block);
      packet.rtp_timestamp = unit * (video ? 6000 : 160);
      if (video) packet.frame = unit, packet.block = block, packet.marker = block == 3;
      stream.packets.push_back(packet);
    }
    const double latency = delay_ms(kind.tail, latencies.next()) + 60 + kind.later_ms;
    if (!played) {
      stream.units_not_played.push_back(unit);
      continue;
    }
    ++*stream.units_played;
    DelaySplit split;
    split.medium = kind.medium;
    split.frame = unit;
    split.at = sent + delay;
    split.last = DelayPart::kDisplay;
    split.whole = Duration::from_ms(latency);
    split.part(DelayPart::kPlayout) = Duration();
    stream.delay_splits.push_back(split);
  }
  return stream;
}

}  // namespace jitterscope::compare_test
