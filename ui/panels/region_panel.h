#pragma once
// The acceptable region of the quality space, and where both media stand in it (claypool98 §7).

#include "ui/panels/panel.h"
#include "ui/quality_settings.h"
#include "ui/region/octant_scene.h"
#include "ui/sizes.h"

namespace jitterscope {

class OctantPlanes;
class OctantView;
class RegionControls;

/// Wants about 560 × 300; works from 300 × 160: the numbers go first, then the sides are a choice instead of the space.
class RegionPanel : public Panel {
 public:
  RegionPanel(ViewState&, QualitySettings&, QWidget* parent = nullptr);
  void draw_snapshot(const std::shared_ptr<const CallSnapshot>&) override;
  Interests interests() const override { return {{ViewKind::kQuality, kRead}, {ViewKind::kReported, kRead}}; }
  void write_csv(QTextStream&) const override;
  QSize sizeHint() const override { return px({560, 300}); }
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent*) override;
  void leave_out_controls() override;
  double recent_s() const override { return 10; }

 private:
  void redraw();
  void arrange();  // what there is room for
  void drag(Medium, QualityAxis, double value);
  RegionScene make_scene() const;
  double drawn_due_per_second(Medium) const;
  /// Grows at once, shrinks slowly, stays while a limit is dragged.
  Point3 range_of(const RegionScene&);
  void say();

  QualitySettings& settings_;
  OctantView* octant_;
  OctantPlanes* planes_;
  RegionControls* controls_;
  Point3 range_{};
  int scale_epoch_ = 0;
  bool range_stale_ = true;  // other limits or another medium: the next range may jump
  std::shared_ptr<const CallSnapshot> shown_;
};

}  // namespace jitterscope
