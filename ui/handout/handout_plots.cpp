#include "ui/handout/handout_plots.h"

#include <algorithm>

#include <QVBoxLayout>

#include "core/measures/views/compensation_view.h"
#include "core/measures/views/conditions_view.h"
#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/peer_view.h"
#include "core/measures/views/quality_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/demonstrations/comparison.h"
#include "ui/plots/curve_plot.h"
#include "ui/plots/time_plot.h"
#include "ui/region/octant_planes.h"
#include "ui/tr.h"
#include "ui/words/clock_words.h"
#include "ui/words/media.h"

namespace jitterscope {
namespace {

// The narrow band of audio is drawn above.
enum : int { kVideoSeries, kAudioSeries, kSeries };

constexpr double kBeyond = 1.25;  // axes of the quality space, in limits and in the farthest point
constexpr double kFarthest = 3;   // limits: a point beyond is held at the edge
constexpr double kShortest_s = 0.5;

std::shared_ptr<QWidget> column_of(const std::vector<QWidget*>& widgets) {
  auto column = std::make_shared<QWidget>();
  auto* layout = new QVBoxLayout(column.get());
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  for (auto* widget : widgets) layout->addWidget(widget, 1);
  return column;
}

void add_media(TimePlot& plot) {
  plot.add_series(Tr::tr("video"), Hue::kVideo);
  plot.add_series(Tr::tr("audio"), Hue::kAudio);
}

/// Of the stream that the plots are of.
const StreamReport* received(const Handout& of, const CallSnapshot& shown, Medium medium) {
  for (const StreamReport& report : of.reports)
    if (report.medium_known && report.medium == medium && report.direction == Direction::kReceived &&
        report.ssrc == shown.received(medium).figures.ssrc)
      return &report;
  return nullptr;
}

/// Every medium that was received, at the point whose figures are printed.
RegionScene region_of(const Handout& of) {
  RegionScene scene;
  for (const Medium medium : kMedia) {
    const auto* report = received(of, *of.snapshot, medium);
    if (!report || !unit_point(report->quality, scene.range)) continue;
    RegionMedium shown{medium,
                       QualityMetricKind::kEuclidean,
                       at_frame_rate(report->limits, report->quality.due_per_second),
                       {},
                       {},
                       {},
                       {}};
    const auto& live = of.snapshot->received(medium).quality;
    shown.here = live ? *live : QualityView{};
    shown.here->now = report->quality;
    scene.media.push_back(std::move(shown));
  }
  for (const QualityAxis axis : kEveryQualityAxis) {
    double reached = 0;
    for (const RegionMedium& medium : scene.media) {
      const double limit = on_axis(medium.limits, axis);
      reached = std::max({reached, limit, std::min(on_axis(medium.here->now, axis).value_or(0), kFarthest * limit)});
    }
    scene.range[index_of(axis)] = axis == QualityAxis::kLoss ? std::min(1.0, kBeyond * reached) : kBeyond * reached;
  }
  return scene;
}

/// Title and caption of what both halves are drawn in.
std::pair<QString, QString> words_of_halves(DemonstrationKind kind) {
  switch (kind) {
    case DemonstrationKind::kPriority:
      return {Tr::tr("Kernel to user"), Tr::tr("From the kernel’s receive stamp until the thread ran, in each half.")};
    case DemonstrationKind::kRateControl:
      return {Tr::tr("Delay of the sound"), Tr::tr("Of this end’s sound, as the remote reports it, in each half.")};
    case DemonstrationKind::kShaping: break;
  }
  return {Tr::tr("Departures and arrivals"), Tr::tr("Packets of the last frames of each half, a row a frame.")};
}

}  // namespace

/// Twice: the first layout tells how many ticks there is room for.
void HandoutPlots::Plot::fit(const QSize& size) {
  widget->setAttribute(Qt::WA_DontShowOnScreen);
  widget->resize(size);
  widget->show();
  draw();
  auto plots = widget->findChildren<QCustomPlot*>();
  if (auto* itself = qobject_cast<QCustomPlot*>(widget.get())) plots << itself;
  for (int time = 0; time < 2; ++time)
    for (auto* plot : plots) plot->replot(QCustomPlot::rpImmediateRefresh);
}

HandoutPlots::HandoutPlots(const Handout& of) : of_(of), now_(*of.snapshot) {
  view_.set_shows_file(true);
  view_.set_end(std::max(of.to_s, of.from_s + kShortest_s));
  view_.show(of.from_s, std::max(of.to_s, of.from_s + kShortest_s));
  add_jitter();
  add_delay();
  add_compensation();
  add_region();
  add_demonstration();
}

HandoutPlots::~HandoutPlots() = default;

/// Jitter by two measures, one above the other; `fill` gives both their series.
void HandoutPlots::add_jitter_plots(const QString& title, const QString& about, const QString& upper,
                                    const std::function<void(TimePlot&, TimePlot&)>& fill) {
  auto* spread = new TimePlot(view_, upper, "ms", 10);
  auto* jitter = new TimePlot(view_, "RFC 3550", "ms", 1);
  spread->set_time_labels(false);
  for (auto* plot : {spread, jitter}) add_media(*plot);
  plots_.push_back({title, about, column_of({spread, jitter}), [this, spread, jitter, fill] {
                      fill(*spread, *jitter);
                      for (auto* plot : {spread, jitter}) plot->draw(now_.marks);
                    }});
}

void HandoutPlots::add_jitter() {
  const auto& audio = now_.received(Medium::kAudio).figures;
  const auto& video = now_.received(Medium::kVideo).figures;
  if (!audio.active && !video.active) return add_reported_jitter();
  add_jitter_plots(
      Tr::tr("Jitter over time"),
      Tr::tr("Time between packets that arrive, from the shortest to the longest of each moment, and the jitter "
             "of RFC 3550."),
      Tr::tr("Inter\u00AD"
             "arrival"),
      [&audio, &video](TimePlot& spacing, TimePlot& jitter) {
        spacing.set_envelope(kAudioSeries, audio.interarrival_series);
        spacing.set_envelope(kVideoSeries, video.interarrival_series);
        jitter.set_envelope(kAudioSeries, audio.jitter_series);
        jitter.set_envelope(kVideoSeries, video.jitter_series);
      });
}

void HandoutPlots::add_reported_jitter() {
  const auto& audio = now_.reported(Medium::kAudio).figures;
  const auto& video = now_.reported(Medium::kVideo).figures;
  if (!audio && !video)
    return missing_.append(Tr::tr("No jitter over time: no packets were received, and none reported."));
  add_jitter_plots(
      Tr::tr("Jitter over time, at the remote"),
      Tr::tr("Nothing was received here. As the remote reported it: spread of the time between packets that "
             "arrived there, and the jitter of RFC 3550."),
      Tr::tr("σ of inter\u00AD"
             "arrival"),
      [&audio, &video](TimePlot& spread, TimePlot& jitter) {
        spread.set_points(kAudioSeries, audio ? audio->interarrival_stddev_series : kNoPoints);
        spread.set_points(kVideoSeries, video ? video->interarrival_stddev_series : kNoPoints);
        jitter.set_points(kAudioSeries, audio ? audio->jitter_series : kNoPoints);
        jitter.set_points(kVideoSeries, video ? video->jitter_series : kNoPoints);
      });
}

void HandoutPlots::add_delay() {
  const auto& audio = now_.received(Medium::kAudio).figures;
  const auto& video = now_.received(Medium::kVideo).figures;
  if (audio.delay_series.empty() && video.delay_series.empty())
    return missing_.append(Tr::tr("No delay over time: no packet has a send time on a clock that is known to agree."));
  auto* delay = new TimePlot(view_, Tr::tr("Delay"), "ms", 5);
  delay->add_series(Tr::tr("video, clock bound"), Hue::kVideo, Qt::NoPen);
  delay->add_series(Tr::tr("audio, clock bound"), Hue::kAudio, Qt::NoPen);
  add_media(*delay);
  const bool bounded = delay_bound_ms(*now_.conditions).has_value();
  plots_.push_back({Tr::tr("One-way delay over time"),
                    Tr::tr("Of packets, from the shortest to the longest of each moment.") +
                        (bounded ? " " + Tr::tr("The pale band is the error bound of the clocks.") : QString()),
                    std::shared_ptr<QWidget>(delay), [this, delay, bounded, &audio, &video] {
                      for (const int i : {kVideoSeries, kAudioSeries}) {
                        const auto& series = i == kAudioSeries ? audio.delay_series : video.delay_series;
                        if (bounded) delay->set_envelope(i, widened(series, *now_.conditions->clock));
                        delay->set_envelope(kSeries + i, series);
                      }
                      delay->draw(now_.marks);
                    }});
}

void HandoutPlots::add_compensation() {
  auto curve = std::make_shared<CurvePlot>();
  curve->hide_buffer();
  curve->set_note({});
  bool any = false;
  for (const Medium medium : kMedia) {
    const auto seen = now_.received(medium).compensation.first();
    const auto* report = received(of_, now_, medium);
    if (!seen || !report || !report->compensation) continue;
    auto exact = std::make_shared<CompensationView>(*seen);
    exact->report = *report->compensation;  // the optimum that is printed
    curve->set_curve(medium, exact, nullptr);
    any = true;
  }
  if (!any) return missing_.append(Tr::tr("No compensation curve: too few frames or blocks were received."));
  plots_.push_back(
      {Tr::tr("Compensation curve"),
       Tr::tr("With a buffer of so many ms (up), the share that comes later and is dropped (across). Diamond: "
              "optimum; filled point: the playout policy in force; hollow: the others, on the same arrivals."),
       curve, [curve] {
         curve->reset_scale();
         curve->draw();
       }});
}

void HandoutPlots::add_region() {
  const RegionScene scene = region_of(of_);
  if (scene.media.empty())
    return missing_.append(
        Tr::tr("No quality space: latency, jitter or the share not played is unknown of every stream."));
  auto planes = std::make_shared<OctantPlanes>();
  planes->set_scene(scene);
  plots_.push_back({Tr::tr("Acceptable region"),
                    Tr::tr("The quality space from its three sides; smaller is better, tinted is acceptable. Purple: "
                           "limits; large point: the whole span; trail: its seconds, each with the ten before."),
                    planes, [] {}});
}

void HandoutPlots::add_demonstration() {
  const auto& view = now_.demonstration;
  if (!view || (!view->before && !view->after)) return;
  if (!view->before || !view->after)
    return missing_.append(Tr::tr("Of the demonstration only one half lies in it: there is nothing to compare."));
  const std::shared_ptr<HalvesComparison> comparison = make_comparison(view->kind);
  const auto& [title, caption] = words_of_halves(view->kind);
  demonstration_ = Plot{title, caption, comparison, [comparison, &view] { comparison->draw(*view); }, false};
}

}  // namespace jitterscope
