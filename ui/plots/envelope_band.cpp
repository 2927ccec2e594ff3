#include "ui/plots/envelope_band.h"

#include <QPaintEngine>
#include <cmath>

#include "ui/low_bands.h"

namespace jitterscope {

EnvelopeBand::EnvelopeBand(QCPAxis* key_axis, QCPAxis* value_axis) : QCPAbstractPlottable(key_axis, value_axis) {
  setSelectable(QCP::stNone);
}

std::vector<BandPoint> EnvelopeBand::on_screen() const {
  std::vector<BandPoint> points;
  points.reserve(entries_.size());
  for (const EnvelopeSlot& slot : entries_)
    points.push_back(
        {keyAxis()->coordToPixel(slot.at_s), valueAxis()->coordToPixel(slot.max), valueAxis()->coordToPixel(slot.min)});
  return points;
}

void EnvelopeBand::draw(QCPPainter* painter) {
  if (entries_.empty() || mBrush.style() == Qt::NoBrush) return;
  painter->setPen(Qt::NoPen);
  painter->setBrush(mBrush);
  painter->setAntialiasing(false);
  const auto points = on_screen();
  if (painter->paintEngine()->type() != QPaintEngine::Raster) return draw_shape(*painter, points);
  const auto columns = band_columns(points, clipRect(), steps_);
  std::vector<QRectF> bands;
  bands.reserve(columns.size());
  const double ratio = pixel_ratio(*painter);
  for (const QRectF& column : columns) add_low_bands(bands, column, ratio);
  painter->drawRects(bands.data(), static_cast<int>(bands.size()));
}

/// For files: one shape from gap to gap.
void EnvelopeBand::draw_shape(QCPPainter& painter, const std::vector<BandPoint>& points) const {
  for (std::size_t first = 0; first < points.size();) {
    QPolygonF upper, lower;
    std::size_t end = first;
    for (; end < points.size() && !std::isnan(points[end].top); ++end) {
      const BandPoint& point = points[end];
      if (steps_ && !upper.isEmpty()) {
        upper << QPointF(point.x, upper.last().y());
        lower << QPointF(point.x, lower.last().y());
      }
      upper << QPointF(point.x, point.top);
      lower << QPointF(point.x, point.bottom);
    }
    std::reverse(lower.begin(), lower.end());
    if (upper.size() > 1) painter.drawPolygon(upper + lower);
    first = end + 1;
  }
}

}  // namespace jitterscope
