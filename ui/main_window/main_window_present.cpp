// A lesson before a class: its panels alone, large, and everything as before when it is left.
#include <algorithm>
#include <cmath>

#include <QApplication>
#include <QMenuBar>
#include <QScreen>

#include "ui/controls/call_bar.h"
#include "ui/controls/demonstration_strip.h"
#include "ui/controls/presenter_strip.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/status_line.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/marker_strip.h"

namespace jitterscope {
namespace {

constexpr double kSmallWords = 12;       // px at the usual size: the smallest
constexpr double kWordsOfHeight = 45.0;  // of them make the height of the screen, at most

/// The first step at which the smallest words are read from the last row.
double presenters_zoom(int height) {
  const double wanted = height / (kWordsOfHeight * kSmallWords);
  const auto found = std::ranges::find_if(kZoomSteps, [wanted](double step) { return step >= wanted; });
  return found == kZoomSteps.end() ? kZoomSteps.back() : *found;
}

bool is_lecture(Layout layout) {
  return layout == Layout::kShaping || layout == Layout::kPriority || layout == Layout::kRateControl;
}

}  // namespace

void MainWindow::set_presenting(bool on) {
  present_->setChecked(on);
  if (on == presenting()) return;
  const auto chrome = std::initializer_list<QWidget*>{menuBar(), call_bar_, markers_, status_};
  if (on) {
    give_back();
    show_start_page(false);
    before_presenting_ = {zoom(),          windowState(),  size(), layout_, docks_->arrangement(),
                          current_theme(), notices_.size()};
    for (auto* banner : {ringing_, message_, recording_}) banner->say({});
    for (auto* part : chrome) part->hide();
    set_layout(is_lecture(layout_) ? layout_ : Layout::kShaping);
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
    docks_->set_arrangement(before.arrangement);
    docks_->set_open(demonstration_panel_, has_demonstration());
    share_room();
    if (const auto unseen = notices_.size() - before.notices; unseen > 0)
      say_change(QString("%1 %2 meanwhile, in Help ▸ Notices").arg(unseen).arg(unseen == 1 ? "notice" : "notices"));
  }
  session_.keep_screen_on(on);
  view_changed_ = true;
}

/// Neither picture nor cards, whatever layout is chosen meanwhile.
void MainWindow::show_presented() {
  if (!presenting()) return;
  for (auto* part : {parts_.call, parts_.cards}) docks_->set_open(part, false);
}

}  // namespace jitterscope
