#include "ui/panels/jitter_panel.h"

#include <algorithm>
#include <cmath>

#include <QCheckBox>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "core/measures/views/file/packet_row.h"
#include "core/measures/views/measures_view.h"
#include "core/measures/views/peer_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/files/file_view.h"
#include "ui/panels/panel_definition.h"
#include "ui/panels/parts/left_here.h"
#include "ui/panels/parts/measures_reading.h"
#include "ui/sizes.h"
#include "ui/tr.h"
#include "ui/widgets/segments.h"
#include "ui/widgets/window_chooser.h"
#include "ui/words/media.h"
#include "ui/words/text.h"
#include "ui/words/unknown_words.h"

namespace jitterscope {
namespace {

enum : int { kVideoJitter, kAudioJitter };  // in order of drawing: the narrow band of audio above

// soft hyphens: where a low plot breaks its label
constexpr auto kRfc3550Label = "RFC 3550";
constexpr auto kInterarrival = QT_TRANSLATE_NOOP("Tr", "Inter\u00ADarrival");
constexpr auto kInterdeparture = QT_TRANSLATE_NOOP("Tr", "Inter\u00ADdeparture");
constexpr auto kInterarrivalSpread = QT_TRANSLATE_NOOP("Tr", "σ of inter\u00ADarrival");

constexpr double kPacketsBelow_s = 5;                          // of time seen: packets one by one
constexpr std::size_t kMostPackets = 4000;                     // drawn one by one
constexpr int kLeastJitterHeight = 76, kLowestWithTimes = 86;  // px: room for the label

constexpr auto kJitterPanelDefinition = QT_TRANSLATE_NOOP(
    "Tr",
    "<p><b>Interarrival time</b> of packets: x<sub>i</sub> = R<sub>i</sub> − R<sub>i−1</sub>, in order of arrival. The "
    "band runs from the smallest to the largest value of each moment. <i>Claypool 1998, §3.</i></p>"
    "<p><b>RFC 3550 jitter</b>: J += (|D| − J) / 16, D the difference of transit times of successive packets, by RTP "
    "timestamp; includes the sender’s pacing, as in Wireshark, and is no part of a verdict. Of a selected time the "
    "figures begin the estimate anew there, the curve "
    "goes on from before. <i>RFC 3550, A.8.</i></p>"
    "<p><b>p95</b>: 95 of 100 intervals of the last 10 s were no longer.</p>"
    "<p><b>Histogram, CDF, box</b>: how long the intervals of the time chosen were. Box: the middle half with the "
    "median; "
    "whiskers reach the farthest value within 1.5 times its height, points lie beyond. <i>Nahrstedt 1994.</i></p>"
    "<p><b>Reflection remedy</b>: a late packet makes the next interval short; so only points above the mean count for "
    "the spread. <i>Claypool 1998, Fig 3.</i> <b>Delay spikes</b> that come back are found in the autocorrelation of "
    "the delay. <i>Crowcroft 1992, §4.</i></p>"
    "<p><b>Received by the remote</b>: standard deviation of the interarrival time and jitter as it reports them, four "
    "times a second. H holds the present values as dashed lines.</p>");

int series_of(Medium medium) {
  return medium == Medium::kAudio ? kAudioJitter : kVideoJitter;
}

std::optional<double> p95_of(const std::shared_ptr<const MeasuresView>& measures) {
  return measures ? measures->interarrival.p95 : std::nullopt;
}

}  // namespace

JitterPanel::JitterPanel(ViewState& view_state, FileView* files, QWidget* parent)
    : Panel(view_state, QT_TRANSLATE_NOOP("Tr", "Jitter"), Tr::tr(kJitterPanelDefinition), parent), files_(files) {
  add_beside_title(modes_ = new Segments({Tr::tr("series"), Tr::tr("histogram"), Tr::tr("CDF"), Tr::tr("box")},
                                         Tr::tr("Jitter as")));
  modes_->set_tip(0, Tr::tr("Over time"));
  modes_->set_tip(1, Tr::tr("How many intervals are how long"));
  modes_->set_tip(2, Tr::tr("Share of intervals that are not longer than …"));
  modes_->set_tip(3, Tr::tr("Median, middle half and outliers, slice by slice"));
  connect(modes_, &Segments::chosen, this, [this](int index) { choose(static_cast<Mode>(index)); });
  side_ = add_side_switch();
  auto* column = make_column(0, body());
  column->addWidget(tools_ = build_tools());
  column->addWidget(pages_ = new QStackedWidget, 1);
  pages_->addWidget(build_series());
  pages_->addWidget(histogram_ = new DistributionPlot(view(), DistributionPlot::Kind::kHistogram));
  pages_->addWidget(cumulative_ = new DistributionPlot(view(), DistributionPlot::Kind::kCumulative));
  pages_->addWidget(boxes_ = new BoxPlots(view()));
  choose(Mode::kSeries);
}

QWidget* JitterPanel::build_series() {
  auto* page = new QWidget;
  auto* column = make_column(0, page);
  interarrival_ = new TimePlot(view(), Tr::tr(kInterarrival), "ms", 10);
  jitter_ = new TimePlot(view(), kRfc3550Label, "ms", 1);
  interarrival_->set_time_labels(false);
  set_least_height(interarrival_, kLeastJitterHeight);
  set_least_height(jitter_, kLowestWithTimes);
  for (auto* plot : {interarrival_, jitter_}) {
    plot->add_series(Tr::tr("video"), Hue::kVideo);
    plot->add_series(Tr::tr("audio"), Hue::kAudio);
    column->addWidget(plot, 5);
  }
  return page;
}

QWidget* JitterPanel::build_tools() {
  auto* row_widget = new QWidget;
  auto* row = new QHBoxLayout(row_widget);
  set_spaces(row, {0, 2, 4, 2}, 12);
  row->addWidget(new WindowChooser(view()));
  row->addWidget(logarithmic_ = new QCheckBox(Tr::tr("log")));
  logarithmic_->setAccessibleName(Tr::tr("Logarithmic axes"));
  logarithmic_->setToolTip(Tr::tr("Logarithmic axes: rare long intervals are seen beside frequent short ones"));
  row->addWidget(remedy_ = new QCheckBox(Tr::tr("remedy")));
  remedy_->setAccessibleName(Tr::tr("Reflection remedy"));
  remedy_->setToolTip(Tr::tr("Spread of the points above the mean alone (claypool98 Fig 3)"));
  row->addStretch(1);
  connect(logarithmic_, &QAbstractButton::toggled, this, [this] { view().touch(); });
  connect(remedy_, &QAbstractButton::toggled, this, [this](bool on) {
    auto query = view().query();
    query.reflection_remedy = on;
    view().set_query(query);
  });
  connect(&view(), &ViewState::changed, this, [this] { remedy_->setChecked(view().query().reflection_remedy); });
  return row_widget;
}

void JitterPanel::choose(Mode mode) {
  mode_ = mode;
  modes_->set_current(static_cast<int>(mode));
  pages_->setCurrentIndex(static_cast<int>(mode));
  tools_->setVisible(mode != Mode::kSeries);
  side_->setVisible(mode == Mode::kSeries);
  view().touch();
}

void JitterPanel::draw_snapshot(const std::shared_ptr<const CallSnapshot>& snapshot) {
  if (!snapshot)
    return show_empty(
        Tr::tr("The time between packets of sound and picture, and their jitter, appear here once a call is up.\n"
               "Type an address at the top and press Call, or let the other end call you."));
  const bool here = view().side() == Side::kLocal || mode_ != Mode::kSeries;
  const bool departures = view().shows_file() && only_left_here(*snapshot);
  jitter_->setVisible(!departures);
  interarrival_->set_time_labels(departures);
  if (departures && mode_ == Mode::kSeries) return draw_departures(*snapshot);
  if (departures)
    return show_empty({}, Tr::tr("Its streams left where it was captured: their departures are shown over time "
                                 "alone, under “series”."));
  if (here && !snapshot->received(Medium::kAudio).figures.active && !snapshot->received(Medium::kVideo).figures.active)
    return show_empty(
        Tr::tr("Nothing has been received yet. The remote’s packets appear here as soon as it sends sound or picture."),
        Tr::tr("There are no packets received in it."));
  if (!here && !snapshot->reported(Medium::kAudio).figures && !snapshot->reported(Medium::kVideo).figures)
    return show_empty(
        Tr::tr("No summary from the remote yet. It reports four times a second what it receives of your streams."),
        Tr::tr("There are no reports of the remote in it."));
  show_body();
  if (mode_ != Mode::kSeries) return draw_distribution(*snapshot);
  here ? draw_local(*snapshot) : draw_remote(*snapshot);
  if (here) draw_packets(false);
  draw_held();
  for (auto* plot : {interarrival_, jitter_}) plot->draw(snapshot->marks);
}

void JitterPanel::draw_distribution(const CallSnapshot& now) {
  const DistributionPlot::Pair measures{now.received(Medium::kAudio).measures, now.received(Medium::kVideo).measures};
  DistributionPlot::Pair held;
  if (const auto* ghost = view().held().get())
    held = {ghost->received(Medium::kAudio).measures, ghost->received(Medium::kVideo).measures};
  const bool log = logarithmic_->isChecked();
  if (mode_ == Mode::kBoxes) {
    boxes_->show_measures(measures, held, log);
    boxes_->draw();
  } else {
    auto* plot = mode_ == Mode::kHistogram ? histogram_ : cumulative_;
    plot->show_measures(measures, held, log);
    plot->draw();
  }
  set_reading(measures_reading(measures, held));
  const auto& any = measures[0] ? measures[0] : measures[1];
  set_figures_span(now, any ? measured_words(any->query) : QString());
}

void JitterPanel::draw_local(const CallSnapshot& now) {
  interarrival_->set_quantity(Tr::tr(kInterarrival));
  Reading reading;
  QString stretch;
  const auto* held = view().held().get();
  for (const Medium medium : kMedia) {
    const ReceivedView& received = now.received(medium);
    const StreamSnapshot& stream = received.figures;
    interarrival_->set_envelope(series_of(medium), stream.interarrival_series);
    jitter_->set_envelope(series_of(medium), stream.jitter_series);
    if (!stream.active) continue;
    if (received.measures) stretch = measured_words(received.measures->query);
    const auto jitter = Tr::tr("RFC 3550 jitter %1").arg(figure(stream.jitter_rfc3550_ms, "ms"));
    const auto before = held ? held->received(medium).figures.jitter_rfc3550_ms : std::nullopt;
    reading.push_back(
        {hue_of(medium),
         held ? medium_name(medium) + " " + jitter + against_held(stream.jitter_rfc3550_ms, before)
              : Tr::tr("%1 p95 %2").arg(medium_name(medium), figure(p95_of(received.measures))) + ", " + jitter});
  }
  if (held) reading.push_back({Hue::kHeld, Tr::tr("held"), true});
  add_spike(reading, {now.received(Medium::kAudio).measures, now.received(Medium::kVideo).measures});
  set_reading(std::move(reading));
  const auto jitter_at = view().over() ? Tr::tr("jitter: at the end") : Tr::tr("jitter: now");
  set_figures_span(
      now, stretch.isEmpty() ? jitter_at : Tr::tr("p95: %1").arg(stretch) + ", " + jitter_at,
      Tr::tr("p95 of the interarrival time: of the time measured; jitter: the filter’s value at that moment"),
      Tr::tr("%1, jitter: at its end"));
}

/// Of streams that left where they were captured.
void JitterPanel::draw_departures(const CallSnapshot& now) {
  show_body();
  interarrival_->set_quantity(Tr::tr(kInterdeparture));
  Reading reading;
  for (const Medium medium : kMedia) {
    const StreamSnapshot& sent = now.sent[medium];
    interarrival_->set_envelope(series_of(medium), sent.interarrival_series);
    jitter_->set_points(series_of(medium), kNoPoints);  // nobody received it
    if (!sent.active) continue;
    reading.push_back({hue_of(medium), Tr::tr("%1 left here: every %2, σ %3")
                                           .arg(medium_name(medium), figure(sent.interarrival.mean, "ms"),
                                                figure(sent.interarrival.stddev, "ms"))});
  }
  set_reading(std::move(reading));
  set_figures_span(now, Tr::tr("whole file"));
  draw_packets(true);
  draw_held();
  interarrival_->draw(now.marks);
}

void JitterPanel::draw_remote(const CallSnapshot& now) {
  interarrival_->set_quantity(Tr::tr(kInterarrivalSpread));
  Reading reading;
  for (const Medium medium : kMedia) {
    const auto& peer = now.reported(medium).figures;
    interarrival_->set_points(series_of(medium), peer ? peer->interarrival_stddev_series : kNoPoints);
    jitter_->set_points(series_of(medium), peer ? peer->jitter_series : kNoPoints);
    if (!peer) continue;
    const auto hue = hue_of(medium);
    const auto name = medium_name(medium);
    if (const auto stale = view().over() ? QString() : stale_words(peer); !stale.isEmpty()) {
      reading.push_back({hue, name + " " + kDash + " " + stale, false, name + " " + kDash});
      continue;
    }
    const auto ago = sent_ago_words(now, medium, view().over());
    const auto received = figure(peer->interarrival_stddev_ms, "ms"),
               of_sent = figure(now.sent[medium].recent_interarrival.stddev, "ms");
    const auto both = ago.isEmpty() ? Tr::tr("%1 σ received %2, sent %3").arg(name, received, of_sent)
                                    : Tr::tr("%1 σ received %2 %3, sent now %4").arg(name, received, ago, of_sent);
    const auto jitter = Tr::tr("RFC 3550 jitter %1").arg(figure(peer->jitter_ms, "ms"));
    reading.push_back({hue, both + ", " + jitter, false, both});
  }
  set_reading(std::move(reading));
  set_figures_span(now, Tr::tr("last report: σ of 10 s"),
                   Tr::tr("As the remote told it last: σ of its last 10 s, jitter at that moment"),
                   Tr::tr("%1, last report in it: σ of 10 s"));
}

/// In place of the bands, where so little time is seen that each packet of the stream has room.
void JitterPanel::draw_packets(bool departures) {
  if (!files_ || !view().shows_file() || view().to() - view().from() > kPacketsBelow_s) return;
  const auto& choices = files_->choices();  // of a trace there are none: all is shown
  const std::size_t chosen = files_->chosen();
  if (!choices.empty() && (chosen >= choices.size() || !choices[chosen].shown)) return;
  const auto packets = files_->packets();
  if (!packets || !packets->medium || packets->left_here != departures) return;
  std::vector<SeriesPoint> deltas, jitters;
  std::vector<double> lost;
  rows_.each(packets, view().from(), view().to(), [&](const PacketRow& row) {
    if (row.fate == PacketFate::kLost) lost.push_back(row.at_s);
    if (std::isfinite(row.delta_ms)) deltas.push_back({row.at_s, row.delta_ms});
    if (std::isfinite(row.jitter_ms)) jitters.push_back({row.at_s, row.jitter_ms});
    return deltas.size() + lost.size() <= kMostPackets;
  });
  if (deltas.size() + lost.size() > kMostPackets) return;
  interarrival_->set_packets(series_of(*packets->medium), deltas, lost);
  if (!jitters.empty()) jitter_->set_packets(series_of(*packets->medium), jitters, {});
}

void JitterPanel::draw_held() {
  const auto* held = view().held().get();
  const bool here = view().side() == Side::kLocal;
  for (const Medium medium : kMedia) {
    std::optional<double> interval, jitter;
    if (held && here) {
      interval = p95_of(held->received(medium).measures);
      jitter = held->received(medium).figures.jitter_rfc3550_ms;
    } else if (const auto* peer = held ? &held->reported(medium).figures : nullptr; peer && *peer) {
      interval = (*peer)->interarrival_stddev_ms;
      jitter = (*peer)->jitter_ms;
    }
    interarrival_->set_held(series_of(medium), interval);
    jitter_->set_held(series_of(medium), jitter);
  }
}

void JitterPanel::write_csv(QTextStream& out) const {
  switch (mode_) {
    case Mode::kSeries: return write_tables(out, {interarrival_->table(), jitter_->table()});
    case Mode::kHistogram: return write_tables(out, {histogram_->table()});
    case Mode::kCumulative: return write_tables(out, {cumulative_->table()});
    case Mode::kBoxes: return write_tables(out, {boxes_->table()});
  }
}

PanelDefinition jitter_panel() {
  return {"jitter", 1, false,
          [](const PanelContext& context) -> Panel* { return new JitterPanel(context.view, context.files); }};
}

}  // namespace jitterscope
