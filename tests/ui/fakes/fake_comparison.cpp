#include "tests/ui/fakes/fake_comparison.h"

namespace jitterscope {
namespace {

using Verdict = DifferenceVerdict;

ComparedFigure row(std::string_view name, std::string_view words, FigureUnit unit, double before, double after,
                   Interval95 interval) {
  const bool clear = interval.low > 0 || interval.high < 0;
  return {name, words, unit, before, after, after - before, interval, clear ? Verdict::kClear : Verdict::kNotClear, {}};
}

}  // namespace

CompareResult make_compare_result() {
  constexpr auto kShare = FigureUnit::kShare;
  constexpr auto kMs = FigureUnit::kMs;
  MediumComparison sound{Medium::kAudio, 1U, 1U, {}}, picture{Medium::kVideo, 2U, 2U, {}},
      sent{Medium::kVideo, {}, {}, {}, Direction::kSent};
  sound.figures = {row("loss_ratio", "packet loss", kShare, 0.0071, 0.0013, {-0.0104, -0.0018}),
                   row("delay_p95_ms", "one-way delay, p95", kMs, 31.2, 18.4, {-15.9, -9.8}),
                   row("delay_spread_ms", "spread of delay, p95 - p50", kMs, 14.8, 5.31, {-12.6, -6.4}),
                   row("interarrival_stddev_ms", "interarrival time, σ", kMs, 7.9, 4.4, {-4.3, -2.6}),
                   row("optimal_buffer_ms", "optimum buffer", kMs, 22.1, 9.7, {-16.2, -8.6}),
                   row("latency_ms", "latency", kMs, 104, 101, {-8.2, 2.1}),
                   row("quality_distance", "quality distance", FigureUnit::kNone, 0.52, 0.49, {-0.07, 0.01})};
  picture.figures = {row("loss_ratio", "packet loss", kShare, 0.0618, 0.0004, {-0.071, -0.0525}),
                     row("frame_loss_ratio", "frame loss", kShare, 0.409, 0.0038, {-0.447, -0.352}),
                     row("delay_p95_ms", "one-way delay, p95", kMs, 38.6, 21.9, {-19.1, -14.3}),
                     {"delay_spread_ms",
                      "spread of delay, p95 - p50",
                      kMs,
                      12.4,
                      6.8,
                      -5.6,
                      {},
                      Verdict::kTooFew,
                      "Too few of its values are independent: about 110 s of each stretch would do; these have 70 and "
                      "70 s."},
                     row("interarrival_stddev_ms", "interarrival time, σ", kMs, 9.88, 2.41, {-8.02, -6.93}),
                     row("optimal_buffer_ms", "optimum buffer", kMs, 41, 66, {11.2, 38.5}),
                     {"latency_ms",
                      "latency",
                      kMs,
                      {},
                      148,
                      {},
                      {},
                      Verdict::kUnknown,
                      "Before: nothing tells when pictures were painted."},
                     row("quality_distance", "quality distance", FigureUnit::kNone, 0.94, 0.71, {-0.31, -0.16})};
  sent.figures = {row("loss_ratio", "packet loss", kShare, 0.0587, 0.0004, {-0.0671, -0.0497}),
                  row("frame_loss_ratio", "frame loss", kShare, 0.412, 0.0041, {-0.452, -0.361}),
                  row("jitter_mean_ms", "RFC 3550 jitter, mean", kMs, 9.12, 2.87, {-6.9, -5.6})};
  using Kind = LoggedChange::Kind;
  const std::vector<LoggedChange> log{{Kind::kSetting, 0.1, false, "shaping", "c"},
                                      {Kind::kSetting, 0.1, true, "shaping", "c"},
                                      {Kind::kSetting, 120, false, "shaping", "a"},
                                      {Kind::kSetting, 121, true, "shaping", "a"}};
  return {.table = Comparison{{"lecture.jscope", 40, 110}, {"lecture.jscope", 130, 200}, {sound, picture, sent}, {}},
          .changes = {log, log}};
}

}  // namespace jitterscope
