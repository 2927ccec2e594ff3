#pragma once
// Two parts, the second below the first, or beside it where there is width for both. GUI thread.
#include <QBoxLayout>
#include <QWidget>

#include "ui/sizes.h"

namespace jitterscope {

class BesideOrBelow : public QWidget {
 public:
  /// px at the usual size: least width of both below each other, and of the second beside the first, which begins at
  /// three times that.
  BesideOrBelow(QWidget* first, QWidget* second, int least, int second_beside)
      : second_(second),
        least_(least),
        second_beside_(second_beside),
        parts_(new QBoxLayout(QBoxLayout::TopToBottom, this)) {
    parts_->setContentsMargins(0, 0, 0, 0);
    set_spacing(parts_, 8);
    parts_->addWidget(first);
    parts_->addWidget(second, 1);
  }
  /// Of the narrow way, which it takes once it has no room for the other.
  QSize minimumSizeHint() const override { return {px(least_), QWidget::minimumSizeHint().height()}; }

 protected:
  void resizeEvent(QResizeEvent*) override {
    const bool beside = width() >= px(3 * second_beside_);
    parts_->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    parts_->setStretch(0, beside ? 1 : 0);
    parts_->setStretch(1, beside ? 0 : 1);
    second_->setMinimumWidth(beside ? px(second_beside_) : 0);
    second_->setMaximumWidth(beside ? px(second_beside_) : QWIDGETSIZE_MAX);
  }

 private:
  QWidget* second_;
  int least_, second_beside_;
  QBoxLayout* parts_;
};

}  // namespace jitterscope
