// One-way delay of both media as received here, with the error bound of the clock between the ends as a band.
#include <QVBoxLayout>

#include "core/measures/views/conditions_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/panels/panel.h"
#include "ui/panels/panel_definition.h"
#include "ui/plots/time_plot.h"
#include "ui/tr.h"
#include "ui/words/clock_words.h"
#include "ui/words/media.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

enum : int { kVideoBound, kAudioBound, kVideoDelay, kAudioDelay };

constexpr auto kDelayPanelDefinition = QT_TRANSLATE_NOOP(
    "Tr",
    "<p><b>Delay</b>: R − S of each packet, one way, both in the conference clock. The line's band runs from the "
    "smallest to the largest of each moment.</p>"
    "<p><b>Clock</b>: the wide pale band is the error bound of the clock between the ends: half the best round trip, "
    "the residual of the fit and its ageing. The true delay lies in it. Ends that share one clock have none.</p>"
    "<p>Delays whose differences are smaller than the bound say nothing about which is longer; the line above then "
    "says so. <i>RFC 7679; Sun 1997, §4.</i></p>");

class DelayPanel : public Panel {
 public:
  explicit DelayPanel(ViewState&);
  void draw_snapshot(const std::shared_ptr<const CallSnapshot>&) override;
  Interests interests() const override {
    return {{ViewKind::kFigures, kMoving}, {ViewKind::kConditions, kRead}, {ViewKind::kLog, kRead}};
  }
  void write_csv(QTextStream& out) const override { write_tables(out, {delay_->table()}); }

 private:
  TimePlot* delay_;
};

}  // namespace

DelayPanel::DelayPanel(ViewState& view_state)
    : Panel(view_state, QT_TRANSLATE_NOOP("Tr", "Delay"), Tr::tr(kDelayPanelDefinition)) {
  auto* column = make_column(0, body());
  column->addWidget(delay_ = new TimePlot(view(), Tr::tr("Delay"), "ms", 5));
  delay_->add_series(Tr::tr("video, clock bound"), Hue::kVideo, Qt::NoPen);
  delay_->add_series(Tr::tr("audio, clock bound"), Hue::kAudio, Qt::NoPen);
  delay_->add_series(Tr::tr("video"), Hue::kVideo);
  delay_->add_series(Tr::tr("audio"), Hue::kAudio);
}

void DelayPanel::draw_snapshot(const std::shared_ptr<const CallSnapshot>& snapshot) {
  if (!snapshot)
    return show_empty(
        Tr::tr("The one-way delay of sound and picture, with the clock's error, appears here once a call is up."));
  const auto& audio = snapshot->received(Medium::kAudio).figures;
  const auto& video = snapshot->received(Medium::kVideo).figures;
  if (audio.delay_series.empty() && video.delay_series.empty())
    return show_empty(
        audio.foreign || video.foreign
            ? Tr::tr("Plain RTP from another program has no send times, so its delay is unknown.")
            : Tr::tr("No delay is known yet. It appears as soon as the clocks of both ends are synchronised."),
        audio.foreign || video.foreign
            ? Tr::tr("The packets carry no send times, so their delay is unknown.")
            : Tr::tr("Nothing in it says that the clocks of the two ends agreed: no delay is known."));
  show_body();
  const auto& conditions = *snapshot->conditions;
  const bool banded = delay_bound_ms(conditions).has_value();
  Reading reading;
  if (const auto warning = bound_warning(conditions, {&audio.delay, &video.delay}); !warning.isEmpty())
    reading.push_back({std::nullopt, "▲ " + warning});
  for (const Medium medium : kMedia) {
    const StreamSnapshot& stream = snapshot->received(medium).figures;
    const bool sound = medium == Medium::kAudio;
    delay_->set_envelope(sound ? kAudioDelay : kVideoDelay, stream.delay_series);
    delay_->set_envelope(sound ? kAudioBound : kVideoBound,
                         banded ? widened(stream.delay_series, *conditions.clock) : std::vector<EnvelopeSlot>{});
    if (stream.delay.p50)
      reading.push_back(
          {hue_of(medium), Tr::tr("%1 p50 %2, p95 %3")
                               .arg(medium_name(medium), figure(stream.delay.p50), figure(stream.delay.p95, "ms"))});
  }
  delay_->draw(snapshot->marks);
  if (snapshot->conditions->clock) reading.push_back({std::nullopt, clock_phrase(conditions)});
  set_reading(std::move(reading));
  set_figures_span(*snapshot, Tr::tr("whole call"));
}

PanelDefinition delay_panel() {
  return tab_panel<DelayPanel>("delay", 90);
}

}  // namespace jitterscope
