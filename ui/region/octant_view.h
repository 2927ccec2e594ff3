#pragma once
// The quality space in three dimensions (claypool98 Fig 15): the acceptable region as a translucent octant, points with
// drop lines to the planes, trails, limits to drag on the axes. Dragged elsewhere or by the arrow keys it turns, the
// wheel zooms; a double click or Home takes it back. QPainter alone. GUI thread.
#include <array>
#include <tuple>
#include <vector>

#include <QColor>
#include <QPixmap>

#include "ui/region/octant_projection.h"
#include "ui/region/region_view.h"
#include "ui/sizes.h"

namespace jitterscope {

class OctantView : public RegionView {
  Q_OBJECT
 public:
  explicit OctantView(QWidget* parent = nullptr);
  const OctantProjection& projection() const { return projection_; }
  /// The rooms of the axes' titles: beyond the axes' ends, or beside them where that leaves the space more room. Those
  /// that would touch stand above each other. Empty where the axis points at the viewer.
  std::array<QRectF, kQualityAxes> title_boxes() const;

  /// Turned and zoomed as another one.
  void turn_as(const OctantView&);

  std::vector<LimitHandle> handles() const override;
  QPointF position(const LimitHandle&) const override;
  std::optional<double> value_at(const LimitHandle&, QPointF) const override;
  QSize sizeHint() const override { return px({300, 240}); }
  QSize minimumSizeHint() const override { return px({160, 120}); }

 protected:
  std::size_t place_count() const override { return 1; }
  QPointF place_of(const Point3& unit, std::size_t) const override { return projection_.to_screen(unit); }
  bool event(QEvent*) override;  // its keys are no shortcuts while it has the focus
  void paintEvent(QPaintEvent*) override;
  void resizeEvent(QResizeEvent*) override;
  void keyPressEvent(QKeyEvent*) override;
  void mousePressEvent(QMouseEvent*) override;
  void mouseMoveEvent(QMouseEvent*) override;
  void mouseReleaseEvent(QMouseEvent*) override;
  void mouseDoubleClickEvent(QMouseEvent*) override;
  void wheelEvent(QWheelEvent*) override;

 private:
  static constexpr int kTitleBeside = 13;  // px from an axis's end, as far as the handles of two media reach

  struct AxisLine {
    QPointF origin, end;
    // Of length 1, or 0 where the axis has no length: to its end; and across it, from the middle of the space.
    QPointF along, away;
    double length = 0;
    bool at_viewer() const { return length < exact_px(OctantProjection::kShortestAxis); }
  };
  AxisLine line_of(QualityAxis) const;

  QRectF above_legend() const { return QRectF(rect()).adjusted(0, 0, 0, -fontMetrics().height() - px(1)); }
  void make_backdrop();
  void paint_backdrop(QPainter&) const;
  void paint_walls(QPainter&) const;
  void paint_regions(QPainter&) const;
  void make_mesh();
  void paint_axis(QPainter&, QualityAxis, const std::array<QRectF, kQualityAxes>& titles) const;
  void paint_points(QPainter&, const RegionMedium&) const;
  void paint_drop_lines(QPainter&, const Point3&, const QColor&) const;
  void paint_legend(QPainter&) const;

  struct ColouredFacet {
    Facet facet;
    QColor fill, edge;
  };
  struct MeshKey {
    std::vector<std::tuple<Medium, QualityMetricKind, QualityLimits>> media;
    Point3 range{};
    QRgb ground = 0;  // of the theme
    bool operator==(const MeshKey&) const = default;
  };
  struct BackdropKey {
    MeshKey mesh;
    QSize size;
    double pixel_ratio = 1, zoom = 1, yaw = 0, pitch = 0, nearer = 1;
    bool operator==(const BackdropKey&) const = default;
  };

  OctantProjection projection_;
  bool titles_beside_ = false;
  std::vector<ColouredFacet> mesh_;  // of all regions, made when they change
  MeshKey mesh_of_;
  QPixmap backdrop_;  // walls, regions and axes: all but what moves in a call
  BackdropKey backdrop_of_;
  std::optional<QPointF> turned_from_;
};

}  // namespace jitterscope
