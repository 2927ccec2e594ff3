#include <algorithm>

#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QSettings>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include "ui/controls/call_bar.h"
#include "ui/controls/conditions_control.h"
#include "ui/controls/demonstration_strip.h"
#include "ui/controls/file_strip.h"
#include "ui/controls/format_control.h"
#include "ui/controls/other_settings.h"
#include "ui/controls/playout_control.h"
#include "ui/controls/priority_control.h"
#include "ui/controls/quality_verdict.h"
#include "ui/controls/rate_control.h"
#include "ui/controls/readouts.h"
#include "ui/controls/shaping_control.h"
#include "ui/controls/source_control.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/status_line.h"
#include "ui/panels/compensation_panel.h"
#include "ui/panels/demonstration_panel.h"
#include "ui/panels/jitter_panel.h"
#include "ui/panels/panel_definition.h"
#include "ui/panels/rate_panel.h"
#include "ui/panels/region_panel.h"
#include "ui/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/level_bar.h"
#include "ui/widgets/marker_strip.h"
#include "ui/widgets/notices.h"
#include "ui/widgets/scrolled_content.h"
#include "ui/widgets/sized_splitter.h"
#include "ui/widgets/video_view.h"

namespace jitterscope {
namespace {

constexpr int kCards = 288;        // px: the widest card, open, with its scroll bar
constexpr int kLowWindow = 760;    // px: too low for two rows of plots above a table
constexpr int kRoomForBoth = 650;  // px: compensation and region beside each other

QSettings kept_layout() {
  return QSettings("jitterscope", "layout");
}

}  // namespace

void MainWindow::build_layout() {
  const double kept_zoom = kept_layout().value("zoom").toDouble();
  if (kept_zoom > 0) set_zoom(*qApp, kept_zoom);  // else there is none
  auto* central = new QWidget;
  auto* column = new QVBoxLayout(central);
  set_spaces(column, {8, 4, 8, 2}, 4);
  column->addWidget(call_bar_ = new CallBar(session_));
  column->addWidget(file_strip_ = new FileStrip);
  connect(file_strip_, &FileStrip::closed, this, &MainWindow::close_file);
  connect(file_strip_, &FileStrip::stream_chosen, this, &MainWindow::show_stream);
  column->addWidget(demonstrating_ = new DemonstrationStrip);
  connect(demonstrating_, &DemonstrationStrip::stopped, this, &MainWindow::stop_demonstration);
  across_ = new SizedSplitter(Qt::Horizontal);
  across_->addWidget(build_left());
  across_->addWidget(build_centre());
  across_->addWidget(build_right());
  across_->setStretchFactor(1, 1);
  across_->set_sizes({px(272), px(700), px(288)});
  column->addWidget(across_, 1);
  column->addWidget(markers_ = new MarkerStrip(view_));
  column->addWidget(status_ = new StatusLine);
  auto* scrolled = new ScrolledContent(central);
  build_banners(*scrolled);
  setCentralWidget(scrolled);
}

void MainWindow::build_banners(QWidget& over) {
  auto* notices = new Notices(over, *call_bar_);
  for (auto* banner :
       {ringing_ = new Banner("Accept", "Decline"), consent_ = new Banner("Allow for this call", "Refuse"),
       recording_ = new Banner({}, "Don’t record"), trouble_line_ = new Banner, message_ = new Banner})
    notices->add(banner);
  connect(ringing_, &Banner::answered, this, [this](bool yes) { session_.send(AnswerCall{yes, state_.peer}); });
  connect(consent_, &Banner::answered, this, [this](bool yes) { session_.send(GrantConsent{yes}); });
  connect(trouble_line_, &Banner::dismissed, this, [this] { dismissed_.insert(trouble_); });
  connect(recording_, &Banner::answered, this, [this] { ask_to_discard(); });
}

QWidget* MainWindow::build_left() {
  auto* left = new QWidget;
  set_least_width(left, 256);
  auto* column = new QVBoxLayout(left);
  column->setContentsMargins(0, 0, 0, 0);
  set_spacing(column, 8);
  column->addWidget(video_ = new VideoView);
  auto* meters = new QFrame;
  meters_ = meters;
  meters->setObjectName("panel");
  auto* rows = new QVBoxLayout(meters);
  set_margins(rows, {8, 4, 8, 4});
  rows->setSpacing(0);
  rows->addWidget(microphone_ = new LevelBar("Sound sent"));
  rows->addWidget(speaker_ = new LevelBar("Received"));
  column->addWidget(meters);
  column->addWidget(figures_of_ = new QLabel("Of the file:"));
  figures_of_->hide();
  column->addWidget(verdict_ = new QualityVerdictLine(quality_));
  column->addWidget(readouts_ = new Readouts);
  column->addWidget(sources_ = new SourceControl(session_));
  column->addStretch(1);
  return left;
}

/// Of the panels that the window itself speaks with, there is one each.
void MainWindow::make_panels() {
  std::vector<PanelDefinition> definitions = panel_definitions();
  std::ranges::stable_sort(definitions, {}, &PanelDefinition::place);
  for (const PanelDefinition& definition : definitions) {
    Panel* panel = definition.make({view_, quality_});
    panels_.push_back(panel);
    if (definition.in_tab) tab_panels_.push_back(panel);
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
  }
}

QWidget* MainWindow::build_centre() {
  centre_ = new SizedSplitter(Qt::Vertical);
  middle_ = new SizedSplitter(Qt::Horizontal);
  set_least_width(centre_, 440);
  centre_->resize(px({700, 660}));  // until it is laid out
  make_panels();
  middle_->addWidget(compensation_);
  middle_->addWidget(region_);
  middle_->set_sizes({px(330), px(338)});
  for (auto* panel : {compensation_, region_})
    connect(panel, &Panel::other_wanted, this, [this, panel] {
      region_chosen_ = panel == compensation_;
      share_centre();
    });
  centre_->addWidget(jitter_);
  centre_->addWidget(middle_);
  build_tabs();
  share_height_with_tab();
  centre_->set_sizes(heights_[0]);
  for (auto* panel : panels_) {
    connect(panel, &Panel::said, this, [this](const QString& sentence, bool done) {
      tell(sentence, done ? Stays::kForAWhileCalmly : Stays::kUntilDismissed);
    });
  }
  return centre_;
}

void MainWindow::build_tabs() {
  tabs_ = new QTabWidget;
  tabs_->setDocumentMode(true);
  tabs_->tabBar()->setDrawBase(false);
  use_small_font(tabs_->tabBar());  // so that all fit a window of 1280 px
  tabs_->setAccessibleName("Further panels");
  for (Panel* panel : tab_panels_) {
    panel->hide_title();
    const int tab = tabs_->addTab(panel, panel->title().section(" and ", 0, 0));
    if (dynamic_cast<DemonstrationPanel*>(panel)) demonstration_tab_ = tab;
  }
  centre_->addWidget(tabs_);
  tabs_->setTabVisible(demonstration_tab_, false);
  connect(tabs_, &QTabWidget::currentChanged, this, [this] {
    large_ = nullptr;
    share_height_with_tab();
    view_changed_ = true;
  });
}

/// Tables need more height than plots, which get theirs back; a demonstration takes the whole centre. Where the window
/// is low, a table takes the place of what stands side by side.
void MainWindow::share_height_with_tab() {
  for (int tab = 0; tab < tabs_->count(); ++tab)  // only what is shown says how small it may be
    tabs_->widget(tab)->setSizePolicy(QSizePolicy::Preferred,
                                      tab == tabs_->currentIndex() ? QSizePolicy::Preferred : QSizePolicy::Ignored);
  const auto room = static_cast<Panel*>(tabs_->currentWidget())->room();
  share_centre();
  if (room == room_) return;
  heights_[static_cast<std::size_t>(room_)] = centre_->sizes();
  room_ = room;
  if (const auto& left = heights_[static_cast<std::size_t>(room)]; room != Panel::Room::kWhole)
    centre_->set_sizes(left);
}

bool MainWindow::room_for_both() const {
  return centre_->width() >= px(kRoomForBoth);
}

/// What is visible of the centre: one panel alone, or as much as the tab's room and the window's size allow.
void MainWindow::share_centre() {
  const auto room = static_cast<Panel*>(tabs_->currentWidget())->room();
  const bool low = height() < px(kLowWindow), both = large_ || room_for_both();
  compensation_->show_other(both ? QString() : region_->title());
  region_->show_other(both ? QString() : compensation_->title());
  compensation_->setVisible(large_ ? large_ == compensation_ : both || !region_chosen_);
  region_->setVisible(large_ ? large_ == region_ : both || region_chosen_);
  jitter_->setVisible(large_ ? large_ == jitter_ : room != Panel::Room::kWhole);
  middle_->setVisible(large_ ? middle_->isAncestorOf(large_)
                             : room == Panel::Room::kPlot || (room == Panel::Room::kTall && !low));
  tabs_->setVisible(!large_ || tabs_->isAncestorOf(large_));
}

void MainWindow::enlarge(Panel* panel) {
  large_ = large_ == panel ? nullptr : panel;
  share_centre();
  view_changed_ = true;
}

/// Colours that are kept with values are of the former theme.
void MainWindow::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) view_changed_ = true;
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  share_height_with_tab();
}

/// Where the splitters stand and what is folded, from one run to the next.
void MainWindow::keep_layout() const {
  auto kept = kept_layout();
  kept.setValue("zoom", zoom());
  kept.setValue("across", across_->saveState());
  QStringList folded;
  for (const auto* fold : findChildren<Fold*>())
    if (fold->folded()) folded << fold->title();
  kept.setValue("folded", folded);
  if (!large_ && room_for_both()) kept.setValue("middle", middle_->saveState());
  if (room_ == Panel::Room::kPlot && !large_) kept.setValue("centre", centre_->saveState());
}

void MainWindow::restore_layout() {
  auto kept = kept_layout();
  for (const auto& [name, splitter] :
       {std::pair("across", across_), std::pair("middle", middle_), std::pair("centre", centre_)})
    if (const auto state = kept.value(name).toByteArray(); !state.isEmpty()) splitter->restoreState(state);
  if (!kept.contains("folded")) return;
  const auto folded = kept.value("folded").toStringList();
  for (auto* fold : findChildren<Fold*>()) fold->set_folded(folded.contains(fold->title()));
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
  auto* scroll = new QScrollArea;
  scroll->setObjectName("controls");
  controls_ = scroll;
  scroll->setWidget(column_widget);
  scroll->setWidgetResizable(true);
  set_least_width(scroll, kCards);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  return scroll;
}

}  // namespace jitterscope
