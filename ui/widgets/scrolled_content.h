#pragma once
// What a window holds. At a large zoom it may need more room than the window has and is scrolled then: the zoom makes
// no window larger, which could leave the screen. The least size is that of the usual zoom.
#include <algorithm>

#include <QScrollArea>

#include "ui/sizes.h"

namespace jitterscope {

class ScrolledContent : public QScrollArea {
 public:
  explicit ScrolledContent(QWidget* content) {
    setWidget(content);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    when_sized(this, [this] { keep_bars(zoom() > 1 ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff); });
  }
  QSize minimumSizeHint() const override { return widget()->minimumSizeHint() / std::max(1.0, zoom()); }
  QSize sizeHint() const override { return widget()->sizeHint(); }

 protected:
  /// A layout asks again when what it holds asks for other room.
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (watched == widget() && event->type() == QEvent::LayoutRequest) updateGeometry();
    return QScrollArea::eventFilter(watched, event);
  }

 private:
  void keep_bars(Qt::ScrollBarPolicy policy) {
    setHorizontalScrollBarPolicy(policy);
    setVerticalScrollBarPolicy(policy);
  }
};

}  // namespace jitterscope
