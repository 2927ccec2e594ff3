#include "core/metrics/frame_measures.h"

#include <algorithm>

namespace jitterscope {
namespace {

constexpr Duration kGapBuffer = Duration::ms(250);  // claypool98 §3

using Frames = std::vector<MediaFrame>;

Frames complete_frames(std::span<const MediaFrame> frames) {
  Frames result;
  std::copy_if(frames.begin(), frames.end(), std::back_inserter(result), [](auto& frame) { return frame.complete; });
  return result;
}

/// From the ends of a stream; absent with fewer than two complete frames.
std::optional<double> observed_period_ms(const Frames& complete) {
  if (complete.size() < 2) return std::nullopt;
  const MediaFrame &first = complete.front(), &last = complete.back();
  return (last.received - first.received).ms() / static_cast<double>(last.number - first.number);
}

std::vector<Lateness> transits(const Frames& complete, std::optional<double> asked_period_ms,
                               std::optional<double> clock_rate_hz) {
  const bool any_sent = std::any_of(complete.begin(), complete.end(), [](auto& f) { return f.sent.has_value(); });
  const bool by_timestamp = clock_rate_hz && *clock_rate_hz > 0 &&
                            std::all_of(complete.begin(), complete.end(), [](auto& f) { return f.rtp_timestamp; });
  const double period_ms = asked_period_ms ? *asked_period_ms : observed_period_ms(complete).value_or(0);
  std::vector<Lateness> result;
  for (const MediaFrame& frame : complete) {
    const MediaFrame& first = complete.front();
    const Duration since_first = frame.received - first.received;
    if (any_sent) {
      if (frame.sent) result.push_back({frame.number, frame.received - *frame.sent});
    } else if (by_timestamp) {
      const auto units = static_cast<double>(*frame.rtp_timestamp - *first.rtp_timestamp);
      result.push_back({frame.number, since_first - Duration::from_seconds(units / *clock_rate_hz)});
    } else {
      const auto index = static_cast<double>(frame.number - first.number);
      result.push_back({frame.number, since_first - Duration::from_ms(index * period_ms)});
    }
  }
  return result;
}

}  // namespace

std::optional<double> frame_period_ms(std::span<const MediaFrame> frames, std::optional<double> asked_ms,
                                      std::optional<double> nominal_ms) {
  std::optional<double> period = asked_ms ? asked_ms : nominal_ms;
  if (!period) period = observed_period_ms(complete_frames(frames));
  return period && *period > 0 ? period : std::nullopt;
}

std::optional<std::int64_t> late_frames(std::span<const MediaFrame> frames, std::optional<double> period_ms) {
  if (!period_ms) return std::nullopt;
  std::int64_t late = 0;
  for (std::size_t i = 1; i < frames.size(); ++i) {
    const MediaFrame &before = frames[i - 1], &frame = frames[i];
    const bool consecutive = before.complete && frame.complete && frame.number == before.number + 1;
    if (consecutive && is_late(frame.received - before.received, *period_ms)) ++late;
  }
  return late;
}

std::vector<Lateness> frame_lateness(std::span<const MediaFrame> frames, std::optional<double> asked_period_ms,
                                     std::optional<double> clock_rate_hz, bool against_first) {
  std::vector<Lateness> result = transits(complete_frames(frames), asked_period_ms, clock_rate_hz);
  if (result.empty()) return result;
  const auto less = [](const Lateness& a, const Lateness& b) { return a.value < b.value; };
  const Duration reference =
      against_first ? result.front().value : std::min_element(result.begin(), result.end(), less)->value;
  for (Lateness& frame : result) frame.value -= reference;
  return result;
}

std::int64_t playout_gaps(std::span<const MediaFrame> frames, std::span<const Lateness> lateness) {
  std::int64_t gaps = 0;
  bool in_gap = false;
  const auto enter = [&](bool bad) {
    if (bad && !in_gap) ++gaps;
    in_gap = bad;
  };
  auto late = lateness.begin();
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (i > 0 && frames[i].number != frames[i - 1].number + 1) enter(true);
    while (late != lateness.end() && late->number < frames[i].number) ++late;
    const bool known = late != lateness.end() && late->number == frames[i].number;
    enter(!frames[i].complete || (known && late->value > kGapBuffer));
  }
  return gaps;
}

}  // namespace jitterscope
