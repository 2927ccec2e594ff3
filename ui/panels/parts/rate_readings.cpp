#include "ui/panels/parts/rate_readings.h"

#include <cmath>

#include "core/measures/views/rate_view.h"
#include "ui/panels/parts/measures_reading.h"
#include "ui/tr.h"
#include "ui/words/rate_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

/// Over its base: a delay that is steady there has a full queue behind it, or another way.
constexpr double kHigh_ms = 50;

constexpr std::array kScaleSigns{"···", "╌╌", "──"};  // as their pens

/// Of a moment, or the newest.
std::optional<double> last_of(const std::vector<SeriesPoint>& points, std::optional<double> at_s) {
  const auto is_later = [&](const SeriesPoint& point) { return at_s && point.at_s > *at_s; };
  const auto last = std::find_if_not(points.rbegin(), points.rend(), is_later);
  if (last == points.rend() || !std::isfinite(last->value)) return std::nullopt;
  return last->value;
}

}  // namespace

std::optional<double> level_of(const RateView& view) {
  return view.delay_is_rise ? view.rise_ms : view.delay_ms;
}

Reading delay_reading(const RateView& now, const RateView* held) {
  const bool is_rise = now.delay_is_rise;
  const auto value = figure(level_of(now), "ms"), rise = signed_figure(now.rise_ms, "ms");
  const auto compared = held ? against_held(level_of(now), level_of(*held)) : QString();
  const auto words = (is_rise ? Tr::tr("Rise over the shortest %1") : Tr::tr("Delay of the sound %1")).arg(value);
  const auto brief = (is_rise ? Tr::tr("Rise %1") : Tr::tr("Delay %1")).arg(value);
  Reading reading{{Hue::kAudio, words + compared, false, brief}};
  if (!is_rise)
    reading.push_back({std::nullopt, Tr::tr("over its base %1").arg(rise), false, Tr::tr("rise %1").arg(rise)});
  for (const auto& shade : {Tr::tr("╱╱ increasing"), Tr::tr("╲╲ decreasing"), Tr::tr("∷ ambiguous"),
                            Tr::tr("filled: steady"), Tr::tr("plain: no verdict")})
    reading.push_back({std::nullopt, shade, false, shade});
  return reading;
}

Reading tests_reading(const RateView& now, const std::function<bool(std::size_t scale)>& shows) {
  const auto verdict = (now.verdict ? verdict_sign(now.verdict) + " " : QString()) + verdict_words(now.verdict);
  const bool high = now.verdict == 0 && now.rise_ms > kHigh_ms;
  const auto words = high ? Tr::tr("%1, high above its base").arg(verdict) : verdict;
  Reading reading{{std::nullopt, words, false, high ? Tr::tr("%1, high").arg(verdict) : verdict.section(',', 0, 0)}};
  for (std::size_t i = 0; i < now.scales.size(); ++i) {
    if (!shows(i)) continue;
    const auto phase = now.scales[i].phase;
    const auto name = QString("%1 %2").arg(QString::fromUtf8(kScaleSigns[i])).arg(kTrendPackets[i]);
    reading.push_back(
        {std::nullopt, Tr::tr("%1 packets %2").arg(name, phase_words(phase)), false, name + " " + phase_sign(phase)});
  }
  const auto epsilon = Tr::tr("ε in force %1").arg(figure(now.epsilon_ms, "ms")),
             noise = Tr::tr("noise %1").arg(figure(now.noise_ms, "ms"));
  for (const auto& each : {epsilon, noise}) reading.push_back({std::nullopt, each, false, each});
  return reading;
}

Reading rate_reading(const RateView& now, const RateView* held) {
  Reading reading;
  const auto add = [&](Hue hue, Qt::PenStyle pen, const QString& name, std::optional<double> kbps,
                       const QString& more = {}) {
    if (!kbps) return;
    const auto words = name + " " + kbps_text(kbps);
    reading.push_back({hue, words + more, pen != Qt::SolidLine, name + " " + figure(*kbps), pen});
  };
  add(Hue::kPlain, Qt::SolidLine, Tr::tr("target"), now.target_kbps,
      held ? against_held(now.target_kbps, held->target_kbps) : QString());
  add(Hue::kLimit, rate_pens::kLow, "R_min", now.low_kbps);
  add(Hue::kLimit, rate_pens::kHigh, "R_max", now.high_kbps);
  add(Hue::kVideo, Qt::SolidLine, Tr::tr("sent"), last_of(now.sent_series, now.at_s));
  add(Hue::kVideo, rate_pens::kReceived, Tr::tr("received"), last_of(now.received_series, now.at_s));
  add(Hue::kNetwork, rate_pens::kAvailable, Tr::tr("available"), last_of(now.available_series, now.at_s));
  if (held) reading.push_back({Hue::kHeld, Tr::tr("held"), true});
  return reading;
}

}  // namespace jitterscope
