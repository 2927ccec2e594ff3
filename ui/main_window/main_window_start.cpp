// What the window begins with: the start page, demo calls, demonstrations.
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QPointer>
#include <QPushButton>

#include "core/measures/views/snapshot.h"
#include "ui/controls/call_bar.h"
#include "ui/controls/demonstration_strip.h"
#include "ui/controls/time_line.h"
#include "ui/demonstrations/comparison.h"
#include "ui/files/file_view.h"
#include "ui/kept_settings.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/notice_board.h"
#include "ui/main_window/status_line.h"
#include "ui/start_page/start_page.h"
#include "ui/tr.h"

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

}  // namespace

/// In a demo call that the window began: what can be shown in it.
QWidget* MainWindow::build_lesson_line() {
  auto* line = new QFrame;
  line->setObjectName("bar");
  line->setAccessibleName(Tr::tr("What can be shown in the demo call"));
  auto* row = new QHBoxLayout(line);
  set_spaces(row, {12, 4, 8, 4}, 8);
  row->addWidget(new QLabel(Tr::tr("Show:")));
  for (const DemonstrationKind kind : kEveryDemonstration) {
    const auto& facts = facts_of(kind);
    auto* button = new QPushButton(facts.name);
    button->setAccessibleName(Tr::tr("Show %1").arg(facts.name.toLower()));
    button->setToolTip(QString("%1: %2 s").arg(facts.summary).arg(seconds_of(kind)));
    connect(button, &QPushButton::clicked, this, [this, kind] { demonstrate(kind); });
    row->addWidget(button);
  }
  row->addStretch(1);
  line->hide();
  return line;
}

void MainWindow::build_start_page() {
  start_page_->hide();
  connect(start_page_, &StartPage::demo_wanted, this, [this] { begin_demo_call({}); });
  connect(start_page_, &StartPage::labs_wanted, this, &MainWindow::show_labs);
  connect(start_page_, &StartPage::demonstration_wanted, this, &MainWindow::demonstrate);
  connect(start_page_, &StartPage::recording_wanted, this,
          [this](const QString& path) { path.isEmpty() ? files_->ask_for_file() : open_file(path); });
  for (auto* panel : panels_) connect(panel, &Panel::demo_wanted, this, [this] { begin_demo_call({}); });
}

/// Not over a call or a file: they are what is shown then.
void MainWindow::show_start_page(bool shown) {
  if (shown && presenting()) set_presenting(false);
  if (shown && (!over_or_rings(state_.stage) || files_->shown())) {
    notices_->tell_calmly(Tr::tr("The start page is there again when the call is over and the file is closed."));
    return;
  }
  if (shown != start_page_->isHidden()) return;
  start_page_->setVisible(shown);
  for (auto* other : std::initializer_list<QWidget*>{call_bar_, docks_, time_line_, status_, menuBar()->cornerWidget()})
    other->setVisible(!shown);
  view_changed_ = true;
  if (!shown) return;
  start_page_->list_recordings(recent_files());
  start_page_->focus_first();
}

void MainWindow::leave_start_page() {
  if (!start_page_->isHidden() && (!over_or_rings(state_.stage) || files_->shown())) show_start_page(false);
}

/// A layout is taken where it is nobody's own: from the start page, or in place of another lecture.
void MainWindow::begin_demo_call(std::optional<DemonstrationKind> then) {
  if (starting_demo_) return;
  if (state_.stage == CallStage::kRinging)
    return notices_->tell_for_a_while(Tr::tr("Somebody is calling: answer or decline first, then try a demo call."));
  if (!over_or_rings(state_.stage))
    return notices_->tell_for_a_while(Tr::tr("You are in a call. Hang up first, then try a demo call."));
  starting_demo_ = true;
  const bool takes_layout = !start_page_->isHidden() || is_lecture(layout_);
  start_page_->set_starting(true);
  if (then)
    demonstrating_->ask(*then, true);
  else if (start_page_->isHidden())
    notices_->say_change(Tr::tr("The other end of the demo call is starting"));
  session_.start_demo_call([window = QPointer(this), then, takes_layout](const ExportResult& result) {
    if (window) window->demo_call_begun(result, then, takes_layout);
  });
}

void MainWindow::demo_call_begun(const ExportResult& result, std::optional<DemonstrationKind> then, bool takes_layout) {
  starting_demo_ = false;
  start_page_->set_starting(false);
  if (!result.done) {
    demonstrating_->give_up();
    return notices_->say_failed(QString::fromStdString(result.sentence));
  }
  demo_call_ = true;
  if (files_->shown()) files_->close();
  if (takes_layout) set_layout(lecture_on(then.value_or(DemonstrationKind::kShaping)));
  show_start_page(false);
}

/// Without a call it begins one of its own.
void MainWindow::demonstrate(DemonstrationKind kind) {
  if (over_or_rings(state_.stage)) return begin_demo_call(kind);
  if (demo_call_ && is_lecture(layout_)) set_layout(lecture_on(kind));
  demonstrating_->ask(kind, !can_demonstrate());
  show_demonstration();
}

bool MainWindow::can_demonstrate() const {
  return state_.stage == CallStage::kInCall && call_ && call_ != over_call_ && call_->elapsed_s >= kMeasuredAfter_s;
}

/// Its other end stays for one call. `told`: something was said meanwhile; one that fails at once is seen by that
/// alone.
void MainWindow::follow_demo_call(CallStage before, bool told) {
  if (!over_or_rings(state_.stage) || starting_demo_ || (over_or_rings(before) && !told)) return;
  demo_call_ = false;
  demonstrating_->give_up();
}

/// Goes on with what is asked; what is demonstrated follows the present; else the plots follow it or stand.
void MainWindow::space_pressed() {
  const bool demonstrates = call_ && call_->demonstration && demonstration_runs(*call_->demonstration);
  if (demonstrating_->asked() || demonstrating_->paused())
    demonstrating_->go_on();
  else
    view_.follow(demonstrates || !view_.following());
  follow_->setChecked(view_.following());
}

}  // namespace jitterscope
