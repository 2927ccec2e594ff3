#pragma once
// A splitter whose parts keep their shares when the zoom changes, and have their former sizes when it is as before.
#include <QSplitter>

#include "ui/sizes.h"

namespace jitterscope {

class SizedSplitter : public QSplitter {
 public:
  explicit SizedSplitter(Qt::Orientation orientation, QWidget* parent = nullptr) : QSplitter(orientation, parent) {
    setChildrenCollapsible(false);
    connect(this, &QSplitter::splitterMoved, this, [this] { left_.clear(); });
    when_sized(this, [this] { size_handle(); });
    when_sized(
        this, [this] { size_parts(); }, Sizing::kShares);
  }
  void set_sizes(const QList<int>& sizes) {
    left_.clear();
    setSizes(sizes);
  }

 private:
  bool has_hidden() const {
    for (int i = 0; i < count(); ++i)
      if (widget(i)->isHidden()) return true;
    return false;
  }
  /// What is hidden has no size to be kept; Qt itself gives it its former one.
  void size_handle() {
    if (has_hidden()) {
      left_.clear();
    } else if (left_.isEmpty()) {
      left_ = sizes();
      left_at_ = shown_at_;
    }
    shown_at_ = zoom();
    setHandleWidth(px(8));
  }
  void size_parts() {
    QList<int> now;
    for (const int size : left_) now << qRound(size * shown_at_ / left_at_);
    if (!now.isEmpty() && !has_hidden()) setSizes(now);
  }

  QList<int> left_;  // as the user or the window has set them, at the zoom of that time
  double left_at_ = 1, shown_at_ = zoom();
};

}  // namespace jitterscope
