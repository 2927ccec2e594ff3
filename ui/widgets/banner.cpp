#include "ui/widgets/banner.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

#include "ui/sizes.h"
#include "ui/tr.h"

namespace jitterscope {
namespace {

constexpr int kSettledMs = 500;  // since it came where it is

}  // namespace

Banner::Banner(const QString& yes, const QString& no, QWidget* parent) : QFrame(parent), asks_(!yes.isEmpty()) {
  setObjectName("banner");
  auto* row = new QHBoxLayout(this);
  set_spaces(row, {12, 4, 8, 4}, 8);
  row->addWidget(words_ = new QLabel, 1);
  words_->setWordWrap(true);
  words_->setTextFormat(Qt::PlainText);
  for (const auto& [text, answer] : {std::pair(yes, true), std::pair(no, false)}) {
    if (text.isEmpty()) continue;
    auto* button = new QPushButton(text);
    button->installEventFilter(this);
    connect(button, &QPushButton::clicked, this, [this, answer = answer] { emit answered(answer); });
    row->addWidget(button);
  }
  if (yes.isEmpty()) {
    auto* dismiss = new QToolButton;
    dismiss->setObjectName("quiet");
    dismiss->setText("✕");
    dismiss->setToolTip(Tr::tr("Dismiss"));
    dismiss->setAccessibleName(Tr::tr("Dismiss message"));
    dismiss->setFocusPolicy(Qt::StrongFocus);
    dismiss->installEventFilter(this);
    connect(dismiss, &QToolButton::clicked, this, [this] {
      say({});
      emit dismissed();
    });
    row->addWidget(dismiss);
  }
  fold_.setSingleShot(true);
  connect(&fold_, &QTimer::timeout, this, [this] {  // not from under the pointer: what is below would be clicked
    if (underMouse())
      fold_.start(kSettledMs);
    else
      fold();
  });
  hide();
}

bool Banner::event(QEvent* event) {
  if (event->type() == QEvent::Show || event->type() == QEvent::Move) here_since_.start();
  return QFrame::event(event);
}

bool Banner::eventFilter(QObject* watched, QEvent* event) {
  const bool press = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick;
  if (press && here_since_.isValid() && here_since_.elapsed() < kSettledMs) return true;
  return QFrame::eventFilter(watched, event);
}

void Banner::say(const QString& sentence) {
  if (asks_ && sentence != staying_) here_since_.start();  // another question has taken its place
  staying_ = sentence;
  passing_.clear();
  show_words();
}

void Banner::say_for_a_while(const QString& sentence, Tone tone, int ms) {
  passing_ = sentence;
  passing_tone_ = tone;
  fold_.start(ms);
  show_words();
}

void Banner::fold() {
  passing_.clear();
  show_words();
}

void Banner::show_words() {
  auto words = QStringList{staying_, passing_};
  words.removeAll(QString());
  words_->setText(words.join('\n'));
  setAccessibleName(words.join(' '));
  const bool calm = staying_.isEmpty() && passing_tone_ == Tone::kCalm;
  if (property("calm").toBool() != calm) {
    setProperty("calm", calm);
    style()->unpolish(this);
    style()->polish(this);
  }
  setVisible(!words.isEmpty());
}

}  // namespace jitterscope
