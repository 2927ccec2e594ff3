// Only what is visible is asked for.
#include <QTabWidget>

#include "tests/ui/fakes/fake_threads.h"
#include "tests/ui/window_fixture.h"
#include "ui/panels/delay_split_panel.h"

namespace jitterscope::views_test {
namespace {

class ViewsTest : public WindowFixture {
 protected:
  void choose(QWidget* tab) {
    window->findChild<QTabWidget*>()->setCurrentWidget(tab);
    ticks(2);
  }
  /// A snapshot that holds what was asked for alone.
  void answer() {
    auto now = *session.latest;
    now.elapsed_s += 0.1;
    now.made = session.views;
    for (const Medium medium : kMedia) {
      now.received(medium).split.reset();
      if (session.views.contains(ViewKind::kSplit)) now.received(medium).split = make_split(medium, now.elapsed_s);
    }
    session.latest = std::make_shared<const CallSnapshot>(now);
    ticks(2);
  }
};

TEST_F(ViewsTest, AHiddenPanelAsksForNothing) {
  open();
  EXPECT_TRUE(session.views.contains({ViewKind::kFigures, ViewKind::kQuality, ViewKind::kMeasures}));
  EXPECT_FALSE(session.views.contains(ViewKind::kSplit)) << "its tab is behind another";
  auto* before = window->findChild<QTabWidget*>()->currentWidget();
  choose(panel<DelaySplitPanel>());
  EXPECT_TRUE(session.views.contains(ViewKind::kSplit));
  choose(before);
  EXPECT_FALSE(session.views.contains(ViewKind::kSplit));
}

TEST_F(ViewsTest, APanelWaitsForItsViewAndSaysNothingOfItMeanwhile) {
  open();
  choose(panel<DelaySplitPanel>());
  answer();
  EXPECT_EQ(panel<DelaySplitPanel>()->empty_sentence(), "");
  auto without = *session.latest;
  without.made = ViewSet{ViewKind::kFigures};
  for (const Medium medium : kMedia) without.received(medium).split.reset();
  session.latest = std::make_shared<const CallSnapshot>(without);
  ticks(2);
  EXPECT_EQ(panel<DelaySplitPanel>()->empty_sentence(), "") << "it was not made, which is not that there is none";
}

TEST_F(ViewsTest, AGhostIsOfTheMomentAndHidesNothing) {
  open();
  answer();
  const double held_at = session.latest->elapsed_s;
  key(Qt::Key_H);
  ASSERT_TRUE(window->view().held());
  EXPECT_EQ(window->view().held()->elapsed_s, held_at);
  EXPECT_FALSE(window->view().held()->received(Medium::kVideo).split);
  ticks(1);
  EXPECT_EQ(session.views, ViewSet::all());
  answer();
  EXPECT_EQ(window->view().held()->elapsed_s, held_at);
  EXPECT_TRUE(window->view().held()->received(Medium::kVideo).split) << "of a moment later, as nobody had looked";
  ticks(1);
  EXPECT_NE(session.views, ViewSet::all());
  key(Qt::Key_H);
  EXPECT_FALSE(window->view().held());
}

}  // namespace
}  // namespace jitterscope::views_test
