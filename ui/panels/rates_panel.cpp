// Rate and loss of audio and video, a value a second, received locally or by the remote.
#include <QHBoxLayout>

#include "core/measures/views/peer_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/panels/panel.h"
#include "ui/panels/panel_definition.h"
#include "ui/panels/parts/left_here.h"
#include "ui/plots/time_plot.h"
#include "ui/tr.h"
#include "ui/words/media.h"
#include "ui/words/text.h"
#include "ui/words/unknown_words.h"

namespace jitterscope {
namespace {

enum : int { kAudioRate, kVideoRate };

constexpr auto kRatesPanelDefinition = QT_TRANSLATE_NOOP(
    "Tr",
    "<p><b>Rate</b>: bits of the received UDP payloads in each second. <b>Packet loss</b>: packets missing from the "
    "sequence numbers, in percent of those expected in each second. Duplicates count in neither. Of what is over, the "
    "loss after the last whole second is drawn too, in percent of what was expected in that shorter time; packets that "
    "only their sender counted, behind the last one that came, are lost in the silence before the end.</p>"
    "<p><b>Received by the remote</b>: as it reports it, four times a second.</p>"
    "<p><i>RFC 3550, 6.4.1.</i></p>");

class RatesPanel : public Panel {
 public:
  explicit RatesPanel(ViewState&);
  void draw_snapshot(const std::shared_ptr<const CallSnapshot>&) override;
  Interests interests() const override {
    return {{ViewKind::kFigures, kMoving}, {ViewKind::kReported, kRead}, {ViewKind::kLog, kRead}};
  }
  void write_csv(QTextStream& out) const override { write_tables(out, {rate_->table(), loss_->table()}); }

 private:
  void draw_departures(const CallSnapshot&);
  TimePlot *rate_, *loss_;
};

}  // namespace

RatesPanel::RatesPanel(ViewState& view_state)
    : Panel(view_state, QT_TRANSLATE_NOOP("Tr", "Rates and packet loss"), Tr::tr(kRatesPanelDefinition)) {
  add_side_switch();
  auto* row = make_row(0, body());
  rate_ = new TimePlot(view(), Tr::tr("Rate"), "kbit/s", 100);
  loss_ = new TimePlot(view(), Tr::tr("Packet loss"), "%", 1);
  for (auto* plot : {rate_, loss_}) {
    plot->add_series(Tr::tr("audio"), Hue::kAudio);
    plot->add_series(Tr::tr("video"), Hue::kVideo);
    row->addWidget(plot, 1);
  }
}

void RatesPanel::draw_snapshot(const std::shared_ptr<const CallSnapshot>& snapshot) {
  if (!snapshot) return show_empty(Tr::tr("Rates and packet loss appear here once a call is up."));
  if (view().shows_file() && only_left_here(*snapshot)) return draw_departures(*snapshot);
  const bool here = view().side() == Side::kLocal;
  if (!here && !snapshot->reported(Medium::kAudio).figures && !snapshot->reported(Medium::kVideo).figures)
    return show_empty(
        Tr::tr("No summary from the remote yet. It reports four times a second what it receives of your streams."),
        Tr::tr("There are no reports of the remote in it."));
  show_body();
  Reading reading;
  for (const Medium medium : kMedia) {
    const StreamSnapshot& received = snapshot->received(medium).figures;
    const Boxed<PeerView>& peer = snapshot->reported(medium).figures;
    const int series = medium == Medium::kAudio ? kAudioRate : kVideoRate;
    rate_->set_points(series, here ? received.rate_series : peer ? peer->rate_series : kNoPoints);
    loss_->set_points(series, here ? received.loss_series : peer ? peer->loss_series : kNoPoints);
    if (here ? !received.active : !peer) continue;
    const auto name = medium_name(medium);
    if (const auto stale = here || view().over() ? QString() : stale_words(peer); !stale.isEmpty()) {
      reading.push_back({hue_of(medium), name + " " + kDash + " " + stale, false, name + " " + kDash});
      continue;
    }
    const auto rate = !here           ? std::optional(peer->rate_kbps)
                      : view().over() ? received.whole_rate_kbps
                                      : std::optional(received.rate_kbps);
    const auto lost = here ? received.lost : std::optional(peer->lost);
    const auto ago = here ? QString() : sent_ago_words(*snapshot, medium, view().over());
    reading.push_back({hue_of(medium), Tr::tr("%1 %2, %3 lost")
                                           .arg(name, rate_text(rate) + (ago.isEmpty() ? "" : " " + ago),
                                                lost ? count_text(*lost) : kDash)});
  }
  set_reading(std::move(reading));
  set_figures_span(*snapshot, here && view().over() ? Tr::tr("whole call")
                              : here                ? Tr::tr("rates: last 2 s, lost: whole call")
                                                    : Tr::tr("rates: last report, lost: whole call"));
  for (auto* plot : {rate_, loss_}) plot->draw(snapshot->marks);
}

/// Of streams that left where they were captured.
void RatesPanel::draw_departures(const CallSnapshot& now) {
  show_body();
  Reading reading;
  for (const Medium medium : kMedia) {
    const int series = medium == Medium::kAudio ? kAudioRate : kVideoRate;
    const StreamSnapshot& sent = now.sent[medium];
    rate_->set_points(series, sent.rate_series);
    loss_->set_points(series, kNoPoints);
    if (sent.active)
      reading.push_back({hue_of(medium), Tr::tr("%1 left here at %2; what came of it is not known")
                                             .arg(medium_name(medium), rate_text(sent.whole_rate_kbps))});
  }
  set_reading(std::move(reading));
  set_figures_span(now, Tr::tr("whole file"));
  for (auto* plot : {rate_, loss_}) plot->draw(now.marks);
}

PanelDefinition rates_panel() {
  return tab_panel<RatesPanel>("rates", 20);
}

}  // namespace jitterscope
