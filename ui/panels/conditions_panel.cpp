#include "ui/panels/conditions_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>

#include "core/measures/views/conditions_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/panels/panel_definition.h"
#include "ui/panels/parts/condition_columns.h"
#include "ui/sizes.h"
#include "ui/tr.h"
#include "ui/widgets/segments.h"
#include "ui/words/clock_words.h"
#include "ui/words/link_words.h"
#include "ui/words/span_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

enum : int { kLinkPage, kLoadPage };

constexpr auto kConditionsPanelDefinition = QT_TRANSLATE_NOOP(
    "Tr",
    "<p><b>Link</b>: an emulated one that this end puts between the two, each direction for itself. <b>Queue</b>: "
    "packets that wait; the one being sent is not counted, <b>limit</b> K is what the queue holds, and what comes when "
    "it is full is dropped. <i>Sun 1997, §3, Fig 5.</i></p>"
    "<p><b>Dropped</b> in percent of the packets offered since the link came up, media, control and background "
    "together. <b>Rate</b>: bits that left the link in each second, headers counted.</p>"
    "<p><b>Load average</b>: processes that run or wait to run, over a minute, as the kernel says. "
    "<i>Claypool 1998, §5.</i></p>"
    "<p><b>Clock</b>: offset and skew of this machine’s clock against the conference’s; the pale band is the error "
    "bound: half the best round trip, the residual of the fit and its ageing.</p>");

QWidget* page_of(std::initializer_list<QWidget*> columns) {
  auto* page = new QWidget;
  auto* row = make_row(8, page);
  for (auto* column : columns) row->addWidget(column, 1);
  return page;
}

QString queue_words(const LinkView& link, const std::optional<Stretch>& stretch) {
  const auto p95 = queue_p95(link, stretch);
  if (!p95) return kDash;
  const auto waiting = QString::number(*p95, 'f', 0);
  return link.queue_limit ? Tr::tr("p95 queue %1 of %2 packets").arg(waiting).arg(*link.queue_limit)
                          : Tr::tr("p95 queue %1 packets").arg(waiting);
}

/// In place of the figures of a link of this end.
QString no_link_words(const ConditionsView& conditions, bool over) {
  const auto remote = remote_link_words(conditions.remote_link);
  if (!remote.isEmpty())
    return (over ? Tr::tr("The remote emulated a link: %1. Its queue, drops and rate are the remote’s to show.")
                 : Tr::tr("The remote emulates a link: %1. Its queue, drops and rate are the remote’s to show."))
        .arg(remote);
  return over ? Tr::tr("At its end no link was emulated: packets went straight to the remote.")
              : Tr::tr(
                    "No link is emulated: packets go straight to the remote.\nChoose one under Conditions, and "
                    "its queue, drops and rate appear here.");
}

}  // namespace

ConditionsPanel::ConditionsPanel(ViewState& view_state, QWidget* parent)
    : Panel(view_state, QT_TRANSLATE_NOOP("Tr", "Conditions"), Tr::tr(kConditionsPanelDefinition), parent) {
  page_ = new Segments({Tr::tr("link"), Tr::tr("load and clock")}, Tr::tr("Conditions shown"));
  page_->set_current(kLinkPage);
  add_to_header(page_);
  auto* column = make_column(2, body());
  column->addWidget(warning_ = new QLabel);
  warning_->setWordWrap(true);
  warning_->hide();
  column->addWidget(pages_ = new QStackedWidget, 1);
  pages_->addWidget(page_of({up_ = new LinkColumn(view(), LinkWay::kUp), down_ = new LinkColumn(view(), LinkWay::kDown),
                             no_link_ = new QLabel}));
  no_link_->setAlignment(Qt::AlignCenter);
  no_link_->setWordWrap(true);
  no_link_->setProperty("muted", true);
  pages_->addWidget(page_of({loads_ = new LoadColumn(view()), clock_ = new ClockColumn(view())}));
  connect(page_, &Segments::chosen, this, [this](int page) {
    pages_->setCurrentIndex(page);
    view().touch();
  });
}

void ConditionsPanel::draw_snapshot(const std::shared_ptr<const CallSnapshot>& snapshot) {
  if (!snapshot)
    return show_empty(Tr::tr(
        "Queue, drops and rate of the emulated link, the load of this machine and the clock between the ends appear "
        "here in a call.\nChoose a link under Conditions."));
  const auto& now = *snapshot->conditions;
  if (view().shows_file() && !now.up && !now.down && now.remote_link.empty() && !now.load_average && !now.clock)
    return show_empty({},
                      Tr::tr("The file tells nothing of a link, of this machine’s load or of clocks, as the trace of a "
                             "call does."));
  show_body();
  draw_link(*snapshot);
  loads_->draw(now, snapshot->marks);
  clock_->draw(now, snapshot->marks);
  const bool overloaded = (now.up && now.up->overloaded) || (now.down && now.down->overloaded);
  warning_->setText(Tr::tr(
      "▲ The relay cannot keep up with this many packets, so what you see now is this machine’s limit and not the "
      "link’s. Lower the background, the rate or the load."));
  warning_->setVisible(overloaded);
  Reading reading;
  if (overloaded) reading.push_back({std::nullopt, Tr::tr("▲ relay overloaded"), false, Tr::tr("▲ overloaded")});
  if (page_->current() == kLoadPage) {
    const auto load = Tr::tr("load %1").arg(figure(now.load_average));
    reading.push_back({Hue::kSystem, load, false, load});
    reading.push_back({Hue::kNetwork, clock_phrase(now), false, clock_words(now)});
  } else if (const auto& link = now.up ? now.up : now.down) {
    const auto queue = queue_words(*link, shown_stretch(*snapshot));
    reading.push_back({Hue::kNetwork, queue + ", " + drop_words(*link, false), false, queue});
  } else if (now.remote_link.empty()) {
    reading.push_back({std::nullopt, Tr::tr("no link emulated")});
  }
  if (page_->current() == kLinkPage && !now.remote_link.empty())
    reading.push_back({std::nullopt, Tr::tr("remote link %1").arg(remote_link_words(now.remote_link))});
  set_reading(std::move(reading));
  if (page_->current() == kLoadPage)
    set_figures_span(*snapshot, view().over() ? Tr::tr("at the end") : Tr::tr("now"), {}, Tr::tr("at the end of %1"));
  else
    set_figures_span(*snapshot,
                     Tr::tr("drops: since the link is there, rate: %1").arg(recent_words(Tr::tr("last second"))),
                     Tr::tr("p95 of the queue: of the last 10 s with a link"));
}

void ConditionsPanel::draw_link(const CallSnapshot& snapshot) {
  const auto& now = *snapshot.conditions;
  up_->setVisible(now.up.has_value());
  down_->setVisible(now.down.has_value());
  no_link_->setVisible(!now.up && !now.down);
  no_link_->setText(no_link_words(now, view().over()));
  if (now.up) up_->draw(*now.up, snapshot.marks);
  if (now.down) down_->draw(*now.down, snapshot.marks);
}

void ConditionsPanel::write_csv(QTextStream& out) const {
  const bool link = page_->current() == kLinkPage;
  std::vector<CsvTable> tables;
  for (const ConditionColumn* column : std::initializer_list<const ConditionColumn*>{up_, down_, loads_, clock_})
    if (link == (column == up_ || column == down_) && !(link && column->isHidden()))
      for (const auto& table : column->tables()) tables.push_back(table);
  write_tables(out, tables);
}

QString ConditionsPanel::figures() const {
  return QStringList{up_->text(), down_->text(), loads_->text(), clock_->text()}.join("\n");
}

PanelDefinition conditions_panel() {
  return tab_panel<ConditionsPanel>("conditions", 100);
}

}  // namespace jitterscope
