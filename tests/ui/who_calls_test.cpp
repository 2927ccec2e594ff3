// Who this end is and who calls, in the title, the banners and the call bar.
#include <QMessageBox>

#include "tests/ui/fakes/window_fixture.h"

namespace jitterscope::who_calls_test {
namespace {

using WhoCalls = WindowFixture;

TEST_F(WhoCalls, TheTitleNamesThisEndFirst) {
  session.call.name = "Room A";
  open(false);
  EXPECT_EQ(window->windowTitle(), "Room A – Jitterscope");
  session.start_call(20);
  session.call.name = "Room A";
  session.call.peer = "Room B";
  ticks(6);
  EXPECT_EQ(window->windowTitle(), "Room A, with Room B – Jitterscope");
}

TEST_F(WhoCalls, OthersWhoRingAreCounted) {
  session.call.stage = CallStage::kRinging;
  session.call.peer = "Ada (192.0.2.1)";
  open(false);
  EXPECT_TRUE(said("Ada (192.0.2.1) is calling you."));
  session.call.more_callers = 2;
  ticks(6);
  EXPECT_TRUE(said("Ada (192.0.2.1) is calling you. 2 more wait."));
  ASSERT_TRUE(button("Call"));
  EXPECT_TRUE(button("Call")->isEnabled()) << "calling out always works";
}

TEST_F(WhoCalls, TheSameMissedCallAgainIsANoticeAgain) {
  open(false);
  session.call.sentence = "Ada (192.0.2.1) gave up calling.";
  for (const std::uint64_t told : {1, 2}) {
    session.call.told = told;
    ticks(6);
  }
  EXPECT_TRUE(labelled("2 notices"));
}

TEST_F(WhoCalls, AWindowThatAnswersByItselfSaysSo) {
  session.call.local_address = "192.0.2.7:5004";
  session.call.answers_itself = true;
  open(false);
  EXPECT_TRUE(labelled("Calls to 192.0.2.7:5004 are answered at once"));
}

TEST_F(WhoCalls, TheBarSaysThatNothingIsEncryptedAndStoppingARecordingIsCalledThat) {
  open();
  EXPECT_TRUE(labelled("not encrypted"));
  session.recording = {true, "/tmp/a.jscope", 1000};
  ticks(12);
  EXPECT_TRUE(worded("Stop recording"));
}

TEST_F(WhoCalls, ClosingAWindowInACallAsks) {
  open();
  window->close();
  ticks(2);
  EXPECT_TRUE(window->isVisible());
  EXPECT_TRUE(session.sent.empty());
  auto* question = window->findChild<QMessageBox*>();
  ASSERT_TRUE(question);
  question->button(QMessageBox::Close)->click();
  ticks(2);
  EXPECT_FALSE(window->isVisible());
  ASSERT_EQ(session.sent.size(), 1u);
  EXPECT_TRUE(std::holds_alternative<HangUp>(session.sent[0]));
}

}  // namespace
}  // namespace jitterscope::who_calls_test
