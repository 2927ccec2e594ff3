#include "ui/panels/panel.h"

#include <algorithm>

#include <qcustomplot.h>
#include <QAbstractButton>
#include <QComboBox>
#include <QDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QRegularExpression>
#include <QResizeEvent>
#include <QScreen>
#include <QTextStream>
#include <QToolButton>

#include "core/measures/views/snapshot.h"
#include "ui/panels/panel_export.h"
#include "ui/theme.h"
#include "ui/widgets/copied_text.h"
#include "ui/widgets/file_dialog.h"
#include "ui/widgets/window_chooser.h"
#include "ui/words/clock_ticker.h"
#include "ui/words/span_words.h"

namespace jitterscope {
namespace {

QToolButton* quiet_button(const QString& sign, const QString& name) {
  auto* button = new QToolButton;
  button->setObjectName("quiet");
  button->setText(sign);
  button->setToolTip(name);
  button->setAccessibleName(name);
  button->setFocusPolicy(Qt::StrongFocus);
  return button;
}

/// A head is narrow, and its words of span and reading come before wide buttons.
void make_compact(QWidget* in_head) {
  in_head->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  for (auto* button : in_head->findChildren<QToolButton*>("segment")) {
    use_small_font(button);
    button->setProperty("compact", true);
  }
}

}  // namespace

Panel::Panel(ViewState& view, const QString& title, const QString& definition, QWidget* parent)
    : QFrame(parent), view_(view), title_(title), definition_(definition) {
  setObjectName("panel");
  setAccessibleName(shown_title());
  auto* column = new QVBoxLayout(this);
  set_spaces(column, {8, 4, 4, 4}, 2);
  column->addLayout(header_ = new QHBoxLayout);
  column->addLayout(below_header_ = new QHBoxLayout);
  set_spacing(header_, 2);
  header_->addWidget(name_ = new QLabel(shown_title()));
  use_title_font(name_);
  set_margins(name_, {0, 0, 8, 0});  // goes where the name does
  header_->addWidget(reading_ = new ReadingLine, 1);
  header_->addWidget(span_ = new SpanLine);
  auto* info = quiet_button("ⓘ", Tr::tr("What “%1” shows and where it is defined").arg(shown_title()));
  save_ = quiet_button("⤓", Tr::tr("Save “%1” as a picture or as numbers").arg(shown_title()));
  for (auto* button : {info, save_}) set_width(button, 26);
  connect(info, &QToolButton::clicked, this, &Panel::show_definition);
  connect(save_, &QToolButton::clicked, this, &Panel::export_visible);
  header_->addWidget(other_ = quiet_button({}, {}));
  use_small_font(other_);
  other_->hide();
  connect(other_, &QToolButton::clicked, this, &Panel::other_wanted);
  header_->addWidget(info);
  header_->addWidget(save_);

  column->addLayout(stack_ = new QStackedLayout, 1);
  stack_->addWidget(nothing_ = new QWidget);
  stack_->addWidget(body_ = new QWidget);
  auto* nothing = make_column(4, nothing_);
  nothing->addStretch(1);
  nothing->addWidget(empty_ = new QLabel);
  nothing->addWidget(offer_ = new QPushButton(Tr::tr("Try a demo call")), 0, Qt::AlignHCenter);
  nothing->addStretch(1);
  offer_->setAccessibleName(Tr::tr("Try a demo call for “%1”").arg(shown_title()));
  offer_->setToolTip(Tr::tr("Two ends on this computer; needs no camera, network or rights"));
  offer_->hide();
  connect(offer_, &QPushButton::clicked, this, &Panel::demo_wanted);
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  set_margins(empty_, {24, 8, 24, 8});
  empty_->setProperty("muted", true);
  when_sized(
      this, [this] { place_words(words_with_room()); }, Sizing::kShares);
}

void Panel::draw(const std::shared_ptr<const CallSnapshot>& snapshot) {
  snapshot_ = snapshot;
  measured_.reset();
  draw_snapshot(snapshot);
}

void Panel::set_span(const QString& words, const QString& tip) {
  span_->set_words(view_.shows_file() ? of_file(words) : words, tip);
  keep_words_whole();
}

void Panel::set_reading(Reading reading) {
  reading_->set_reading(std::move(reading));
  keep_words_whole();
}

int Panel::head_width() const {
  const auto around = layout()->contentsMargins();
  int wide = around.left() + around.right();
  for (int i = 0; i < header_->count(); ++i) {
    const auto* widget = header_->itemAt(i)->widget();
    if (!widget || widget == reading_ || widget == span_ || widget->isHidden()) continue;
    wide += std::max(widget->sizeHint().width(), widget->minimumWidth()) + header_->spacing();
  }
  return wide;
}

Panel::Words Panel::words_with_room() const {
  const int room = contentsRect().width() - head_width();
  if (figure_) return span_->sizeHint().width() <= room ? Words::kReadingBelow : Words::kBothBelow;
  const int between = header_->spacing(), reading = reading_->least_width() + between;
  if (reading + span_->sizeHint().width() + between <= room) return Words::kInHead;
  return span_->least_width() + between <= room ? Words::kReadingBelow : Words::kBothBelow;
}

void Panel::place_words(Words words) {
  if (words == words_) return;
  for (auto* row : {header_, below_header_})
    for (QWidget* word : std::initializer_list<QWidget*>{reading_, span_}) row->removeWidget(word);
  if (words_ != Words::kInHead) delete header_->takeAt(at_reading_);
  words_ = words;
  auto* of_reading = words == Words::kInHead ? header_ : below_header_;
  if (words != Words::kInHead) header_->insertStretch(at_reading_, 1);
  of_reading->insertWidget(words == Words::kInHead ? at_reading_ : 0, reading_, 1);
  words == Words::kBothBelow ? below_header_->addWidget(span_, 0, Qt::AlignTop)
                             : header_->insertWidget(at_reading_ + 1, span_);
  reading_->set_wraps(words != Words::kInHead);
}

/// What stands beside the words may have come to need more.
bool Panel::event(QEvent* event) {
  if (event->type() == QEvent::LayoutRequest) keep_words_whole();
  return QFrame::event(event);
}

void Panel::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  if (event->oldSize().width() != width()) place_words(words_with_room());
}

void Panel::set_figures_span(const CallSnapshot& now, const QString& usual, const QString& tip,
                             const QString& of_stretch) {
  if (!shown_stretch(now) && now.selected && usual.contains(stretch_times(now.selected->stretch)))
    return set_span(usual, tip);  // the call itself has measured it
  const auto why = why_not_selected(now);
  const auto more = shown_stretch(now) ? QString() : why.isEmpty() ? tip : tip.isEmpty() ? why : why + "\n" + tip;
  set_span(figures_span(now, usual, of_stretch), more);
}

QString Panel::measured_words(const AnalysisQuery& query) {
  measured_ = query;
  const auto words = stretch_words(query);
  const bool recent = query.window != MeasureWindow::kWhole && query.window != MeasureWindow::kSelection;
  return recent ? recent_words(words) : words;
}

void Panel::add_to_header(QWidget* widget) {
  make_compact(widget);
  header_->insertWidget(header_->count() - 3, widget);
}

void Panel::add_beside_title(QWidget* widget) {
  make_compact(widget);
  set_margins(widget, {0, 0, 4, 0});
  header_->insertWidget(1, widget);
  ++at_reading_;
}

Segments* Panel::add_side_switch() {
  auto* side = new Segments({Tr::tr("local"), Tr::tr("remote")}, Tr::tr("Received"));
  side->set_current(static_cast<int>(view_.side()));
  side->set_tip(0, Tr::tr("Received locally: the remote’s streams as this end receives them"));
  side->set_tip(
      1, Tr::tr("Received by the remote: your streams as it tells of them in its summaries (four a second; fewer while "
                "the rate is controlled)"));
  connect(side, &Segments::chosen, this, [this](int index) { view_.set_side(static_cast<Side>(index)); });
  connect(&view_, &ViewState::changed, side, [this, side] { side->set_current(static_cast<int>(view_.side())); });
  add_to_header(side);
  return side;
}

void Panel::set_title_shown(bool shown) {
  name_->setVisible(shown);
  place_words(words_with_room());
}

void Panel::show_empty(const QString& sentence, const QString& over) {
  const auto nothing = Tr::tr("There is nothing in it that “%1” could show.").arg(shown_title());
  empty_->setText(!view_.over() ? sentence : over.isEmpty() ? nothing : over);
  set_reading({});
  set_span({});
  stack_->setCurrentWidget(nothing_);
  save_->setEnabled(false);
  save_->setToolTip(Tr::tr("“%1” has nothing to save yet").arg(shown_title()));
}

void Panel::show_empty_in(const CallSnapshot& now, const QString& sentence, const QString& over) {
  show_empty(sentence, over);
  if (const auto stretch = shown_stretch(now))
    empty_->setText(Tr::tr("There is nothing in %1 that “%2” could show.").arg(stretch_times(*stretch), shown_title()));
}

void Panel::show_body() {
  stack_->setCurrentWidget(body_);
  if (save_->isEnabled()) return;
  save_->setEnabled(true);
  save_->setToolTip(save_->accessibleName());
}

void Panel::show_definition() {
  auto* popover = new QFrame(this, Qt::Popup);
  popover->setAttribute(Qt::WA_DeleteOnClose);
  popover->setObjectName("panel");
  auto* words = new QLabel(definition_);
  words->setTextFormat(Qt::RichText);
  words->setWordWrap(true);
  words->setTextInteractionFlags(Qt::TextBrowserInteraction);
  let_copy(words);
  words->setFixedWidth(words->heightForWidth(px(360)) <= px(400) ? px(360) : px(560));  // a long text in longer lines
  auto* column = new QVBoxLayout(popover);
  set_margins(column, {12, 8, 12, 8});
  column->addWidget(words);
  popover->adjustSize();
  const QRect room = screen()->availableGeometry();
  const QPoint corner = mapToGlobal(QPoint(width() - popover->width() - px(8), px(32)));
  popover->move(std::max(corner.x(), room.left()),
                std::max(std::min(corner.y(), room.bottom() - popover->height()), room.top()));
  popover->show();
  words->setFocus();
}

int Panel::width_without_other() const {
  return minimumSizeHint().width() - (other_->isHidden() ? 0 : other_->sizeHint().width() + header_->spacing());
}

void Panel::show_other(const QString& title) {
  other_->setVisible(!title.isEmpty());
  other_->setText(title + " ▸");
  other_->setToolTip(Tr::tr("Show “%1” here; a wider window has room for both").arg(title));
  other_->setAccessibleName(Tr::tr("Show %1").arg(title));
}

}  // namespace jitterscope
