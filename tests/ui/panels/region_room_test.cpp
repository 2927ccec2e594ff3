// The region keeps its room in the window however much there is to say of it.
#include "core/measures/views/quality_view.h"
#include "tests/ui/fakes/fake_views.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/kept_settings.h"
#include "ui/panels/region_panel.h"
#include "ui/region/octant_view.h"

namespace jitterscope::region_room_test {
namespace {

class RegionRoom : public WindowFixture {
 protected:
  void SetUp() override { kept_layout().remove({}); }
  void receive(bool inside) {
    publish([inside](CallSnapshot& now) {
      for (const Medium medium : {Medium::kAudio, Medium::kVideo}) {
        now.received(medium).quality = make_quality(medium, now.elapsed_s, inside);
        now.reported(medium).quality = make_quality(medium, now.elapsed_s, inside);
      }
    });
    for (int i = 0; i < 3; ++i) {
      QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
      ticks(2);
    }
  }
  /// px: of the space that is drawn.
  QSizeF space() {
    const auto* octant = panel<RegionPanel>()->findChild<OctantView*>();
    QPolygonF corners;
    for (const double x : {0, 1})
      for (const double y : {0, 1})
        for (const double z : {0, 1}) corners << octant->projection().to_screen({x, y, z});
    return corners.boundingRect().size();
  }
};

TEST_F(RegionRoom, IsLeftWhateverIsOutside) {
  for (const QSize size : {QSize(1280, 800), QSize(1280, 760), QSize(1920, 1080)}) {
    open(true, size);
    receive(true);
    const auto usual = space();
    EXPECT_GE(usual.height(), 68) << size.width() << "x" << size.height();
    receive(false);
    EXPECT_TRUE(has(panel<RegionPanel>()->reading(), "Video remote outside"));
    EXPECT_GE(space().height(), std::min(usual.height() - 1, 120.0)) << size.width() << "x" << size.height();
    EXPECT_GE(space().width(), 60) << size.width() << "x" << size.height();
    window.reset();
  }
}

}  // namespace
}  // namespace jitterscope::region_room_test
