#include "ui/start_page/start_page.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/demonstrations/comparison.h"
#include "ui/start_page/call_choice.h"
#include "ui/theme.h"
#include "ui/tr.h"

namespace jitterscope {
namespace {

constexpr int kWidest = 920, kLeastChoice = 240;  // px
constexpr qsizetype kMostFiles = 3, kLongestName = 34;

QLabel* muted(const QString& words) {
  auto* label = new QLabel(words);
  label->setProperty("muted", true);
  label->setWordWrap(true);
  return label;
}

QVBoxLayout* frame_with(QFrame& frame, const QString& title) {
  frame.setObjectName("panel");
  frame.setAccessibleName(title);
  auto* column = new QVBoxLayout(&frame);
  set_spaces(column, {12, 8, 12, 12}, 8);
  auto* name = new QLabel(title);
  use_title_font(name);
  column->addWidget(name);
  return column;
}

/// The end of a name says which recording it is.
QString shortened(const QString& name) {
  return name.size() <= kLongestName ? name : "…" + name.right(kLongestName - 1);
}

}  // namespace

StartPage::StartPage(SessionPort& port, QWidget* parent) : QWidget(parent) {
  setAccessibleName(Tr::tr("Start page"));
  setFocusPolicy(Qt::ClickFocus);
  auto* around = make_row(0, this);
  around->addStretch(1);
  auto* middle = new QWidget;
  set_most_width(middle, kWidest);
  around->addWidget(middle, 100);
  around->addStretch(1);
  auto* column = new QVBoxLayout(middle);
  set_spaces(column, {8, 8, 8, 8}, 12);
  column->addStretch(1);
  auto* title = new QLabel(Tr::tr("A videoconference that shows its own inside"));
  use_title_font(title);
  title->setAlignment(Qt::AlignHCenter);
  column->addWidget(title);
  column->addWidget(build_demo());
  auto* choices = make_row(12);
  choices->addWidget(call_ = new CallChoice(port), 1);
  choices->addWidget(build_recordings(), 1);
  choices->addWidget(build_demonstrations(), 1);
  column->addLayout(choices);
  column->addStretch(2);
}

QWidget* StartPage::build_demo() {
  auto* frame = new QFrame;
  frame->setObjectName("panel");
  auto* column = new QVBoxLayout(frame);
  set_spaces(column, {12, 12, 12, 12}, 8);
  column->addWidget(demo_ = new QPushButton);
  demo_->setObjectName("first");
  demo_->setAutoDefault(true);  // Return, which presses no other button here
  use_title_font(demo_);
  column->addWidget(muted(Tr::tr("Two ends on this computer. Needs no camera, network or rights.")));
  connect(demo_, &QPushButton::clicked, this, &StartPage::demo_wanted);
  set_starting(false);
  return frame;
}

QWidget* StartPage::build_recordings() {
  auto* frame = new QFrame;
  set_least_width(frame, kLeastChoice);
  auto* column = frame_with(*frame, Tr::tr("Open a recording"));
  column->addWidget(muted(Tr::tr("A trace of a call, a packet list or a capture. Or drop one on the window.")));
  column->addLayout(recordings_ = new QVBoxLayout);
  set_spacing(recordings_, 4);
  auto* other = new QPushButton(Tr::tr("Choose a file …"));
  other->setAccessibleName(Tr::tr("Choose a file to open"));
  connect(other, &QPushButton::clicked, this, [this] { emit recording_wanted({}); });
  column->addWidget(other);
  column->addStretch(1);
  return frame;
}

QWidget* StartPage::build_demonstrations() {
  auto* frame = new QFrame;
  set_least_width(frame, kLeastChoice);
  auto* column = frame_with(*frame, Tr::tr("Give a demonstration"));
  column->addWidget(muted(Tr::tr("In a demo call of its own. It asks, shows and answers.")));
  for (const DemonstrationKind kind : kEveryDemonstration) {
    const auto& facts = facts_of(kind);
    auto* button = new QPushButton(QString("%1, %2 s").arg(facts.name).arg(seconds_of(kind)));
    button->setAccessibleName(Tr::tr("Demonstrate %1").arg(facts.name.toLower()));
    button->setToolTip(facts.summary);
    connect(button, &QPushButton::clicked, this, [this, kind] { emit demonstration_wanted(kind); });
    column->addWidget(button);
    demonstrations_ << button;
  }
  column->addStretch(1);
  return frame;
}

void StartPage::show_state(const CallState& state) {
  call_->show_state(state);
}

void StartPage::list_recordings(const QStringList& paths) {
  qDeleteAll(files_);
  files_.clear();
  for (const auto& path : paths.mid(0, kMostFiles)) {
    const auto name = QFileInfo(path).fileName();
    auto* button = new QPushButton(shortened(name).replace('&', "&&"));
    button->setAccessibleName(Tr::tr("Open %1").arg(name));
    button->setToolTip(path);
    connect(button, &QPushButton::clicked, this, [this, path] { emit recording_wanted(path); });
    recordings_->addWidget(button);
    files_ << button;
  }
}

void StartPage::set_starting(bool starting) {
  if (starting) setFocus();  // else it went to the next button, which the next key would press
  demo_->setEnabled(!starting);
  demo_->setText(starting ? Tr::tr("The other end is starting …") : Tr::tr("Try a demo call"));
  demo_->setAccessibleName(Tr::tr("Try a demo call"));
  for (auto* button : demonstrations_) button->setEnabled(!starting);
  if (!starting && isVisible()) focus_first();
}

void StartPage::focus_first() {
  call_->renew();
  demo_->setFocus();
}

void StartPage::open_calling() {
  call_->open();
}

}  // namespace jitterscope
