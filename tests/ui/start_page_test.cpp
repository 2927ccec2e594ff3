// The start page: nothing is open until something is chosen; a demo call and its demonstrations.
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>

#include "core/measures/views/demonstration_view.h"
#include "tests/ui/fakes/fake_conditions.h"
#include "tests/ui/fakes/fake_threads.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/controls/demonstration_strip.h"
#include "ui/kept_settings.h"
#include "ui/panels/demonstration_panel.h"
#include "ui/start_page/start_page.h"

namespace jitterscope::start_page_test {
namespace {

class StartPageTest : public WindowFixture {
 protected:
  void begin(QSize size = {1280, 800}) {
    open(false, size);
    window->show_start_page(true);
    ticks(6);
  }
  StartPage& page() { return *window->findChild<StartPage*>(); }
  DemonstrationStrip& strip() { return *window->findChild<DemonstrationStrip*>(); }
  bool lesson_seen() { return named<QWidget>("What can be shown in the demo call")->isVisible(); }
  void call_begins(double elapsed_s = 4) {
    session.start_call(elapsed_s);
    ticks(6);
  }
};

TEST_F(StartPageTest, ShowsFourThingsAndOpensNothing) {
  begin();
  EXPECT_TRUE(page().isVisible());
  for (const auto* name : {"Try a demo call", "Call, or be called", "Choose a file to open", "Demonstrate shaping",
                           "Demonstrate priority", "Demonstrate rate control"})
    EXPECT_NE(button(name), nullptr) << name;
  EXPECT_EQ(QApplication::focusWidget(), button("Try a demo call"));
  for (auto* panel : window->findChildren<Panel*>()) EXPECT_FALSE(panel->isVisible());
  EXPECT_EQ(session.count<TakeCalls>(), 0);
  EXPECT_EQ(session.devices_wanted, 0);
  EXPECT_EQ(session.demo_calls, 0);
}

TEST_F(StartPageTest, ReturnBeginsADemoCallInALecture) {
  begin();
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  EXPECT_EQ(session.demo_calls, 1);
  call_begins();
  EXPECT_FALSE(page().isVisible());
  EXPECT_TRUE(panel("Packets")->isVisible()) << "the lecture on shaping";
  EXPECT_TRUE(lesson_seen());
  EXPECT_EQ(session.count<TakeCalls>(), 0);
  EXPECT_EQ(session.devices_wanted, 0);
  window->set_layout(Layout::kAnalyst);
  publish([](CallSnapshot&) {});
  EXPECT_FALSE(lesson_seen()) << "the analyst's window needs the room";
  window->set_layout(Layout::kShaping);
  publish([](CallSnapshot&) {});
  button("Show rate control")->click();
  ticks(6);
  EXPECT_TRUE(panel("Rate control")->isVisible());
  EXPECT_TRUE(has(strip().words(), "Watch the sound"));
  EXPECT_FALSE(lesson_seen());
  press_space();
  ASSERT_NE(session.last<Demonstrate>(), nullptr);
  EXPECT_EQ(session.last<Demonstrate>()->kind, DemonstrationKind::kRateControl);
}

TEST_F(StartPageTest, WhileTheOtherEndStartsNothingIsStartedTwice) {
  session.demo_answer.reset();
  begin();
  button("Try a demo call")->click();
  EXPECT_FALSE(button("Try a demo call")->isEnabled());
  EXPECT_FALSE(button("Demonstrate shaping")->isEnabled());
  action("Try a demo call")->trigger();
  EXPECT_EQ(session.demo_calls, 1);
}

TEST_F(StartPageTest, WhyThereIsNoDemoCallIsSaidAndItCanBeTriedAgain) {
  session.demo_answer = ExportResult{false, "The other end cannot be started."};
  begin();
  button("Try a demo call")->click();
  EXPECT_TRUE(said("The other end cannot be started."));
  EXPECT_TRUE(page().isVisible());
  EXPECT_TRUE(button("Try a demo call")->isEnabled());
}

TEST_F(StartPageTest, ADemonstrationWithoutACallBeginsOneAndAsksFirst) {
  begin();
  button("Demonstrate priority")->click();
  EXPECT_EQ(session.demo_calls, 1);
  call_begins(1);
  EXPECT_TRUE(strip().words().contains("Who runs first?"));
  press_space();
  EXPECT_EQ(session.last<Demonstrate>(), nullptr) << "nothing has been measured yet";
  session.advance_to(4);
  ticks(6);
  press_space();
  ASSERT_NE(session.last<Demonstrate>(), nullptr);
  EXPECT_EQ(session.last<Demonstrate>()->kind, DemonstrationKind::kPriority);
  window->view().follow(false);
  publish([](CallSnapshot& now) { now.demonstration = make_priority_demonstration("before"); });
  press_space();
  EXPECT_TRUE(window->view().following()) << "while it runs the plots follow";
}

TEST_F(StartPageTest, SpaceGoesOnWhateverWasClickedBefore) {
  open();
  button("Mute")->setFocus();
  QTest::keyClick(window->centralWidget(), Qt::Key_D, Qt::ControlModifier);
  ticks(6);
  press_space();
  EXPECT_NE(session.last<Demonstrate>(), nullptr);
  EXPECT_EQ(session.last<SetMuted>(), nullptr);
}

TEST_F(StartPageTest, WhatFailsAtOnceLeavesNothingBehind) {
  begin();
  button("Demonstrate shaping")->click();
  session.call.stage = CallStage::kEnded;  // between two looks
  session.call.sentence = "127.0.0.1:5104 refused the connection.";
  ++session.call.told;
  ticks(6);
  EXPECT_EQ(strip().words(), "");
  session.start_call(4);
  ticks(6);
  EXPECT_FALSE(lesson_seen()) << "this is a call of the user's own";
}

TEST_F(StartPageTest, AnotherCallIsMeasuredAnew) {
  open();
  session.call.stage = CallStage::kEnded;
  ticks(6);
  session.call.stage = CallStage::kInCall;  // its first snapshot is yet to come
  ticks(2);
  QTest::keyClick(window->centralWidget(), Qt::Key_D, Qt::ControlModifier);
  ticks(6);
  press_space();
  EXPECT_EQ(session.last<Demonstrate>(), nullptr);
}

TEST_F(StartPageTest, WhoRingsIsAnsweredFirst) {
  begin();
  session.call.stage = CallStage::kRinging;
  session.call.peer = "Ben (192.0.2.9)";
  ticks(6);
  button("Try a demo call")->click();
  EXPECT_EQ(session.demo_calls, 0);
  EXPECT_TRUE(said("Somebody is calling"));
}

TEST_F(StartPageTest, AnArrangementOfOnesOwnStays) {
  open(false);
  action("Arrange: move")->trigger();
  action("Arrange: move")->trigger();
  ticks(6);
  action("Try a demo call")->trigger();
  call_begins();
  EXPECT_TRUE(panel("Jitter")->isVisible());
  EXPECT_TRUE(panel("Region")->isVisible());
}

TEST_F(StartPageTest, AQuestionCanBeLeft) {
  open();
  QTest::keyClick(window->centralWidget(), Qt::Key_D, Qt::ControlModifier);
  ticks(6);
  EXPECT_TRUE(strip().words().contains("Who loses more?"));
  button("Do not begin the demonstration")->click();
  EXPECT_EQ(strip().words(), "");
  EXPECT_EQ(session.last<Demonstrate>(), nullptr);
  const bool followed = window->view().following();
  press_space();
  EXPECT_NE(window->view().following(), followed) << "Space is the plots' again";
}

TEST_F(StartPageTest, TheEndOfTheDemoCallTakesItsQuestionAndLineAway) {
  begin();
  button("Demonstrate shaping")->click();
  call_begins();
  session.call.stage = CallStage::kEnded;
  session.call.sentence = "The remote ended the call.";
  ticks(6);
  EXPECT_EQ(strip().words(), "");
  EXPECT_FALSE(lesson_seen());
  QTest::keyClick(window->centralWidget(), Qt::Key_D, Qt::ControlModifier);
  EXPECT_EQ(session.demo_calls, 2) << "the next demonstration begins a call of its own";
}

TEST_F(StartPageTest, CallingOpensPortAndDevicesAndKeepsAddresses) {
  begin();
  button("Call, or be called")->click();
  ASSERT_NE(session.last<TakeCalls>(), nullptr);
  EXPECT_TRUE(session.last<TakeCalls>()->on);
  EXPECT_EQ(session.devices_wanted, 1);
  EXPECT_FALSE(takes_calls_from_start());
  button("Can be called from the start")->click();
  EXPECT_TRUE(takes_calls_from_start());
  auto* address = named<QLineEdit>("Address to call from the start page");
  EXPECT_EQ(QApplication::focusWidget(), address);
  QTest::keyClicks(address, "room 204");
  QTest::keyClick(address, Qt::Key_Return);
  EXPECT_EQ(session.last<PlaceCall>(), nullptr) << "no address";
  address->setText("192.0.2.9:5006");
  QTest::keyClick(address, Qt::Key_Return);
  ASSERT_NE(session.last<PlaceCall>(), nullptr);
  EXPECT_EQ(session.last<PlaceCall>()->port, 5006);
  EXPECT_EQ(recent_addresses(), QStringList{"192.0.2.9:5006"});
  window.reset();
  session.sent.clear();
  begin();
  key(Qt::Key_L, Qt::ControlModifier);
  ASSERT_NE(button("Call 192.0.2.9:5006"), nullptr);
  button("Call 192.0.2.9:5006")->click();
  EXPECT_EQ(session.last<PlaceCall>()->host, "192.0.2.9");
}

TEST_F(StartPageTest, OffersTheLastThreeRecordings) {
  kept_settings().setValue("recent_files",
                           QStringList{"/t/one.jscope", "/t/two.jscope", "/t/a & b.pcapng", "/t/four.csv"});
  begin();
  EXPECT_NE(button("Open a & b.pcapng"), nullptr);
  EXPECT_EQ(button("Open four.csv"), nullptr);
  button("Open two.jscope")->click();
  ticks(6);
  EXPECT_EQ(session.opened, "/t/two.jscope");
  EXPECT_FALSE(page().isVisible());
  action("Start page")->trigger();
  EXPECT_FALSE(page().isVisible()) << "not over a file";
}

TEST_F(StartPageTest, ComesBackAfterACall) {
  begin();
  call_begins();
  action("Start page")->trigger();
  EXPECT_FALSE(page().isVisible());
  session.call.stage = CallStage::kEnded;
  ticks(6);
  action("Start page")->trigger();
  EXPECT_TRUE(page().isVisible());
  action("Layout: Analyst")->trigger();
  EXPECT_FALSE(page().isVisible());
}

TEST_F(StartPageTest, AnEmptyPanelOffersWhatBringsItsContent) {
  open(false);
  auto* offer = button("Try a demo call for “Compensation”");
  ASSERT_NE(offer, nullptr);
  offer->click();
  EXPECT_EQ(session.demo_calls, 1);
  call_begins();
  EXPECT_EQ(button("Try a demo call for “Demonstration”"), nullptr) << "there is a call";
}

TEST_F(StartPageTest, FitsTheSmallestScreen) {
  begin({960, 460});
  for (const auto* name :
       {"Try a demo call", "Call, or be called", "Choose a file to open", "Demonstrate rate control"}) {
    const auto* shown = button(name);
    ASSERT_NE(shown, nullptr) << name;
    const QRect where(shown->mapTo(window.get(), QPoint()), shown->size());
    EXPECT_TRUE(window->rect().contains(where)) << name;
    EXPECT_GE(shown->width(), shown->sizeHint().width()) << name;
  }
}

}  // namespace
}  // namespace jitterscope::start_page_test
