#pragma once
// Qt's software painter hands a fill of more than 95 rows to threads of its own and waits for them. Waking them takes
// longer than the filling of a few thousand pixels, and the window's thread waits for processors that others want: what
// is filled often is filled in bands of fewer rows.
#include <algorithm>
#include <vector>

#include <QPainter>
#include <QRectF>

namespace jitterscope {

/// Pixels of what is painted on in one of the painter's.
inline double pixel_ratio(const QPainter& painter) {
  return painter.deviceTransform().m22();
}

/// The same area, from above.
inline void add_low_bands(std::vector<QRectF>& bands, const QRectF& area, double ratio = 1) {
  const double rows = 64 / ratio;
  for (double top = area.top(); top < area.bottom(); top += rows)
    bands.emplace_back(area.left(), top, area.width(), std::min(rows, area.bottom() - top));
}
inline std::vector<QRectF> low_bands(const QRectF& area, double ratio = 1) {
  std::vector<QRectF> bands;
  add_low_bands(bands, area, ratio);
  return bands;
}

}  // namespace jitterscope
