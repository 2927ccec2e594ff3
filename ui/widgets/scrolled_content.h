#pragma once
// What a window holds. It is scrolled where it needs more room than the window has, by a large zoom or an arrangement
// made on a larger screen: neither makes a window larger, which could leave the screen.
#include <algorithm>

#include <QEvent>
#include <QScrollArea>
#include <QStyle>

#include "ui/sizes.h"

namespace jitterscope {

class ScrolledContent : public QScrollArea {
 public:
  explicit ScrolledContent(QWidget* content) {
    setWidget(content);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    when_sized(
        this, [this] { take_size(); }, Sizing::kByOthers);
  }
  QSize minimumSizeHint() const override {
    return (widget()->minimumSizeHint() / std::max(1.0, sized_at_)).boundedTo(kMostLeast);
  }
  QSize sizeHint() const override { return widget()->sizeHint(); }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (watched == widget() && event->type() == QEvent::LayoutRequest) {
      updateGeometry();
      fit();
    }
    return QScrollArea::eventFilter(watched, event);
  }
  void resizeEvent(QResizeEvent* event) override {
    fit();
    QScrollArea::resizeEvent(event);
  }

 private:
  static constexpr QSize kMostLeast{640, 360};  // px on any screen

  void take_size() {
    sized_at_ = zoom();
    updateGeometry();
    fit();
  }
  /// Not Qt's own way, which gives words that wrap the height that they would like, not what they need.
  void fit() {
    QSize room = maximumViewportSize();
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    const QSize least = widget()->minimumSizeHint();
    if (least.width() > room.width()) room.rheight() -= bar;
    if (least.height() > room.height()) room.rwidth() -= bar;
    widget()->resize(room.expandedTo(least));
  }

  double sized_at_ = 1;  // that of the zoom while all is being sized is another
};

}  // namespace jitterscope
