#include "ui/controls/demonstration_strip.h"

#include <cmath>
#include <utility>

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/demonstrations/comparison.h"
#include "ui/theme.h"

namespace jitterscope {
namespace {

constexpr int kProgressSteps = 1000;
constexpr double kLarger = 1.4;  // than a title: it is read from the last row

}  // namespace

bool demonstration_runs(const DemonstrationView& view) {
  return !view.state.empty() && view.state != "done" && view.state != "stopped";
}

DemonstrationStrip::DemonstrationStrip(QWidget* parent) : QFrame(parent) {
  setObjectName("bar");
  setAccessibleName("Demonstration under way");
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
  auto* row = new QHBoxLayout;
  set_spacing(row, 12);
  column->addLayout(row);
  row->addWidget(progress_ = new QProgressBar, 1);
  row->addWidget(left_ = new QLabel, 1);
  progress_->setRange(0, kProgressSteps);
  progress_->setTextVisible(false);
  progress_->setAccessibleName("Share of the demonstration that is done");
  left_->setProperty("muted", true);
  left_->setWordWrap(true);
  row->addWidget(go_ = new QPushButton("Go on (Space)"));
  go_->setAccessibleName("Begin the demonstration");
  row->addWidget(stop_ = new QPushButton);
  connect(go_, &QPushButton::clicked, this, &DemonstrationStrip::go_on);
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
  left_->setText(waits_ ? "It can begin when the call has been measured for some seconds …"
                        : QString("%1: %2, %3 s").arg(facts.name, facts.summary).arg(seconds_of(*asked_)));
  progress_->hide();
  go_->show();
  go_->setEnabled(!waits_);
  stop_->setText("Not now");
  stop_->setAccessibleName("Do not begin the demonstration");
  stop_->setToolTip("Nothing has been changed yet");
  show();
}

void DemonstrationStrip::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && asked_) return give_up();
  QFrame::keyPressEvent(event);
}

void DemonstrationStrip::go_on() {
  if (!asked_ || waits_) return;
  const auto kind = *std::exchange(asked_, std::nullopt);
  leave();
  emit wanted(kind);
}

void DemonstrationStrip::give_up() {
  if (std::exchange(asked_, std::nullopt)) leave();
}

/// The next key is the window's, and no button's that happens to come after this.
void DemonstrationStrip::leave() {
  if (isAncestorOf(QApplication::focusWidget())) parentWidget()->setFocus();
  hide();
}

void DemonstrationStrip::show_progress(const CallSnapshot* now) {
  runs_ = now && now->demonstration && demonstration_runs(*now->demonstration);
  if (runs_) {
    asked_.reset();
    const auto& view = *now->demonstration;
    words_->setText(step_words(view));
    progress_->show();
    progress_->setValue(static_cast<int>(std::lround(view.progress * kProgressSteps)));
    left_->setText(QString(view.again ? "%1 s left, the second time" : "%1 s left")
                       .arg(static_cast<int>(std::ceil(view.seconds_left))));
    go_->hide();
    stop_->setText("Stop");
    stop_->setAccessibleName("Stop the demonstration");
    stop_->setToolTip("End the demonstration now; everything is as before at once");
  }
  setVisible(runs_ || asked_);
}

QString DemonstrationStrip::words() const {
  return isHidden() ? QString() : words_->text() + " " + left_->text();
}

}  // namespace jitterscope
