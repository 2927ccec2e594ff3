// While a demonstration's second half runs the end of its first stands behind it.
#include "core/measures/views/demonstration_view.h"
#include "tests/ui/fakes/fake_conditions.h"
#include "tests/ui/fakes/window_fixture.h"

namespace jitterscope::held_ghost_test {
namespace {

class HeldGhostTest : public WindowFixture {
 protected:
  void publish_state(const std::string& state) {
    publish([&](CallSnapshot& now) { now.demonstration = make_demonstration(state); });
  }
  ViewState& view() { return window->view(); }
};

TEST_F(HeldGhostTest, TheFirstHalfStandsBehindTheSecondGoesWithTheEndAndBeginsAnewWithARepetition) {
  open();
  publish_state("settling");
  EXPECT_FALSE(view().held());
  publish_state("before");
  const double first_at = session.latest->elapsed_s + 0.1;
  publish_state("before");
  EXPECT_FALSE(view().held());
  publish_state("switching");
  ASSERT_TRUE(view().held());
  EXPECT_NEAR(view().held()->elapsed_s, first_at, 1e-9) << "the newest of the first half";
  publish_state("after");
  EXPECT_TRUE(action("Hold a ghost")->isChecked());
  publish_state("done");
  EXPECT_FALSE(view().held());
  EXPECT_FALSE(action("Hold a ghost")->isChecked());
  for (const char* state : {"before", "switching", "after"}) publish_state(state);
  ASSERT_TRUE(view().held());
  publish([](CallSnapshot& now) {
    now.demonstration = make_demonstration("settling");
    now.demonstration->again = true;
  });
  EXPECT_FALSE(view().held());
  EXPECT_EQ(view().query().window, MeasureWindow::k10s) << "the demonstration goes on";
  publish_state("before");
  const double second_at = session.latest->elapsed_s;
  publish_state("after");
  ASSERT_TRUE(view().held());
  EXPECT_EQ(view().held()->elapsed_s, second_at);
}

TEST_F(HeldGhostTest, WhatHiddenPanelsShowOfItComesAMomentLater) {
  open();
  publish([&](CallSnapshot& now) {
    now.demonstration = make_demonstration("before");
    now.made = {{ViewKind::kFigures}};
  });
  publish([&](CallSnapshot& now) {
    now.demonstration = make_demonstration("switching");
    now.made = {{ViewKind::kFigures}};
  });
  EXPECT_TRUE(session.interests.covers(Interests::all()));
  publish([&](CallSnapshot& now) { now.made = session.interests; });
  ASSERT_TRUE(view().held());
  const auto held = view().held();
  EXPECT_TRUE(held->made.wants(ViewKind::kSplit) && held->made.wants(ViewKind::kCompensation));
  ticks(3);
  EXPECT_EQ(view().held(), held) << "once";
  EXPECT_FALSE(session.interests.covers(Interests::all()));
  publish_state("stopped");
  EXPECT_FALSE(view().held()) << "also what was completed";
}

TEST_F(HeldGhostTest, WhatTheUserHoldsStaysAndWhatHeLetGoIsNotHeldAgain) {
  open();
  key(Qt::Key_H);
  const auto own = view().held();
  ASSERT_TRUE(own);
  for (const char* state : {"before", "switching", "after", "done"}) {
    publish_state(state);
    EXPECT_EQ(view().held(), own) << state;
  }
  key(Qt::Key_H);
  for (const char* state : {"before", "switching"}) publish_state(state);
  ASSERT_TRUE(view().held());
  key(Qt::Key_H);
  publish_state("after");
  EXPECT_FALSE(view().held());
}

TEST_F(HeldGhostTest, FiguresSlideOverTenSecondsMeanwhileUnlessAWindowIsChosen) {
  open();
  const auto before = view().sliding_window();
  ASSERT_NE(before, MeasureWindow::k10s);
  publish_state("before");
  EXPECT_EQ(view().query().window, MeasureWindow::k10s);
  view().select(3, 5);
  publish_state("after");
  EXPECT_EQ(view().query().window, MeasureWindow::kSelection);
  publish_state("done");
  EXPECT_EQ(view().query().window, MeasureWindow::kSelection) << "what the user has selected stays so";
  view().clear_selection();
  EXPECT_EQ(view().query().window, before);
  publish_state("before");
  view().set_window(MeasureWindow::kWhole);
  publish_state("after");
  publish_state("done");
  EXPECT_EQ(view().query().window, MeasureWindow::kWhole);
}

TEST_F(HeldGhostTest, ItIsOfTheCallAlsoWhereAStretchIsChosen) {
  open();
  publish_state("before");
  session.call_latest = session.latest;  // what is shown is of the stretch from now on
  publish([](CallSnapshot& now) { now.demonstration.reset(); });
  auto ends = *session.call_latest;
  ends.demonstration = make_demonstration("switching");
  const auto before = session.call_latest;
  session.call_latest = std::make_shared<const CallSnapshot>(ends);
  ticks(6);
  ASSERT_TRUE(view().held());
  EXPECT_EQ(view().held()->elapsed_s, before->elapsed_s);
}

TEST_F(HeldGhostTest, AFileThatIsLookedAtTakesItAwayForThatTimeAlone) {
  open();
  for (const char* state : {"before", "switching"})
    publish([&](CallSnapshot& now) {
      now.demonstration = make_demonstration(state);
      now.made = {{ViewKind::kFigures}};
    });
  const auto held = view().held();
  ASSERT_TRUE(held);
  EXPECT_TRUE(session.interests.covers(Interests::all())) << "to be completed";
  session.call_latest = session.latest;
  session.opened = "a recording.jscope";
  ticks(6);
  EXPECT_FALSE(view().held());
  EXPECT_EQ(view().sliding_window(), MeasureWindow::kWhole) << "of a file, as always";
  EXPECT_FALSE(session.interests.covers(Interests::all()));
  session.opened.clear();
  session.call_latest.reset();
  publish_state("after");
  ASSERT_TRUE(view().held());
  EXPECT_EQ(view().held()->elapsed_s, held->elapsed_s);
  EXPECT_EQ(view().query().window, MeasureWindow::k10s);
  publish_state("done");
  EXPECT_FALSE(view().held());
}

TEST_F(HeldGhostTest, WhatIsMeasuredGoesBackAlsoWhereItIsOverWhileAFileIsShown) {
  open();
  const auto window_before = view().sliding_window();
  publish_state("before");
  ASSERT_EQ(view().sliding_window(), MeasureWindow::k10s);
  session.opened = "a recording.jscope";
  ticks(6);
  auto over = *session.latest;
  over.demonstration = make_demonstration("done");
  session.call_latest = std::make_shared<const CallSnapshot>(over);
  ticks(6);
  session.opened.clear();
  session.call_latest.reset();
  publish_state("done");
  EXPECT_EQ(view().sliding_window(), window_before);
}

}  // namespace
}  // namespace jitterscope::held_ghost_test
