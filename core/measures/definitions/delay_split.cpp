#include "core/measures/definitions/delay_split.h"

#include <algorithm>
#include <numeric>

#include "core/base/stats/percentiles.h"

namespace jitterscope {
namespace {

constexpr std::int64_t kLeastShareOfAnEnd = 10;  // one of so many
constexpr double kStampErrorMs = 0.005;          // real time to monotonic time at both ends

std::optional<DelayPartReport> part_report(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  double sum = 0;
  for (const double value : values) sum += value;
  return DelayPartReport{static_cast<std::int64_t>(values.size()), sum / static_cast<double>(values.size()),
                         *percentile_of_sorted(values, 0.50), *percentile_of_sorted(values, 0.95)};
}

}  // namespace

LatencyEnd latency_end(Medium medium, DelayPart last) {
  if (last != DelayPart::kDisplay) return LatencyEnd::kHandOver;
  return medium == Medium::kVideo ? LatencyEnd::kPainting : LatencyEnd::kLoudspeaker;
}

DelayShares delay_shares(std::optional<double> system_ms, std::optional<double> network_ms,
                         std::optional<double> clock_bound_ms) {
  if (!system_ms || !network_ms || !clock_bound_ms || *system_ms < 0) return {};
  if (-*network_ms > *clock_bound_ms + kStampErrorMs) return {};
  const double network = std::max(*network_ms, 0.0), sum = *system_ms + network;
  if (sum <= 0 || sum < *clock_bound_ms) return {};
  return {*system_ms / sum, network / sum};
}

std::optional<DelayPart> usual_end(const std::array<std::int64_t, kDelayParts>& counts) {
  const std::int64_t all = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  for (std::size_t i = kDelayParts; i-- > 0;)
    if (counts[i] > 0 && counts[i] * kLeastShareOfAnEnd >= all) return static_cast<DelayPart>(i);
  return std::nullopt;
}

std::optional<DelaySplitReport> delay_split_report(const std::vector<DelaySplit>& splits) {
  if (splits.empty()) return std::nullopt;
  std::array<std::int64_t, kDelayParts> ends{};
  for (const DelaySplit& split : splits)
    if (split.whole) ++ends[static_cast<std::size_t>(*split.last)];
  const auto end = usual_end(ends);
  std::array<std::vector<double>, kDelayParts> parts;
  std::vector<double> wholes;
  for (const DelaySplit& split : splits) {
    if (end && (!split.whole || split.last != end)) continue;
    for (std::size_t i = 0; i < kDelayParts; ++i)
      if (split.parts[i]) parts[i].push_back(split.parts[i]->ms());
    if (split.whole) wholes.push_back(split.whole->ms());
  }
  DelaySplitReport report;
  for (std::size_t i = 0; i < kDelayParts; ++i) report.parts[i] = part_report(std::move(parts[i]));
  report.whole = part_report(std::move(wholes));
  if (end) report.ends_at = latency_end(splits.front().medium, *end);
  return report;
}

DelayShares delay_shares(const std::vector<DelaySplit>& splits) {
  double system = 0, network = 0, bound = 0, n = 0;
  for (const DelaySplit& split : splits) {
    if (!split.system || !split.network) continue;
    system += split.system->ms();
    network += split.network->ms();
    bound += split.clock_bound_ms.value_or(0);
    ++n;
  }
  return n > 0 ? delay_shares(system / n, network / n, bound / n) : DelayShares{};
}

NoLatency why_no_whole(std::span<const DelaySplit> splits) {
  const auto played = [](const DelaySplit& split) { return split.part(DelayPart::kPlayout).has_value(); };
  const auto told = [&](const DelaySplit& split) { return played(split) && split.part(DelayPart::kCapture); };
  if (std::ranges::any_of(splits, told)) return NoLatency::kClocks;
  return std::ranges::any_of(splits, played) ? NoLatency::kNoSenderTimes : NoLatency::kNothingPlayed;
}

}  // namespace jitterscope
