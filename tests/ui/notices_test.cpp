// What is said lies over the window and moves nothing in it.
#include <QCursor>
#include <QMoveEvent>
#include <QScrollArea>
#include <QScrollBar>

#include "tests/ui/fakes/window_fixture.h"
#include "ui/widgets/notices.h"

namespace jitterscope::notices_test {
namespace {

class NoticesTest : public WindowFixture {
 protected:
  QWidget* notices() { return first_in<Notices>(*window); }
  /// Where everything else is.
  std::map<QWidget*, QRect> places() {
    ticks(3);
    std::map<QWidget*, QRect> all;
    for (auto* widget : window->findChildren<QWidget*>())
      if (!notices()->isAncestorOf(widget) && widget != notices() && widget->isVisible() &&
          !window->findChild<StatusLine*>()->isAncestorOf(widget))  // its words change
        all.emplace(widget, QRect(widget->mapTo(window.get(), QPoint()), widget->size()));
    return all;
  }
  /// Of each banner that is there whether it says that nothing is wrong.
  std::vector<bool> calm() {
    std::vector<bool> all;
    for (auto* banner : window->findChildren<Banner*>())
      if (banner->isVisible()) all.push_back(banner->property("calm").toBool());
    return all;
  }
  static void expect_same(const std::map<QWidget*, QRect>& now, const std::map<QWidget*, QRect>& before) {
    for (const auto& [widget, place] : before) {
      const auto found = now.find(widget);
      EXPECT_TRUE(found != now.end() && found->second == place)
          << widget->metaObject()->className() << " " << widget->accessibleName().toStdString();
    }
  }
};

TEST_F(NoticesTest, WhatIsSaidMovesNothing) {
  open();
  auto before = places();
  for (int i = 0; i < 20 && std::exchange(before, places()) != before; ++i) QTest::qWait(20);  // it comes to rest
  EXPECT_FALSE(notices()->isVisible());
  window->tell("The camera does not answer: it was pulled out, or another program has it.");
  expect_same(places(), before);
  ASSERT_TRUE(notices()->isVisible());
  EXPECT_GT(notices()->height(), 20);
  EXPECT_TRUE(window->rect().contains(notices()->geometry()));
  for (auto* banner : window->findChildren<Banner*>()) banner->say({});
  expect_same(places(), before);
  EXPECT_FALSE(notices()->isVisible());
}

TEST_F(NoticesTest, ItDoesNotComeUnderThePointer) {
  open();
  window->tell("A");
  places();
  const QRect at_the_top = notices()->geometry();
  for (auto* banner : window->findChildren<Banner*>()) banner->say({});
  places();
  QCursor::setPos(window->centralWidget()->mapToGlobal(at_the_top.center()));
  window->tell("A");
  places();
  EXPECT_FALSE(notices()->geometry().intersects(at_the_top));
  EXPECT_TRUE(window->centralWidget()->rect().contains(notices()->geometry()));
  QCursor::setPos(0, 0);
}

TEST_F(NoticesTest, WhatWentWellIsNoWarning) {
  open();
  emit panel("Jitter")->said("Saved as jitter.png.", true);
  EXPECT_EQ(calm(), std::vector{true});
  window->tell("The disk is full.");
  EXPECT_EQ(calm(), std::vector{false});
}

TEST_F(NoticesTest, TheEndOfACallIsAWarningOnlyWhereItFailed) {
  for (const bool failed : {false, true}) {
    open();
    session.call.stage = CallStage::kEnded;
    session.call.failed = failed;
    session.call.sentence = failed ? "The connection broke." : "You hung up.";
    ticks(3);
    EXPECT_EQ(calm(), std::vector{!failed});
    for (auto* banner : window->findChildren<Banner*>()) banner->fold();  // as time does
    EXPECT_EQ(calm().size(), failed ? 1U : 0U);
    window.reset();
    session.call = {};
  }
}

TEST_F(NoticesTest, WhatPassesStaysWhileThePointerIsOnIt) {
  open();
  window->tell("A");
  auto* banner = window->findChildren<Banner*>().front();
  for (auto* each : window->findChildren<Banner*>())
    if (each->isVisible()) banner = each;
  banner->say({});
  banner->setAttribute(Qt::WA_UnderMouse);
  banner->say_for_a_while("Saved.", Banner::Tone::kCalm, 1);
  QTest::qWait(700);
  EXPECT_TRUE(banner->isVisible());
  banner->setAttribute(Qt::WA_UnderMouse, false);
  EXPECT_TRUE(QTest::qWaitFor([&] { return !banner->isVisible(); }, 5000));
}

TEST_F(NoticesTest, ItIsSeenWhereTheContentIsScrolled) {
  open();
  set_zoom(*qApp, 2);
  places();
  window->tell("The camera does not answer: it was pulled out, or another program has it.");
  auto* area = qobject_cast<QScrollArea*>(window->centralWidget());
  ASSERT_NE(area, nullptr);
  for (const int place : {0, area->verticalScrollBar()->maximum()}) {
    area->verticalScrollBar()->setValue(place);
    area->horizontalScrollBar()->setValue(place == 0 ? 0 : area->horizontalScrollBar()->maximum());
    places();
    const QRect seen(notices()->mapTo(window.get(), QPoint()), notices()->size());
    EXPECT_TRUE(window->rect().contains(seen)) << seen.x() << " " << seen.y() << " scrolled to " << place;
  }
  window.reset();
  set_zoom(*qApp, 1);
}

TEST_F(NoticesTest, ASecondOneDoesNotComeWhereThePointerIs) {
  open(false);
  window->tell("The camera does not answer: it was pulled out, or another program has it.");
  places();
  auto* dismiss = button("Dismiss message");
  ASSERT_NE(dismiss, nullptr);
  const QPoint before = dismiss->mapTo(window.get(), QPoint());
  session.call.stage = CallStage::kRinging;
  session.call.peer = "Room 204 (192.0.2.9)";
  places();
  ASSERT_TRUE(said("Room 204"));
  EXPECT_EQ(dismiss->mapTo(window.get(), QPoint()), before);
  auto* accept = worded("Accept");
  ASSERT_NE(accept, nullptr);
  QMoveEvent moved({}, {});
  QCoreApplication::sendEvent(accept->parentWidget(), &moved);
  QTest::mouseClick(accept, Qt::LeftButton);
  EXPECT_EQ(session.count<AnswerCall>(), 0) << "it has only just come there";
  EXPECT_TRUE(QTest::qWaitFor(
      [&] {
        QTest::mouseClick(accept, Qt::LeftButton);
        return session.count<AnswerCall>() == 1;
      },
      5000));
}

TEST_F(NoticesTest, ALongSentenceHasTheLinesThatItNeeds) {
  open();
  window->resize(760, 700);
  window->tell(QString("a sentence of many words ").repeated(40));
  places();
  EXPECT_GT(notices()->height(), 80);
  EXPECT_TRUE(window->centralWidget()->rect().contains(notices()->geometry()));
}

}  // namespace
}  // namespace jitterscope::notices_test
