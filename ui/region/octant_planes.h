#pragma once
// The quality space seen from its three sides: latency–jitter, latency–loss, jitter–loss, with the same limits to drag;
// one above the other, or beside each other where there is more room across. GUI thread.
#include <array>
#include <utility>
#include <vector>

#include <QPixmap>
#include <QPolygonF>

#include "ui/region/region_view.h"
#include "ui/sizes.h"

namespace jitterscope {

class OctantPlanes : public RegionView {
  Q_OBJECT
 public:
  struct Plane {
    QualityAxis across, up;
  };
  static constexpr std::array<Plane, 3> kPlanes{Plane{QualityAxis::kLatency, QualityAxis::kJitter},
                                                Plane{QualityAxis::kLatency, QualityAxis::kLoss},
                                                Plane{QualityAxis::kJitter, QualityAxis::kLoss}};

  explicit OctantPlanes(QWidget* parent = nullptr);
  QRectF area(std::size_t plane) const;  // within its axes
  /// "jitter ms ↑   latency ms →", shorter where the room in px is less.
  static QString title_of(std::size_t plane, const QFontMetrics&, double room);

  /// `place` = 2 · plane + (0: on the axis across, 1: on the axis up).
  std::vector<LimitHandle> handles() const override;
  QPointF position(const LimitHandle&) const override;
  std::optional<double> value_at(const LimitHandle&, QPointF) const override;
  QSize sizeHint() const override { return px({150, 240}); }
  QSize minimumSizeHint() const override { return px({110, 100}); }

 protected:
  std::size_t place_count() const override { return kPlanes.size(); }
  QPointF place_of(const Point3& unit, std::size_t plane) const override;
  void paintEvent(QPaintEvent*) override;

 private:
  using Outlines = std::vector<std::pair<Medium, QPolygonF>>;  // of the regions in all planes, px
  struct BackdropKey {
    Outlines outlines;
    Point3 range{};
    QSize size;
    double pixel_ratio = 1, zoom = 1;
    QRgb ground = 0;  // of the theme
    bool operator==(const BackdropKey&) const = default;
  };
  bool beside() const;                    // else one above the other
  QRectF place(std::size_t plane) const;  // with its axes
  Outlines outlines() const;
  void make_backdrop();
  void paint_backdrop(QPainter&, const Outlines&) const;
  QPointF to_screen(std::size_t plane, double across, double up) const;
  void paint_plane(QPainter&, std::size_t plane) const;
  void paint_axes(QPainter&, std::size_t plane) const;
  void paint_points(QPainter&, const RegionMedium&, std::size_t plane) const;

  QPixmap backdrop_;  // regions and axes: all but what moves in a call
  BackdropKey backdrop_of_;
};

}  // namespace jitterscope
