// The labs' window: gallery, form, a run with its phases, findings and plots.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTabBar>
#include <QtTest>

#include "tests/ui/fakes/fake_labs.h"
#include "ui/handout/lab_page.h"
#include "ui/labs/lab_form.h"
#include "ui/labs/lab_view.h"
#include "ui/labs/labs_window.h"
#include "ui/plots/lab_plot_view.h"
#include "ui/theme.h"

namespace jitterscope::labs_window_test {
namespace {

class LabsWindowTest : public testing::Test {
 protected:
  void open() {
    window = std::make_unique<LabsWindow>(labs, nullptr);
    window->setAttribute(Qt::WA_DeleteOnClose, false);
    window->show();
  }
  void open_lab() {
    open();
    QTest::mouseClick(button("Open the lab own.coins"), Qt::LeftButton);
    ASSERT_NE(window->lab(), nullptr);
  }
  QPushButton* button(const QString& words) {
    for (auto* one : window->findChildren<QPushButton*>())
      if (one->text() == words || one->accessibleName() == words) return one;
    return nullptr;
  }
  template <typename Widget>
  Widget* named(const QString& name) {
    for (auto* one : window->findChildren<Widget*>())
      if (one->accessibleName() == name) return one;
    return nullptr;
  }
  bool says(const QString& words) {
    for (auto* label : window->findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(words)) return true;
    return false;
  }
  void renew() {
    window->lab()->renew();
    QApplication::processEvents();  // what is new in a layout is shown
  }

  FakeLabs labs;
  std::unique_ptr<LabsWindow> window;
};

TEST_F(LabsWindowTest, TheGalleryHasACardForEachLabWithItsExample) {
  open();
  EXPECT_TRUE(says("Coins"));
  for (int i = 0; i < 5; ++i) QApplication::processEvents();
  ASSERT_EQ(window->findChildren<LabPlotView*>().size(), 1);
  EXPECT_TRUE(window->findChild<LabPlotView*>()->isVisible());
  EXPECT_TRUE(says("Its plot appears here")) << "of the lab without an example";
}

TEST_F(LabsWindowTest, ACardNamesItsFigures) {
  labs.all[0].figures = "Figs 1 to 3";
  open();
  EXPECT_TRUE(says("Figs 1 to 3"));
}

TEST_F(LabsWindowTest, TheGallerySaysWhichLabRuns) {
  open();
  EXPECT_FALSE(says("of 18 cells"));
  labs.now = {.lab = "own.coins", .phase = LabPhase::kPaused, .done = 4, .all = 18};
  EXPECT_TRUE(QTest::qWaitFor([&] { return says("Paused, 4 of 18 cells"); }));
  labs.now.phase = LabPhase::kRunning;
  EXPECT_TRUE(QTest::qWaitFor([&] { return says("Runs, 4 of 18 cells"); }));
  labs.now.phase = LabPhase::kDone;
  EXPECT_TRUE(QTest::qWaitFor([&] { return !says("of 18 cells"); }));
}

TEST_F(LabsWindowTest, ThatAnotherLabIsPausedIsSaid) {
  labs.now = {.lab = "own.empty", .phase = LabPhase::kPaused, .done = 4, .all = 18};
  open();
  QTest::mouseClick(button("← All labs"), Qt::LeftButton);
  QTest::mouseClick(button("Open the lab own.coins"), Qt::LeftButton);
  EXPECT_TRUE(says("own.empty is paused: it stays among its earlier results"));
}

TEST_F(LabsWindowTest, AnExampleSaysHowItDiffersFromARun) {
  labs.example_settings = {{"repetitions", "3"}};
  open_lab();
  EXPECT_TRUE(says("An example that comes with the program, with repetitions 3."));
}

TEST_F(LabsWindowTest, APlotWithoutPointsSaysSo) {
  open_lab();
  QTest::mouseClick(button("Run"), Qt::LeftButton);
  LabResult none = *labs.result_of(18);
  for (LabPlot& plot : none.plots)
    for (PlotLayer& layer : plot.layers) layer.points.clear();
  labs.now.result = std::make_shared<const LabResult>(none);
  ++labs.now.version;
  labs.now.done = 1;
  renew();
  EXPECT_TRUE(says("Nothing of this plot is measured yet."));
  EXPECT_TRUE(says("1 of 18 cells"));
}

TEST_F(LabsWindowTest, ParametersAreAFormThatSaysWhatTheRunCosts) {
  open_lab();
  EXPECT_TRUE(says("18 cells, about 3 min."));
  named<QSpinBox>("repetitions")->setValue(20);
  EXPECT_TRUE(says("40 cells, about 7 min."));
  auto* share = named<QLineEdit>("share");
  share->setText("2");
  emit share->editingFinished();
  EXPECT_TRUE(says("share takes a number from 0 to 1, not '2'."));
  EXPECT_FALSE(button("Run")->isEnabled());
  share->setText("0.6");
  emit share->editingFinished();
  EXPECT_TRUE(button("Run")->isEnabled());
  QTest::mouseClick(button("Run"), Qt::LeftButton);
  ASSERT_EQ(labs.started.size(), 1u);
  EXPECT_EQ(labs.started[0].settings.at("share"), "0.6");
  EXPECT_EQ(labs.started[0].settings.at("repetitions"), "20");
}

TEST_F(LabsWindowTest, SavedParametersThatCannotBeAreSaid) {
  open_lab();
  window->lab()->set_run({.settings = {{"repetitions", "many"}, {"share", "0.6"}}});
  EXPECT_TRUE(says("repetitions takes a whole number from 1 to 100, not 'many'."));
  EXPECT_FALSE(button("Run")->isEnabled());
  named<QSpinBox>("repetitions")->setValue(3);
  EXPECT_TRUE(button("Run")->isEnabled());
}

TEST_F(LabsWindowTest, WordsOfAFileAreNoMarkup) {
  open_lab();
  window->lab()->set_run({.settings = {{"repetitions", "<img src='x'>"}}});
  renew();
  EXPECT_FALSE(Qt::mightBeRichText(button("Run")->toolTip()) && button("Run")->toolTip().contains("<img"));
  for (auto* label : window->findChildren<QLabel*>())
    EXPECT_TRUE(!label->text().contains("<img") || label->textFormat() == Qt::PlainText) << label->text().toStdString();
}

TEST_F(LabsWindowTest, FactorsOfOnesOwnAreALineEach) {
  labs.all[0].own_factors = true;
  open_lab();
  auto* field = named<QPlainTextEdit>("Factors");
  ASSERT_NE(field, nullptr);
  field->setPlainText("shaping=a");
  field->setPlainText("shaping=a,c\nlink={rate=1mbit,queue=8},off\n");
  const LabRun run = window->findChild<LabForm*>()->run();
  ASSERT_EQ(run.factors.size(), 2u);
  EXPECT_EQ(run.factors[1].levels[0], "rate=1mbit,queue=8");
  field->setPlainText("shaping");
  EXPECT_FALSE(button("Run")->isEnabled());
  EXPECT_TRUE(says("names none"));
}

TEST_F(LabsWindowTest, ARunFillsThePlotCanPauseGoOnAndBeCancelled) {
  open_lab();
  QTest::mouseClick(button("Run"), Qt::LeftButton);
  labs.now.done = 4, labs.now.all = 18, labs.now.seconds_left = 100;
  labs.publish(4);
  renew();
  EXPECT_TRUE(says("about 2 min left"));
  EXPECT_TRUE(says("Unfinished: 4 of 18 cells are done."));
  EXPECT_EQ(named<QProgressBar>("Cells that are done")->value(), 4);
  EXPECT_FALSE(button("Run")->isEnabled());
  QTest::mouseClick(button("Pause"), Qt::LeftButton);
  EXPECT_EQ(labs.now.phase, LabPhase::kPaused);
  EXPECT_TRUE(says("paused, 4 of 18 cells"));
  QTest::mouseClick(button("Go on"), Qt::LeftButton);
  EXPECT_EQ(labs.now.phase, LabPhase::kRunning);
  renew();
  QTest::mouseClick(button("Cancel"), Qt::LeftButton);
  EXPECT_EQ(labs.now.phase, LabPhase::kDone);
  EXPECT_TRUE(button("Run")->isEnabled());
}

TEST_F(LabsWindowTest, FindingsSayTheirVerdictAndEvidence) {
  open_lab();
  QTest::mouseClick(button("Run"), Qt::LeftButton);
  labs.publish(18);
  labs.now.phase = LabPhase::kDone;
  renew();
  EXPECT_TRUE(says("✓ reproduced"));
  EXPECT_TRUE(says("The loaded coin shows its head more often."));
  EXPECT_TRUE(says("Reproduced: 1 of 1 finding."));
  EXPECT_TRUE(says("of 100 ["));
}

TEST_F(LabsWindowTest, AFailureSaysWhatHappened) {
  open_lab();
  QTest::mouseClick(button("Run"), Qt::LeftButton);
  labs.now.phase = LabPhase::kFailed;
  labs.now.sentence = "The cell x failed: <b>no</b> disk.";
  renew();
  EXPECT_TRUE(says("The cell x failed: <b>no</b> disk."));
}

TEST_F(LabsWindowTest, ACallInProgressIsAskedAboutBeforeALiveLab) {
  labs.all[0].live = true;
  labs.all[0].simulated = false;
  labs.called = true;
  open_lab();
  QTest::mouseClick(button("Run"), Qt::LeftButton);
  EXPECT_TRUE(labs.started.empty());
  auto* question = window->findChild<QMessageBox*>();
  ASSERT_NE(question, nullptr);
  question->button(QMessageBox::No)->click();
  EXPECT_TRUE(labs.started.empty());
  QTest::mouseClick(button("Run"), Qt::LeftButton);
  for (auto* one : window->findChildren<QMessageBox*>())
    if (one->isVisible()) one->button(QMessageBox::Yes)->click();
  EXPECT_EQ(labs.started.size(), 1u);
}

TEST_F(LabsWindowTest, AnotherLabThatRunsIsNamedAndNotTouched) {
  open_lab();
  labs.now = {.lab = "own.empty", .phase = LabPhase::kRunning};
  renew();
  EXPECT_TRUE(says("own.empty runs: one lab at a time"));
  EXPECT_FALSE(button("Run")->isEnabled());
  EXPECT_FALSE(button("Cancel")->isEnabled());
}

TEST_F(LabsWindowTest, TheAnswersToItsQuestionsAreFoldedAway) {
  open_lab();
  for (auto* tabs : window->findChildren<QTabBar*>())
    for (int i = 0; i < tabs->count(); ++i)
      if (tabs->tabText(i) == "About") tabs->setCurrentIndex(i);
  EXPECT_TRUE(says("Why a hundred tosses?"));
  EXPECT_FALSE(says("Fewer show nothing."));
  for (auto* heading : window->findChildren<QToolButton*>())
    if (heading->text() == "Answer") heading->click();
  EXPECT_TRUE(says("Fewer show nothing."));
}

/// A load that was read before a run is not shown after it.
TEST_F(LabsWindowTest, WhatElseRunsIsReadAnewWhenTheFormCanBeUsedAgain) {
  labs.remark = "Something else runs.";
  LabForm form(labs, labs.all[0]);
  const auto says = [&form] {
    return std::ranges::any_of(form.findChildren<QLabel*>(),
                               [](const QLabel* label) { return label->text().contains("Something else"); });
  };
  EXPECT_TRUE(says());
  form.setEnabled(false);
  labs.remark.clear();
  form.setEnabled(true);
  EXPECT_FALSE(says());
}

TEST_F(LabsWindowTest, TheHandOutHasWordsAndPlotsOfAResult) {
  const auto result = labs.result_of(18);
  const QByteArray pdf = lab_pdf(labs.all[0], *result, "Made by it.");
  EXPECT_TRUE(pdf.startsWith("%PDF"));
  EXPECT_GT(pdf.size(), lab_pdf(labs.all[0], {}, "").size() + 2000) << "its plot is in it";
}

// The plots.

PlotLayer with_points(std::string name, PlotMark mark, bool intervals, bool printed = false) {
  PlotLayer layer{.name = std::move(name), .mark = mark, .printed = printed};
  for (int i = 0; i < 5; ++i) {
    PlotPoint point{double(i), double(i * i)};
    if (intervals) point.low = point.y - 1, point.high = point.y + 1;
    layer.points.push_back(point);
  }
  return layer;
}

TEST(LabPlotView, DrawsEachMarkWithItsIntervals) {
  PlotLayer boxes{.name = "boxes", .mark = PlotMark::kBoxes};
  boxes.boxes.push_back({2, *box_plot({1, 2, 3, 4, 50})});
  LabPlotView view(
      {.name = "x",
       .title = "Title",
       .x_label = "load",
       .y_label = "ms",
       .layers = {with_points("points", PlotMark::kPoints, true), with_points("line", PlotMark::kLine, true),
                  with_points("steps", PlotMark::kSteps, false), with_points("bars", PlotMark::kBars, true), boxes,
                  with_points("paper", PlotMark::kPoints, false, true)}});
  int graphs = 0, errors = 0, curves = 0, bars = 0, boxplots = 0;
  for (int i = 0; i < view.plottableCount(); ++i) {
    graphs += qobject_cast<QCPGraph*>(view.plottable(i)) != nullptr;
    errors += qobject_cast<QCPErrorBars*>(view.plottable(i)) != nullptr;
    curves += qobject_cast<QCPCurve*>(view.plottable(i)) != nullptr;
    bars += qobject_cast<QCPBars*>(view.plottable(i)) != nullptr;
    boxplots += qobject_cast<QCPStatisticalBox*>(view.plottable(i)) != nullptr;
  }
  EXPECT_EQ(graphs, 4) << "points, the paper's, and the two edges of a band";
  EXPECT_EQ(errors, 2);
  EXPECT_EQ(curves, 2);
  EXPECT_EQ(bars, 1);
  EXPECT_EQ(boxplots, 1);
  EXPECT_EQ(view.legend->itemCount(), 6) << "each layer once";
  EXPECT_GE(view.yAxis->range().upper, 50) << "outliers are within the axes";
  EXPECT_EQ(view.accessibleName(), "Title");
}

TEST(LabPlotView, AxesBeginAtZeroOnlyWhereThatIsNear) {
  PlotLayer far{.name = "far", .points = {{1000, 98}, {1010, 99}}};
  LabPlotView view({.name = "x", .title = "t", .x_label = "x", .y_label = "y", .layers = {far}});
  EXPECT_GT(view.xAxis->range().lower, 990);
  EXPECT_GT(view.yAxis->range().lower, 90);
  far.points = {{1, 2}, {10, 99}};
  view.show_plot({.name = "x", .title = "t", .x_label = "x", .y_label = "y", .layers = {far}});
  EXPECT_EQ(view.xAxis->range().lower, 0);
  EXPECT_EQ(view.yAxis->range().lower, 0);
}

TEST(LabPlotView, TheIntervalOfABarIsSeenOnTheBar) {
  LabPlotView view({.name = "x",
                    .title = "t",
                    .x_label = "x",
                    .y_label = "y",
                    .layers = {with_points("bars", PlotMark::kBars, true)}});
  const auto* interval = qobject_cast<QCPErrorBars*>(view.plottable(1));
  ASSERT_NE(interval, nullptr);
  EXPECT_NE(interval->pen().color(), view.plottable(0)->brush().color());
}

TEST(LabPlotView, ALineThatGoesWithPointsHasTheirColour) {
  PlotLayer line = with_points("fit", PlotMark::kLine, false);
  line.with = "second";
  LabPlotView view({.name = "x",
                    .title = "t",
                    .x_label = "x",
                    .y_label = "y",
                    .layers = {with_points("first", PlotMark::kPoints, false),
                               with_points("second", PlotMark::kPoints, false), line}});
  EXPECT_EQ(view.plottable(2)->pen().color(), view.plottable(1)->pen().color());
  EXPECT_NE(view.plottable(0)->pen().color(), view.plottable(1)->pen().color());
}

}  // namespace
}  // namespace jitterscope::labs_window_test
