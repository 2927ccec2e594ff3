#include "core/algorithms/rate/picture_ladder.h"

#include <cmath>
#include <optional>

namespace jitterscope {
namespace {

constexpr double kLadderStep = 0.85;  // of the width: three quarters of the pixels, four fifths of the bytes
constexpr double kLargestStep = 0.94;
constexpr double kAspectTolerance = 0.04;
constexpr int kSmallestWidth = 112, kSmallestHeight = 64;

int sixteens(double value) {
  return static_cast<int>(std::lround(value / 16)) * 16;
}

std::optional<PictureDimensions> next_smaller(const PictureDimensions& above, double aspect) {
  std::optional<PictureDimensions> best;
  double best_error = 0;
  for (int width = sixteens(above.width); width >= kSmallestWidth; width -= 16) {
    const int height = sixteens(width / aspect);
    if (width > above.width * kLargestStep || height >= above.height || height < kSmallestHeight) continue;
    const double aspect_error = std::abs(std::log(static_cast<double>(width) / height / aspect));
    if (aspect_error > kAspectTolerance) continue;
    const double error = std::abs(std::log(width / (kLadderStep * above.width))) + 2 * aspect_error;
    if (!best || error < best_error) best = PictureDimensions{width, height}, best_error = error;
  }
  return best;
}

}  // namespace

std::vector<PictureDimensions> picture_ladder(int width, int height) {
  std::vector<PictureDimensions> ladder{{width, height}};
  if (width <= 0 || height <= 0) return ladder;
  const double aspect = static_cast<double>(width) / height;
  while (const auto next = next_smaller(ladder.back(), aspect)) ladder.push_back(*next);
  return ladder;
}

}  // namespace jitterscope
