#pragma once
// What every view of the quality space shares: limits as handles that are dragged along their axes, and the values of
// the trail's point under the mouse. GUI thread.
#include <functional>
#include <optional>
#include <vector>

#include <QPixmap>
#include <QWidget>

#include "ui/region/octant_scene.h"

namespace jitterscope {

/// A limit of a medium where a view shows it; `place` tells several in one view apart.
struct LimitHandle {
  Medium medium{};
  QualityAxis axis{};
  int place = 0;
  bool operator==(const LimitHandle&) const = default;
};

class RegionView : public QWidget {
  Q_OBJECT
 public:
  explicit RegionView(QWidget* parent = nullptr);

  void set_scene(const RegionScene&);
  const RegionScene& scene() const { return scene_; }
  bool dragging() const { return held_.has_value(); }

  virtual std::vector<LimitHandle> handles() const = 0;
  virtual QPointF position(const LimitHandle&) const = 0;
  /// In unit coordinates; absent where the view cannot tell.
  virtual std::optional<double> value_at(const LimitHandle&, QPointF) const = 0;
  /// Of the point of a trail nearest to a place on the screen; empty: none is near.
  QString text_at(QPointF) const;

 signals:
  void limit_dragged(Medium, QualityAxis, double value);  // ms or share
  void drag_ended();

 protected:
  /// Where a point is drawn, at each of the view's places.
  virtual std::size_t place_count() const = 0;
  virtual QPointF place_of(const Point3& unit, std::size_t place) const = 0;

  bool event(QEvent*) override;  // tooltips
  void mousePressEvent(QMouseEvent*) override;
  void mouseMoveEvent(QMouseEvent*) override;
  void mouseReleaseEvent(QMouseEvent*) override;
  void leaveEvent(QEvent*) override;

  const RegionMedium* of(Medium) const;
  double unit_limit(const LimitHandle&) const;
  /// What `paint` draws over the whole view, kept by who asked until it changes.
  QPixmap picture_of(const std::function<void(QPainter&)>& paint) const;
  void draw_handles(QPainter&, const QRectF& bounds) const;
  /// Trails of a medium at place `place`.
  void draw_trails(QPainter&, const RegionMedium&, std::size_t place) const;

 private:
  std::optional<LimitHandle> handle_at(QPointF) const;

  RegionScene scene_;
  std::optional<LimitHandle> held_, hot_;
};

}  // namespace jitterscope
