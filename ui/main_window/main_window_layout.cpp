#include <algorithm>

#include <QApplication>
#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/controls/call_bar.h"
#include "ui/controls/conditions_control.h"
#include "ui/controls/demonstration_strip.h"
#include "ui/controls/format_control.h"
#include "ui/controls/other_settings.h"
#include "ui/controls/playout_control.h"
#include "ui/controls/presenter_strip.h"
#include "ui/controls/priority_control.h"
#include "ui/controls/quality_verdict.h"
#include "ui/controls/rate_control.h"
#include "ui/controls/readouts.h"
#include "ui/controls/shaping_control.h"
#include "ui/controls/source_control.h"
#include "ui/controls/time_line.h"
#include "ui/files/file_strip.h"
#include "ui/files/file_view.h"
#include "ui/kept_settings.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/notice_board.h"
#include "ui/main_window/status_line.h"
#include "ui/panels/compare_panel.h"
#include "ui/panels/compensation_panel.h"
#include "ui/panels/demonstration_panel.h"
#include "ui/panels/jitter_panel.h"
#include "ui/panels/panel_definition.h"
#include "ui/panels/rate_panel.h"
#include "ui/panels/region_panel.h"
#include "ui/start_page/start_page.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/banner_row.h"
#include "ui/widgets/level_bar.h"
#include "ui/widgets/scrolled_content.h"
#include "ui/widgets/video_view.h"

namespace jitterscope {
namespace {

constexpr int kNoticeHeight = 28;  // px: two small lines, or a button

/// Two parts, the second below the first, or beside it where there is width for both. Below it the second has its
/// height before the first has more than its least.
class BesideOrBelow : public QWidget {
 public:
  /// px at the usual size: least width of both below each other, and of the second beside the first, which begins at
  /// three times that.
  BesideOrBelow(QWidget* first, QWidget* second, int least, int second_beside)
      : first_(first),
        second_(second),
        least_(least),
        second_beside_(second_beside),
        parts_(new QBoxLayout(QBoxLayout::TopToBottom, this)) {
    set_spaces(parts_, {}, 8);
    parts_->addWidget(first);
    parts_->addWidget(second, 1);
  }
  /// Of the narrow way, which it takes once it has no room for the other.
  QSize minimumSizeHint() const override {
    return {std::max(px(least_), second_->minimumSizeHint().width()), QWidget::minimumSizeHint().height()};
  }

 protected:
  bool event(QEvent* event) override {
    if (event->type() == QEvent::LayoutRequest) share();
    return QWidget::event(event);
  }
  void resizeEvent(QResizeEvent*) override { share(); }

 private:
  void share() {
    const bool beside = width() >= px(3 * second_beside_);
    parts_->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    parts_->setStretch(0, beside ? 1 : 0);
    parts_->setStretch(1, beside ? 0 : 1);
    const int wide = std::max(px(second_beside_), second_->minimumSizeHint().width());
    second_->setMinimumWidth(beside ? wide : 0);
    second_->setMaximumWidth(beside ? wide : QWIDGETSIZE_MAX);
    const int left = height() - parts_->spacing() - second_->sizeHint().height();
    first_->setMaximumHeight(beside ? QWIDGETSIZE_MAX : std::max(first_->minimumHeight(), left));
  }

  QWidget *first_, *second_;
  int least_, second_beside_;
  QBoxLayout* parts_;
};

class ScrolledColumn : public QScrollArea {
 public:
  explicit ScrolledColumn(int least) : least_(least) {}
  QSize sizeHint() const override { return widget()->sizeHint(); }  // not only as high as some lines
  QSize minimumSizeHint() const override {
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    return {std::max(px(least_), widget()->minimumSizeHint().width() + bar), QScrollArea::minimumSizeHint().height()};
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (watched == widget() && event->type() == QEvent::LayoutRequest)
      if (const QSize asked = widget()->sizeHint().expandedTo(minimumSizeHint()); std::exchange(asked_, asked) != asked)
        updateGeometry();
    return QScrollArea::eventFilter(watched, event);
  }

 private:
  int least_;  // px, of the width
  QSize asked_;
};

/// As high as there is room for: the rest is scrolled.
QScrollArea* scrolled_column(const QString& name, QWidget* column, int least) {
  auto* scroll = new ScrolledColumn(least);
  scroll->setObjectName(name);
  scroll->setWidget(column);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  return scroll;
}

/// A label is polished before its first layout, a tooltip (a label of Qt's own) before it has its text. A wrapped label
/// would ask for the width of its longest word, which may be a stranger's: it is cut off there instead.
class PlainLabels : public QObject {
 public:
  using QObject::QObject;
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::Polish) return false;
    auto* label = qobject_cast<QLabel*>(watched);
    if (!label) return false;
    if (label->textFormat() == Qt::AutoText) label->setTextFormat(Qt::PlainText);
    if (label->wordWrap() && label->minimumWidth() == 0) label->setMinimumWidth(px(1));
    return false;
  }
};

/// Text from outside (a name, a notice, a path) is shown as it came: a label without a format of its own is plain, and
/// so is every tooltip. Qt would guess, and load what the text names. No word of it makes the window wider. Before the
/// first widget; once more does nothing.
void keep_text_plain(QApplication& application) {
  constexpr const char* kName = "plain-labels";
  if (application.findChild<QObject*>(kName, Qt::FindDirectChildrenOnly)) return;
  auto* labels = new PlainLabels(&application);
  labels->setObjectName(kName);
  application.installEventFilter(labels);
}

}  // namespace

void MainWindow::build_layout() {
  keep_text_plain(*qApp);
  take_over_old_layout();
  const double kept_zoom = kept_layout().value("zoom").toDouble();
  if (kept_zoom > 0) set_zoom(*qApp, kept_zoom);  // else there is none
  build_notices();
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  set_spaces(column, {8, 2, 8, 0}, 4);
  column->addWidget(call_bar_ = new CallBar(session_));
  connect(call_bar_, &CallBar::follow_wanted, &view_, [this] { view_.follow(true); });
  connect(call_bar_, &CallBar::all_wanted, &view_, &ViewState::clear_selection);
  files_ = new FileView(session_, view_, *this);
  column->addWidget(files_->strip());
  connect(files_, &FileView::failed, notices_, &NoticeBoard::tell_result);
  connect(files_, &FileView::mended, notices_, &NoticeBoard::take_back);
  column->addWidget(demonstrating_ = new DemonstrationStrip);
  column->addWidget(lesson_ = build_lesson_line());
  connect(demonstrating_, &DemonstrationStrip::stopped, this, &MainWindow::stop_demonstration);
  connect(demonstrating_, &DemonstrationStrip::paced, this,
          [this](DemonstrationPace pace) { session_.send(PaceDemonstration{pace}); });
  connect(demonstrating_, &DemonstrationStrip::wanted, this, [this](DemonstrationKind kind) {
    session_.send(Demonstrate{kind, true});
    view_.reset();
  });
  build_docks();
  column->addWidget(docks_, 1);
  column->addWidget(start_page_ = new StartPage(session_), 1);
  build_start_page();
  column->addWidget(presenter_ = new PresenterStrip);
  connect(presenter_, &PresenterStrip::left, this, [this] { set_presenting(false); });
  column->addWidget(time_line_ = new TimeLine(view_));
  connect(time_line_, &TimeLine::refused, notices_, &NoticeBoard::tell_for_a_while);
  auto* central = new QWidget;
  auto* rows = make_column(0, central);
  rows->addWidget(new ScrolledContent(content), 1);
  rows->addWidget(banner_row_);  // seen wherever the content is scrolled to
  setCentralWidget(central);
}

void MainWindow::build_notices() {
  notices_ = new NoticeBoard(*this);
  banner_row_ = new BannerRow(status_ = new StatusLine, kNoticeHeight);
  set_margins(banner_row_, {8, 0, 8, 1});
  banner_row_->take(notices_->banner());
  connect(notices_, &NoticeBoard::kept, status_, &StatusLine::show_notices);
  connect(notices_, &NoticeBoard::call_answered, this, [this](bool yes) {
    session_.send(AnswerCall{yes, state_.peer});
  });
  connect(notices_, &NoticeBoard::consent_answered, this, [this](bool yes) { session_.send(GrantConsent{yes}); });
  connect(notices_, &NoticeBoard::recording_unwanted, this, [this] { ask_to_discard(); });
}

QWidget* MainWindow::build_left() {
  auto* below = new QWidget;
  auto* column = make_column(8, below);
  auto* meters = new QFrame;
  meters_ = meters;
  meters->setObjectName("panel");
  auto* rows = new QVBoxLayout(meters);
  set_margins(rows, {8, 4, 8, 4});
  rows->setSpacing(0);
  rows->addWidget(microphone_ = new LevelBar(Tr::tr("Sound sent")));
  rows->addWidget(speaker_ = new LevelBar(Tr::tr("Received")));
  column->addWidget(meters);
  column->addWidget(figures_of_ = new QLabel(Tr::tr("Of the file:")));
  figures_of_->hide();
  column->addWidget(verdict_ = new QualityVerdictLine(quality_));
  column->addWidget(readouts_ = new Readouts);
  column->addWidget(sources_ = new SourceControl(session_));
  column->addStretch(1);
  return new BesideOrBelow(video_ = new VideoView, scrolled_column("figures", below, 0), 256, 288);
}

/// Of the panels that the window itself speaks with, there is one each.
void MainWindow::make_panels() {
  std::vector<PanelDefinition> definitions = panel_definitions();
  std::ranges::stable_sort(definitions, {}, &PanelDefinition::place);
  for (const PanelDefinition& definition : definitions) {
    Panel* panel = definition.make({view_, quality_, &compared_, files_});
    panels_.push_back(panel);
    (definition.in_tab ? parts_.behind_tabs : parts_.above).push_back(panel);
    if (auto* jitter = dynamic_cast<JitterPanel*>(panel)) jitter_ = jitter;
    if (dynamic_cast<RegionPanel*>(panel)) region_ = panel;
    if (auto* compensation = dynamic_cast<CompensationPanel*>(panel)) {
      compensation_ = compensation;
      connect(compensation, &CompensationPanel::wanted_playout, this,
              [this](Medium medium, const PlayoutSetting& setting) {
                session_.send(SetPlayout{medium, setting});
              });
    }
    if (auto* rate = dynamic_cast<RatePanel*>(panel)) rate_ = rate;
    if (auto* demonstration = dynamic_cast<DemonstrationPanel*>(panel)) {
      demonstration_panel_ = demonstration;
      demonstration->when_hearing([this](std::size_t half) { session_.hear_half(half); });
      demonstration->when_handing_out([this] { ask_for_report(); });
    }
    if (dynamic_cast<ComparePanel*>(panel)) compare_panel_ = panel;
  }
}

void MainWindow::build_docks() {
  docks_ = new Docks;
  docks_->resize(px({1264, 660}));  // until it is laid out
  parts_.call = build_left();
  parts_.cards = build_right();
  make_panels();
  docks_->add("Call", Tr::tr("Picture and figures"), parts_.call);
  docks_->add("Controls", Tr::tr("Controls"), parts_.cards);
  for (auto* panel : panels_) {
    docks_->add(panel->title(), panel->shown_title().section(Tr::tr(" and "), 0, 0), panel);
    connect(panel, &Panel::said, this, [this](const QString& sentence, bool done) {
      done ? notices_->tell_calmly(sentence) : notices_->tell(sentence);
    });
    connect(panel, &Panel::room_changed, this, &MainWindow::share_room, Qt::QueuedConnection);
  }
  for (auto* panel : {compensation_, region_})
    connect(panel, &Panel::other_wanted, this, [this, panel] {
      region_chosen_ = panel == compensation_;
      share_room();
    });
  connect(docks_, &Docks::titled_by_tab, this, [](QWidget* part, bool by_tab) {
    if (auto* panel = qobject_cast<Panel*>(part)) panel->set_title_shown(!by_tab);
  });
  connect(docks_, &Docks::sight_changed, this, [this] {
    view_changed_ = true;
    if (show_cards_) show_cards_->setChecked(docks_->in_sight(parts_.cards));
  });
  connect(docks_, &Docks::comes_in_sight, this, &MainWindow::make_room_for);
  connect(docks_, &Docks::closed, this, [this](const QWidget* part) {
    if (part == large_) give_back();
  });
  connect(docks_, &Docks::settled, this, &MainWindow::share_room);
  connect(docks_, &Docks::border_moved, this, &MainWindow::note_sizes);
  arrange(*docks_, parts_, layout_, rows_);
  open_what_has_something();
  connect(&compared_, &ComparedStretches::said, notices_, &NoticeBoard::tell_for_a_while);
  connect(&compared_, &ComparedStretches::emptied, this, [this] { docks_->set_open(compare_panel_, false); });
}

/// Colours that are kept with values are of the former theme.
void MainWindow::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) view_changed_ = true;
}

QWidget* MainWindow::build_right() {
  auto* column_widget = new QWidget;
  auto* column = new QVBoxLayout(column_widget);
  set_spaces(column, {0, 0, 4, 0}, 6);
  for (Card* card : std::initializer_list<Card*>{shaping_ = new ShapingControl(session_),
                    priority_ = new PriorityControl(session_), conditions_ = new ConditionsControl(session_),
                    rate_control_ = new RateControl(session_), playout_ = new PlayoutControl(session_),
                    format_ = new FormatControl(session_), audio_format_ = new AudioFormatControl(session_),
                    reception_ = new ReceptionControl(session_), other_ = new OtherSettings(session_)})
    column->addWidget(card);
  for (Card* card : std::initializer_list<Card*>{playout_, format_, audio_format_, reception_, other_})
    card->fold().set_folded(true);
  column->addStretch(1);
  return scrolled_column("controls", column_widget, kCardsWidth);
}

}  // namespace jitterscope
