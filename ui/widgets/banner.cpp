#include "ui/widgets/banner.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

#include "ui/sizes.h"
#include "ui/tr.h"
#include "ui/widgets/two_lines.h"

namespace jitterscope {
namespace {

constexpr int kSettledMs = 500;  // since it came where it is
constexpr int kOneLine = 420;    // px: longer words have two lines, and leave room beside them

QToolButton* quiet_button(const QString& words, const QString& name, const QString& tip) {
  auto* button = new QToolButton;
  button->setObjectName("quiet");
  button->setText(words);
  button->setAccessibleName(name);
  button->setToolTip(tip);
  button->setFocusPolicy(Qt::StrongFocus);
  return button;
}

}  // namespace

Banner::Banner(QWidget* parent) : QFrame(parent), words_(new TwoLines) {
  setObjectName("banner");
  auto* row = new QHBoxLayout(this);
  set_spaces(row, {12, 0, 6, 0}, 8);
  row->addWidget(words_, 1);
  words_->setTextFormat(Qt::PlainText);
  words_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
  row->addWidget(yes_ = new QPushButton);
  row->addWidget(no_ = new QPushButton);
  row->addWidget(others_ = quiet_button({}, Tr::tr("List of notices"), {}));
  row->addWidget(dismiss_ = quiet_button("✕", Tr::tr("Dismiss message"), Tr::tr("Dismiss")));
  connect(yes_, &QPushButton::clicked, this, [this] { emit answered(true); });
  connect(no_, &QPushButton::clicked, this, [this] { emit answered(false); });
  connect(others_, &QToolButton::clicked, this, &Banner::list_wanted);
  connect(dismiss_, &QToolButton::clicked, this, &Banner::dismissed);
  for (QAbstractButton* button : std::initializer_list<QAbstractButton*>{yes_, no_, others_, dismiss_})
    button->installEventFilter(this);
  hide();
}

void Banner::show_contents(const Contents& contents) {
  if (!isHidden() && contents == contents_) return;
  const bool other_question = asks() && contents.sentence != contents_.sentence;
  if (isHidden() || contents.number != contents_.number || other_question) here_since_.start();
  contents_ = contents;
  words_->setText(contents.sentence.simplified());
  setAccessibleName(contents.sentence);
  yes_->setText(contents.yes);
  yes_->setVisible(!contents.yes.isEmpty());
  no_->setText(contents.no);
  no_->setVisible(!contents.no.isEmpty());
  dismiss_->setVisible(contents.yes.isEmpty());
  others_->setText(QString("+%1").arg(contents.others));
  others_->setToolTip((contents.others == 1 ? Tr::tr("%1 more stands behind this one; the list has all of them")
                                            : Tr::tr("%1 more stand behind this one; the list has all of them"))
                          .arg(contents.others));
  others_->setVisible(contents.others > 0);
  if (property("calm").toBool() != contents.calm) {
    setProperty("calm", contents.calm);
    style()->unpolish(this);
    style()->polish(this);
  }
  show();
  emit resized();
}

void Banner::clear() {
  if (isHidden()) return;
  hide();
  contents_ = {};
  emit resized();
}

QSize Banner::sizeHint() const {
  const QSize beside = QFrame::sizeHint();  // of the buttons, since the words ask for nothing
  return {beside.width() + words_->wanted_width(px(kOneLine)), beside.height()};
}

bool Banner::event(QEvent* event) {
  if (event->type() == QEvent::Show) here_since_.start();
  if (event->type() == QEvent::Leave) emit pointer_left();
  return QFrame::event(event);
}

bool Banner::eventFilter(QObject* watched, QEvent* event) {
  const bool press = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick;
  if (press && here_since_.isValid() && here_since_.elapsed() < kSettledMs) return true;
  return QFrame::eventFilter(watched, event);
}

/// On the words: all there is to read.
void Banner::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && rect().contains(event->pos())) emit list_wanted();
}

}  // namespace jitterscope
