#include "core/measures/offline/delay_variation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/base/stats/percentiles.h"
#include "core/measures/definitions/rfc3550_jitter.h"

namespace jitterscope {

std::optional<IpdvReport> ipdv_report(std::span<const PacketObservation* const> packets) {
  if (packets.size() < 2 || std::none_of(packets.begin(), packets.end(), [](auto* p) { return p->sent.has_value(); }))
    return std::nullopt;
  std::vector<double> steps;
  steps.reserve(packets.size());
  for (std::size_t i = 1; i < packets.size(); ++i) {
    const PacketObservation &a = *packets[i - 1], &b = *packets[i];
    if (b.sequence != a.sequence + 1 || !a.sent || !b.sent) continue;
    steps.push_back(std::abs(((b.received - *b.sent) - (a.received - *a.sent)).ms()));
  }
  IpdvReport report;
  report.pairs = static_cast<std::int64_t>(steps.size());
  const auto pairs = static_cast<double>(packets.back()->sequence - packets.front()->sequence);
  report.undefined_share = 1 - static_cast<double>(report.pairs) / pairs;
  if (steps.empty()) return report;
  report.mean_abs = std::accumulate(steps.begin(), steps.end(), 0.0) / static_cast<double>(steps.size());
  report.max_abs = *std::max_element(steps.begin(), steps.end());
  report.p95_abs = percentile_by_selection(steps, 0.95);
  return report;
}

std::optional<Rfc3550Report> send_time_jitter(std::span<const PacketObservation* const> by_arrival) {
  Rfc3550Jitter jitter(1e9);
  for (const PacketObservation* packet : by_arrival)
    if (packet->sent) jitter.add(packet->received, packet->sent->ns());
  if (!jitter.ms()) return std::nullopt;
  return Rfc3550Report{*jitter.ms(), *jitter.mean_ms(), *jitter.max_ms()};
}

}  // namespace jitterscope
