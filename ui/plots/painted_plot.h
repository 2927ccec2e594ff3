#pragma once
// A plot that wears the theme, and is drawn when it is painted: layouts try several sizes on the way to one, and tabs
// behind another change theirs unseen. GUI thread.
#include <utility>

#include <qcustomplot.h>

#include "ui/plots/round_ticker.h"
#include "ui/sizes.h"

namespace jitterscope {

/// The same in all, so that time lines up from plot to plot; below is what the labels need.
inline QMargins plot_margins() {
  return px({64, 6, 14, 0});
}
/// Where the words of the value under the pointer stand.
inline QPoint beside_pointer() {
  return {px(12), px(8)};
}

class PaintedPlot : public QCustomPlot {
 public:
  explicit PaintedPlot(QWidget* parent = nullptr) : QCustomPlot(parent) {
    for (auto* axis : {xAxis, yAxis}) axis->setTicker(QSharedPointer<RoundTicker>::create());
  }

 protected:
  /// Colours, pens and lengths of the theme and the zoom, at the beginning and after each change.
  virtual void restyle() = 0;
  void changeEvent(QEvent* event) override {
    QCustomPlot::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::StyleChange) return;
    restyle();
    replot(QCustomPlot::rpQueuedReplot);
  }
  /// What a hidden one was asked to draw, by a call of itself to come, waits until it is seen.
  bool event(QEvent* event) override {
    const bool unseen = event->type() == QEvent::MetaCall && !isVisible();
    outdated_ = outdated_ || unseen;
    return unseen || QCustomPlot::event(event);
  }
  void resizeEvent(QResizeEvent*) override {
    setViewport(rect());
    updateLayout();  // what is placed by pixels before it is painted finds the new ones
    outdated_ = true;
  }
  void paintEvent(QPaintEvent* event) override {
    if (std::exchange(outdated_, false)) replot(QCustomPlot::rpQueuedRefresh);
    QCustomPlot::paintEvent(event);
  }

 private:
  bool outdated_ = false;
};

}  // namespace jitterscope
