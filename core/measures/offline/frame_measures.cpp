#include "core/measures/offline/frame_measures.h"

#include <algorithm>
#include <utility>

#include "core/algorithms/playout/restart.h"
#include "core/base/stats/radix_sort.h"
#include "core/measures/definitions/rtp_clock.h"

namespace jitterscope {
namespace {

constexpr Duration kGapBuffer = Duration::ms(250);  // claypool98 §3
// Times of a damaged trace are at most so far apart, 18 years, so that sums and differences of transits fit.
constexpr Duration kYearsApart = Duration::ns(std::int64_t{1} << 59);

using Frames = std::span<const MediaFrame>;

bool is_complete(const MediaFrame& frame) {
  return frame.complete && frame.timed;
}

/// From the ends of a stream; absent with fewer than two complete frames.
std::optional<double> observed_period_ms(Frames frames) {
  const auto first = std::find_if(frames.begin(), frames.end(), is_complete);
  const auto last = std::find_if(frames.rbegin(), frames.rend(), is_complete);
  if (first == frames.end() || first->number == last->number) return std::nullopt;
  return (last->received - first->received).ms() / static_cast<double>(last->number - first->number);
}

/// Cuts the points where the sender's timestamps began anew.
std::vector<std::span<TransitPoint>> parts_of(std::span<TransitPoint> points) {
  std::vector<std::span<TransitPoint>> parts;
  std::size_t begin = 0;
  Duration least;
  for (std::size_t i = 1; i <= points.size(); ++i) {
    least = i - 1 == begin ? points[begin].transit : std::min(least, points[i - 1].transit);
    if (i < points.size()) {
      const Duration transit = points[i].transit - points[i - 1].transit;
      const Duration source = points[i].received - points[i - 1].received - transit;
      if (!timestamps_restarted(source, transit, points[i].transit - least)) continue;
    }
    parts.push_back(points.subspan(begin, i - begin));
    begin = i;
  }
  return parts;
}

/// Each part has another reference: its least transit is made that of the first part. Drift within them is gone.
void align_restarts(std::span<TransitPoint> points) {
  const auto parts = parts_of(points);
  const auto least = [](std::span<TransitPoint> part) {
    return std::ranges::min_element(part, {}, &TransitPoint::transit)->transit;
  };
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const Duration shift = least(parts.front()) - least(parts[i]);
    for (TransitPoint& point : parts[i]) point.transit += shift;
  }
}

/// Each complete frame has an RTP timestamp of known rate; of no frame that is so.
bool has_timestamps(Frames frames, std::optional<double> clock_rate_hz) {
  const auto lacks = [](auto& frame) { return is_complete(frame) && !frame.rtp_timestamp; };
  return clock_rate_hz && *clock_rate_hz > 0 && std::ranges::none_of(frames, lacks);
}

/// at(frame) less the RTP timestamp, both less those of the first complete frame of which at() is known; of each part
/// from another reference.
template <typename At>
std::vector<TransitPoint> timestamp_transits(Frames frames, double clock_rate_hz, const At& at) {
  const MediaFrame* first = nullptr;
  std::vector<TransitPoint> points;
  points.reserve(frames.size());
  for (const MediaFrame& frame : frames) {
    if (!is_complete(frame) || !at(frame)) continue;
    if (!first) first = &frame;
    const double source_s = static_cast<double>(*frame.rtp_timestamp - *first->rtp_timestamp) / clock_rate_hz;
    const Duration source = Duration::from_seconds(std::clamp(source_s, -kYearsApart.seconds(), kYearsApart.seconds()));
    const Duration since_first = std::clamp(*at(frame) - *at(*first), -kYearsApart, kYearsApart);
    points.push_back({frame.number, *at(frame), since_first - source});
  }
  return points;
}

/// Transits by the times of arrival, less what the RTP clock's rate adds to them.
std::vector<TransitPoint> arrival_transits(Frames frames, double clock_rate_hz, const ClockSkew& rtp_clock) {
  auto points = timestamp_transits(frames, clock_rate_hz, [](auto& frame) { return std::optional(frame.received); });
  remove_skew(rtp_clock, points);
  align_restarts(points);
  return points;
}

bool tells_when_sent(Frames frames) {
  return std::ranges::any_of(frames, [](auto& frame) { return is_complete(frame) && frame.sent; });
}

/// What the RTP clock's rate adds to transits by it, in the longest part; nothing where no frame tells when it was
/// sent.
ClockSkew rtp_clock_skew(Frames frames, double clock_rate_hz) {
  auto points = timestamp_transits(frames, clock_rate_hz, [](auto& frame) { return frame.sent; });
  const auto parts = parts_of(points);
  const auto length = [](std::span<TransitPoint> part) { return part.back().received - part.front().received; };
  const auto longest = std::ranges::max_element(parts, {}, length);
  RtpClock clock;
  if (longest != parts.end())
    for (const TransitPoint& point : *longest) clock.add(point.received, point.transit);
  return clock.skew().value_or(ClockSkew{});
}

}  // namespace

std::optional<double> frame_period_ms(Frames frames, std::optional<double> asked_ms, std::optional<double> nominal_ms) {
  std::optional<double> period = asked_ms ? asked_ms : nominal_ms;
  if (!period) period = observed_period_ms(frames);
  return period && *period > 0 ? period : std::nullopt;
}

LatenessRule lateness_rule(const StreamInput& stream, Frames frames, std::optional<double> asked_ms,
                           double dvt_factor) {
  const bool stamped = stream.clock_rate_hz && std::any_of(frames.begin(), frames.end(), [](const MediaFrame& frame) {
                         return frame.rtp_timestamp.has_value();
                       });
  LatenessRule rule;
  rule.factor = dvt_factor;
  rule.asked_ms = asked_ms;
  rule.nominal_ms = stamped ? stream.nominal_period_ms : frame_period_ms(frames, {}, stream.nominal_period_ms);
  if (stamped) rule.timestamp_hz = stream.clock_rate_hz;
  rule.talkspurts = stream.medium == Medium::kAudio;
  return rule;
}

LateUnits late_frames(Frames frames, const LatenessRule& rule) {
  LateUnits late = LateUnits::before_any(rule);
  bool followed = false;  // the one before followed on its own
  for (std::size_t i = 1; i < frames.size(); ++i) {
    const MediaFrame &before = frames[i - 1], &frame = frames[i];
    const bool follows = is_complete(frame) && is_complete(before) && frame.number == before.number + 1;
    const MediaFrame* before_that = std::exchange(followed, follows) ? &frames[i - 2] : nullptr;
    if (!follows) continue;
    const auto judged = lateness_of(frame, before, before_that, rule);
    if (!judged) continue;
    late.dvt_ms = rule.dvt_ms(judged->period_ms);
    late.count = late.count.value_or(0) + judged->late;
  }
  return late;
}

std::vector<TransitPoint> frame_transits(Frames frames, std::optional<double> asked_period_ms,
                                         const StreamInput& stream) {
  if (!tells_when_sent(frames) || !has_timestamps(frames, stream.clock_rate_hz))
    return clock_transits(frames, asked_period_ms, stream);
  return arrival_transits(frames, *stream.clock_rate_hz, rtp_clock_skew(frames, *stream.clock_rate_hz));
}

bool tells_source_times(Frames frames, const StreamInput& stream) {
  return tells_when_sent(frames) || has_timestamps(frames, stream.clock_rate_hz);
}

std::vector<TransitPoint> clock_transits(Frames frames, std::optional<double> asked_period_ms,
                                         const StreamInput& stream) {
  const bool any_sent = tells_when_sent(frames);
  if (!any_sent && has_timestamps(frames, stream.clock_rate_hz))
    return arrival_transits(frames, *stream.clock_rate_hz, {stream.reported_drift.value_or(0)});
  const auto first = std::ranges::find_if(frames, is_complete);
  const double period_ms = asked_period_ms ? *asked_period_ms : observed_period_ms(frames).value_or(0);
  std::vector<TransitPoint> points;
  points.reserve(frames.size());
  for (const MediaFrame& frame : frames) {
    if (!is_complete(frame) || (any_sent && !frame.sent)) continue;
    const auto due = [&] { return Duration::from_ms(static_cast<double>(frame.number - first->number) * period_ms); };
    points.push_back({frame.number, frame.received,
                      any_sent ? frame.received - *frame.sent : frame.received - first->received - due()});
  }
  return points;
}

std::int64_t timestamp_restarts(Frames frames, const StreamInput& stream) {
  if (!has_timestamps(frames, stream.clock_rate_hz)) return 0;
  auto points =
      timestamp_transits(frames, *stream.clock_rate_hz, [](auto& frame) { return std::optional(frame.received); });
  return static_cast<std::int64_t>(parts_of(points).size()) - 1;
}

std::optional<ClockSkew> frame_skew(std::span<const TransitPoint> by_number) {
  std::vector<TransitPoint> by_arrival(by_number.begin(), by_number.end());
  radix_sort(by_arrival, [](const TransitPoint& point) { return point.received.ns(); });
  return clock_skew(by_arrival);
}

void remove_skew(const ClockSkew& skew, std::span<TransitPoint> points) {
  if (points.empty()) return;
  const Timestamp origin = points.front().received;
  for (TransitPoint& point : points) point.transit -= skew.drift(point.received, origin);
}

Duration reference_transit(std::span<const TransitPoint> points, LatenessReference reference) {
  if (reference == LatenessReference::kFirst) return points.front().transit;
  return std::min_element(points.begin(), points.end(), [](auto& a, auto& b) { return a.transit < b.transit; })
      ->transit;
}

std::int64_t playout_gaps(Frames frames, std::span<const TransitPoint> transits, Duration reference) {
  std::int64_t gaps = 0;
  bool in_gap = false;
  const auto enter = [&](bool bad) {
    if (bad && !in_gap) ++gaps;
    in_gap = bad;
  };
  auto point = transits.begin();
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (i > 0 && frames[i].number != frames[i - 1].number + 1) enter(true);
    while (point != transits.end() && point->number < frames[i].number) ++point;
    const bool known = point != transits.end() && point->number == frames[i].number;
    enter(!frames[i].complete || (known && point->transit - reference > kGapBuffer));
  }
  return gaps;
}

}  // namespace jitterscope
