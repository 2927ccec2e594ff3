#include "ui/widgets/fold.h"

#include <QKeyEvent>

namespace jitterscope {

Fold::Fold(const QString& title, Rank rank, QWidget* parent) : QWidget(parent), rank_(rank) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  set_spacing(column, 4);
  heading_ = new QToolButton;
  heading_->setObjectName("fold");
  heading_->setText(title);
  heading_->setCheckable(true);
  heading_->setChecked(true);
  heading_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  heading_->setFocusPolicy(Qt::StrongFocus);
  heading_->installEventFilter(this);
  rank == Rank::kCard ? use_title_font(heading_) : use_small_font(heading_);
  heading_->setProperty("muted", rank == Rank::kPart);
  when_sized(heading_, [heading = heading_] { heading->setIconSize({px(9), px(9)}); });
  state_ = new ReadingLine;
  auto keeps_room = state_->sizePolicy();
  keeps_room.setRetainSizeWhenHidden(true);
  state_->setSizePolicy(keeps_room);
  head_ = new QHBoxLayout;
  set_spacing(head_, 2);
  head_->addWidget(heading_);
  head_->addWidget(state_, 1);
  body_ = new QWidget;
  rows_ = new QVBoxLayout(body_);
  rows_->setContentsMargins(0, 0, 0, 0);
  set_spacing(rows_, 4);
  column->addLayout(head_);
  column->addWidget(body_);
  connect(heading_, &QToolButton::clicked, this, &Fold::show_fold);
  show_fold();
}

void Fold::set_folded(bool folded) {
  heading_->setChecked(!folded);
  show_fold();
}

void Fold::set_state(const QString& words) {
  state_->set_reading(words.isEmpty() ? Reading{} : Reading{{std::nullopt, words}});
  show_fold();
}

void Fold::add_beside_title(QWidget* widget) {
  beside_ << widget;
  for (auto* button : widget->findChildren<QToolButton*>("segment")) {
    use_small_font(button);
    button->setProperty("compact", true);
  }
  head_->addWidget(widget);
  show_fold();
}

void Fold::show_fold() {
  const bool folded = this->folded();
  body_->setVisible(!folded);
  for (auto* widget : beside_) widget->setVisible(!folded);
  state_->setVisible(folded || rank_ == Rank::kPart);
  heading_->setIcon(QIcon(folded ? ":/icons/chevron-right.svg" : ":/icons/chevron-down.svg"));
  heading_->setAccessibleName(title() + (folded ? ", folded" : ""));
  heading_->setAccessibleDescription(state_->text());
  heading_->setToolTip(folded ? "Open" : "Fold to one line");
}

bool Fold::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
      heading_->click();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace jitterscope
