#include "core/measures/definitions/delay_split.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/base/stats/percentiles.h"
#include "core/base/stats/radix_sort.h"

namespace jitterscope {
namespace {

constexpr std::int64_t kLeastShareOfAnEnd = 10;  // one of so many
constexpr double kStampErrorMs = 0.005;          // real time to monotonic time at both ends

std::optional<DelayPartReport> part_report(std::vector<Duration> values) {
  if (values.empty()) return std::nullopt;
  radix_sort(values);
  std::vector<double> sorted(values.size());
  std::ranges::transform(values, sorted.begin(), [](Duration value) { return value.ms(); });
  const double sum = std::accumulate(sorted.begin(), sorted.end(), 0.0);
  return DelayPartReport{static_cast<std::int64_t>(sorted.size()), sum / static_cast<double>(sorted.size()),
                         *percentile_of_sorted(sorted, 0.50), *percentile_of_sorted(sorted, 0.95)};
}

/// Those of the units that count which are known.
template <typename ValueOf>
std::optional<DelayPartReport> part_report(const std::vector<bool>& counts, const ValueOf& value_of) {
  std::vector<Duration> values;
  values.reserve(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (const std::optional<Duration> value = counts[i] ? value_of(i) : std::nullopt) values.push_back(*value);
  return part_report(std::move(values));
}

}  // namespace

void DelaySplits::push_back(const DelaySplit& split) {
  const auto put = [&](std::size_t column, std::int64_t value) { columns_[column].push_back(value); };
  const auto put_duration = [&](std::size_t column, std::optional<Duration> value) {
    put(column, value ? value->ns() : PackedNumbers::kAbsent);
  };
  for (std::size_t part = 0; part < kDelayParts; ++part) put_duration(part, split.parts[part]);
  put_duration(kWhole, split.whole);
  put_duration(kWaiting, split.waiting);
  put_duration(kSystem, split.system);
  put_duration(kNetwork, split.network);
  put(kAt, split.at.ns());
  put(kFrame, split.frame);
  put(kLast, split.last ? static_cast<std::int64_t>(*split.last) : PackedNumbers::kAbsent);
  put(kBound, split.clock_bound_ms ? std::bit_cast<std::int64_t>(*split.clock_bound_ms) : PackedNumbers::kAbsent);
  put(kMedium, static_cast<std::int64_t>(split.medium));
  put(kSsrc, split.ssrc);
}

DelaySplit DelaySplits::operator[](std::size_t i) const {
  DelaySplit split;
  split.medium = medium(i);
  split.ssrc = static_cast<std::uint32_t>(columns_[kSsrc][i]);
  split.frame = columns_[kFrame][i];
  split.at = at(i);
  for (std::size_t part = 0; part < kDelayParts; ++part) split.parts[part] = duration(static_cast<int>(part), i);
  split.last = last(i);
  split.whole = whole(i);
  split.clock_bound_ms = clock_bound_ms(i);
  split.waiting = duration(kWaiting, i);
  split.system = system(i);
  split.network = network(i);
  return split;
}

std::optional<DelayPart> DelaySplits::last(std::size_t i) const {
  const std::int64_t part = columns_[kLast][i];
  return part == PackedNumbers::kAbsent ? std::nullopt : std::optional(static_cast<DelayPart>(part));
}

std::optional<double> DelaySplits::clock_bound_ms(std::size_t i) const {
  const std::int64_t bits = columns_[kBound][i];
  return bits == PackedNumbers::kAbsent ? std::nullopt : std::optional(std::bit_cast<double>(bits));
}

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

std::optional<DelayPart> usual_end(std::int64_t handed_over, std::int64_t at_the_end) {
  const std::int64_t all = handed_over + at_the_end;
  if (at_the_end > 0 && at_the_end * kLeastShareOfAnEnd >= all) return DelayPart::kDisplay;
  return handed_over > 0 ? std::optional(DelayPart::kPlayout) : std::nullopt;
}

std::optional<DelayPart> usual_end(const DelaySplits& splits) {
  std::int64_t handed_over = 0, at_the_end = 0;
  for (std::size_t i = 0; i < splits.size(); ++i)
    if (splits.whole(i)) ++(splits.last(i) == DelayPart::kDisplay ? at_the_end : handed_over);
  return usual_end(handed_over, at_the_end);
}

std::optional<DelaySplitReport> delay_split_report(const DelaySplits& splits) {
  if (splits.empty()) return std::nullopt;
  const auto end = usual_end(splits);
  std::vector<bool> counts(splits.size(), true);
  for (std::size_t i = 0; end && i < splits.size(); ++i) counts[i] = splits.whole(i) && splits.last(i) == end;
  DelaySplitReport report;
  for (std::size_t part = 0; part < kDelayParts; ++part)
    report.parts[part] =
        part_report(counts, [&](std::size_t i) { return splits.part(static_cast<DelayPart>(part), i); });
  report.whole = part_report(counts, [&](std::size_t i) { return splits.whole(i); });
  if (end) report.ends_at = latency_end(splits.medium(0), *end);
  return report;
}

DelayShares delay_shares(const DelaySplits& splits) {
  double system = 0, network = 0, bound = 0, n = 0;
  for (std::size_t i = 0; i < splits.size(); ++i) {
    const auto of_system = splits.system(i), of_network = splits.network(i);
    if (!of_system || !of_network) continue;
    system += of_system->ms();
    network += of_network->ms();
    bound += splits.clock_bound_ms(i).value_or(0);
    ++n;
  }
  return n > 0 ? delay_shares(system / n, network / n, bound / n) : DelayShares{};
}

NoLatency why_no_whole(const DelaySplits& splits) {
  bool any_played = false;
  for (std::size_t i = 0; i < splits.size(); ++i) {
    if (!splits.part(DelayPart::kPlayout, i)) continue;
    if (splits.part(DelayPart::kCapture, i)) return NoLatency::kClocks;
    any_played = true;
  }
  return any_played ? NoLatency::kNoSenderTimes : NoLatency::kNothingPlayed;
}

}  // namespace jitterscope
