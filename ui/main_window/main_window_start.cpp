// What the window begins with: the start page, demo calls, demonstrations.
#include <QPointer>

#include "ui/controls/call_bar.h"
#include "ui/controls/demonstration_strip.h"
#include "ui/controls/lesson_line.h"
#include "ui/kept_settings.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/status_line.h"
#include "ui/start_page/start_page.h"
#include "ui/widgets/marker_strip.h"

namespace jitterscope {
namespace {

constexpr double kMeasuredAfter_s = 3;  // of a call: a demonstration's link is sized by what is sent

Layout lecture_on(DemonstrationKind kind) {
  switch (kind) {
    case DemonstrationKind::kPriority: return Layout::kPriority;
    case DemonstrationKind::kRateControl: return Layout::kRateControl;
    case DemonstrationKind::kShaping: break;
  }
  return Layout::kShaping;
}

bool is_over(CallStage stage) {
  return stage == CallStage::kIdle || stage == CallStage::kEnded || stage == CallStage::kRinging;
}

}  // namespace

void MainWindow::build_start_page() {
  start_page_->hide();
  connect(start_page_, &StartPage::demo_wanted, this, [this] { begin_demo_call({}); });
  connect(start_page_, &StartPage::demonstration_wanted, this, &MainWindow::demonstrate);
  connect(start_page_, &StartPage::recording_wanted, this,
          [this](const QString& path) { path.isEmpty() ? ask_for_file() : open_file(path); });
  connect(lesson_, &LessonLine::chosen, this, &MainWindow::demonstrate);
  for (auto* panel : panels_) connect(panel, &Panel::demo_wanted, this, [this] { begin_demo_call({}); });
}

/// Not over a call or a file: they are what is shown then.
void MainWindow::show_start_page(bool shown) {
  if (shown && presenting()) set_presenting(false);
  if (shown && (!is_over(state_.stage) || !file_.empty())) {
    tell("The start page is there again when the call is over and the file is closed.", Stays::kForAWhileCalmly);
    return;
  }
  if (shown != start_page_->isHidden()) return;
  start_page_->setVisible(shown);
  for (auto* other : std::initializer_list<QWidget*>{call_bar_, docks_, markers_, status_}) other->setVisible(!shown);
  view_changed_ = true;
  if (!shown) return;
  start_page_->list_recordings(kept_settings().value("recent_files").toStringList());
  start_page_->focus_first();
}

void MainWindow::leave_start_page() {
  if (!start_page_->isHidden() && (!is_over(state_.stage) || !file_.empty())) show_start_page(false);
}

void MainWindow::begin_demo_call(std::optional<DemonstrationKind> then) {
  if (starting_demo_) return;
  if (!is_over(state_.stage)) return tell("You are in a call. Hang up first, then try a demo call.", Stays::kForAWhile);
  starting_demo_ = true;
  start_page_->set_starting(true);
  session_.start_demo_call([window = QPointer(this), then](const ExportResult& result) {
    if (!window) return;
    window->starting_demo_ = false;
    window->start_page_->set_starting(false);
    if (!result.done) return window->tell(QString::fromStdString(result.sentence));
    window->demo_call_ = true;
    if (!window->file_.empty()) window->close_file();
    window->set_layout(lecture_on(then.value_or(DemonstrationKind::kShaping)));
    if (then) window->demonstrating_->ask(*then, true);
  });
}

/// Without a call it begins one of its own.
void MainWindow::demonstrate(DemonstrationKind kind) {
  if (is_over(state_.stage)) return begin_demo_call(kind);
  if (demo_call_) set_layout(lecture_on(kind));
  demonstrating_->ask(kind, !can_demonstrate());
  show_demonstration();
}

bool MainWindow::can_demonstrate() const {
  return state_.stage == CallStage::kInCall && call_ && call_->elapsed_s >= kMeasuredAfter_s;
}

/// Its other end stays for one call.
void MainWindow::follow_demo_call(CallStage before) {
  const bool over = is_over(state_.stage);
  for (auto* panel : panels_) panel->offer_demo(over && file_.empty());
  if (!over || is_over(before)) return;
  demo_call_ = false;
  demonstrating_->give_up();
}

/// Goes on with what is asked; else the plots follow the present or stand.
void MainWindow::space_pressed() {
  if (demonstrating_->asked()) {
    demonstrating_->go_on();
    return follow_->setChecked(view_.following());
  }
  view_.follow(!view_.following());
}

}  // namespace jitterscope
