// A lesson presented: its panel alone, large, in full screen, and everything as before when it is left.
#include <algorithm>
#include <map>

#include <QDockWidget>
#include <QFontInfo>
#include <QLayout>
#include <QScreen>

#include "core/measures/views/demonstration_view.h"
#include "tests/ui/fakes/fake_conditions.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/controls/demonstration_strip.h"
#include "ui/controls/presenter_strip.h"
#include "ui/panels/demonstration_panel.h"
#include "ui/panels/rate_panel.h"

namespace jitterscope::presenter_test {
namespace {

constexpr std::array kScreenHeights{480, 500, 680, 720, 728, 768, 1040, 1080, 1440, 2120, 2160};

class PresenterTest : public WindowFixture {
 protected:
  ~PresenterTest() override {
    window.reset();  // else it would be laid out anew to go
    set_zoom(*qApp, 1, false);
  }
  PresenterStrip& strip() { return *window->findChild<PresenterStrip*>(); }
  /// Not laid over the lesson, but found when it is left.
  void expect_kept_for_afterwards(const char* words) {
    EXPECT_FALSE(said(words));
    ASSERT_TRUE(strip().isVisible());
    for (int times = 0; times < 2; ++times) {
      key(Qt::Key_Escape);
      EXPECT_FALSE(strip().isVisible());
    }
    ticks(12);
    EXPECT_TRUE(said("1 notice meanwhile"));
  }
  /// What of the window is there: everything that is visible and has a name.
  QString seen() {
    QStringList names;
    for (const auto* widget : window->findChildren<QWidget*>())
      if (widget->isVisible() && !widget->accessibleName().isEmpty()) names << widget->accessibleName();
    names.sort();
    return names.join(", ");
  }
  /// Of what is in sight, whose title is also said.
  std::map<QString, int> widths() {
    std::map<QString, int> all;
    for (const auto* dock : window->findChildren<QDockWidget*>())
      if (dock->widget()->layout()->itemAt(0)->widget()->isVisible()) all[dock->windowTitle()] = dock->width();
    return all;
  }
  /// A pixel goes to one or the other of two that share.
  bool as_wide_as(const std::map<QString, int>& before) {
    return std::ranges::equal(widths(), before, [](const auto& now, const auto& then) {
      return now.first == then.first && std::abs(now.second - then.second) <= 1;
    });
  }
};

TEST_F(PresenterTest, ShowsTheLessonAloneAndLeavesAllAsBefore) {
  open();
  window->set_layout(Layout::kAnalyst);
  ticks(12);
  const auto before = seen();
  const QSize size = window->size();
  const auto wide = widths();
  const auto theme = current_theme();
  key(Qt::Key_F9);
  ticks(12);
  EXPECT_TRUE(session.screen_kept_on);
  EXPECT_TRUE(window->isFullScreen());
  EXPECT_TRUE(has(strip().words(), "Shaping A, remote C"));
  EXPECT_TRUE(panel("Packets")->isVisible());
  EXPECT_FALSE(panel("Jitter")->isVisible());
  EXPECT_EQ(button("Hang up"), nullptr);
  EXPECT_EQ(named<QWidget>("Shaping")->isVisible(), false) << "no cards";
  EXPECT_EQ(zoom(), presenters_zoom(window->screen()->size().height()));
  EXPECT_TRUE(thick_lines());
  key(Qt::Key_F7);
  ticks(12);
  EXPECT_TRUE(panel("Threads")->isVisible());
  EXPECT_EQ(named<QWidget>("Shaping")->isVisible(), false) << "nor after another lesson is chosen";
  button("Light or dark theme")->click();
  ticks(2);
  EXPECT_NE(current_theme(), theme);
  button("Leave what is presented")->click();
  for (int round = 0; round < 100 && (seen() != before || !as_wide_as(wide)); ++round) {  // it comes to rest
    ticks(2);
    QTest::qWait(5);
  }
  EXPECT_EQ(current_theme(), theme);
  EXPECT_EQ(zoom(), 1);
  EXPECT_EQ(hairline(), 1);
  EXPECT_FALSE(window->isFullScreen());
  EXPECT_FALSE(session.screen_kept_on);
  EXPECT_EQ(window->size(), size);
  EXPECT_EQ(tabs_without_room().join(", ").toStdString(), "");
  EXPECT_TRUE(as_wide_as(wide));
  EXPECT_EQ(seen().toStdString(), before.toStdString());
}

TEST_F(PresenterTest, ShowsTheAnswerThatWasInSight) {
  open();
  publish([](CallSnapshot& now) { now.demonstration = make_demonstration("done"); });
  ASSERT_TRUE(panel<DemonstrationPanel>()->isVisible());
  key(Qt::Key_F9);
  ticks(6);
  EXPECT_TRUE(panel<DemonstrationPanel>()->isVisible());
  EXPECT_FALSE(panel("Packets")->isVisible());
  key(Qt::Key_F4);
  EXPECT_TRUE(panel<DemonstrationPanel>()->isVisible()) << "controls have no place in a lesson";
  EXPECT_FALSE(named<QWidget>("Shaping")->isVisible());
}

TEST_F(PresenterTest, KeepsWhetherControlsWereWanted) {
  open(QSize(1024, 780));
  key(Qt::Key_F4);
  ASSERT_TRUE(named<QWidget>("Shaping")->isVisible());
  key(Qt::Key_F9);
  ticks(6);
  key(Qt::Key_F9);
  for (int round = 0; round < 50 && !named<QWidget>("Shaping")->isVisible(); ++round) ticks(2);
  EXPECT_TRUE(named<QWidget>("Shaping")->isVisible());
}

TEST_F(PresenterTest, HowRateControlDecidesIsFoldedInALectureAndAfterwardsAsItWas) {
  open();
  window->set_layout(Layout::kAnalyst);
  ASSERT_TRUE(panel<RatePanel>()->tests_shown());
  window->set_layout(Layout::kRateControl);
  EXPECT_FALSE(panel<RatePanel>()->tests_shown());
  panel<RatePanel>()->set_tests_shown(true);
  key(Qt::Key_F9);
  EXPECT_FALSE(panel<RatePanel>()->tests_shown());
  key(Qt::Key_F9);
  EXPECT_TRUE(panel<RatePanel>()->tests_shown());
  panel<RatePanel>()->set_tests_shown(false);
  action("Arrange: move")->trigger();
  window->set_layout(Layout::kAnalyst);
  EXPECT_TRUE(panel<RatePanel>()->tests_shown()) << "also by way of an arrangement of one's own";
}

TEST_F(PresenterTest, OnePanelAloneFitsTheScreen) {
  open();
  key(Qt::Key_F9);
  publish([](CallSnapshot& now) { now.demonstration = make_demonstration("after"); });
  ticks(12);
  EXPECT_FALSE(panel("Demonstration")->isVisible()) << "there is no answer yet";
  EXPECT_TRUE(panel("Packets")->isVisible());
  publish([](CallSnapshot& now) { now.demonstration = make_demonstration("done"); });
  ticks(12);
  EXPECT_TRUE(panel("Demonstration")->isVisible());
  EXPECT_FALSE(panel("Packets")->isVisible());
  key(Qt::Key_F8);
  ticks(12);
  EXPECT_TRUE(panel("Rate control")->isVisible());
  EXPECT_FALSE(panel("Demonstration")->isVisible()) << "it was of another lesson";
  EXPECT_FALSE(static_cast<RatePanel*>(panel("Rate control"))->pct().isVisible());
  key(Qt::Key_F9);
  window->show_panel(panel("Rate control"));
  ticks(24);
  EXPECT_TRUE(static_cast<RatePanel*>(panel("Rate control"))->pct().isVisible());
}

TEST_F(PresenterTest, WhoCallsIsRefusedUnseenAndFoundAmongTheNotices) {
  open(false);
  key(Qt::Key_F9);
  session.call.stage = CallStage::kRinging;
  session.call.peer = "Ben (192.0.2.9)";
  ticks(6);
  ASSERT_NE(session.last<AnswerCall>(), nullptr);
  EXPECT_FALSE(session.last<AnswerCall>()->accept);
  EXPECT_EQ(session.last<AnswerCall>()->caller, "Ben (192.0.2.9)");
  EXPECT_FALSE(said("is calling you"));
  session.call.stage = CallStage::kIdle;
  session.call.sentence = "You declined the call.";
  ++session.call.told;
  ticks(6);
  expect_kept_for_afterwards("You declined the call.");
}

TEST_F(PresenterTest, TheEndOfACallIsNotLaidOverTheLesson) {
  open();
  key(Qt::Key_F9);
  session.call.stage = CallStage::kEnded;
  session.call.sentence = "Ben hung up.";
  ++session.call.told;
  ticks(6);
  expect_kept_for_afterwards("hung up");
}

/// The label itself, as it is drawn: the question, and what is said of a step.
TEST_F(PresenterTest, TheSentenceOfADemonstrationIsALargeOneOnEveryScreen) {
  open();
  key(Qt::Key_F9);
  key(Qt::Key_D, Qt::ControlModifier);
  const auto* label = window->findChild<DemonstrationStrip*>()->findChild<QLabel*>();
  std::map<double, int> highest;  // screen of a zoom
  for (const int height : kScreenHeights) highest[presenters_zoom(height)] = height;
  const auto is_large = [&] {
    for (const auto& [wanted, height] : highest) {
      set_zoom(*qApp, wanted, true);
      ticks(2);
      label->ensurePolished();
      const int line = label->fontMetrics().height(), letters = QFontInfo(label->font()).pixelSize();
      EXPECT_GE(line * 30, height) << "a line of " << line << " px";
      EXPECT_GE(label->height(), line);
      EXPECT_GE(letters * 30, height) << letters << " px";
    }
  };
  ASSERT_EQ(label->text(), facts_of(DemonstrationKind::kShaping).question);
  is_large();
  press_space();
  EXPECT_NE(session.last<Demonstrate>(), nullptr);
  publish([](CallSnapshot& now) { now.demonstration = make_demonstration("before"); });
  ASSERT_EQ(label->text(), facts_of(DemonstrationKind::kShaping).before);
  is_large();
}

TEST_F(PresenterTest, WhereTheStripIsNarrowShapingStays) {
  PresenterStrip narrow;
  narrow.show_settings({}, nullptr, "DSL");
  narrow.show();
  narrow.resize(px(1200), narrow.sizeHint().height());
  QApplication::processEvents();
  EXPECT_TRUE(has(narrow.words(), "Link DSL"));
  while (narrow.words().contains("threads") && narrow.width() > narrow.minimumSizeHint().width()) {
    narrow.resize(narrow.width() - px(20), narrow.height());
    QApplication::processEvents();
  }
  EXPECT_TRUE(narrow.words().endsWith("Link DSL")) << "what the lesson hangs on: " << narrow.words().toStdString();
  narrow.resize(narrow.minimumSizeHint().width(), narrow.height());
  QApplication::processEvents();
  EXPECT_TRUE(narrow.words().startsWith("Shaping ")) << narrow.words().toStdString();
  EXPECT_FALSE(narrow.words().contains("threads")) << narrow.words().toStdString();
}

TEST_F(PresenterTest, TheLastRowReadsItOnEveryScreen) {
  for (const int height : kScreenHeights) {
    set_zoom(*qApp, presenters_zoom(height), true);
    EXPECT_GE(QFontInfo(small_font()).pixelSize() * 45 + 22, height) << "to a whole pixel";
    EXPECT_GE(hairline() * 360, height);
  }
}

}  // namespace
}  // namespace jitterscope::presenter_test
