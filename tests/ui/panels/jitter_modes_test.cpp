// The Jitter panel as series, histogram, cumulative distribution and box plots; the window measured, the selected time,
// what is held; and the query that goes to the session.
#include <QCheckBox>

#include "core/measures/views/measures_view.h"
#include "tests/ui/fakes/fake_views.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/panels/jitter_panel.h"

namespace jitterscope::jitter_modes_test {
namespace {

class JitterModes : public WindowFixture {
 protected:
  void open_in(const QString& mode) {
    open();
    jitter = panel<JitterPanel>();
    button("Jitter as: " + mode)->click();
    ticks(2);
  }
  /// As the analysis answers a query.
  void answer() {
    session.advance_to(session.latest->elapsed_s + 0.1);
    ticks(2);
  }
  JitterPanel* jitter = nullptr;
};

TEST_F(JitterModes, EachShowsBothMedia) {
  open_in("histogram");
  EXPECT_EQ(jitter->mode(), JitterPanel::Mode::kHistogram);
  EXPECT_TRUE(jitter->histogram().isVisible());
  EXPECT_FALSE(jitter->interarrival().isVisible());
  const auto bins = static_cast<int>(session.latest->received(Medium::kAudio).measures->linear.size());
  EXPECT_EQ(jitter->histogram().points_shown(0), bins + 1);
  EXPECT_EQ(jitter->histogram().points_shown(1),
            static_cast<int>(session.latest->received(Medium::kVideo).measures->linear.size()) + 1);
  EXPECT_TRUE(has(jitter->span(), "last 60 s"));
  EXPECT_TRUE(jitter->reading().contains("delay spikes every 10.0"));
  button("Jitter as: CDF")->click();
  ticks(2);
  const auto& plot = jitter->cumulative();
  ASSERT_GT(plot.points_shown(0), 10);
  EXPECT_DOUBLE_EQ(std::prev(plot.graph(0)->data()->constEnd())->value, 100);
  EXPECT_GT(plot.yAxis->range().upper, 100);
  button("Jitter as: box")->click();
  ticks(2);
  for (const int medium : {0, 1}) EXPECT_EQ(jitter->boxes().boxes_shown(medium), 12);
  EXPECT_DOUBLE_EQ(jitter->boxes().xAxis->range().lower, session.latest->received(Medium::kAudio).measures->from_s);
}

TEST_F(JitterModes, LogarithmicAxesTakeTheLogarithmicBins) {
  open_in("histogram");
  EXPECT_EQ(jitter->histogram().xAxis->scaleType(), QCPAxis::stLinear);
  auto* log = named<QCheckBox>("Logarithmic axes");
  log->click();
  ticks(2);
  EXPECT_TRUE(jitter->histogram().logarithmic());
  EXPECT_EQ(jitter->histogram().xAxis->scaleType(), QCPAxis::stLogarithmic);
  EXPECT_GT(jitter->histogram().xAxis->range().lower, 0);
  EXPECT_DOUBLE_EQ(jitter->histogram().graph(0)->data()->at(1)->key,
                   session.latest->received(Medium::kAudio).measures->logarithmic[1].low_ms);
  log->click();
  ticks(2);
  EXPECT_EQ(jitter->histogram().xAxis->scaleType(), QCPAxis::stLinear);
}

TEST_F(JitterModes, WhatIsHeldIsDashedInEveryMode) {
  open_in("histogram");
  EXPECT_EQ(jitter->histogram().points_shown(0, true), 0);
  key(Qt::Key_H);
  session.advance_to(130);
  ticks(2);
  EXPECT_GT(jitter->histogram().points_shown(0, true), 10);
  EXPECT_TRUE(jitter->reading().contains("held"));
  jitter->choose(JitterPanel::Mode::kCumulative);
  ticks(2);
  EXPECT_GT(jitter->cumulative().points_shown(1, true), 10);
  EXPECT_EQ(jitter->cumulative().graph(2)->pen().style(), Qt::DashLine);
  action("Jitter as box plots")->trigger();
  ticks(2);
  EXPECT_EQ(jitter->boxes().boxes_shown(0, true), 12);
  key(Qt::Key_H);
  EXPECT_EQ(jitter->boxes().boxes_shown(0, true), 0);
}

TEST_F(JitterModes, TheWindowChosenIsAskedForAndSaid) {
  open_in("histogram");
  EXPECT_EQ(session.query.window, MeasureWindow::k60s);
  key(Qt::Key_3, Qt::ControlModifier);
  EXPECT_EQ(session.query.window, MeasureWindow::k10s);
  window->view().set_window(MeasureWindow::k60s);
  ticks(1);
  button("Time measured: 10 s")->click();
  ticks(1);
  EXPECT_EQ(session.query.window, MeasureWindow::k10s);
  answer();
  EXPECT_TRUE(jitter->span().contains("last 10 s"));
  EXPECT_FALSE(jitter->reading().contains("spikes")) << "ten seconds are too few to find one";
  named<QCheckBox>("Reflection remedy")->click();
  ticks(1);
  EXPECT_TRUE(session.query.reflection_remedy);
  EXPECT_EQ(session.query.window, MeasureWindow::k10s);
}

TEST_F(JitterModes, ShiftDragSelectsTheTimeMeasuredOnAllTimePlots) {
  open();
  jitter = panel<JitterPanel>();
  auto& plot = const_cast<TimePlot&>(jitter->interarrival());
  const double from = window->view().from(), to = window->view().to();
  EXPECT_FALSE(plot.shows_selection());
  const auto area = plot.axisRect()->rect();
  const QPoint first(area.left() + area.width() / 4, area.center().y()), last(area.center());
  QTest::mousePress(&plot, Qt::LeftButton, Qt::ShiftModifier, first);
  QTest::mouseMove(&plot, last);
  QTest::mouseRelease(&plot, Qt::LeftButton, Qt::ShiftModifier, last);
  ticks(2);
  EXPECT_EQ(session.query.window, MeasureWindow::kSelection);
  EXPECT_NEAR(session.query.selection_s.first, from + (to - from) / 4, 0.5);
  EXPECT_NEAR(session.query.selection_s.second, (from + to) / 2, 0.5);
  EXPECT_TRUE(plot.shows_selection());
  EXPECT_TRUE(jitter->jitter().shows_selection());
  EXPECT_EQ(window->view().from(), from) << "the axis stays";
  answer();
  jitter->choose(JitterPanel::Mode::kCumulative);
  ticks(2);
  EXPECT_TRUE(jitter->span().contains("01:14.9") || jitter->span().contains("01:15")) << jitter->span().toStdString();
  jitter->choose(JitterPanel::Mode::kSeries);
  ticks(2);
  QTest::mouseDClick(&plot, Qt::LeftButton, {}, last);
  ticks(2);
  EXPECT_EQ(session.query.window, MeasureWindow::k60s);
  EXPECT_FALSE(plot.shows_selection());
}

TEST_F(JitterModes, AnEmptyStretchIsSaidNotDrawn) {
  open_in("histogram");
  window->view().select(500, 510);
  ticks(2);
  answer();
  EXPECT_EQ(jitter->histogram().points_shown(0), 0);
  EXPECT_TRUE(has(jitter->reading(), "no packets"));
  EXPECT_NE(button("Time measured: 60 s"), nullptr) << "there is a way back";
}

TEST_F(JitterModes, NothingNewIsNotDrawnAgain) {
  open_in("histogram");
  for (int i = 0; i < 2; ++i) publish([](CallSnapshot&) {});  // the layout has settled
  window->findChild<QTimer*>("redraw")->stop();
  auto& plot = const_cast<DistributionPlot&>(jitter->histogram());
  int replots = 0;
  QObject::connect(&plot, &QCustomPlot::afterReplot, &plot, [&] { ++replots; });
  publish([](CallSnapshot&) {});  // a newer snapshot with the same measures
  EXPECT_EQ(replots, 0);
  session.advance_to(130);
  ticks(1);
  EXPECT_EQ(replots, 1);
}

TEST_F(JitterModes, WheelZoomsAndDoubleClickResets) {
  open_in("histogram");
  auto& plot = const_cast<DistributionPlot&>(jitter->histogram());
  const auto whole = plot.xAxis->range();
  const QPointF middle = plot.axisRect()->center();
  QWheelEvent wheel(middle, plot.mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                    false);
  QApplication::sendEvent(&plot, &wheel);
  ticks(2);
  EXPECT_TRUE(plot.zoomed());
  EXPECT_NEAR(plot.xAxis->range().size(), whole.size() * 0.8, whole.size() * 0.01);
  QTest::mouseDClick(&plot, Qt::LeftButton, {}, middle.toPoint());
  ticks(2);
  EXPECT_FALSE(plot.zoomed());
  EXPECT_DOUBLE_EQ(plot.xAxis->range().size(), whole.size());
}

}  // namespace
}  // namespace jitterscope::jitter_modes_test
