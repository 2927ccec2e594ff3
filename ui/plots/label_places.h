#pragma once
// Where labels beside points go so that none covers another.
#include <optional>
#include <vector>

#include <QPointF>
#include <QRectF>

namespace jitterscope {

struct LabelWish {
  QPointF point;  // px
  QSizeF size;
};

/// What a marker at that point covers, px.
QRectF marker_at(const QPointF& point);

/// One place a wish, in order of importance; nullopt = no room beside its point. All lie inside `area`, none touches
/// another, a point of another, or what is `kept_free`; points of `avoided` are covered only where nothing else is
/// left.
std::vector<std::optional<QRectF>> place_labels(const QRectF& area, const std::vector<LabelWish>&,
                                                const std::vector<QRectF>& kept_free,
                                                const std::vector<QPointF>& avoided);

}  // namespace jitterscope
