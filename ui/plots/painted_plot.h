#pragma once
// A plot that is drawn for a new size when it is painted: layouts try several on the way to one, and tabs behind
// another change theirs unseen. GUI thread.
#include <utility>

#include <qcustomplot.h>

namespace jitterscope {

class PaintedPlot : public QCustomPlot {
 public:
  using QCustomPlot::QCustomPlot;

 protected:
  void resizeEvent(QResizeEvent*) override {
    setViewport(rect());
    updateLayout();  // what is placed by pixels before it is painted finds the new ones
    resized_ = true;
  }
  void paintEvent(QPaintEvent* event) override {
    if (std::exchange(resized_, false)) replot(QCustomPlot::rpQueuedRefresh);
    QCustomPlot::paintEvent(event);
  }

 private:
  bool resized_ = false;
};

}  // namespace jitterscope
