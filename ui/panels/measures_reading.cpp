#include "ui/panels/measures_reading.h"

#include "ui/widgets/window_chooser.h"
#include "ui/words/text.h"

namespace jitterscope {

bool comparable(AnalysisQuery query, const AnalysisQuery& other) {
  query.gap_scale_percent = other.gap_scale_percent;
  query.buffer_scale_ms = other.buffer_scale_ms;
  if (query.window != MeasureWindow::kSelection) query.selection_s = other.selection_s;
  return query == other;
}

QString against_held(std::optional<double> now, std::optional<double> held) {
  if (!now || !held || *now <= 0 || *held <= 0) return {};
  const double ratio = *held / *now;
  if (ratio > 0.95 && ratio < 1.05) return ", as held";
  return ratio > 1 ? ", " + figure(ratio) + " × lower" : ", " + figure(1 / ratio) + " × higher";
}

Reading measures_reading(const MeasuresPair& now, const MeasuresPair& held) {
  Reading reading;
  const MeasuresView* any = nullptr;
  for (std::size_t medium = 0; medium < 2; ++medium) {
    const auto* view = now[medium].get();
    if (!view) continue;
    any = view;
    const auto& x = view->interarrival;
    if (x.n == 0) continue;
    const auto* before = held[medium].get();
    const QString name = medium == 0 ? "Audio" : "Video";
    const auto spread = "σ " + figure(x.stddev, "ms");
    reading.push_back({medium == 0 ? Hue::kAudio : Hue::kVideo,
                       before && comparable(view->query, before->query)
                           ? name + " " + spread + against_held(x.stddev, before->interarrival.stddev)
                           : name + " p95 " + figure(x.p95) + ", " + spread});
  }
  if (held[0] || held[1]) reading.push_back({Hue::kHeld, "held", true});
  add_spike(reading, now);
  if (!any) return {{std::nullopt, "nothing was measured yet"}};
  const auto stretch = stretch_words(any->query);
  if (reading.empty()) return {{std::nullopt, "no packets: " + stretch}};
  return reading;
}

void add_spike(Reading& reading, const MeasuresPair& measures) {
  const PeriodicSpike* strongest = nullptr;
  for (const auto& view : measures)
    if (view && view->spike && (!strongest || view->spike->strength > strongest->strength)) strongest = &*view->spike;
  if (!strongest) return;
  const auto every = "▲ delay spikes every " + figure(std::optional(strongest->period_s), "s");
  reading.push_back(
      {std::nullopt, every + ", " + figure(std::optional(strongest->height_ms), "ms") + " high", false, "▲ spikes"});
}

}  // namespace jitterscope
