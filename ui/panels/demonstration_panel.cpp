#include "ui/panels/demonstration_panel.h"

#include <algorithm>

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/demonstrations/pair_bars.h"
#include "ui/panels/panel_definition.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/copied_text.h"
#include "ui/widgets/segments.h"
#include "ui/words/label_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr auto kDemonstrationPanelDefinition = QT_TRANSLATE_NOOP(
    "Tr",
    "<p><b>Shaping</b>: the same call on the same link with a short queue and Poisson background, first with strategy "
    "<b>C</b> (each frame at once), then with <b>A</b> (packets spread over the frame period).</p>"
    "<p>A whole frame at once overruns a short queue, and a frame with one packet missing is lost whole. Spread "
    "packets find room between those of others; the price is a longer time for the whole frame. <i>Sun 1997, §4, Figs "
    "7–11.</i></p>"
    "<p><b>Local</b>: the remote’s video as received locally; <b>remote</b>: yours as the remote counts it. <b>Packet "
    "delay</b> is one-way; <b>frame delay</b> runs from a frame’s first packet sent to the frame complete. In "
    "brackets: 95 % interval, of a share over the seconds, of a time from blocks of its values, long enough that what "
    "hangs together stays together.</p>"
    "<p><b>Priority</b>: the same call with counter processes on the one processor of the receive threads, first with "
    "the media threads in the <b>default</b> class, then in <b>real-time</b>. The sound’s blocks last no whole number "
    "of ticks, so that they do not fall into step with the scheduler. <b>Kernel to user</b>: from the kernel’s receive "
    "stamp until the receive call returned. <i>Claypool 1998, §5, Figs 10–11; Nahrstedt and Smith 1994, Fig 7.</i></p>"
    "<p><b>Rate control</b>: the way to the remote carries half of the picture beside the sound, behind a queue of 0.4 "
    "s; first nobody controls the rate, then the <b>two-stream</b> controller does. The sound’s delay and loss are the "
    "remote’s reports; what the link leaves to the picture is what it carried while packets waited, less the sound. "
    "<i>Latecki, Jin and Mulik 2004, §3.</i></p>");
constexpr qsizetype kLongestLead = 200;  // characters: four lines of a narrow panel

/// The first sentence, and those after it that have room beside it.
QString leading_sentences(const QString& all) {
  static const QRegularExpression kNext("\\.\\s+(?=\\p{Lu})");
  qsizetype end = 0;
  for (auto found = kNext.globalMatch(all); found.hasNext();) {
    const qsizetype stop = found.next().capturedStart() + 1;
    if (end > 0 && stop > kLongestLead) return all.left(end);
    end = stop;
  }
  return end == 0 || all.size() <= kLongestLead ? all : all.left(end);
}

}  // namespace

DemonstrationPanel::DemonstrationPanel(ViewState& view_state, QWidget* parent)
    : Panel(view_state, QT_TRANSLATE_NOOP("Tr", "Demonstration"), Tr::tr(kDemonstrationPanelDefinition), parent) {
  auto* column = new QVBoxLayout(body());
  set_spaces(column, {0, 0, 4, 0}, 4);
  build_sentence();
  add_to_header(switch_ = new Segments({Tr::tr("answer"), Tr::tr("figures")}, Tr::tr("Demonstration shown as")));
  switch_->set_current(0);
  switch_->set_tip(0, Tr::tr("The figures that answer the question, as bars"));
  switch_->set_tip(1, Tr::tr("All figures of both halves, and their course"));
  connect(switch_, &Segments::chosen, this, [this](int page) { choose(static_cast<Page>(page)); });
  column->addWidget(pages_ = new QStackedWidget, 1);
  auto* answer = new QWidget;
  auto* bars = make_column(0, answer);
  bars->addWidget(bars_ = new PairBars);
  add_space(bars, 12);
  bars->addWidget(
      intervals_ = muted_label(Tr::tr(
          "The thin line on a bar is its 95 % interval. A bar without one: these seconds do not give an interval, so a "
          "small difference may be chance.")));
  add_space(bars, 8);
  bars->addWidget(hearing_ = build_hearing());
  bars->addWidget(heard_there_ = muted_label(Tr::tr("What is compared is the sound sent: only the remote hears it.")));
  for (auto* label : {intervals_, heard_there_}) label->setWordWrap(true);
  add_space(bars, 8);
  bars->addWidget(hand_out_button_ = build_hand_out(), 0, Qt::AlignLeft);
  bars->addStretch(1);
  auto* figures = new QWidget;
  for (auto* page : {answer, figures}) {  // in order of Page; where they have no room they are scrolled
    auto* scroll = new QScrollArea;
    scroll->setWidget(page);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    for (auto* filled : {scroll->viewport(), page}) filled->setAutoFillBackground(false);  // else darker than the panel
    pages_->addWidget(scroll);
  }
  column = make_column(4, figures);
  column->addWidget(table_ = new FigureTable({"", Tr::tr("Before"), Tr::tr("After"), Tr::tr("Difference")},
                                             Tr::tr("Before beside after")));
  table_->fit_column(0);
  table_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  column->addWidget(comparisons_ = new QStackedWidget, 1);
  for (const DemonstrationKind kind : kEveryDemonstration) comparisons_->addWidget(make_comparison(kind).release());
  choose(Page::kAnswer);
  choose(DemonstrationKind::kShaping);
}

/// What answers the question large, what else is to be said of it below.
void DemonstrationPanel::build_sentence() {
  words_ = new QWidget;
  auto* words = new QVBoxLayout(words_);
  set_spaces(words, {0, 0, 0, 8}, 4);
  for (auto** label : {&lead_, &rest_}) {
    words->addWidget(*label = new QLabel);
    (*label)->setWordWrap(true);
    (*label)->setTextFormat(Qt::PlainText);
    let_copy(*label);
  }
  use_title_font(lead_);
  words_->hide();  // until there is a sentence
}

QPushButton* DemonstrationPanel::build_hand_out() {
  auto* button = new QPushButton(Tr::tr("Hand out …"));
  button->setAccessibleName(Tr::tr("Write a report to hand out"));
  connect(button, &QPushButton::clicked, this, [this] {
    if (hand_out_) hand_out_();
  });
  button->hide();  // until there is an answer
  return button;
}

void DemonstrationPanel::allow_handing_out(bool recorded) {
  hand_out_button_->setEnabled(recorded);
  hand_out_button_->setToolTip(recorded
                                   ? Tr::tr("This answer, what was set and what was measured, as a page (Ctrl+Shift+P)")
                                   : Tr::tr("Nothing of this call is recorded: a report is made of a recording"));
}

QWidget* DemonstrationPanel::build_hearing() {
  auto* hearing = new QWidget;
  auto* row = make_row(8, hearing);
  for (std::size_t half = 0; half < hear_buttons_.size(); ++half) {
    auto* button = hear_buttons_[half] = new QPushButton(half == 0 ? Tr::tr("Hear before") : Tr::tr("Hear after"));
    button->setAccessibleName(button->text());
    connect(button, &QPushButton::clicked, this, [this, half] {
      if (hear_) hear_(half);
    });
    row->addWidget(button);
  }
  row->addStretch(1);
  hearing->hide();
  return hearing;
}

void DemonstrationPanel::show_heard(const HeardHalves& heard) {
  hearing_->setVisible(heard_here_ && (heard.kept[0] || heard.kept[1]));
  for (std::size_t half = 0; half < hear_buttons_.size(); ++half) {
    auto* button = hear_buttons_[half];
    button->setEnabled(heard.kept[half] && heard.why_not.empty());
    button->setToolTip(
        !heard.why_not.empty() ? QString::fromStdString(heard.why_not)
        : heard.kept[half]
            ? Tr::tr("The last 5 s of that half as they were played here, once, in place of the call’s sound")
            : Tr::tr("That half is not over yet"));
  }
}

void DemonstrationPanel::choose(Page page) {
  switch_->set_current(static_cast<int>(page));
  pages_->setCurrentIndex(static_cast<int>(page));
  const auto* shown = static_cast<QScrollArea*>(pages_->currentWidget())->widget();
  static_cast<QVBoxLayout*>(shown->layout())->insertWidget(0, words_);
}

/// A new one is read from its beginning.
void DemonstrationPanel::say(const QString& sentence) {
  if (sentence == sentence_) return;
  sentence_ = sentence;
  const auto lead = leading_sentences(sentence);
  lead_->setText(lead);
  rest_->setText(sentence.mid(lead.size()).trimmed());
  rest_->setVisible(!rest_->text().isEmpty());
  words_->setVisible(!sentence.isEmpty());
  for (int page = 0; page < pages_->count(); ++page)
    static_cast<QScrollArea*>(pages_->widget(page))->verticalScrollBar()->setValue(0);
}

HalvesComparison& DemonstrationPanel::comparison() const {
  return *static_cast<HalvesComparison*>(comparisons_->currentWidget());
}

void DemonstrationPanel::choose(DemonstrationKind kind) {
  const auto rows_of = [this] { return static_cast<int>(comparison().rows().size()); };
  comparisons_->setCurrentIndex(static_cast<int>(kind));
  if (table_->rowCount() == rows_of()) return;
  table_->set_rows(rows_of());
  fit_table();
}

void DemonstrationPanel::fit_table() {
  table_->setFixedHeight(table_->horizontalHeader()->sizeHint().height() + table_->verticalHeader()->length() + px(4));
}

void DemonstrationPanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  fit_table();
}

void DemonstrationPanel::draw_snapshot(const std::shared_ptr<const CallSnapshot>& snapshot) {
  const auto* view = snapshot && snapshot->demonstration ? &*snapshot->demonstration : nullptr;
  if (!view || (!view->before && !view->after))
    return show_empty(Tr::tr(
        "What a demonstration shows appears here, before beside after: losses and delays of two shaping strategies, "
        "the waits of media threads in two classes, or the sound without and with rate control.\nChoose one in the "
        "menu Demonstrate; it takes less than a minute, or twice that where it shows nothing at first."));
  show_body();
  choose(view->kind);
  say(QString::fromStdString(view->sentence));
  fill_table(*view);
  const auto name = [&](const std::optional<DemonstrationHalf>& half, bool after) {
    return comparison().variant_name(half ? half->variant : std::string(), after);
  };
  const auto has_interval = [](const BarPair& pair) { return pair.before.low || pair.after.low; };
  intervals_->setVisible(std::ranges::any_of(comparison().bars(*view), has_interval));
  const bool sent = view->kind == DemonstrationKind::kRateControl, call = !this->view().shows_file();
  heard_here_ = !sent && call;
  heard_there_->setVisible(sent && call && !view->sentence.empty());
  hand_out_button_->setVisible(!view->sentence.empty() && view->before && view->after);
  bars_->set_pairs(comparison().bars(*view), name(view->before, false), name(view->after, true));
  comparison().draw(*view);
  Reading reading;
  for (const auto* half : {&view->before, &view->after})
    if (*half)
      reading.push_back({std::nullopt, Tr::tr("%1 %2, %3 frames")
                                           .arg(comparison().variant_name((*half)->variant, half == &view->after),
                                                figure((*half)->seconds, "s"), count_text((*half)->frames))});
  if (view->state == "stopped")
    reading.push_back(
        {std::nullopt, view->again ? Tr::tr("the second time was stopped") : Tr::tr("stopped before the end")});
  set_reading(std::move(reading));
  set_span(Tr::tr("each half"));
}

void DemonstrationPanel::fill_table(const DemonstrationView& view) {
  const auto& shown = comparison();
  const auto name_of = [](const auto& half) { return half ? half->variant : std::string(); };
  table_->horizontalHeaderItem(1)->setText(shown.variant_name(name_of(view.before), false));
  table_->horizontalHeaderItem(2)->setText(shown.variant_name(name_of(view.after), true));
  for (int row = 0; row < table_->rowCount(); ++row) {
    const auto& of = shown.rows()[static_cast<std::size_t>(row)];
    table_->set_cell(row, 0, of.name, of.tip);
    table_->set_cell(row, 1, view.before ? of.value(*view.before) : kDash, of.tip);
    table_->set_cell(row, 2, view.after ? of.value(*view.after) : kDash, of.tip);
    const auto words = view.before && view.after ? of.difference(*view.before, *view.after) : QString();
    table_->set_cell(row, 3, words.isEmpty() ? kDash : words, of.tip);
  }
}

void DemonstrationPanel::write_csv(QTextStream& out) const {
  write_tables(out, {table_->table(), comparison().table()});
}

PanelDefinition demonstration_panel() {
  return tab_panel<DemonstrationPanel>("demonstration", 110);
}

}  // namespace jitterscope
