// A lesson before a class: its panel alone, large, and everything as before when it is left.
#include <algorithm>

#include <QApplication>
#include <QKeyEvent>
#include <QMenuBar>
#include <QScreen>

#include "ui/controls/call_bar.h"
#include "ui/controls/demonstration_strip.h"
#include "ui/controls/presenter_strip.h"
#include "ui/controls/time_line.h"
#include "ui/files/file_view.h"
#include "ui/kept_settings.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/notice_board.h"
#include "ui/panels/demonstration_panel.h"
#include "ui/panels/rate_panel.h"
#include "ui/start_page/start_page.h"
#include "ui/tr.h"
#include "ui/widgets/banner_row.h"

namespace jitterscope {
/// Kept for the next start, and after what is presented.
void MainWindow::choose_theme(Theme theme) {
  apply_theme(*qApp, theme);
  written_layout()->setValue("theme", theme == Theme::kLight ? "light" : "dark");
  if (before_presenting_) before_presenting_->theme = theme;
}

void MainWindow::set_presenting(bool on) {
  present_->setChecked(on);
  if (on == presenting()) return;
  const auto chrome = std::initializer_list<QWidget*>{menuBar(), call_bar_, time_line_, banner_row_};
  if (on) {
    give_back();
    const bool on_start_page = !start_page_->isHidden();
    show_start_page(false);
    if (state_.stage == CallStage::kRinging) session_.send(AnswerCall{false, state_.peer});
    before_presenting_ = {zoom(),        windowState(),         size(),          layout_,       rows_,
                          cards_wanted_, docks_->arrangement(), current_theme(), on_start_page, rate_->tests_shown(),
                          lecture_folds_};
    notices_->set_presenting(true);
    presenter_->notices().take(notices_->banner());
    for (auto* part : chrome) part->hide();
    Panel* answer = docks_->in_sight(demonstration_panel_) ? demonstration_panel_ : nullptr;
    set_layout(is_lecture(layout_) ? layout_ : Layout::kShaping);
    rate_->set_tests_shown(false);
    if (answer) show_presented(answer);
    presenter_->show();
    set_zoom(*qApp, presenters_zoom(screen()->size().height()), true);
    setWindowState(windowState() | Qt::WindowFullScreen);
  } else {
    const auto before = *std::exchange(before_presenting_, std::nullopt);
    set_zoom(*qApp, before.zoom, false);
    setWindowState(before.states);
    if (current_theme() != before.theme) apply_theme(*qApp, before.theme);
    presenter_->hide();
    for (auto* part : chrome) part->show();
    if (!(before.states & (Qt::WindowMaximized | Qt::WindowFullScreen))) resize(before.size);
    set_layout(before.layout);
    rate_->set_tests_shown(before.tests_shown);
    lecture_folds_ = before.lecture_folds;
    rows_ = before.rows;
    cards_wanted_ = before.cards_wanted;
    docks_->set_arrangement(before.arrangement);
    open_what_has_something();
    share_room();
    if (before.start_page && over_or_rings(state_.stage) && !files_->shown()) show_start_page(true);
    banner_row_->take(notices_->banner());
    notices_->set_presenting(false);
  }
  session_.keep_screen_on(on);
  view_changed_ = true;
}

/// A question that is put to the class goes first, then what is presented, then the selected time.
void MainWindow::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape) return QMainWindow::keyPressEvent(event);
  if (presenting() && demonstrating_->asked()) return demonstrating_->give_up();
  if (presenting()) return set_presenting(false);
  if (view_.has_selection()) view_.clear_selection();
}

/// One panel alone, the layout's first where none is named: that large, a second one has no room.
void MainWindow::show_presented(Panel* wanted) {
  if (!presenting()) return;
  for (auto* part : {parts_.call, parts_.cards}) docks_->set_open(part, false);
  auto* shown = wanted ? wanted : *std::ranges::find(panels_, first_panel_of(layout_), &Panel::title);
  for (auto* panel : panels_) docks_->set_open(panel, panel == shown);
}

}  // namespace jitterscope
