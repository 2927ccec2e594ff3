#include "core/measures/offline/trend_report.h"

#include <span>
#include <vector>

#include "core/algorithms/rate/trend.h"

namespace jitterscope {
namespace {

TrendScaleReport scale_report(std::span<const double> delays_ms, std::span<const std::int64_t> sequences,
                              std::size_t packets, const TrendSetting& setting) {
  TrendScaleReport scale{static_cast<int>(packets), trend_groups(packets), {}};
  if (delays_ms.size() >= packets) scale.windows.reserve((delays_ms.size() - packets) / TrendReport::kStep + 1);
  for (std::size_t end = packets; end <= delays_ms.size(); end += TrendReport::kStep) {
    const TrendFigures figures = trend_of(delays_ms.subspan(end - packets, packets), setting, setting.epsilon.ms());
    scale.windows.push_back({sequences[end - 1], figures.pct, figures.pdt, figures.phase});
  }
  return scale;
}

}  // namespace

std::optional<TrendReport> trend_report(const PacketOrder& by_sequence) {
  const TrendSetting setting{};
  std::vector<double> delays_ms;
  std::vector<std::int64_t> sequences;
  for (std::size_t i = 0; i < by_sequence.size(); ++i) {
    const auto sent = by_sequence.sent(i);
    if (!sent) continue;
    delays_ms.push_back((by_sequence.received(i) - *sent).ms());
    sequences.push_back(by_sequence.sequence(i));
  }
  if (delays_ms.empty()) return std::nullopt;
  TrendReport report;
  report.epsilon_ms = setting.epsilon.ms();
  report.low = setting.pct_low;
  report.high = setting.pct_high;
  for (std::size_t i = 0; i < report.scales.size(); ++i) {
    const auto packets = static_cast<std::size_t>(kTrendPackets[i]);
    report.scales[i] = scale_report(delays_ms, sequences, packets, setting);
  }
  // Windows that end together lie as far from the ends of their lists.
  const auto& longest = report.scales.back().windows;
  for (std::size_t w = 0; w < longest.size(); ++w) {
    std::array<std::optional<TrendFigures>, kTrendScales> figures;
    for (std::size_t i = 0; i < figures.size(); ++i) {
      const auto& windows = report.scales[i].windows;
      const TrendWindowReport& window = windows[windows.size() - longest.size() + w];
      figures[i] = TrendFigures{window.pct, window.pdt, window.phase};
    }
    report.verdicts.push_back({longest[w].end_sequence, trend_verdict(figures).value_or(0)});
  }
  return report;
}

}  // namespace jitterscope
