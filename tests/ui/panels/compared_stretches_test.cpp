// Which stretches are taken, and that they are sent as they were.
#include "core/measures/views/log_rows.h"
#include "tests/ui/panels/compared.h"

namespace jitterscope::compare_test {
namespace {

TEST_F(Compared, BothAreSentAsTheyWereSelectedAndALaterOneBeforeBeginsAnew) {
  open_recorded();
  take_before(10, 40);
  take_after(40, 70);
  ASSERT_EQ(session.compared.size(), 1U);
  const auto& [before, after] = session.compared[0];
  EXPECT_EQ(before.of.file, "/tmp/a.jscope");
  EXPECT_EQ(before.of.from_s, 10);
  EXPECT_EQ(before.of.to_s, 40);
  EXPECT_EQ(after.of.from_s, 40);
  EXPECT_EQ(after.of.to_s, 70);
  EXPECT_EQ(shown().state(), "Being compared …");
  EXPECT_FALSE(shown().table().isVisible());
  answer(made_result());
  take_before(70, 100);
  EXPECT_EQ(shown().state(), "Take the other stretch too.");
  EXPECT_EQ(session.compared.size(), 1U);
}

TEST_F(Compared, StretchesThatOverlapAreRefused) {
  open_recorded();
  take_before(10, 40);
  take_after(30, 70);
  EXPECT_TRUE(session.compared.empty());
  EXPECT_TRUE(shown().state().startsWith("The two stretches overlap")) << shown().state().toStdString();
  EXPECT_FALSE(shown().table().isVisible());
}

TEST_F(Compared, WithoutASelectionAfterIsWhatFollowsBefore) {
  open_recorded();
  take_before(99, 110);
  window->view().clear_selection();
  key(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_EQ(session.compared.size(), 1U);
  EXPECT_EQ(session.compared[0].second.of.from_s, 110);
  EXPECT_EQ(session.compared[0].second.of.to_s, window->view().end() - 1.5) << "what is written by now";
}

TEST_F(Compared, AfterBeginsWhereSomethingWasSetLast) {
  open_recorded();
  take_before(60, 70);
  window->view().clear_selection();
  const auto& marks = session.latest->marks;
  ASSERT_FALSE(marks.empty());
  ASSERT_GT(marks.back().at_s, 70);
  key(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_EQ(session.compared.size(), 1U);
  EXPECT_NEAR(*session.compared[0].second.of.from_s, marks.back().at_s, 0.001);
}

TEST_F(Compared, BeforeTooBeginsWhereSomethingWasSetLast) {
  open_recorded();
  window->view().clear_selection();
  const auto& marks = session.latest->marks;
  key(Qt::Key_B, Qt::ControlModifier);
  take_after(1, 2);
  ASSERT_EQ(session.compared.size(), 1U);
  ASSERT_GT(marks.back().at_s, window->view().from()) << "in what is visible";
  EXPECT_NEAR(*session.compared[0].first.of.from_s, marks.back().at_s, 0.001);
}

TEST_F(Compared, NothingHasComeYetIsSaid) {
  open_recorded();
  window->view().clear_selection();
  key(Qt::Key_B, Qt::ControlModifier);
  key(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_TRUE(said("Nothing has come after the stretch before yet"));
  EXPECT_TRUE(session.compared.empty());
}

TEST_F(Compared, ACallThatIsNotRecordedCannotBeCompared) {
  open();
  session.recording = {};
  take_before(10, 40);
  EXPECT_TRUE(said("this call is not recorded"));
  EXPECT_FALSE(shown().isVisible());
}

TEST_F(Compared, ASelectionBeyondThePresentEndsThere) {
  open_recorded();
  take_before(100, 500);
  take_after(10, 40);
  ASSERT_EQ(session.compared.size(), 1U);
  EXPECT_EQ(session.compared[0].first.of.to_s, window->view().end() - 1.5);
}

TEST_F(Compared, TheSelectionThatWasTakenBeforeIsNotTakenAgain) {
  open_recorded();
  take_before(10, 40);
  key(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_EQ(session.compared.size(), 1U);
  EXPECT_GE(session.compared[0].second.of.from_s, 40) << "but what has come since";
}

TEST_F(Compared, StreamsOfAFileMayBeginAtOtherTimes) {
  open_recorded();
  session.began = 1'000'000;
  take_before(10, 20);
  session.began = 1'030'000;
  take_after(5, 15);
  EXPECT_EQ(session.compared.size(), 1U) << "35 to 45 s of the file";
  session.finished_comparing.back()(made_result());
  session.began = 1'000'000;
  take_before(35, 40);
  session.began = 1'030'000;
  take_after(5, 25);
  EXPECT_TRUE(shown().state().startsWith("The two stretches overlap")) << shown().state().toStdString();
}

TEST_F(Compared, HoldTakesTheStretchBeforeOnceACall) {
  open_recorded();
  window->view().select(10, 40);
  key(Qt::Key_H);
  EXPECT_TRUE(said("stretch before"));
  EXPECT_FALSE(shown().isVisible()) << "the ghost was wanted";
  window->view().select(50, 60);
  key(Qt::Key_H);
  key(Qt::Key_H);
  take_after(40, 70);
  ASSERT_EQ(session.compared.size(), 1U);
  EXPECT_EQ(session.compared[0].first.of.to_s, 40);
}

TEST_F(Compared, AllOfAFileIsWithoutEnds) {
  open_recorded();
  session.opened = "/tmp/other.jscope";
  ticks(2);
  ASSERT_TRUE(window->view().shows_file());
  window->view().clear_selection();
  key(Qt::Key_B, Qt::ControlModifier);
  take_after(10, 20);
  EXPECT_TRUE(session.compared.empty()) << "it is in all of it";
  session.opened.clear();
  ticks(2);
  take_after(10, 20);
  ASSERT_EQ(session.compared.size(), 1U);
  EXPECT_EQ(session.compared[0].first.of.file, "/tmp/other.jscope");
  EXPECT_FALSE(session.compared[0].first.of.from_s);
  EXPECT_FALSE(session.compared[0].first.of.to_s);
  EXPECT_EQ(session.compared[0].second.of.file, "/tmp/a.jscope");
}

TEST_F(Compared, BothStretchesAreShadedInThePlotsOfWhatIsShown) {
  open_recorded();
  take_before(10, 20);
  take_after(30, 45);
  ticks(1);
  const auto& shaded = window->view().compared();
  EXPECT_EQ(shaded[0], std::pair(10.0, 20.0));
  EXPECT_EQ(shaded[1], std::pair(30.0, 45.0));
  session.opened = "/tmp/other.jscope";
  ticks(2);
  EXPECT_FALSE(window->view().compared()[0]) << "they are of the call, and a file is shown";
  session.opened.clear();
  ticks(2);
  EXPECT_TRUE(window->view().compared()[0]);
}

}  // namespace
}  // namespace jitterscope::compare_test
