#pragma once
// Two parts, the second below the first, or beside it where there is width for both. Below it the second has its height
// before the first has more than its least. GUI thread.
#include <algorithm>

#include <QBoxLayout>
#include <QEvent>
#include <QWidget>

#include "ui/sizes.h"

namespace jitterscope {

class BesideOrBelow : public QWidget {
 public:
  /// px at the usual size: least width of both below each other, and of the second beside the first, which begins at
  /// three times that.
  BesideOrBelow(QWidget* first, QWidget* second, int least, int second_beside)
      : first_(first),
        second_(second),
        least_(least),
        second_beside_(second_beside),
        parts_(new QBoxLayout(QBoxLayout::TopToBottom, this)) {
    set_spaces(parts_, {}, 8);
    parts_->addWidget(first);
    parts_->addWidget(second, 1);
  }
  /// Of the narrow way, which it takes once it has no room for the other.
  QSize minimumSizeHint() const override {
    return {std::max(px(least_), second_->minimumSizeHint().width()), QWidget::minimumSizeHint().height()};
  }

 protected:
  bool event(QEvent* event) override {
    if (event->type() == QEvent::LayoutRequest) share();
    return QWidget::event(event);
  }
  void resizeEvent(QResizeEvent*) override { share(); }

 private:
  void share() {
    const bool beside = width() >= px(3 * second_beside_);
    parts_->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    parts_->setStretch(0, beside ? 1 : 0);
    parts_->setStretch(1, beside ? 0 : 1);
    const int wide = std::max(px(second_beside_), second_->minimumSizeHint().width());
    second_->setMinimumWidth(beside ? wide : 0);
    second_->setMaximumWidth(beside ? wide : QWIDGETSIZE_MAX);
    const int left = height() - parts_->spacing() - second_->sizeHint().height();
    first_->setMaximumHeight(beside ? QWIDGETSIZE_MAX : std::max(first_->minimumHeight(), left));
  }

  QWidget *first_, *second_;
  int least_, second_beside_;
  QBoxLayout* parts_;
};

}  // namespace jitterscope
