#pragma once
// A shaded stretch of a plot, without an edge. GUI thread.
#include <algorithm>

#include <QPaintEngine>

#include <qcustomplot.h>

#include "ui/low_bands.h"

namespace jitterscope {

class ShadeItem : public QCPItemRect {
 public:
  /// The plot owns it.
  explicit ShadeItem(QCustomPlot* plot) : QCPItemRect(plot) { setPen(Qt::NoPen); }

 protected:
  void draw(QCPPainter* painter) override {
    if (painter->paintEngine()->type() != QPaintEngine::Raster) return QCPItemRect::draw(painter);
    const QRectF area = QRectF(topLeft->pixelPosition(), bottomRight->pixelPosition()).normalized() & clipRect();
    painter->setAntialiasing(false);  // smooth, each row has more than one piece
    // Whose edges are those of the shades beside it; one that is thinner than a pixel is seen.
    const int from = qRound(area.left()), to = std::max(qRound(area.right()), from + 1);
    const QRectF whole(from, qRound(area.top()), to - from, qRound(area.bottom()) - qRound(area.top()));
    for (const QRectF& band : low_bands(whole, pixel_ratio(*painter))) painter->fillRect(band, brush());
  }
};

}  // namespace jitterscope
