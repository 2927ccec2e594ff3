#include "core/measures/offline/skew_verdict.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

constexpr double kOpposite = 0.1;  // of the larger slope, that both together may be off zero

bool straight(const StreamSkew& stream) {
  return stream.line && stream.line->straight;
}

bool same_clocks(const StreamClocks& one, const StreamClocks& other) {
  return one.sender && one.receiver && one.sender == other.sender && one.receiver == other.receiver;
}

bool reverse_clocks(const StreamClocks& one, const StreamClocks& other) {
  return one.sender && one.receiver && one.sender == other.receiver && one.receiver == other.sender;
}

bool is_opposite(const StreamSkew& one, const StreamSkew& other) {
  if (!straight(one) || !straight(other) || !reverse_clocks(one.clocks, other.clocks)) return false;
  const double sum = one.line->slope + other.line->slope;
  return std::abs(sum) <= kOpposite * std::max(std::abs(one.line->slope), std::abs(other.line->slope));
}

SkewVerdict removed(double slope, std::string_view by) {
  return {slope, std::nullopt, by};
}

SkewVerdict verdict(const StreamSkew& stream, std::span<const StreamSkew> streams, bool asked) {
  if (stream.clocks.relation != ClockRelation::kUnknown) return {};
  if (asked) return stream.line ? removed(stream.line->slope, "asked for") : SkewVerdict{};
  if (stream.clocks.leaves_here && straight(stream)) return removed(stream.line->slope, "leaving stream");
  const auto leaves = std::ranges::find_if(streams, [&](const StreamSkew& other) {
    return other.clocks.leaves_here && straight(other) && same_clocks(other.clocks, stream.clocks);
  });
  if (leaves != streams.end()) return removed(leaves->line->slope, "leaving stream");
  if (!straight(stream)) return {};
  const bool proven = std::ranges::any_of(streams, [&](const StreamSkew& other) { return is_opposite(stream, other); });
  if (proven) return removed(stream.line->slope, "both directions");
  return {std::nullopt, stream.line->slope, {}};
}

}  // namespace

std::vector<SkewVerdict> judge_skews(std::span<const StreamSkew> streams, bool asked) {
  std::vector<SkewVerdict> verdicts;
  for (const StreamSkew& stream : streams) verdicts.push_back(verdict(stream, streams, asked));
  return verdicts;
}

}  // namespace jitterscope
