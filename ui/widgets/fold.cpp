#include "ui/widgets/fold.h"

#include <QKeyEvent>

#include "ui/tr.h"

namespace jitterscope {

namespace {

/// Return presses a button as Space does.
class ReturnPresses : public QObject {
 public:
  using QObject::QObject;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::KeyPress) return false;
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key != Qt::Key_Return && key != Qt::Key_Enter) return false;
    static_cast<QToolButton*>(watched)->click();
    return true;
  }
};

}  // namespace

QToolButton* make_fold_heading(const QString& title) {
  auto* heading = new QToolButton;
  heading->setObjectName("fold");
  heading->setText(title);
  heading->setCheckable(true);
  heading->setChecked(true);
  heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  heading->setFocusPolicy(Qt::StrongFocus);
  heading->installEventFilter(new ReturnPresses(heading));
  when_sized(heading, [heading] { heading->setIconSize({px(9), px(9)}); });
  show_fold_of(*heading);
  return heading;
}

void show_fold_of(QToolButton& heading) {
  const bool open = heading.isChecked();
  heading.setIcon(QIcon(open ? ":/icons/chevron-down.svg" : ":/icons/chevron-right.svg"));
  heading.setAccessibleName(heading.text() + (open ? QString() : Tr::tr(", folded")));
  heading.setToolTip(open ? Tr::tr("Fold to one line") : Tr::tr("Open"));
}

Fold::Fold(const char* title, Rank rank, QWidget* parent) : QWidget(parent), title_(title), rank_(rank) {
  auto* column = make_column(4, this);
  heading_ = make_fold_heading(Tr::tr(title));
  rank == Rank::kCard ? use_title_font(heading_) : use_small_font(heading_);
  heading_->setProperty("muted", rank == Rank::kPart);
  state_ = new ReadingLine;
  auto keeps_room = state_->sizePolicy();
  keeps_room.setRetainSizeWhenHidden(true);
  state_->setSizePolicy(keeps_room);
  head_ = make_row(2);
  head_->addWidget(heading_);
  head_->addWidget(state_, 1);
  body_ = new QWidget;
  rows_ = make_column(4, body_);
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
  if (words == state_->text()) return;  // the window says it many times a second
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
  show_fold_of(*heading_);
  heading_->setAccessibleDescription(state_->text());
}

}  // namespace jitterscope
