#include "ui/controls/banner.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace jitterscope {
namespace {
constexpr int kFoldMs = 12'000;
}

Banner::Banner(const QString& yes, const QString& no, QWidget* parent) : QFrame(parent) {
  setObjectName("banner");
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 4, 8, 4);
  row->setSpacing(8);
  row->addWidget(words_ = new QLabel, 1);
  words_->setWordWrap(true);
  words_->setTextFormat(Qt::PlainText);
  if (yes.isEmpty()) {
    auto* dismiss = new QToolButton;
    dismiss->setObjectName("quiet");
    dismiss->setText("✕");
    dismiss->setToolTip("Dismiss");
    dismiss->setAccessibleName("Dismiss message");
    dismiss->setFocusPolicy(Qt::StrongFocus);
    connect(dismiss, &QToolButton::clicked, this, [this] {
      say({});
      emit dismissed();
    });
    row->addWidget(dismiss);
  } else {
    auto* accept = new QPushButton(yes);
    auto* decline = new QPushButton(no);
    connect(accept, &QPushButton::clicked, this, [this] { emit answered(true); });
    connect(decline, &QPushButton::clicked, this, [this] { emit answered(false); });
    row->addWidget(accept);
    row->addWidget(decline);
  }
  fold_.setSingleShot(true);
  fold_.setInterval(kFoldMs);
  connect(&fold_, &QTimer::timeout, this, &Banner::fold);
  hide();
}

void Banner::say(const QString& sentence) {
  staying_ = sentence;
  passing_.clear();
  show_words();
}

void Banner::say_for_a_while(const QString& sentence) {
  passing_ = sentence;
  fold_.start();
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
  setVisible(!words.isEmpty());
}

QString Banner::sentence() const {
  return isHidden() ? QString() : words_->text();
}

}  // namespace jitterscope
