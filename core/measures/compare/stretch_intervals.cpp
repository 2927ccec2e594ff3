#include "core/measures/compare/stretch_intervals.h"

namespace jitterscope {
namespace {

std::optional<BlockSpread> spread_of(std::span<const double> series, const GroupSums& sums, double fewest) {
  Moments moments;
  for (const double value : series) moments.add(value);
  const auto spread = block_spread(sums, moments.variance().value_or(0));
  const bool enough =
      spread && spread->blocks >= static_cast<double>(kFewestLongBlocks) && spread->effective_n >= fewest;
  return enough ? spread : std::nullopt;
}

}  // namespace

std::optional<std::size_t> block_units(std::span<const double> series, double fewest_independent) {
  const GroupSums sums(series.size(), [&](std::size_t i) { return series[i]; });
  const auto spread = spread_of(series, sums, fewest_independent);
  return spread ? std::optional(spread->length * sums.size()) : std::nullopt;
}

std::optional<Interval95> stretch_mean_interval(double mean, std::span<const double> offsets) {
  const GroupSums sums(offsets.size(), [&](std::size_t i) { return offsets[i]; });
  const auto spread = spread_of(offsets, sums, kFewestForMean);
  const auto studentised = spread ? mean_interval(mean, sums, *spread) : std::nullopt;
  if (!studentised) return std::nullopt;
  const double off = student_975(spread->degrees) * std::sqrt(spread->variance);
  return Interval95{std::min(studentised->low, mean - off), std::max(studentised->high, mean + off)};
}

}  // namespace jitterscope
