#include "core/measures/compare/compare_streams.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/events/words.h"
#include "core/measures/compare/too_few_words.h"
#include "core/measures/offline/intervals.h"

namespace jitterscope {
namespace {

/// Since the stream began. As doubles: a file may hold any numbers.
CountedUnits packets_of(const PeerSummary& told) {
  return {static_cast<double>(told.lost), static_cast<double>(told.expected)};
}
CountedUnits frames_of(const PeerSummary& told) {
  const auto lost = static_cast<double>(told.frames_lost);
  return {lost, lost + static_cast<double>(told.frames_complete)};
}

/// From each summary to the next one; fewer in all: another stream began. What a file's first one counted may be of
/// before it.
class Increments {
 public:
  void add(const CountedUnits& total, Timestamp at, bool in_span) {
    if (last_ && in_span) {
      const CountedUnits last = total.all >= last_->all ? *last_ : CountedUnits();
      if (total.all == last.all) return;  // a count that was taken back goes into the next one
      made_.add({std::max((at - last_at_).seconds(), 0.0), {total.counted - last.counted, total.all - last.all}});
    }
    last_ = total;
    last_at_ = at;
  }
  StretchFigure share() const {
    StretchFigure figure{made_.share()};
    if (!figure.value) return {{}, {}, 0, "Nothing of it was due in this time."};
    figure.losses = made_;
    return figure;
  }

 private:
  std::optional<CountedUnits> last_;
  Timestamp last_at_;
  LossSeries made_;
};

StretchFigure mean_of(const std::vector<double>& values) {
  if (values.empty()) return {{}, {}, 0, "The remote told none."};
  double mean = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  const auto [interval, too_few] = stretch_mean_interval(mean, values);
  return {mean, interval, 0, {}, too_few};
}

struct Row {
  std::string_view name, words;
  FigureUnit unit;
};
constexpr std::array<Row, kStretchFigures> kRows{{
    {"loss_ratio", "packet loss", FigureUnit::kShare},
    {"frame_loss_ratio", "frame loss", FigureUnit::kShare},
    {"delay_p95_ms", "one-way delay, p95", FigureUnit::kMs},
    {"delay_spread_ms", "spread of delay, p95 - p50", FigureUnit::kMs},
    {"interarrival_stddev_ms", "interarrival time, σ", FigureUnit::kMs},
    {"optimal_buffer_ms", "optimum buffer", FigureUnit::kMs},
    {"latency_ms", "latency", FigureUnit::kMs},
    {"quality_distance", "quality distance", FigureUnit::kNone},
}};

struct ToldRow {
  Row row;
  StretchFigure ToldFigures::*figure;
};
constexpr std::array kToldRows{
    ToldRow{{"loss_ratio", "packet loss", FigureUnit::kShare}, &ToldFigures::packet_loss},
    ToldRow{{"frame_loss_ratio", "frame loss", FigureUnit::kShare}, &ToldFigures::frame_loss},
    ToldRow{{"jitter_mean_ms", "RFC 3550 jitter, mean", FigureUnit::kMs}, &ToldFigures::jitter},
};

std::string why_unknown(const StretchFigure& before, const StretchFigure& after) {
  const bool one = !before.value, other = !after.value;
  if (one && other && before.unknown != after.unknown)
    return fmt::format("Before: {} After: {}", before.unknown, after.unknown);
  return fmt::format("{}: {}", where(one, other), one ? before.unknown : after.unknown);
}

/// Why two values of one name are not of the same thing; empty: they are.
std::string why_not_comparable(StretchFigureKind kind, const StretchFigures& before, const StretchFigures& after) {
  const QualityPoint &one = before.quality, &other = after.quality;
  switch (kind) {
    case StretchFigureKind::kDelaySpread:
    case StretchFigureKind::kOptimalBuffer:
      if (before.skew_removed != after.skew_removed)
        return fmt::format("The clocks' skew was taken out {} alone.", before.skew_removed ? "before" : "after");
      return {};
    case StretchFigureKind::kDistance:
      if (one.lost_only != other.lost_only)
        return fmt::format("What was played is known {} alone.", other.lost_only ? "before" : "after");
      [[fallthrough]];
    case StretchFigureKind::kLatency:
      if (one.ends_at && other.ends_at && one.ends_at != other.ends_at)
        return fmt::format("Latency ends at {} before and at {} after.", to_string(*one.ends_at),
                           to_string(*other.ends_at));
      return {};
    case StretchFigureKind::kLoss:
    case StretchFigureKind::kFrameLoss:
    case StretchFigureKind::kInterarrival:
    case StretchFigureKind::kDelayP95: return {};
  }
  return {};
}

/// Each side's distance to its own limit stands for its spread there.
Interval95 interval_of(double difference, const StretchFigure& before, const StretchFigure& after) {
  const double clocks = before.clock_error + after.clock_error;
  const auto &one = *before.interval, &other = *after.interval;
  return {difference - std::hypot(*after.value - other.low, one.high - *before.value) - clocks,
          difference + std::hypot(other.high - *after.value, *before.value - one.low) + clocks};
}

/// How long both stretches last, in seconds.
struct Lengths {
  double before = 0, after = 0;
};

/// The interval of the difference, or why there is none.
void set_interval(const StretchFigure& before, const StretchFigure& after, const Lengths& lengths,
                  ComparedFigure& row) {
  if (before.losses && after.losses) {
    const LossDifference difference = loss_difference(*before.losses, *after.losses);
    row.interval = difference.interval;
    if (!row.interval) row.reason = too_few_losses(difference, before.losses->seconds(), after.losses->seconds());
  } else if (before.interval && after.interval) {
    row.interval = interval_of(*row.difference, before, after);
  } else {
    row.reason = too_few_words(before, after, lengths.before, lengths.after);
  }
}

void judge(const StretchFigure& before, const StretchFigure& after, const Lengths& lengths, ComparedFigure& row) {
  if (!row.reason.empty()) return;
  if (!before.value || !after.value) {
    row.reason = why_unknown(before, after);
    return;
  }
  row.difference = *after.value - *before.value;
  set_interval(before, after, lengths, row);
  if (!row.interval) {
    row.verdict = DifferenceVerdict::kTooFew;
    return;
  }
  const bool clear = row.interval->low > 0 || row.interval->high < 0;
  row.verdict = clear ? DifferenceVerdict::kClear : DifferenceVerdict::kNotClear;
}

ComparedFigure row_of(const Row& row, const StretchFigure& before, const StretchFigure& after) {
  return {row.name, row.words, row.unit, before.value, after.value};
}

}  // namespace

std::optional<ToldFigures> told_figures(std::span<const PeerSummary> told, Medium medium,
                                        const std::optional<TimeSpan>& span) {
  Increments packets, frames;
  std::vector<double> jitters;
  std::optional<std::int64_t> came;  // packets: a summary repeats the jitter of a stream that has stopped
  std::optional<Timestamp> first;
  Timestamp last;
  for (const PeerSummary& summary : told) {
    if (summary.medium != medium) continue;
    const bool in_span = !span || span->holds(summary.at);
    if (in_span) first = first.value_or(summary.at), last = summary.at;
    packets.add(packets_of(summary), summary.at, in_span);
    frames.add(frames_of(summary), summary.at, in_span);
    const bool more_came = std::exchange(came, summary.packets) != summary.packets;
    if (in_span && more_came && summary.jitter_ms && std::isfinite(*summary.jitter_ms))
      jitters.push_back(*summary.jitter_ms);
  }
  if (!first) return std::nullopt;
  const StretchFigure frame_loss = medium == Medium::kVideo ? frames.share() : StretchFigure();
  return ToldFigures{packets.share(), frame_loss, mean_of(jitters), (last - *first).seconds()};
}

std::vector<ComparedFigure> compare(const StretchFigures& before, const StretchFigures& after) {
  std::vector<ComparedFigure> rows;
  for (std::size_t i = 0; i < kStretchFigures; ++i) {
    if (static_cast<StretchFigureKind>(i) == StretchFigureKind::kFrameLoss && !before.has_frames && !after.has_frames)
      continue;
    const StretchFigure &one = before.figures[i], &other = after.figures[i];
    ComparedFigure row = row_of(kRows[i], one, other);
    if (one.value && other.value) row.reason = why_not_comparable(static_cast<StretchFigureKind>(i), before, after);
    judge(one, other, {before.seconds, after.seconds}, row);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<ComparedFigure> compare(const ToldFigures& before, const ToldFigures& after) {
  std::vector<ComparedFigure> rows;
  for (const auto& [facts, figure] : kToldRows) {
    const StretchFigure &one = before.*figure, &other = after.*figure;
    if (!one.value && !other.value) continue;
    ComparedFigure row = row_of(facts, one, other);
    judge(one, other, {before.seconds, after.seconds}, row);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace jitterscope
