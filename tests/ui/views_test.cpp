// Only what is visible is asked for.

#include "tests/ui/fakes/fake_threads.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/panels/delay_split_panel.h"

namespace jitterscope::views_test {
namespace {

class ViewsTest : public WindowFixture {
 protected:
  void choose(Panel* tab) { show(tab); }
  /// A snapshot that holds what was asked for alone.
  void answer() {
    auto now = *session.latest;
    now.elapsed_s += 0.1;
    now.made = session.interests;
    for (const Medium medium : kMedia) {
      now.received(medium).split.reset();
      if (session.interests.wants(ViewKind::kSplit)) now.received(medium).split = make_split(medium, now.elapsed_s);
    }
    deliver(now);
  }
};

TEST_F(ViewsTest, AHiddenPanelAsksForNothing) {
  open();
  EXPECT_TRUE(session.interests.covers({{ViewKind::kFigures}, {ViewKind::kQuality}, {ViewKind::kMeasures}}));
  EXPECT_FALSE(session.interests.wants(ViewKind::kSplit)) << "its tab is behind another";
  auto* before = window->front_tab();
  choose(panel<DelaySplitPanel>());
  EXPECT_TRUE(session.interests.wants(ViewKind::kSplit));
  choose(before);
  EXPECT_FALSE(session.interests.wants(ViewKind::kSplit));
}

TEST_F(ViewsTest, APanelAsksByTheQueryOfTheViewAndOfTheCallAlone) {
  open();
  AnalysisQuery query = window->view().query();
  EXPECT_EQ(session.interests.queries(ViewKind::kMeasures, {}, {}), std::vector{query});
  query.window = MeasureWindow::kWhole;
  window->view().set_query(query);
  ticks(1);
  EXPECT_EQ(session.interests.queries(ViewKind::kMeasures, {}, {}), std::vector{query})
      << "the former one is withdrawn";
  session.opened = "a.jscope";
  ticks(2);
  EXPECT_FALSE(session.interests.wants(ViewKind::kMeasures)) << "the panels show a file";
  EXPECT_TRUE(session.interests.wants(ViewKind::kThreads)) << "the controls are still the call's";
}

TEST_F(ViewsTest, NothingIsAskedForMoreOftenThanAPixelOfTheTimeAxisPasses) {
  open();
  EXPECT_GT(session.interests.snapshot_period(), Duration::ms(80)) << "a minute across some 700 pixels";
  EXPECT_LE(session.interests.snapshot_period(), Duration::ms(100)) << "ten times a second, whatever is shown";
  EXPECT_EQ(session.interests.period(ViewKind::kThreads), kRead) << "what is asked for more seldom stays so";
  window->view().zoom(0.1, 0);
  ticks(1);
  EXPECT_EQ(session.interests.snapshot_period(), Duration::ms(66))
      << "15 times a second at most: wide windows cost more";
}

TEST_F(ViewsTest, WhereNothingMovesFiguresAreReadFiveTimesASecond) {
  open();
  window->set_layout(Layout::kCall);
  ticks(2);
  EXPECT_EQ(session.interests.snapshot_period(), kRead);
  for (const Layout layout : kReadyLayouts) {
    if (layout == Layout::kCall) continue;
    window->set_layout(layout);
    ticks(2);
    EXPECT_LE(session.interests.snapshot_period(), Duration::ms(100))
        << "ten times a second where a plot moves: " << layout_words(layout).toStdString();
  }
}

TEST_F(ViewsTest, APanelWaitsForItsViewAndSaysNothingOfItMeanwhile) {
  open();
  choose(panel<DelaySplitPanel>());
  answer();
  EXPECT_EQ(panel<DelaySplitPanel>()->empty_sentence(), "");
  auto without = *session.latest;
  without.made = {{ViewKind::kFigures}};
  for (const Medium medium : kMedia) without.received(medium).split.reset();
  deliver(without);
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
  EXPECT_TRUE(session.interests.covers(Interests::all()));
  answer();
  EXPECT_EQ(window->view().held()->elapsed_s, held_at);
  EXPECT_TRUE(window->view().held()->received(Medium::kVideo).split) << "of a moment later, as nobody had looked";
  ticks(1);
  EXPECT_FALSE(session.interests.covers(Interests::all()));
  key(Qt::Key_H);
  EXPECT_FALSE(window->view().held());
}

}  // namespace
}  // namespace jitterscope::views_test
