#pragma once
// Qt's software painter hands a fill of more than 95 rows to threads of its own and waits for them. Waking them takes
// longer than the filling of a few thousand pixels, and the window's thread waits for processors that others want: what
// is filled often is filled in bands of fewer rows.
#include <algorithm>
#include <vector>

#include <QRectF>

namespace jitterscope {

/// The same area, from above. `ratio`: pixels of the screen in one of the area's.
inline void add_low_bands(std::vector<QRectF>& bands, const QRectF& area, double /*ratio*/ = 1) {
  constexpr double kRows = 64;
  for (double top = area.top(); top < area.bottom(); top += kRows)
    bands.emplace_back(area.left(), top, area.width(), std::min(kRows, area.bottom() - top));
}
inline std::vector<QRectF> low_bands(const QRectF& area, double ratio = 1) {
  std::vector<QRectF> bands;
  add_low_bands(bands, area, ratio);
  return bands;
}

}  // namespace jitterscope
