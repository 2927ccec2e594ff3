#include "ui/controls/demonstration_strip.h"

#include <cmath>
#include <utility>

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/events/words.h"
#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/demonstrations/comparison.h"
#include "ui/theme.h"
#include "ui/tr.h"

namespace jitterscope {
namespace {

constexpr int kProgressSteps = 1000;
const QString kSwitching = QStringLiteral("switching");  // nothing waits there
constexpr double kLarger = 1.4;                          // than a title: it is read from the last row

/// The present step has had its time.
bool step_over(const DemonstrationView& view) {
  const auto phase = value_of_word<DemonstrationPhase>(view.state);
  if (!phase) return false;
  const Duration after = time_before(view.kind, DemonstrationPhase::kDone) - time_before(view.kind, *phase) -
                         duration_of(view.kind, *phase);
  return view.seconds_left < after.seconds() + 1e-3;
}

}  // namespace

bool demonstration_runs(const DemonstrationView& view) {
  return !view.state.empty() && view.state != "done" && view.state != "stopped";
}

DemonstrationStrip::DemonstrationStrip(QWidget* parent) : QFrame(parent) {
  setObjectName("bar");
  setAccessibleName(Tr::tr("Demonstration under way"));
  auto* column = new QVBoxLayout(this);
  set_spaces(column, {12, 8, 8, 8}, 4);
  column->addWidget(words_ = new QLabel);
  words_->setWordWrap(true);
  when_sized(words_, [this] {
    auto font = title_font();
    const double points = font.pointSizeF() * kLarger;  // of the zoom
    font.setPointSizeF(points);
    words_->setFont(font);
  });
  auto* row = make_row(12);
  column->addLayout(row);
  row->addWidget(progress_ = new QProgressBar, 1);
  row->addWidget(left_ = new QLabel, 1);
  progress_->setRange(0, kProgressSteps);
  progress_->setTextVisible(false);
  progress_->setAccessibleName(Tr::tr("Share of the demonstration that is done"));
  left_->setProperty("muted", true);
  left_->setWordWrap(true);
  row->addWidget(pause_ = new QPushButton(Tr::tr("Pause")));
  pause_->setAccessibleName(Tr::tr("Pause the demonstration"));
  pause_->setToolTip(Tr::tr("Waits before the first half and at the end of either; what is being measured goes on"));
  row->addWidget(step_ = new QPushButton(Tr::tr("Next step")));
  step_->setFocusPolicy(Qt::TabFocus);  // by the mouse Space stays that of Go on
  step_->setAccessibleName(Tr::tr("Next step of the demonstration"));
  step_->setToolTip(Tr::tr(
      "The next step, when what is being measured is five seconds old; it is waited again before the one after"));
  row->addWidget(go_ = new QPushButton(Tr::tr("Go on (Space)")));
  row->addWidget(stop_ = new QPushButton);
  connect(go_, &QPushButton::clicked, this, &DemonstrationStrip::go_on);
  connect(pause_, &QPushButton::clicked, this, [this] { pace(DemonstrationPace::kPause); });
  connect(step_, &QPushButton::clicked, this, [this] { pace(DemonstrationPace::kStep); });
  connect(stop_, &QPushButton::clicked, this, [this] { asked_ ? give_up() : emit stopped(); });
  hide();
}

void DemonstrationStrip::ask(DemonstrationKind kind, bool waits) {
  if (runs_) return;
  const bool anew = asked_ != kind || (waits_ && !waits) || isHidden();
  asked_ = kind;
  waits_ = waits;
  show_asked();
  if (anew && !waits_) go_->setFocus();  // else Space is a button's of the window
}

void DemonstrationStrip::show_asked() {
  const auto& facts = facts_of(*asked_);
  words_->setText(facts.question);
  left_->setText(waits_ ? Tr::tr("It can begin when the call has been measured for some seconds …")
                        : QString("%1: %2, %3 s").arg(facts.name, facts.summary).arg(seconds_of(*asked_)));
  progress_->hide();
  show_pace();
  go_->setAccessibleName(Tr::tr("Begin the demonstration"));
  go_->setEnabled(!waits_);
  stop_->setText(Tr::tr("Not now"));
  stop_->setAccessibleName(Tr::tr("Do not begin the demonstration"));
  stop_->setToolTip(Tr::tr("Nothing has been changed yet"));
  show();
}

void DemonstrationStrip::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && asked_) return give_up();
  QFrame::keyPressEvent(event);
}

void DemonstrationStrip::pace(DemonstrationPace wanted) {
  paused_ = wanted != DemonstrationPace::kGoOn;
  left_state_ = wanted == DemonstrationPace::kStep ? state_ : QString();
  if (wanted == DemonstrationPace::kGoOn) take_focus_away();
  show_pace();
  if (wanted == DemonstrationPace::kPause) go_->setFocus();  // else Space is Stop's, which comes next
  emit paced(wanted);
}

void DemonstrationStrip::show_pace() {
  go_->setVisible(asked_ || paused_);
  step_->setVisible(waits_at_end());
  pause_->setVisible(runs_ && !paused_);
}

/// Of what is done now.
bool DemonstrationStrip::waits_at_end() const {
  return paused_ && state_ != kSwitching && state_ != left_state_;
}

void DemonstrationStrip::go_on() {
  if (paused_) return pace(DemonstrationPace::kGoOn);
  if (!asked_ || waits_) return;
  const auto kind = *std::exchange(asked_, std::nullopt);
  leave();
  emit wanted(kind);
}

void DemonstrationStrip::give_up() {
  if (std::exchange(asked_, std::nullopt)) leave();
}

void DemonstrationStrip::leave() {
  take_focus_away();
  hide();
}

/// The next key is the window's, and no button's that happens to come after this.
void DemonstrationStrip::take_focus_away() {
  if (isAncestorOf(QApplication::focusWidget())) parentWidget()->setFocus();
}

void DemonstrationStrip::show_progress(const CallSnapshot* now) {
  runs_ = now && now->demonstration && demonstration_runs(*now->demonstration);
  paused_ = paused_ && runs_;
  state_ = runs_ ? QString::fromStdString(now->demonstration->state) : QString();
  if (state_ != left_state_) left_state_.clear();
  if (runs_) {
    asked_.reset();
    const auto& view = *now->demonstration;
    words_->setText(step_words(view));
    progress_->show();
    progress_->setValue(static_cast<int>(std::lround(view.progress * kProgressSteps)));
    const auto left = (view.again ? Tr::tr("%1 s left, the second time") : Tr::tr("%1 s left"))
                          .arg(static_cast<int>(std::ceil(view.seconds_left)));
    left_->setText(!waits_at_end()   ? left
                   : step_over(view) ? Tr::tr("Waits for Next step or Go on")
                                     : Tr::tr("%1; waits at the end of this step").arg(left));
    show_pace();
    go_->setEnabled(true);
    go_->setAccessibleName(Tr::tr("Go on with the demonstration"));
    stop_->setText(Tr::tr("Stop"));
    stop_->setAccessibleName(Tr::tr("Stop the demonstration"));
    stop_->setToolTip(Tr::tr("End the demonstration now; everything is as before at once"));
  }
  if (runs_ || asked_)
    show();
  else if (!isHidden())
    leave();
}

}  // namespace jitterscope
