#include "ui/panels/delay_split_panel.h"

#include <algorithm>
#include <limits>

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>

#include "core/events/words.h"
#include "core/measures/views/snapshot.h"
#include "ui/panels/panel_definition.h"
#include "ui/plots/split_bars.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/segments.h"
#include "ui/words/delay_words.h"
#include "ui/words/label_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr auto kDelaySplitPanelDefinition = QT_TRANSLATE_NOOP(
    "Tr",
    "<p>The way of a frame or block, cut at its stamps: <b>capture, encode, shaper, socket, queue, link, kernel to "
    "user, reassembly, decode, playout, display</b>. The parts follow each other and sum to the whole, within the "
    "error bound of the clock between the ends, which lies in the link. All are of the same frames or blocks: those "
    "that were played.</p>"
    "<p><b>Operating system</b>: socket, kernel to user, and the time in which threads were ready but had to wait for "
    "a processor. <b>Network</b>: interface queue and link. Their shares are of the two together: deliberate waiting "
    "(shaper, playout) and work are neither's. <i>Nahrstedt and Smith 1994, Fig 7.</i></p>"
    "<p>Upper bar: the whole way, both media to one scale. Lower bar: the operating system’s and the network’s pieces "
    "alone, enlarged. Hatched: cannot be known.</p>");

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
const std::array kSmallParts{DelayPart::kSocket, DelayPart::kKernel, DelayPart::kQueue, DelayPart::kLink};
enum : int { kAllParts, kSmall };

QString swatch(const QColor& colour, const QString& words) {
  return QString("<span style=\"color:%1\">■</span>&nbsp;%2").arg(colour.name(), QString(words).replace(' ', "&nbsp;"));
}

QString legend_text() {
  return QStringList{swatch(part_colour(DelayPart::kDecode), Tr::tr("work")),
                     swatch(part_colour(DelayPart::kShaper), Tr::tr("deliberate")),
                     swatch(colours()[Hue::kSystem], Tr::tr("operating system")),
                     swatch(colours()[Hue::kNetwork], Tr::tr("network"))}
      .join("  ");
}

}  // namespace

DelaySplitPanel::DelaySplitPanel(ViewState& view_state, QWidget* parent)
    : Panel(view_state, QT_TRANSLATE_NOOP("Tr", "Delay split"), Tr::tr(kDelaySplitPanelDefinition), parent) {
  auto* column = new QVBoxLayout(body());
  set_spaces(column, {0, 4, 0, 0}, 4);
  column->addWidget(bars_ = new SplitBars);
  column->addWidget(unknown_ = muted_label());
  auto* row = make_row(8);
  row->addWidget(legend_ = new WrappedLabel, 1);
  legend_->setTextFormat(Qt::RichText);
  use_small_font(legend_);
  legend_->setProperty("muted", true);
  unknown_->setWordWrap(true);
  row->addWidget(medium_ = new Segments({Tr::tr("video"), Tr::tr("audio")}, Tr::tr("Delay over time of")));
  row->addWidget(scale_ = new Segments({Tr::tr("all parts"), Tr::tr("OS and network")}, Tr::tr("Parts over time")));
  medium_->set_current(0);
  scale_->set_current(kAllParts);
  scale_->set_tip(kSmall, Tr::tr("Operating system and network alone, in microseconds"));
  column->addLayout(row);
  column->addWidget(plots_ = new QStackedWidget, 1);
  plots_->addWidget(all_ = new TimePlot(view(), Tr::tr("Delay"), "ms", 10));
  plots_->addWidget(small_ = new TimePlot(view(), Tr::tr("Delay"), "µs", 50));
  for (std::size_t i = 0; i < kDelayParts; ++i) {
    const auto part = static_cast<DelayPart>(i);
    all_->add_layer(part_name(part), [part] { return part_colour(part); });
  }
  small_->add_layer(Tr::tr("waiting"), waiting_colour);
  for (const auto part : kSmallParts) small_->add_layer(part_name(part), [part] { return part_colour(part); });
  const auto redraw = [this] {
    plots_->setCurrentIndex(scale_->current());
    if (drawn_) draw_stack(*drawn_);
  };
  connect(medium_, &Segments::chosen, this, redraw);
  connect(scale_, &Segments::chosen, this, redraw);
}

const DelaySplitView* DelaySplitPanel::split(const CallSnapshot& now, Medium of) const {
  const auto& view = now.received(of).split;
  return view ? &*view : nullptr;
}

void DelaySplitPanel::draw_snapshot(const std::shared_ptr<const CallSnapshot>& snapshot) {
  drawn_ = snapshot;
  if (!snapshot)
    return show_empty(Tr::tr(
        "Where each millisecond of the delay goes, and how much of it the operating system and the network take, "
        "appears here once a call is up."));
  if (!snapshot->received(Medium::kAudio).split && !snapshot->received(Medium::kVideo).split)
    return show_empty(
        Tr::tr("Nothing has been received yet. The delay of the remote’s sound and picture is split here as soon as it "
               "comes."));
  show_body();
  draw_bars(*snapshot);
  draw_stack(*snapshot);
}

void DelaySplitPanel::draw_bars(const CallSnapshot& now) {
  Reading reading;
  QStringList reasons, of_units;
  for (const auto which : {Medium::kVideo, Medium::kAudio}) {
    const auto* view = split(now, which);
    bars_->set_split(which, view);
    if (!view) continue;
    reading.push_back(split_reading(which, *view));
    const auto why = QString::fromStdString(view->unknown), units = QString::fromStdString(view->units);
    if (!why.isEmpty() && !reasons.contains(why)) reasons << why;
    if (!units.isEmpty()) of_units << units;
  }
  set_reading(std::move(reading));
  set_figures_span(now, recent_words(Tr::tr("last 10 s")));
  if (!reasons.isEmpty()) of_units << Tr::tr("Unknown: %1").arg(reasons.join(' '));
  const auto span = QStringLiteral("last 10 s");
  unknown_->setText(of_units.join(' ').replace(span, recent_words(span)));
  unknown_->setVisible(!of_units.isEmpty());
  if (const auto words = legend_text(); legend_->text() != words) legend_->setText(words);
}

void DelaySplitPanel::draw_stack(const CallSnapshot& now) {
  const auto* view = split(now, medium());
  static const std::vector<DelaySplitView::Moment> kNone;
  const auto& moments = view ? view->series : kNone;
  auto* plot = scale_->current() == kSmall ? small_ : all_;
  std::vector<double> top(moments.size(), 0);
  int layer = 0;
  const auto put = [&](auto value_of) {  // ms of a moment, nullopt = unknown
    std::vector<EnvelopeSlot> band;
    for (std::size_t i = 0; i < moments.size(); ++i) {
      const auto value = value_of(moments[i]);
      const double below = top[i];
      top[i] += std::max(0.0, value.value_or(0)) * (plot == small_ ? kMicro : 1);
      band.push_back(value ? EnvelopeSlot{moments[i].at_s, below, top[i]}
                           : EnvelopeSlot{moments[i].at_s, kNoValue, kNoValue});
    }
    plot->set_envelope(layer++, band);
  };
  const auto put_part = [&](DelayPart part) {
    put([part](const auto& moment) { return moment.parts[static_cast<std::size_t>(part)]; });
  };
  if (plot == small_) {
    put([](const auto& moment) { return moment.waiting; });
    for (const auto part : kSmallParts) put_part(part);
  } else {
    for (std::size_t i = 0; i < kDelayParts; ++i) put_part(static_cast<DelayPart>(i));
  }
  plot->draw(now.marks);
}

void DelaySplitPanel::write_csv(QTextStream& out) const {
  CsvTable parts{Tr::tr("parts"), {"medium", "part", "owner", "mean_ms", "p50_ms", "p95_ms", "share"}};
  for (const auto which : {Medium::kVideo, Medium::kAudio}) {
    const auto* view = drawn_ ? split(*drawn_, which) : nullptr;
    if (!view) continue;
    const auto medium = text_of(to_string(which));
    for (std::size_t i = 0; i < kDelayParts; ++i) {
      const auto part = static_cast<DelayPart>(i);
      const auto figures = view->parts[i].value_or(SampleFigures{});
      parts.rows.push_back({medium,
                            text_of(to_string(part)),
                            owner_name(owner_of(part)),
                            csv_number(figures.mean),
                            csv_number(figures.p50),
                            csv_number(figures.p95),
                            {}});
    }
    const auto sum = [&](DelayOwner owner, std::optional<double> ms, std::optional<double> share) {
      parts.rows.push_back({medium, "all of it", owner_name(owner), csv_number(ms), {}, {}, csv_number(share)});
    };
    sum(DelayOwner::kSystem, view->os_ms, view->os_share);
    sum(DelayOwner::kNetwork, view->network_ms, view->network_share);
  }
  write_tables(out, {parts, (scale_->current() == kSmall ? small_ : all_)->table()});
}

PanelDefinition delay_split_panel() {
  return tab_panel<DelaySplitPanel>("delay-split", 30);
}

}  // namespace jitterscope
