#include "core/measures/offline/delay_variation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/stats/moments.h"
#include "core/base/stats/percentiles.h"

namespace jitterscope {

std::optional<DelayReport> delay_report(std::vector<double> delays, std::optional<double> uncertainty) {
  if (delays.empty()) return std::nullopt;
  Moments moments;
  for (const double delay : delays) moments.add(delay);
  const auto [p50, p95, p99] = percentiles_by_selection<3>(delays, {0.50, 0.95, 0.99});
  return DelayReport{*moments.min(), *moments.mean(), moments.stddev(), p50, p95, p99, *moments.max(), uncertainty};
}

PdvReport pdv_report(const DelayReport& r) {
  return {r.p50 - r.min, r.p95 - r.min, r.p99 - r.min, r.max - r.min, r.skew_removed};
}

std::optional<IpdvReport> ipdv_report(const PacketOrder& packets) {
  if (packets.size() < 2) return std::nullopt;
  std::vector<double> steps;
  bool any_sent = false;
  std::optional<Duration> before;  // delay of the packet before, where it is known
  std::int64_t sequence_before = 0;
  for (std::size_t i = 0; i < packets.size(); ++i) {
    const auto sent = packets.sent(i);
    if (sent && !std::exchange(any_sent, true)) steps.reserve(packets.size() - i);
    const auto delay = sent ? std::optional(packets.received(i) - *sent) : std::nullopt;
    const std::int64_t sequence = packets.sequence(i);
    if (before && delay && sequence == sequence_before + 1) steps.push_back(std::abs((*delay - *before).ms()));
    before = delay;
    sequence_before = sequence;
  }
  if (!any_sent) return std::nullopt;
  IpdvReport report;
  report.pairs = static_cast<std::int64_t>(steps.size());
  const auto pairs = static_cast<double>(packets.sequence(packets.size() - 1) - packets.sequence(0));
  report.undefined_share = 1 - static_cast<double>(report.pairs) / pairs;
  if (steps.empty()) return report;
  report.mean_abs = std::accumulate(steps.begin(), steps.end(), 0.0) / static_cast<double>(steps.size());
  report.max_abs = *std::max_element(steps.begin(), steps.end());
  report.p95_abs = percentile_by_selection(steps, 0.95);
  return report;
}

std::optional<Rfc3550Report> report_of(const Rfc3550Jitter& jitter) {
  if (!jitter.ms()) return std::nullopt;
  return Rfc3550Report{*jitter.ms(), *jitter.mean_ms(), *jitter.max_ms()};
}

std::optional<Rfc3550Report> send_time_jitter(const PacketTimes& by_arrival) {
  Rfc3550Jitter jitter(1e9);
  for (std::size_t i = 0; i < by_arrival.sent.size(); ++i)
    if (const auto sent = by_arrival.sent[i]) jitter.add(by_arrival.received[i], sent->ns());
  return report_of(jitter);
}

}  // namespace jitterscope
