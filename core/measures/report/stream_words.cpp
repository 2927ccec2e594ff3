#include <fmt/format.h>

#include "core/algorithms/quality/quality_metric.h"
#include "core/events/words.h"
#include "core/measures/report/figure_text.h"
#include "core/measures/report/quality_json.h"
#include "core/measures/report/reject_reasons.h"
#include "core/measures/report/report_json.h"

namespace jitterscope {
namespace {

constexpr auto kNoSendTimes = "when it was sent is not known on this end’s clock";
constexpr auto kLateRule = "late: more than DVT after the one before, which alone keeps none from being played";
constexpr auto kTooFew = "too few packets";
constexpr auto kOwnDrops = "this program could not keep up with what came";
constexpr auto kNoPeriod = "the step of its time stamps is not known";
constexpr auto kUnknownMedium = "what it carries is not known";

bool is_sent(const StreamReport& r) {
  return r.direction == Direction::kSent;
}

/// ", 95 %: 0 … 2.152 %"; empty where there is none.
std::string interval_words(const std::optional<IntervalReport>& r, std::string_view unit) {
  if (!r || !r->interval) return {};
  return fmt::format("95 %: {} {}", interval_text(*r), unit);
}

FigureWords packets(const StreamReport& r) {
  if (!is_sent(r))
    return {"Packets", fmt::format("{} of {} expected", r.packets, r.expected),
            r.refused.value_or(0) > 0
                ? fmt::format("{} refused, which could not be read: {}", *r.refused, reason_words(r.refused_by))
                : std::string()};
  return {"Packets", fmt::format("{} sent", r.packets),
          r.refused ? fmt::format("{} refused by the system", *r.refused) : std::string()};
}

FigureWords loss(const StreamReport& r) {
  if (!r.loss_ratio) return {"Packet loss", {}, r.quality.own_drops ? kOwnDrops : kTooFew};
  return {"Packet loss", fmt::format("{} ({} lost)", percent_text(r.loss_ratio), number_text(r.lost)),
          r.intervals && r.intervals->loss_ratio ? interval_words(in_percent(*r.intervals->loss_ratio), "%") : ""};
}

FigureWords delay(const StreamReport& r) {
  constexpr auto kName = "One-way delay, mean and p95";
  const auto& d = r.delay;
  if (!d) return {kName, {}, r.packets == 0 ? kTooFew : kNoSendTimes};
  const auto within = [&](double ms) { return plain_digits_within(ms, d->uncertainty); };
  return {kName, fmt::format("{} ms, {} ms", within(d->mean), within(d->p95)),
          fmt::format("{}{}",
                      d->uncertainty ? fmt::format("± {} ms", plain_digits(*d->uncertainty))
                                     : std::string("nothing tells how well the clocks agree"),
                      d->skew_removed ? ", skew removed" : "")};
}

FigureWords jitter(const StreamReport& r) {
  constexpr auto kName = "Jitter (RFC 3550), mean";
  if (!r.jitter_rfc3550) return {kName, {}, !r.medium_known ? kUnknownMedium : r.packets < 2 ? kTooFew : kNoPeriod};
  return {kName, fmt::format("{} ms", plain_digits(r.jitter_rfc3550->mean)),
          fmt::format("at the end {} ms", plain_digits(r.jitter_rfc3550->last))};
}

FigureWords spread(const StreamReport& r) {
  const auto& x = r.interarrival;
  const auto* name = is_sent(r) ? "Time between departures, σ" : "Time between arrivals, σ";
  if (!x.stddev) return {name, {}, kTooFew};
  return {name, fmt::format("{} ms", number_text(x.stddev)), fmt::format("mean {} ms", number_text(x.mean))};
}

FigureWords optimum(const StreamReport& r) {
  constexpr auto kName = "Optimum buffer";
  if (!r.compensation) return {kName, {}, r.medium_known ? kTooFew : kUnknownMedium};
  const auto& best = r.compensation->optimal;
  const auto within = r.intervals ? interval_words(r.intervals->optimal_buffer, "ms") : std::string();
  return {kName,
          fmt::format("{} ms, {} % dropped", plain_digits(best.buffer_ms), plain_digits(best.dropped_percent, 3)),
          within};
}

FigureWords units(const StreamReport& r) {
  constexpr auto kName = "Frames or blocks lost, late";
  if (r.frames && r.frames->lost)
    return {kName, fmt::format("{} and {} of {} frames", *r.frames->lost, number_text(r.frames->late), r.frames->sent),
            r.frames->late ? kLateRule : kNoPeriod};
  if (r.audio && r.audio->error)
    return {kName, fmt::format("{} and {} of {} blocks", *r.audio->error, number_text(r.audio->late), r.audio->blocks),
            r.audio->late ? kLateRule : kNoPeriod};
  return {kName, {}, !r.medium_known ? kUnknownMedium : r.quality.own_drops ? kOwnDrops : kTooFew};
}

FigureWords latency(const StreamReport& r) {
  constexpr auto kName = "Latency, mean";
  const QualityPoint& point = r.quality;
  if (!point.latency_ms)
    return {kName, {}, point.no_latency == NoLatency::kNone ? kTooFew : std::string(reason_of(point.no_latency))};
  return {kName, quality_value(QualityAxis::kLatency, *point.latency_ms),
          point.ends_at ? fmt::format("from {} to {}", point.from_send ? "send" : "capture", to_string(*point.ends_at))
                        : std::string()};
}

FigureWords not_played(const StreamReport& r) {
  const QualityPoint& point = r.quality;
  constexpr auto kName = "Not played", kNothingTells = "nothing tells of what was played";
  if (!point.loss_ratio) return {kName, {}, point.own_drops ? kOwnDrops : kNothingTells};
  const auto share = quality_value(QualityAxis::kLoss, *point.loss_ratio);
  if (point.lost_only) return {kName, share + " not come", kNothingTells};
  return {kName, share, {}};
}

}  // namespace

StreamWords stream_words(const StreamReport& r) {
  StreamWords words{stream_title(r), {}, {}, {}};
  if (is_sent(r))
    words.figures = {packets(r), spread(r)};
  else
    words.figures = {packets(r), loss(r),  delay(r),   jitter(r),    spread(r),
                     optimum(r), units(r), latency(r), not_played(r)};
  if (!r.medium_known) return words;
  words.verdict = quality_text(r.quality, r.limits);
  words.acceptable = metric_of(QualityMetricKind::kEuclidean).evaluate(r.quality, r.limits).acceptable;
  return words;
}

}  // namespace jitterscope
