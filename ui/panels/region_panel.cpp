#include "ui/panels/region_panel.h"

#include <algorithm>
#include <cmath>

#include <QVBoxLayout>

#include "core/events/words.h"
#include "core/measures/views/quality_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/controls/quality_verdict.h"
#include "ui/panels/panel_definition.h"
#include "ui/panels/parts/region_controls.h"
#include "ui/region/octant_marks.h"
#include "ui/region/octant_planes.h"
#include "ui/region/octant_view.h"
#include "ui/tr.h"
#include "ui/widgets/segments.h"
#include "ui/words/csv_table.h"
#include "ui/words/media.h"
#include "ui/words/span_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr int kLeastWidth = 326, kLeastHeight = 160, kAroundChoices = 150;     // px
constexpr int kWideEnough = 430, kHighEnoughForSides = 310;                    // px, for the space beside its sides
constexpr int kAroundDrawing = 66, kLeastDrawing = 110, kLeastRows = 2;        // px of height; besides its reading
constexpr int kHighEnough = 320, kHighEnoughForBoth = 380;                     // px, for numbers of one medium, of both
constexpr double kBeyondLimit = 1.25, kBeyondPoint = 1.1, kFarthestPoint = 3;  // axes, in limits

constexpr auto kRegionPanelDefinition = QT_TRANSLATE_NOOP(
    "Tr",
    "<p><b>Quality space</b>: one axis each for latency, jitter and share not played (the paper’s data loss). The "
    "origin is best: <b>smaller is better</b>. The shaded region is what you accept; inside it the <b>quality "
    "distance</b> to it is at most 1. <i>Claypool 1998, §7, Figs 14 and 15.</i></p>"
    "<p><b>Latency</b>: from a unit’s own capture to its painting or the loudspeaker, mean of those that were played: "
    "the whole of <i>Delay split</i>. It is unknown while one of its parts is. <b>Jitter</b>: standard deviation of "
    "the time between blocks of sound or whole frames, less the step of their RTP timestamps. <b>Not played</b>: share "
    "of blocks or frames that were lost, too late or dropped. All over 10 s; the trail is of the last five minutes, "
    "one point a second, faint where it is old.</p>"
    "<p><b>Euclidean</b>: √(l² + j² + d²) of the shares of the limits. <b>Box</b>: the largest share. <b>G.107</b>: R "
    "of ITU-T G.107 with its default values, G.711 by G.113 Appendix I; sound is acceptable from R = 70. Jitter enters "
    "through the delay of playout and what it drops, and its region is not convex.</p>"
    "<p>Limits: 230 ms, 6 % of sound and 3 frames a second are <i>Claypool 1998, §8.1</i>; the jitter limits are ours. "
    "On the axis of the share not played the 3 frames a second are the share that leaves as many of those that the "
    "sender numbers: 90 % of 30 a second, 80 % of 15. "
    "Drag the purple marks or type numbers. Turn the space with the mouse or the arrow keys, zoom it with the wheel; "
    "Home or a double click turns it back.</p>");

struct Received {
  Medium medium;
  bool here;
  const char* name;

  const Boxed<QualityView>& view_in(const CallSnapshot& snapshot) const {
    return here ? snapshot.received(medium).quality : snapshot.reported(medium).quality;
  }
};
constexpr Received kReceivedMedia[] = {{Medium::kAudio, true, QT_TRANSLATE_NOOP("Tr", "Audio")},
                                       {Medium::kVideo, true, QT_TRANSLATE_NOOP("Tr", "Video")},
                                       {Medium::kAudio, false, QT_TRANSLATE_NOOP("Tr", "Audio remote")},
                                       {Medium::kVideo, false, QT_TRANSLATE_NOOP("Tr", "Video remote")}};

bool any_known(const CallSnapshot& snapshot) {
  return std::any_of(std::begin(kReceivedMedia), std::end(kReceivedMedia),
                     [&](const auto& r) { return r.view_in(snapshot).has_value(); });
}

/// To a hundredth of the axis, a round number.
double snapped(double value, double range) {
  const double step = std::pow(10, std::floor(std::log10(range / 100)));
  return std::round(value / step) * step;
}

}  // namespace

RegionPanel::RegionPanel(ViewState& view_state, QualitySettings& settings, QWidget* parent)
    : Panel(view_state, QT_TRANSLATE_NOOP("Tr", "Region"), Tr::tr(kRegionPanelDefinition), parent),
      settings_(settings),
      octant_(new OctantView),
      planes_(new OctantPlanes),
      controls_(new RegionControls(settings)) {
  add_to_header(controls_->media_switch());
  auto* column = make_column(4, body());
  column->addWidget(controls_);
  auto* views = make_row(4);
  views->addWidget(octant_, 5);
  views->addWidget(planes_, 3);
  column->addLayout(views, 1);
  for (RegionView* each : {static_cast<RegionView*>(octant_), static_cast<RegionView*>(planes_)}) {
    connect(each, &RegionView::limit_dragged, this, &RegionPanel::drag);
    connect(each, &RegionView::drag_ended, this, [this] {
      range_stale_ = true;
      redraw();
    });
  }
  connect(controls_, &RegionControls::shown_changed, this, [this] {
    range_stale_ = true;
    arrange();
    redraw();
  });
  connect(controls_, &RegionControls::view_changed, this, &RegionPanel::arrange);
  connect(&settings_, &QualitySettings::changed, this, [this] {  // many while one is dragged
    range_stale_ = true;
    view().touch();
  });
}

void RegionPanel::drag(Medium medium, QualityAxis axis, double value) {
  QualityLimits limits = settings_.limits(medium);
  if (axis == QualityAxis::kLoss && limits.frames_per_second) {
    const double due = drawn_due_per_second(medium);
    limits = with_frames_per_second(limits, snapped((1 - value) * due, due));
  } else {
    on_axis(limits, axis) = snapped(value, range_[index_of(axis)]);
  }
  settings_.set_limits(medium, limits);
}

/// Of its row of choices, whatever else it shows now.
QSize RegionPanel::minimumSizeHint() const {
  const int words = QFontMetrics(small_font()).horizontalAdvance(Tr::tr("3-D sides Videoconf. Euclid"));
  return px({kLeastWidth, kLeastHeight}).expandedTo({words + px(kAroundChoices), 0});
}

void RegionPanel::leave_out_controls() {
  controls_->hide();
}

void RegionPanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  arrange();
}

void RegionPanel::arrange() {
  const bool wide = width() >= px(kWideEnough) && (height() >= px(kHighEnoughForSides) || is_figure());
  controls_->show_view_switch(!wide);
  octant_->setVisible(wide || !controls_->sides_chosen());
  planes_->setVisible(wide || controls_->sides_chosen());
  set_most_reading_rows(std::max(kLeastRows, (height() - px(kAroundDrawing) - px(kLeastDrawing)) / px(20)));
  controls_->show_numbers(
      height() >= px(controls_->shown() == RegionControls::Shown::kBoth ? kHighEnoughForBoth : kHighEnough), !wide);
}

void RegionPanel::draw_snapshot(const std::shared_ptr<const CallSnapshot>& snapshot) {
  shown_ = snapshot;
  if (snapshot && view().shows_file()) {  // of a file with one medium it is that
    const bool audio = snapshot->received(Medium::kAudio).figures.active,
               video = snapshot->received(Medium::kVideo).figures.active;
    if (audio != video) controls_->propose(audio ? Medium::kAudio : Medium::kVideo);
  } else {
    controls_->propose(std::nullopt);
  }
  redraw();
}

void RegionPanel::redraw() {
  if (!shown_)
    return show_empty(Tr::tr(
        "Where sound and picture stand in the space of latency, jitter and share not played, and whether that is "
        "acceptable, appears here once a call is up.\nType an address at the top and press Call."));
  if (!any_known(*shown_))
    return show_empty_in(
        *shown_,
        Tr::tr("Nothing has been received yet. Sound and picture appear here as points as soon as the remote sends."));
  show_body();
  range_stale_ = range_stale_ || scale_epoch_ != view().scale_epoch();
  scale_epoch_ = view().scale_epoch();
  RegionScene scene = make_scene();
  scene.range = range_of(scene);
  octant_->set_scene(scene);
  planes_->set_scene(scene);
  say();
}

RegionScene RegionPanel::make_scene() const {
  RegionScene scene;
  const auto* held = const_cast<RegionPanel*>(this)->view().held().get();
  for (const Medium medium : {Medium::kAudio, Medium::kVideo}) {
    if (!controls_->shows(medium)) continue;
    RegionMedium shown{medium, settings_.metric(medium), settings_.limits(medium), {}, {}, {}, {}};
    for (const Received& r : kReceivedMedia) {
      if (r.medium != medium) continue;
      (r.here ? shown.here : shown.there) = r.view_in(*shown_);
      if (held && r.view_in(*held)) (r.here ? shown.held_here : shown.held_there) = r.view_in(*held)->now;
    }
    shown.limits = at_frame_rate(shown.limits, drawn_due_per_second(medium));
    scene.media.push_back(std::move(shown));
  }
  return scene;
}

/// Frames due a second of the point by which the limit is drawn: what is received here, else what the remote receives.
double RegionPanel::drawn_due_per_second(Medium medium) const {
  for (const Received& r : kReceivedMedia)
    if (shown_ && r.medium == medium && r.view_in(*shown_) && r.view_in(*shown_)->now.due_per_second)
      return *r.view_in(*shown_)->now.due_per_second;
  return kUsualFramesPerSecond;
}

Point3 RegionPanel::range_of(const RegionScene& scene) {
  if (octant_->dragging() || planes_->dragging()) return range_;
  for (const QualityAxis axis : kEveryQualityAxis) {
    double wanted = 0;
    for (const RegionMedium& medium : scene.media) {
      const bool without = axis == QualityAxis::kLoss && medium.limits.loss_ratio <= kLeastLossLimit;
      const double limit = without ? 1 : reach(medium, axis);  // of frames/s that are not even due: all of the axis
      wanted = std::max(wanted, kBeyondLimit * limit);
      for (const auto* view : {&medium.here, &medium.there})
        if (*view)
          wanted = std::max(wanted,
                            kBeyondPoint * std::min(on_axis((*view)->now, axis).value_or(0), kFarthestPoint * limit));
    }
    if (axis == QualityAxis::kLoss) wanted = std::min(wanted, 1.0);
    double& range = range_[index_of(axis)];
    if (range_stale_ || wanted > range)
      range = wanted;
    else if (wanted < 0.75 * range)
      range = std::max(wanted, 0.98 * range);
  }
  range_stale_ = false;
  return range_;
}

void RegionPanel::say() {
  Reading reading;
  for (const Received& r : kReceivedMedia) {
    const auto& view_of = r.view_in(*shown_);
    if (!view_of) continue;
    const bool past = view().over() || shown_stretch(*shown_);
    const auto* received = !r.here || past ? nullptr : &shown_->received(Medium::kVideo).figures;
    const auto verdict = verdict_words(settings_, r.medium, view_of->now, received);
    if (!r.here && verdict.inside != false) continue;  // of the remote only what hurts
    const auto name = Tr::tr(r.name);
    const QString brief = name + " " +
                          (!verdict.inside   ? kDash
                           : *verdict.inside ? Tr::tr("inside")
                           : r.here          ? Tr::tr("outside")
                                             : QStringLiteral("✕"));  // outside, as the verdict's mark
    reading.push_back({hue_of(r.medium), name + " " + verdict.words, !r.here, brief});
  }
  set_reading(std::move(reading));
  set_figures_span(*shown_, recent_words(Tr::tr("last 10 s")));
}

void RegionPanel::write_csv(QTextStream& out) const {
  CsvTable table{title(),
                 {"medium", "received", "at_s", "latency_ms", "jitter_ms", "not_played_ratio", "frames_due_per_second",
                  "quality_distance", "acceptable", "limit_latency_ms", "limit_jitter_ms", "limit_not_played_ratio",
                  "limit_frames_per_second", "metric"}};
  for (const Received& r : kReceivedMedia) {
    if (!shown_ || !controls_->shows(r.medium) || !r.view_in(*shown_)) continue;
    const QualityLimits& limits = settings_.limits(r.medium);
    for (const QualityMoment& moment : r.view_in(*shown_)->trail) {
      const auto verdict = settings_.evaluate(r.medium, moment.point);
      table.rows.push_back({text_of(to_string(r.medium)), r.here ? "local" : "remote", csv_number(moment.at_s),
                            csv_number(moment.point.latency_ms), csv_number(moment.point.jitter_ms),
                            csv_number(moment.point.loss_ratio), csv_number(moment.point.due_per_second),
                            csv_number(verdict.distance),
                            !verdict.acceptable   ? ""
                            : *verdict.acceptable ? "true"
                                                  : "false",
                            csv_number(limits.latency_ms), csv_number(limits.jitter_ms),
                            limits.frames_per_second ? QString() : csv_number(limits.loss_ratio),
                            csv_number(limits.frames_per_second), text_of(to_string(settings_.metric(r.medium)))});
    }
  }
  write_tables(out, {table});
}

PanelDefinition region_panel() {
  return {"region", 3, false,
          [](const PanelContext& context) -> Panel* { return new RegionPanel(context.view, context.quality); }};
}

}  // namespace jitterscope
