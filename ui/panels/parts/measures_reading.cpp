#include "ui/panels/parts/measures_reading.h"

#include "core/measures/views/measures_view.h"
#include "ui/tr.h"
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
  if (ratio > 0.95 && ratio < 1.05) return Tr::tr(", as held");
  return ratio > 1 ? Tr::tr(", %1 × lower").arg(figure(ratio)) : Tr::tr(", %1 × higher").arg(figure(1 / ratio));
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
    const QString name = medium == 0 ? Tr::tr("Audio") : Tr::tr("Video");
    const auto spread = "σ " + figure(x.stddev, "ms");
    reading.push_back({medium == 0 ? Hue::kAudio : Hue::kVideo,
                       before && comparable(view->query, before->query)
                           ? name + " " + spread + against_held(x.stddev, before->interarrival.stddev)
                           : Tr::tr("%1 p95 %2").arg(name, figure(x.p95)) + ", " + spread});
  }
  if (held[0] || held[1]) reading.push_back({Hue::kHeld, Tr::tr("held"), true});
  add_spike(reading, now);
  if (!any) return {{std::nullopt, Tr::tr("nothing was measured yet")}};
  const auto stretch = stretch_words(any->query);
  if (reading.empty()) return {{std::nullopt, Tr::tr("no packets: %1").arg(stretch)}};
  return reading;
}

void add_spike(Reading& reading, const MeasuresPair& measures) {
  const PeriodicSpike* strongest = nullptr;
  for (const auto& view : measures)
    if (view && view->spike && (!strongest || view->spike->strength > strongest->strength)) strongest = &*view->spike;
  if (!strongest) return;
  const auto period = figure(std::optional(strongest->period_s), "s");
  const auto height = figure(std::optional(strongest->height_ms), "ms");
  reading.push_back(
      {std::nullopt, Tr::tr("▲ delay spikes every %1, %2 high").arg(period, height), false, Tr::tr("▲ spikes")});
}

}  // namespace jitterscope
