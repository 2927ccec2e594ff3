#include "core/record/open/stream_seconds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/measures/definitions/known_delays.h"
#include "core/measures/views/snapshot.h"

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

EnvelopeSlot joined(std::span<const EnvelopeSlot> slots) {
  EnvelopeSlot all = slots.front();
  for (const EnvelopeSlot& slot : slots) all.min = std::min(all.min, slot.min), all.max = std::max(all.max, slot.max);
  return all;
}

/// The mean of what is known.
SeriesPoint joined(std::span<const SeriesPoint> points) {
  double sum = 0, known = 0;
  for (const SeriesPoint& point : points)
    if (!std::isnan(point.value)) sum += point.value, ++known;
  return {points.back().at_s, known > 0 ? sum / known : std::numeric_limits<double>::quiet_NaN()};
}

/// Any number of seconds as points that a view can show and a snapshot can hold.
template <typename Point>
void thin(std::vector<Point>& series) {
  constexpr std::size_t kMostPoints = 4000;
  const std::size_t each = (series.size() + kMostPoints - 1) / kMostPoints;
  if (each <= 1) return;
  std::vector<Point> few;
  for (std::size_t from = 0; from < series.size(); from += each)
    few.push_back(joined(std::span<const Point>(series).subspan(from, std::min(each, series.size() - from))));
  series = std::move(few);
}

}  // namespace

SecondsBefore::SecondsBefore(const std::vector<StreamSecond>& seconds, double from_s) : from_s_(from_s) {
  for (const StreamSecond& second : seconds) {
    Counts& counts = counts_[{second.direction, second.medium, second.ssrc}];
    counts.known = counts.known && second.known;
    counts.packets += second.packets;
    counts.lost += second.lost;
    counts.bytes += second.bytes;
    if (second.at_s >= from_s || !second.known) continue;
    Series& series = series_[{second.direction, second.medium}];
    if (second.delay && is_believed(*second.delay)) series.delay.push_back(*second.delay);
    if (second.spacing) series.spacing.push_back(*second.spacing);
    const auto expected = static_cast<double>(second.packets) + static_cast<double>(second.lost);
    const double end = second.at_s + 1;
    const bool pauses = second.lasts_s > kLongestSecond;
    const double kbps = static_cast<double>(second.bytes) * 8 / 1e3 / second.lasts_s;
    if (second.lasts_s > 0) series.rate.push_back({end, pauses ? std::numeric_limits<double>::quiet_NaN() : kbps});
    if (second.direction == Direction::kReceived && expected > 0)
      series.loss.push_back({end, 100 * std::clamp(static_cast<double>(second.lost) / expected, 0.0, 1.0)});
  }
  for (auto& [key, series] : series_) {
    thin(series.delay);
    thin(series.spacing);
    thin(series.rate);
    thin(series.loss);
  }
}

/// What is said of a whole stream of which only the end has been read.
void SecondsBefore::make_whole(Direction direction, StreamSnapshot& stream) const {
  const auto found = counts_.find({direction, stream.medium, stream.ssrc});
  const Counts counts = found == counts_.end() ? Counts{} : found->second;
  stream.whole_rate_kbps.reset();
  stream.whole_packets_per_second.reset();
  stream.whole_frames_per_second.reset();
  stream.interarrival = stream.delay = {};
  if (!counts.known || counts.packets == 0) return stream.loss_ratio.reset();
  stream.packets = counts.packets;
  stream.lost = direction == Direction::kSent ? 0 : counts.lost;
  stream.refused = direction == Direction::kSent ? std::optional(counts.lost) : std::nullopt;
  stream.expected = counts.packets + counts.lost;
  stream.bytes = counts.bytes;
  if (stream.loss_ratio && stream.expected > 0)
    stream.loss_ratio = static_cast<double>(counts.lost) / static_cast<double>(stream.expected);
}

void SecondsBefore::put_into(CallSnapshot& snapshot) const {
  for (const Direction direction : {Direction::kSent, Direction::kReceived})
    for (const Medium medium : kMedia) {
      const auto found = series_.find({direction, medium});
      const Series before = found == series_.end() ? Series{} : found->second;
      StreamSnapshot& stream =
          direction == Direction::kSent ? snapshot.sent[medium] : snapshot.received(medium).figures;
      for (auto* series : {&stream.rate_series, &stream.loss_series})
        std::erase_if(*series, [&](const SeriesPoint& point) { return point.at_s < from_s_ + 1; });
      make_whole(direction, stream);
      if (!stream.delay_series.empty()) prepend(before.delay, stream.delay_series);
      prepend(before.spacing, stream.interarrival_series);
      prepend(before.rate, stream.rate_series);
      prepend(before.loss, stream.loss_series);
    }
}

}  // namespace jitterscope
