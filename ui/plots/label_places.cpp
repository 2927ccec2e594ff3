#include "ui/plots/label_places.h"

#include <algorithm>
#include <array>

#include "ui/sizes.h"

namespace jitterscope {
namespace {

constexpr double kMarkerRadius = 5;  // px
constexpr std::array kDistances{7.0, 15.0, 26.0, 38.0};
constexpr std::array<std::array<int, 2>, 8> kDirections{
    {{1, 0}, {1, -1}, {0, -1}, {1, 1}, {-1, -1}, {0, 1}, {-1, 0}, {-1, 1}}};  // right first, then up

QRectF beside(const LabelWish& wish, double distance, const std::array<int, 2>& direction) {
  const auto offset = [&](int way, double size) { return way > 0 ? distance : way < 0 ? -distance - size : -size / 2; };
  return {wish.point + QPointF(offset(direction[0], wish.size.width()), offset(direction[1], wish.size.height())),
          wish.size};
}

}  // namespace

QRectF marker_at(const QPointF& point) {
  const double radius = exact_px(kMarkerRadius);
  return {point - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius)};
}

std::vector<std::optional<QRectF>> place_labels(const QRectF& area, const std::vector<LabelWish>& wishes,
                                                const std::vector<QRectF>& kept_free,
                                                const std::vector<QPointF>& avoided) {
  auto taken = kept_free;
  for (const auto& wish : wishes) taken.push_back(marker_at(wish.point));
  const auto is_free = [&](const QRectF& place) {
    return area.contains(place) &&
           std::none_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(place); });
  };
  const auto is_clear = [&](const QRectF& place) {
    return std::none_of(avoided.begin(), avoided.end(), [&](const QPointF& point) { return place.contains(point); });
  };
  const auto place_of = [&](const LabelWish& wish) {
    std::optional<QRectF> second;
    for (const double distance : kDistances)
      for (const auto& direction : kDirections) {
        const auto place = beside(wish, exact_px(distance), direction);
        if (!is_free(place)) continue;
        if (is_clear(place)) return std::optional(place);
        if (!second) second = place;
      }
    return second;
  };
  std::vector<std::optional<QRectF>> places;
  for (const auto& wish : wishes) {
    places.push_back(place_of(wish));
    if (places.back()) taken.push_back(*places.back());
  }
  return places;
}

}  // namespace jitterscope
