#pragma once
// A band between two lines as columns of pixels. A polygon with thousands of corners costs a painter tens of
// milliseconds, a rectangle a column one, and on a screen they look the same.
#include <vector>

#include <QRectF>

namespace jitterscope {

/// Where a band is at one time, px; `top` is not a number in a gap.
struct BandPoint {
  double x = 0, top = 0, bottom = 0;
};

/// A rectangle for each whole pixel column of `room` that the band covers, from left to right: from the highest to the
/// lowest place that it has there. `steps`: it stays as it is until the next point, else it goes there straight. Points
/// by ascending x.
std::vector<QRectF> band_columns(const std::vector<BandPoint>& points, const QRectF& room, bool steps);

}  // namespace jitterscope
