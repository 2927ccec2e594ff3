// A call's begin and end in the window, and what it says of them.
#include <QLineEdit>

#include "core/measures/views/log_rows.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/widgets/address.h"

namespace jitterscope::window_call_test {
namespace {

using WindowTest = WindowFixture;

TEST_F(WindowTest, CallsTheAddressThatIsTypedWhileThereIsNoCall) {
  open(false);
  auto* address = named<QLineEdit>("Address to call");
  address->setText("[2001:db8::7]:6000");
  button("Call")->click();
  ASSERT_NE(session.last<PlaceCall>(), nullptr);
  EXPECT_EQ(session.last<PlaceCall>()->host, "2001:db8::7");
  EXPECT_EQ(session.last<PlaceCall>()->port, 6000);
  address->setText("room:99999");
  button("Call")->click();
  EXPECT_EQ(session.count<PlaceCall>(), 1);
  EXPECT_TRUE(action("Type an address")->isEnabled());
  session.call.stage = CallStage::kInCall;
  ticks(1);
  EXPECT_FALSE(action("Type an address")->isEnabled());
}

TEST(Address, Forms) {
  EXPECT_EQ(parse_address("room-204")->port, 5004);
  EXPECT_EQ(parse_address(" 192.0.2.7:5010 ")->port, 5010);
  EXPECT_EQ(parse_address("2001:db8::7")->host, "2001:db8::7");
  for (const auto* wrong : {"", "  ", "host:", "host:0", "host:x", "[::1", "[::1]x", ":5004", "two words", "[]:5"})
    EXPECT_FALSE(parse_address(wrong)) << wrong;
}

TEST_F(WindowTest, RingsAndAnswers) {
  open(false);
  session.call.stage = CallStage::kRinging;
  session.call.peer = "Room 204";
  ticks(1);
  EXPECT_TRUE(said("Room 204 is calling you"));
  key(Qt::Key_Return, Qt::ControlModifier);
  ASSERT_NE(session.last<AnswerCall>(), nullptr);
  EXPECT_TRUE(session.last<AnswerCall>()->accept);
  session.start_call(1);
  ticks(1);
  EXPECT_FALSE(said("calling you"));
}

TEST_F(WindowTest, AsksForConsentOnceAndSaysWhyACallEnded) {
  open(true);
  session.call.consent_asked = true;
  session.call.asked_here = {"shaping", "c"};
  ticks(1);
  EXPECT_TRUE(said("asks to set your traffic shaping"));
  worded("Allow for this call")->click();
  ASSERT_NE(session.last<GrantConsent>(), nullptr);
  EXPECT_TRUE(session.last<GrantConsent>()->granted);
  session.call = {};
  session.call.stage = CallStage::kEnded;
  session.call.sentence = "The remote has been silent for 5 s, so the call was ended.";
  ticks(1);
  EXPECT_FALSE(said("asks to set"));
  EXPECT_TRUE(said("silent for 5 s"));
}

/// A missed call, or one that was not accepted, comes after it: the figures are the old call's all the same.
TEST_F(WindowTest, FiguresOfACallThatIsOverStayItsOwn) {
  open(true);
  EXPECT_TRUE(panel("Jitter")->span().endsWith("jitter: now"));
  for (const auto stage :
       {CallStage::kEnded, CallStage::kRinging, CallStage::kIdle, CallStage::kCalling, CallStage::kConnecting}) {
    session.call.stage = stage;
    ticks(2);
    EXPECT_TRUE(panel("Jitter")->span().endsWith("jitter: at the end")) << static_cast<int>(stage);
  }
  session.call.stage = CallStage::kInCall;
  ticks(2);
  EXPECT_TRUE(panel("Jitter")->span().endsWith("jitter: now"));
}

TEST_F(WindowTest, ARoundTripThatIsNotOfNowHasItsAgeAndOfNoticesWarningsAreSaid) {
  open(true);
  const auto* line = window->findChild<StatusLine*>();
  EXPECT_FALSE(line->text().contains("ago"));
  auto now = make_snapshot(121);
  now.round_trip_age_s = 15.9;
  deliver(now, 6);
  EXPECT_TRUE(has(line->text(), "ms, 15 s ago"));
  now.notices = {{120.5, 1, "The camera was unplugged.", 1}, {120.8, 0, "A trace was begun.", 2}};
  deliver(now, 1);
  EXPECT_TRUE(said("camera was unplugged"));
  EXPECT_FALSE(said("trace was begun"));
  EXPECT_TRUE(line->text().contains("2 notices"));
}

TEST_F(WindowTest, EveryNoticeIsSaidOnceWhateverItsTime) {
  open(true);
  auto now = make_snapshot(121);
  const auto* line = window->findChild<StatusLine*>();
  const auto say = [&](double at_s, const char* text) {
    now.notices.push_back({at_s, 1, text, static_cast<std::int64_t>(now.notices.size()) + 1});
    deliver(now, 1);
  };
  say(120.5, "The camera was unplugged.");
  say(120.5, "There is no loudspeaker.");
  EXPECT_TRUE(has(line->text(), "2 notices"));
  EXPECT_TRUE(said("no loudspeaker"));
  say(120.2, "The watchdog took a class away.");
  EXPECT_TRUE(has(line->text(), "3 notices"));
}

TEST_F(WindowTest, WarningsFoldAwayAndErrorsStay) {
  open(true);
  auto now = make_snapshot(121);
  now.notices = {{120.5, 2, "The trace could not be written.", 1}, {120.8, 1, "There is no loudspeaker.", 2}};
  deliver(now, 1);
  EXPECT_TRUE(said("no loudspeaker") && said("could not be written"));
  for (int times = 0; times < 2; ++times) {
    let_pass();
    EXPECT_FALSE(said("no loudspeaker"));
  }
  EXPECT_TRUE(said("could not be written"));
  button("Dismiss message")->click();
  EXPECT_FALSE(said("could not be written"));
}

TEST_F(WindowTest, CopyToAPlayerIsStoppedByTheSameAction) {
  open(true);
  key(Qt::Key_P, Qt::ControlModifier);
  EXPECT_TRUE(said("Opened."));
  EXPECT_EQ(session.count<CopyToPlayer>(), 0);
  key(Qt::Key_P, Qt::ControlModifier);
  ASSERT_EQ(session.count<CopyToPlayer>(), 1);
  EXPECT_EQ(session.last<CopyToPlayer>()->video_port, 0);
  key(Qt::Key_P, Qt::ControlModifier);
  session.call.stage = CallStage::kEnded;
  ticks(1);
  for (const auto* action : window->actions()) {
    if (!action->text().startsWith("Open in another")) continue;
    EXPECT_FALSE(action->isChecked());
    EXPECT_FALSE(action->isEnabled());
  }
}

TEST_F(WindowTest, LongNamesOfCallersAreShortenedNotTheirAddresses) {
  open(false);
  const auto width = window->width();
  session.call.stage = CallStage::kRinging;
  session.call.peer = std::string(400, 'W').append(" (192.0.2.9)");
  ticks(2);
  EXPECT_TRUE(said("W… (192.0.2.9) is calling you."));
  EXPECT_EQ(window->width(), width);
}

}  // namespace
}  // namespace jitterscope::window_call_test
