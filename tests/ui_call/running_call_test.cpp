// In a running call: limits are dragged, the region is turned, a curve is held, the policy of playout and the stretch
// measured are switched, and what is drawn follows.
#include <gtest/gtest.h>

#include <cmath>

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QTextStream>

#include "core/measures/views/measures_view.h"
#include "core/measures/views/playout_choice.h"
#include "core/measures/views/quality_view.h"
#include "tests/ui_call/call_window.h"
#include "ui/controls/quality_verdict.h"
#include "ui/panels/compensation_panel.h"
#include "ui/panels/jitter_panel.h"
#include "ui/panels/playout_panel.h"
#include "ui/panels/region_panel.h"
#include "ui/panels/statistics_panel.h"
#include "ui/plots/curve_plot.h"
#include "ui/region/octant_planes.h"
#include "ui/region/octant_view.h"

namespace jitterscope::running_call_test {
namespace {

constexpr LimitHandle kAudioLatency{Medium::kAudio, QualityAxis::kLatency, 0};

class RunningCall : public CallWindow {
 protected:
  OctantView& octant() { return the<OctantView>(); }
  /// Of received sound, as drawn; null while one of its coordinates is unknown.
  const QualityView* live_point() {
    for (const RegionMedium& medium : octant().scene().media)
      if (medium.medium == Medium::kAudio && medium.here && unit_point(medium.here->now, octant().scene().range))
        return &*medium.here;
    return nullptr;
  }
  QPointF axis_end(QualityAxis axis) { return octant().projection().to_screen(axis_point(axis, 1)); }
  std::array<QPointF, kQualityAxes> axis_ends() {
    return {axis_end(QualityAxis::kLatency), axis_end(QualityAxis::kJitter), axis_end(QualityAxis::kLoss)};
  }
  CurvePlot& curve() { return the<CurvePlot>(); }
  QComboBox& policy() { return named<QComboBox>("Playout of the sound"); }
  /// With the mouse, from the list that opens.
  void choose_policy(std::string_view words) {
    policy().showPopup();
    auto& list = *policy().view();
    const auto entry =
        list.model()->index(static_cast<int>(playout_choice_of(*PlayoutSetting::parse(words))), policy().modelColumn());
    list.scrollTo(entry);
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(entry).center());
  }
  bool control_says(const QString& words) {
    for (const auto* label : policy().parentWidget()->findChildren<QLabel*>())
      if (label->text().contains(words)) return true;
    return false;
  }
  /// What the Compensation panel draws, as its table.
  bool curve_has(const QString& row) {
    QString csv;
    QTextStream out(&csv);
    the<CompensationPanel>().write_csv(out);
    return csv.contains(row);
  }
  bool curve_names(const QString& name) {
    for (const auto& label : curve().labels())
      if (label.text.startsWith(name)) return true;
    return false;
  }
};

TEST_F(RunningCall, ADraggedLimitIsJudgedAndDrawnAtOnce) {
  ASSERT_TRUE(until([&] { return live_point() != nullptr; }));
  const double latency = *live_point()->now.latency_ms, range = octant().scene().range[0];
  auto& verdict = the<QualityVerdictLine>();
  EXPECT_FALSE(verdict.text().contains("Audio outside: latency")) << verdict.text().toStdString();
  const auto place = [&](double ms) {
    return octant().projection().to_screen(axis_point(QualityAxis::kLatency, ms / range));
  };
  const double wanted = latency / 2;
  const QPointF from = octant().position(kAudioLatency);
  drag(octant(), from, from + place(wanted) - place(default_limits(Medium::kAudio).latency_ms));

  const double limit = named<QDoubleSpinBox>("Audio latency limit").value();
  EXPECT_NEAR(limit, wanted, 0.05 * range);
  EXPECT_LT(limit, latency);
  EXPECT_TRUE(until([&] { return verdict.text().contains("Audio outside: latency"); })) << verdict.text().toStdString();
  EXPECT_TRUE(the<RegionPanel>().reading().contains("Audio outside: latency"));
  const auto drawn = octant().projection().along_axis(QualityAxis::kLatency, octant().position(kAudioLatency));
  ASSERT_TRUE(drawn);
  EXPECT_NEAR(*drawn * octant().scene().range[0], limit, 1);
  const QPointF aside = the<OctantPlanes>().position(kAudioLatency);  // on the axis across of the first plane
  const QRectF area = the<OctantPlanes>().area(0);
  EXPECT_NEAR((aside.x() - area.left()) / area.width() * octant().scene().range[0], limit, 2);

  const auto moments = live_point()->trail.size();
  EXPECT_TRUE(until([&] { return live_point() && live_point()->trail.size() > moments; })) << "the call goes on";
  EXPECT_TRUE(until([&] { return std::abs(QualitySettings().limits(Medium::kAudio).latency_ms - limit) < 0.1; }))
      << "kept for the next run, soon after the last move";
}

TEST_F(RunningCall, TheMouseAndTheKeysTurnTheRegion) {
  ASSERT_TRUE(until([&] { return live_point() != nullptr; }));
  const auto before = axis_ends();
  const QPointF corner(octant().width() - 6, 6);
  drag(octant(), corner, corner + QPointF(-50, 20));
  const auto dragged = axis_ends();
  for (const QualityAxis axis : kEveryQualityAxis) EXPECT_NE(dragged[index_of(axis)], before[index_of(axis)]);
  EXPECT_EQ(QualitySettings().limits(Medium::kAudio), default_limits(Medium::kAudio)) << "turning drags no limit";

  QTest::mouseClick(&octant(), Qt::LeftButton, {}, corner.toPoint());
  EXPECT_TRUE(octant().hasFocus());
  const double pitch = octant().projection().pitch();
  QTest::keyClick(&octant(), Qt::Key_Left);
  const auto turned = axis_ends();
  EXPECT_NE(turned, dragged);
  EXPECT_EQ(octant().projection().pitch(), pitch) << "about the upright axis";
  QTest::keyClick(&octant(), Qt::Key_Up);
  EXPECT_NE(axis_ends(), turned);
  const auto picture = octant().grab().toImage();
  QTest::keyClick(&octant(), Qt::Key_Home);
  EXPECT_EQ(axis_ends(), before);
  EXPECT_NE(octant().grab().toImage(), picture);
}

TEST_F(RunningCall, TheHeldCurveStaysWhileTheCallGoesOn) {
  ASSERT_TRUE(until([&] { return curve().drawn_curve(Medium::kAudio).size() > 10; }));
  EXPECT_TRUE(curve().drawn_ghost(Medium::kAudio).empty());
  const auto drawn = curve().drawn_curve(Medium::kAudio);
  key(Qt::Key_H);
  ASSERT_TRUE(window_->view().held());
  ASSERT_TRUE(until([&] { return !curve().drawn_ghost(Medium::kAudio).empty(); }));
  EXPECT_EQ(curve().drawn_ghost(Medium::kAudio), drawn);
  const auto& held = window_->view().held()->received(Medium::kAudio).compensation->report;
  EXPECT_EQ(held.curve.front().dropped_percent, drawn.front().first);
  for (int changes = 0; changes < 3; ++changes) {
    const auto live = curve().drawn_curve(Medium::kAudio);
    ASSERT_TRUE(until([&] { return curve().drawn_curve(Medium::kAudio) != live; }))
        << "the live curve goes on changing";
    EXPECT_EQ(curve().drawn_ghost(Medium::kAudio), drawn);
  }
  EXPECT_TRUE(the<CompensationPanel>().reading().contains("held")) << the<CompensationPanel>().reading().toStdString();
  EXPECT_TRUE(the<JitterPanel>().reading().contains("held"));
  key(Qt::Key_H);
  EXPECT_TRUE(until([&] { return curve().drawn_ghost(Medium::kAudio).empty(); }));
}

TEST_F(RunningCall, ThePolicyChosenIsInForceAndSaidSo) {
  ASSERT_TRUE(until([&] { return control_says("in force: I-policy 60") && curve_has("audio,in force,i:60,"); }));
  choose_policy("ramjee4");
  ASSERT_TRUE(until([&] { return port_->settings().playout[Medium::kAudio].to_string() == "ramjee4"; }));
  EXPECT_TRUE(until([&] { return control_says("in force: Ramjee 4"); }));
  EXPECT_TRUE(until([&] { return curve_has("audio,in force,ramjee4,"); })) << "the point in force is the new policy's";
  EXPECT_TRUE(until([&] { return curve_names("Ramjee 4"); }));
  EXPECT_FALSE(curve_has("audio,in force,i:60,"));
  EXPECT_TRUE(policy().currentText().startsWith("Ramjee 4"));
  action("Show “Playout”").trigger();
  const auto& figures = the<PlayoutPanel>().figures();
  EXPECT_TRUE(until([&] { return figures.cell(0, 1) == "Ramjee 4"; })) << figures.cell(0, 1).toStdString();
  EXPECT_TRUE(figures.cell(0, 2).startsWith("I-policy 60")) << "the picture's stays";

  choose_policy("i");
  auto& delay = named<QDoubleSpinBox>("Playout delay of the sound");
  ASSERT_TRUE(until([&] { return delay.isVisible(); }));
  auto& text = *delay.findChild<QLineEdit*>();
  delay.setFocus();
  text.selectAll();
  QTest::keyClicks(&text, "95");
  QTest::keyClick(&text, Qt::Key_Return);
  EXPECT_TRUE(until([&] { return port_->settings().playout[Medium::kAudio].to_string() == "i:95"; }));
  EXPECT_TRUE(until([&] { return control_says("in force: I-policy 95"); }));
  EXPECT_TRUE(until([&] { return curve_has("audio,in force,i:95,"); }));
  EXPECT_TRUE(until([&] { return curve_names("I-policy 95"); }));
}

TEST_F(RunningCall, ModesAndWindowsDrawWhatWasAskedFor) {
  auto& jitter = the<JitterPanel>();
  click("Jitter as: histogram");
  const auto asked_is_drawn = [&](MeasureWindow window, const QString& words) {
    return until([&] {
      window_->refresh();
      const auto measures = now()->received(Medium::kAudio).measures;
      return measures && measures->query == window_->view().query() && measures->query.window == window &&
             jitter.span().contains(words) &&
             jitter.histogram().points_shown(0) == static_cast<int>(measures->linear.size()) + 1;
    });
  };
  EXPECT_TRUE(asked_is_drawn(MeasureWindow::k60s, "last 60 s")) << jitter.span().toStdString();
  click("Time measured: 10 s");
  EXPECT_TRUE(asked_is_drawn(MeasureWindow::k10s, "last 10 s")) << jitter.span().toStdString();
  click("Time measured: whole");
  EXPECT_TRUE(asked_is_drawn(MeasureWindow::kWhole, "whole call")) << jitter.span().toStdString();
  click("Jitter as: CDF");
  EXPECT_TRUE(until([&] { return jitter.cumulative().points_shown(0) > 5; }));
  EXPECT_DOUBLE_EQ(std::prev(jitter.cumulative().graph(0)->data()->constEnd())->value, 100);
  click("Jitter as: box");
  EXPECT_TRUE(until([&] { return jitter.boxes().boxes_shown(0) > 0 && jitter.boxes().boxes_shown(1) > 0; }));

  action("Show “Statistics”").trigger();
  auto& statistics = the<StatisticsPanel>();
  ASSERT_TRUE(until([&] { return statistics.moments().cell(0, 1).toInt() > 30 && now()->elapsed_s > 2.2; }));
  click("Jitter as: series");
  window_->view().show(0, 4);
  QApplication::processEvents();
  auto& plot = const_cast<TimePlot&>(jitter.interarrival());
  ASSERT_TRUE(until([&] { return plot.xAxis->range().upper < 5; }));
  const auto at = [&](double seconds) {
    return QPointF(plot.xAxis->coordToPixel(seconds), plot.axisRect()->center().y());
  };
  drag(plot, at(1), at(2), Qt::ShiftModifier);
  const auto [from, to] = window_->view().query().selection_s;
  EXPECT_NEAR(from, 1, 0.1);
  EXPECT_NEAR(to, 2, 0.1);
  ASSERT_TRUE(until([&] {
    const auto measures = now()->received(Medium::kAudio).measures;
    return measures->query == window_->view().query() && measures->query.window == MeasureWindow::kSelection;
  }));
  const auto measures = now()->received(Medium::kAudio).measures;
  EXPECT_GE(measures->from_s, from - 0.05);
  EXPECT_LE(measures->to_s, to + 0.05);
  EXPECT_NEAR(static_cast<double>(measures->interarrival.n), (to - from) * 31.25, 8) << "256 samples a block";
  EXPECT_TRUE(until([&] {
    return statistics.moments().cell(0, 1).toInt() == now()->received(Medium::kAudio).measures->interarrival.n;
  })) << statistics.moments().cell(0, 1).toStdString();
  EXPECT_TRUE(statistics.span().contains("00:01")) << statistics.span().toStdString();
}

}  // namespace
}  // namespace jitterscope::running_call_test
