// What is said stands in a row with room for it: it moves nothing, and goes when it has been read.
#include <QDialog>
#include <QPlainTextEdit>
#include <QScrollBar>

#include "tests/ui/fakes/window_fixture.h"
#include "ui/controls/presenter_strip.h"
#include "ui/widgets/scrolled_content.h"

namespace jitterscope::notices_test {
namespace {

const QString kLong = "The camera does not answer: it was pulled out, or another program has it.";

class NoticesTest : public WindowFixture {
 protected:
  ~NoticesTest() override {
    window.reset();  // else it would be laid out anew to go
    set_zoom(*qApp, 1, false);
  }
  NoticeBoard& board() { return *window->findChild<NoticeBoard*>(); }
  /// Where everything else is.
  std::map<QWidget*, QRect> places() {
    ticks(3);
    std::map<QWidget*, QRect> all;
    const auto* status = window->findChild<StatusLine*>();  // its words change, and have what room is left
    const auto* said = banner();
    for (auto* widget : window->findChildren<QWidget*>())
      if (!said->isAncestorOf(widget) && widget != said && widget->isVisible() && !status->isAncestorOf(widget) &&
          widget != status)
        all.emplace(widget, QRect(widget->mapTo(window.get(), QPoint()), widget->size()));
    return all;
  }
  std::map<QWidget*, QRect> places_at_rest() {
    auto before = places();
    for (int i = 0; i < 20 && std::exchange(before, places()) != before; ++i) QTest::qWait(20);
    return before;
  }
  /// ms that what is in sight has still to be so; 0 = until it is dismissed.
  int seen_for() {
    for (const auto* timer : board().findChildren<QTimer*>())
      if (timer->isActive()) return timer->interval();
    return 0;
  }
  bool warns() { return banner()->isVisible() && !banner()->property("calm").toBool(); }
  bool is_calm() { return banner()->isVisible() && banner()->property("calm").toBool(); }
  QString others() { return button("List of notices") ? button("List of notices")->text() : QString(); }
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
  const auto before = places_at_rest();
  EXPECT_FALSE(banner()->isVisible());
  window->tell(kLong);
  expect_same(places(), before);
  ASSERT_TRUE(banner()->isVisible());
  EXPECT_GT(banner()->height(), 20);
  button("Dismiss message")->click();
  expect_same(places(), before);
  EXPECT_FALSE(banner()->isVisible());
  session.call.consent_asked = true;
  session.call.asked_here = {"shaping", "c"};
  expect_same(places(), before);
  ASSERT_TRUE(banner()->isVisible());
}

TEST_F(NoticesTest, WhatAPresentersKeyHasDoneMovesNothingEither) {
  open();
  key(Qt::Key_F9);
  const auto& strip = *window->findChild<PresenterStrip*>();
  auto before = places_at_rest();
  board().say_change("Shaping: strategy C");
  ASSERT_TRUE(banner()->isVisible() && strip.isAncestorOf(banner()));
  for (auto* in_strip : strip.findChildren<QWidget*>())  // what it tells gives some of its room
    if (!qobject_cast<QAbstractButton*>(in_strip)) before.erase(in_strip);
  expect_same(places(), before);
  key(Qt::Key_F9);
  EXPECT_FALSE(strip.isAncestorOf(banner()));
}

TEST_F(NoticesTest, WhatWentWellIsNoWarning) {
  open();
  emit panel("Jitter")->said("Saved as jitter.png.", true);
  EXPECT_TRUE(is_calm());
  window->tell("The disk is full.");
  EXPECT_TRUE(warns());
}

TEST_F(NoticesTest, TheEndOfACallIsAWarningOnlyWhereItFailed) {
  for (const bool failed : {false, true}) {
    open();
    session.call.stage = CallStage::kEnded;
    session.call.failed = failed;
    session.call.sentence = failed ? "The connection broke." : "You hung up.";
    ticks(3);
    EXPECT_EQ(warns(), failed);
    EXPECT_EQ(is_calm(), !failed);
    let_pass();
    EXPECT_EQ(banner()->isVisible(), failed);
    window.reset();
    session.call = {};
  }
}

TEST_F(NoticesTest, EachThatGoesByItselfIsInSightForEightSecondsAndMore) {
  open();
  board().tell_for_a_while("There is no loudspeaker.");
  EXPECT_GE(seen_for(), 8000);
  board().tell_calmly("Saved.");
  EXPECT_GE(seen_for(), 8000);
  key(Qt::Key_3);
  EXPECT_GE(seen_for(), 8000);
  session.recording = {true, "/traces/call-7.jscope", 4096, true};
  ticks(6);
  EXPECT_GE(seen_for(), 8000);
}

TEST_F(NoticesTest, OneThatAnotherHasTakenFromSightHasItsWholeTimeAgain) {
  open();
  board().tell_for_a_while("There is no loudspeaker.");
  board().tell_calmly("Saved.");
  EXPECT_EQ(banner()->sentence(), "Saved.");
  EXPECT_EQ(others(), "+1");
  let_pass();
  EXPECT_EQ(banner()->sentence(), "There is no loudspeaker.");
  EXPECT_EQ(others(), QString());
  EXPECT_GE(seen_for(), 8000);
  let_pass();
  EXPECT_FALSE(banner()->isVisible());
}

TEST_F(NoticesTest, AQuestionIsSeenBeforeAllElseAndStaysUntilItIsAnswered) {
  open();
  session.call.consent_asked = true;
  session.call.asked_here = {"shaping", "c"};
  ticks(1);
  window->tell(kLong);
  EXPECT_TRUE(worded("Allow for this call"));
  EXPECT_FALSE(button("Dismiss message"));
  EXPECT_EQ(others(), "+1");
  EXPECT_EQ(seen_for(), 0);
  session.call.consent_asked = false;
  ticks(1);
  EXPECT_EQ(banner()->sentence(), kLong);
}

TEST_F(NoticesTest, WhatHasBegunGoesWithItsResult) {
  open();
  board().say_begun("Exporting to a.csv …");
  board().tell_result({true, "Exported to a.csv."});
  EXPECT_EQ(board().standing(), QStringList("Exported to a.csv."));
}

TEST_F(NoticesTest, WhatPassesStaysWhileThePointerIsOnIt) {
  open();
  emit panel("Jitter")->said("Saved.", true);
  banner()->setAttribute(Qt::WA_UnderMouse);
  let_pass();
  EXPECT_EQ(banner()->sentence(), "Saved.");
  window->tell("The disk is full.");
  EXPECT_EQ(banner()->sentence(), "Saved.") << "what the pointer is on stays";
  EXPECT_EQ(others(), "+1");
  banner()->setAttribute(Qt::WA_UnderMouse, false);
  EXPECT_TRUE(QTest::qWaitFor([&] { return banner()->sentence() == "The disk is full."; }, 5000));
}

TEST_F(NoticesTest, ItIsSeenWhereTheContentIsScrolled) {
  open();
  set_zoom(*qApp, 2);
  places();
  window->tell(kLong);
  auto* area = first_in<ScrolledContent>(*window);
  ASSERT_NE(area, nullptr);
  for (const int place : {0, area->verticalScrollBar()->maximum()}) {
    area->verticalScrollBar()->setValue(place);
    area->horizontalScrollBar()->setValue(place == 0 ? 0 : area->horizontalScrollBar()->maximum());
    places();
    const QRect seen(banner()->mapTo(window.get(), QPoint()), banner()->size());
    EXPECT_TRUE(window->rect().contains(seen)) << seen.x() << " " << seen.y() << " scrolled to " << place;
  }
}

TEST_F(NoticesTest, APressThatWasMeantForTheOneBeforeAnswersNothing) {
  open(false);
  window->tell(kLong);
  places();
  session.call.stage = CallStage::kRinging;
  session.call.peer = "Room 204 (192.0.2.9)";
  places();
  ASSERT_TRUE(has(banner()->sentence(), "Room 204"));
  auto* accept = worded("Accept");
  ASSERT_NE(accept, nullptr);
  session.call.peer = "Room 205 (192.0.2.10)";
  ticks(1);
  QTest::mouseClick(accept, Qt::LeftButton);
  EXPECT_EQ(session.count<AnswerCall>(), 0) << "it has only just come there";
  EXPECT_TRUE(QTest::qWaitFor(
      [&] {
        QTest::mouseClick(accept, Qt::LeftButton);
        return session.count<AnswerCall>() == 1;
      },
      5000));
}

TEST_F(NoticesTest, ALongSentenceIsCutOffAndItsTipHasAllOfIt) {
  open();
  const int high = (window->tell("A"), places(), banner()->height());
  const auto words = QString("a sentence of many words ").repeated(40).trimmed();
  window->tell(words);
  places();
  EXPECT_EQ(banner()->height(), high);
  auto* label = banner()->findChild<QLabel*>();
  QHelpEvent help(QEvent::ToolTip, {}, {});
  QApplication::sendEvent(label, &help);
  EXPECT_EQ(label->toolTip(), words);
  window->tell("A");
  places();
  QApplication::sendEvent(label, &help);
  EXPECT_EQ(label->toolTip(), QString());
}

TEST_F(NoticesTest, TheListHasAllOfThemAndOpensByAClickAndAKey) {
  open();
  window->tell("The disk is full.");
  board().keep("A trace was begun.");
  const auto listed = [&] {
    const auto dialogs = window->findChildren<QDialog*>();
    const auto words = dialogs.size() == 1 ? dialogs.front()->findChild<QPlainTextEdit*>()->toPlainText() : QString();
    qDeleteAll(dialogs);
    return words;
  };
  QTest::mouseClick(banner(), Qt::LeftButton);
  const auto by_click = listed();
  EXPECT_TRUE(has(by_click, "The disk is full.\n"));
  EXPECT_TRUE(by_click.endsWith("A trace was begun."));
  key(Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(listed(), by_click);
}

}  // namespace
}  // namespace jitterscope::notices_test
