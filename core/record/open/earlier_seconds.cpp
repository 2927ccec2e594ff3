#include "core/record/open/earlier_seconds.h"

#include <algorithm>
#include <limits>

namespace jitterscope {
namespace {

constexpr double kLongestSecond = 1.5;  // without a pause

template <typename Point>
void prepend(const std::vector<Point>& before, std::vector<Point>& series) {
  series.insert(series.begin(), before.begin(), before.end());
}

}  // namespace

void put_before(const std::vector<EarlierSecond>& seconds, double from_s, CallSnapshot& snapshot) {
  for (const Direction direction : {Direction::kSent, Direction::kReceived})
    for (const Medium medium : kMedia) {
      std::vector<EnvelopeSlot> delay, spacing;
      std::vector<SeriesPoint> rate, loss;
      for (const EarlierSecond& second : seconds) {
        if (second.direction != direction || second.medium != medium) continue;
        if (second.delay) delay.push_back(*second.delay);
        if (second.spacing) spacing.push_back(*second.spacing);
        const auto expected = static_cast<double>(second.packets + second.lost);
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
      prepend(delay, stream.delay_series);
      prepend(spacing, stream.interarrival_series);
      prepend(rate, stream.rate_series);
      prepend(loss, stream.loss_series);
    }
}

}  // namespace jitterscope
