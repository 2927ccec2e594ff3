#include "core/record/open/stream_seconds.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/measures/definitions/known_delays.h"

namespace jitterscope {
namespace {

constexpr double kLongestDelay_ms = 1e5;
constexpr double kLongestSecond = 1.5;  // without a pause

bool is_believed(const EnvelopeSlot& delay_ms) {
  const auto impossible = [](double ms) { return is_impossible_delay(Duration::from_ms(ms), Duration()); };
  return std::abs(delay_ms.min) < kLongestDelay_ms && std::abs(delay_ms.max) < kLongestDelay_ms &&
         !impossible(delay_ms.min) && !impossible(delay_ms.max);
}

template <typename Point>
void prepend(const std::vector<Point>& before, std::vector<Point>& series) {
  series.insert(series.begin(), before.begin(), before.end());
}

/// What is said of a whole stream of which only the end has been read.
void make_whole(const std::vector<StreamSecond>& seconds, Direction direction, StreamSnapshot& stream) {
  bool known = true;
  std::int64_t packets = 0, lost = 0, bytes = 0;
  for (const StreamSecond& second : seconds) {
    if (second.direction != direction || second.medium != stream.medium || second.ssrc != stream.ssrc) continue;
    known = known && second.known;
    packets += second.packets;
    lost += second.lost;
    bytes += second.bytes;
  }
  stream.whole_rate_kbps.reset();
  stream.whole_packets_per_second.reset();
  stream.whole_frames_per_second.reset();
  stream.interarrival = stream.delay = {};
  if (!known || packets == 0) return stream.loss_ratio.reset();
  stream.packets = packets;
  stream.lost = lost;
  stream.expected = packets + lost;
  stream.bytes = bytes;
  if (stream.loss_ratio && stream.expected > 0)
    stream.loss_ratio = static_cast<double>(lost) / static_cast<double>(stream.expected);
}

}  // namespace

void put_before(const std::vector<StreamSecond>& seconds, double from_s, CallSnapshot& snapshot) {
  for (const Direction direction : {Direction::kSent, Direction::kReceived})
    for (const Medium medium : kMedia) {
      std::vector<EnvelopeSlot> delay, spacing;
      std::vector<SeriesPoint> rate, loss;
      for (const StreamSecond& second : seconds) {
        if (second.direction != direction || second.medium != medium || second.at_s >= from_s || !second.known)
          continue;
        if (second.delay && is_believed(*second.delay)) delay.push_back(*second.delay);
        if (second.spacing) spacing.push_back(*second.spacing);
        const auto expected = static_cast<double>(second.packets) + static_cast<double>(second.lost);
        const double end = second.at_s + 1;
        const bool pauses = second.lasts_s > kLongestSecond;
        const double kbps = static_cast<double>(second.bytes) * 8 / 1e3 / second.lasts_s;
        if (second.lasts_s > 0) rate.push_back({end, pauses ? std::numeric_limits<double>::quiet_NaN() : kbps});
        if (direction == Direction::kReceived && expected > 0)
          loss.push_back({end, 100 * std::clamp(static_cast<double>(second.lost) / expected, 0.0, 1.0)});
      }
      StreamSnapshot& stream =
          direction == Direction::kSent ? snapshot.sent[medium] : snapshot.received(medium).figures;
      for (auto* series : {&stream.rate_series, &stream.loss_series})
        std::erase_if(*series, [&](const SeriesPoint& point) { return point.at_s < from_s + 1; });
      make_whole(seconds, direction, stream);
      if (!stream.delay_series.empty()) prepend(delay, stream.delay_series);
      prepend(spacing, stream.interarrival_series);
      prepend(rate, stream.rate_series);
      prepend(loss, stream.loss_series);
    }
}

}  // namespace jitterscope
