#include "core/measures/definitions/known_delays.h"

#include <fmt/format.h>

#include <algorithm>

namespace jitterscope {
namespace {

/// Enough for differences not to overflow; what lies beyond is left out of all figures.
bool small(Timestamp time) {
  constexpr std::int64_t kReach = std::int64_t{1} << 61;
  return time.ns() >= -kReach && time.ns() <= kReach;
}

/// How far the delay of a packet that came at `at` may be wrong.
Duration bound_at(const StreamInput& stream, Timestamp at) {
  if (stream.delay_bounds.empty()) return Duration::from_ms(stream.delay_uncertainty_ms.value_or(0));
  const auto next = std::ranges::upper_bound(stream.delay_bounds, at, {}, &DelayBound::at);
  const DelayBound& bound = next == stream.delay_bounds.begin() ? *next : *std::prev(next);
  return Duration::from_ms(bound.ms.value_or(stream.delay_uncertainty_ms.value_or(0)));
}

}  // namespace

bool is_impossible_delay(Duration delay, Duration bound) {
  bound = std::clamp(bound, Duration{}, kLongestDelay);
  return delay < -bound || delay > kLongestDelay + bound;
}

std::string why_impossible(Duration delay) {
  return fmt::format(
      "One-way delay, latency and verdict are unknown: {} {:.3f} ms, so the clocks which stamped sending and receiving "
      "do not agree.",
      delay < Duration{} ? "delays are negative, down to" : "no path takes", delay.ms());
}

std::optional<std::string> why_no_delay(const StreamInput& stream, std::optional<ClockRelation> told) {
  std::optional<Duration> least, most;  // of those that cannot be, if there are any
  bool known = false;
  if (!stream.packets.any_sent()) return std::nullopt;
  for (std::size_t i = 0; i < stream.packets.size(); ++i) {
    const auto sent = stream.packets.sent(i);
    const Timestamp received = stream.packets.received(i);
    if (!sent || !small(received) || !small(*sent)) continue;
    const Duration delay = received - *sent;
    known = true;
    if (delay >= Duration{} && delay <= kLongestDelay) continue;  // whatever the bound
    if (!is_impossible_delay(delay, bound_at(stream, received))) continue;
    (delay < Duration{} ? least : most) =
        delay < Duration{} ? std::min(least.value_or(delay), delay) : std::max(most.value_or(delay), delay);
  }
  if (!known) return std::nullopt;
  if (told.value_or(stream.clocks.relation) == ClockRelation::kUnknown)
    return "One-way delay, latency and verdict are unknown: nobody says that the clocks which stamped sending and "
           "receiving agree (--clocks common says so).";
  if (!least && !most) return std::nullopt;
  return why_impossible(least ? *least : *most);
}

}  // namespace jitterscope
