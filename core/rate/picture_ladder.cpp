#include "core/rate/picture_ladder.h"

#include <array>
#include <cmath>

namespace jitterscope {
namespace {

constexpr std::array kScales = {0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.35, 0.3, 0.25, 0.2, 0.13, 0.1};
constexpr double kAspectTolerance = 0.035;
constexpr int kSmallestWidth = 112, kSmallestHeight = 64;

int sixteens(double value) {
  return static_cast<int>(std::lround(value / 16)) * 16;
}

/// The width near `wished` whose height comes nearest to the aspect.
PictureDimensions near(double wished, double aspect) {
  PictureDimensions best;
  double best_error = kAspectTolerance;
  for (const int step : {0, -1, 1}) {
    const int width = sixteens(wished) + 16 * step, height = sixteens(width / aspect);
    if (width <= 0 || height <= 0) continue;
    const double error = std::abs(std::log(static_cast<double>(width) / height / aspect)) + 0.001 * std::abs(step);
    if (error < best_error) best = {width, height}, best_error = error;
  }
  return best;
}

}  // namespace

std::vector<PictureDimensions> picture_ladder(int width, int height) {
  std::vector<PictureDimensions> ladder{{width, height}};
  if (width <= 0 || height <= 0) return ladder;
  const double aspect = static_cast<double>(width) / height;
  for (const double scale : kScales) {
    const PictureDimensions next = near(width * scale, aspect);
    const PictureDimensions& above = ladder.back();
    if (next.width < kSmallestWidth || next.height < kSmallestHeight) continue;
    if (next.width < above.width * 0.95 && next.height < above.height) ladder.push_back(next);
  }
  return ladder;
}

}  // namespace jitterscope
