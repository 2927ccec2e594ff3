#include "ui/controls/demonstration_strip.h"

#include <cmath>

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include "ui/sizes.h"

namespace jitterscope {
namespace {

constexpr int kProgressSteps = 1000;

QString priority_words(const std::string& state) {
  if (state == "settling")
    return "Counter processes run on the receivers’ processor; media threads are in the default class";
  if (state == "before") return "The default class is measured: the kernel shares the processors out evenly";
  if (state == "switching") return "The real-time class takes over: media threads run first";
  if (state == "after") return "The real-time class is measured: media threads run first";
  return "Priority is demonstrated";
}

QString state_words(const DemonstrationView& view) {
  const auto& state = view.state;
  if (view.kind == DemonstrationKind::kPriority) return priority_words(state);
  if (state == "settling") return "A tight link with a short queue and background is set, with strategy C";
  if (state == "before") return "Strategy C is measured: each frame leaves at once";
  if (state == "switching") return "Strategy A takes over: packets spread over the frame period";
  if (state == "after") return "Strategy A is measured: packets spread over the frame period";
  return "Shaping is demonstrated";
}

}  // namespace

bool demonstration_runs(const DemonstrationView& view) {
  return !view.state.empty() && view.state != "done" && view.state != "stopped";
}

DemonstrationStrip::DemonstrationStrip(QWidget* parent) : QFrame(parent) {
  setObjectName("bar");
  setAccessibleName("Demonstration under way");
  auto* row = new QHBoxLayout(this);
  set_spaces(row, {12, 4, 8, 4}, 12);
  row->addWidget(words_ = new QLabel);
  row->addWidget(progress_ = new QProgressBar, 1);
  row->addWidget(left_ = new QLabel);
  progress_->setRange(0, kProgressSteps);
  progress_->setTextVisible(false);
  progress_->setAccessibleName("Share of the demonstration that is done");
  left_->setProperty("muted", true);
  auto* stop = new QPushButton("Stop");
  stop->setAccessibleName("Stop the demonstration");
  stop->setToolTip("End the demonstration now; everything is as before at once");
  row->addWidget(stop);
  connect(stop, &QPushButton::clicked, this, &DemonstrationStrip::stopped);
  hide();
}

void DemonstrationStrip::show_progress(const CallSnapshot* now) {
  const bool runs = now && now->demonstration && demonstration_runs(*now->demonstration);
  if (runs) {
    const auto& view = *now->demonstration;
    words_->setText(state_words(view));
    progress_->setValue(static_cast<int>(std::lround(view.progress * kProgressSteps)));
    left_->setText(QString("%1 s left").arg(static_cast<int>(std::ceil(view.seconds_left))));
  }
  setVisible(runs);
}

QString DemonstrationStrip::words() const {
  return isHidden() ? QString() : words_->text() + " " + left_->text();
}

}  // namespace jitterscope
