// The compensation panel: what is drawn is the curve's own points, the buffer's cost is the step function's value, and
// labels keep clear of each other.
#include <QApplication>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QWheelEvent>

#include <gtest/gtest.h>

#include "core/measures/definitions/compensation.h"
#include "core/measures/views/compensation_view.h"
#include "tests/ui/fakes/fake_session.h"
#include "tests/ui/fakes/fake_views.h"
#include "tests/ui/fakes/find.h"
#include "ui/panels/compensation_panel.h"
#include "ui/plots/curve_plot.h"
#include "ui/plots/label_places.h"

namespace jitterscope::compensation_test {
namespace {

using Points = std::vector<std::pair<double, double>>;

TEST(DroppedAt, IsTheStepFunctionOfTheCorners) {
  const std::vector<CurvePoint> curve{{0, 75}, {10, 50}, {20, 25}, {40, 0}};
  EXPECT_EQ(dropped_at(curve, 0), 75);
  EXPECT_EQ(dropped_at(curve, 9.99), 75);
  EXPECT_EQ(dropped_at(curve, 10), 50) << "a unit 10 ms late is in time for 10 ms";
  EXPECT_EQ(dropped_at(curve, 39.9), 25);
  EXPECT_EQ(dropped_at(curve, 1000), 0);
  EXPECT_FALSE(dropped_at({}, 10));
}

TEST(LabelPlaces, ACrowdKeepsApartAndInside) {
  const QRectF area(0, 0, 300, 120);
  std::vector<LabelWish> wishes;
  for (int i = 0; i < 20; ++i) wishes.push_back({QPointF(60 + 3 * i, 60 + 5 * (i % 3)), QSizeF(50, 13)});
  const QRectF corner(200, 0, 100, 30);
  const auto places = place_labels(area, wishes, {corner}, {});
  ASSERT_EQ(places.size(), wishes.size());
  EXPECT_TRUE(places[0]);
  int placed = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!places[i]) continue;
    ++placed;
    EXPECT_TRUE(area.contains(*places[i]));
    EXPECT_FALSE(places[i]->intersects(corner));
    for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(places[j] && places[i]->intersects(*places[j])) << i << " " << j;
  }
  EXPECT_GE(placed, 5);
}

TEST(LabelPlaces, LeavesACurveOpenWhereThereIsRoomElsewhere) {
  const QPointF point(100, 60);
  const auto free = place_labels({0, 0, 300, 120}, {{point, {40, 12}}}, {}, {});
  ASSERT_TRUE(free[0]);
  const auto other = place_labels({0, 0, 300, 120}, {{point, {40, 12}}}, {}, {free[0]->center()});
  ASSERT_TRUE(other[0]);
  EXPECT_FALSE(other[0]->contains(free[0]->center()));
}

class CompensationTest : public testing::Test {
 protected:
  CompensationTest() {
    panel.resize(430, 260);
    panel.show();
    draw(make_snapshot(60));
  }
  void draw(const CallSnapshot& snapshot) {
    latest = std::make_shared<const CallSnapshot>(snapshot);
    panel.draw(latest);
    settle();
  }
  void settle() {
    for (int i = 0; i < 4; ++i) QApplication::processEvents();
  }
  QDoubleSpinBox* field(const QString& name) { return named_in<QDoubleSpinBox>(panel, name); }
  void press(const QString& name) { named_in<QAbstractButton>(panel, name)->click(); }
  QPushButton* use() {
    for (auto* found : panel.findChildren<QPushButton*>())
      if (found->text() == "Use it") return found;
    return nullptr;
  }
  CurvePlot& plot() { return const_cast<CurvePlot&>(panel.plot()); }

  ViewState view;
  CompensationPanel panel{view};
  std::shared_ptr<const CallSnapshot> latest;
};

TEST_F(CompensationTest, EmptySaysWhatWillAppear) {
  panel.draw(nullptr);
  EXPECT_TRUE(panel.empty_sentence().contains("once a call is up"));
  draw({});
  EXPECT_TRUE(panel.empty_sentence().contains("No sound has been received"));
}

TEST_F(CompensationTest, TheCurvePassesThroughEveryCornerOfTheMediumChosen) {
  const auto drawn = plot().drawn_curve(Medium::kAudio);
  for (const auto& corner : latest->received(Medium::kAudio).compensation->report.curve)
    EXPECT_NE(std::find(drawn.begin(), drawn.end(), std::pair(corner.dropped_percent, corner.buffer_ms)), drawn.end());
  EXPECT_TRUE(plot().drawn_curve(Medium::kVideo).empty());
  press("Compensation curve of: video");
  EXPECT_TRUE(plot().drawn_curve(Medium::kAudio).empty());
  EXPECT_FALSE(plot().drawn_curve(Medium::kVideo).empty());
  EXPECT_TRUE(panel.reading().startsWith("Video optimum")) << panel.reading().toStdString();
  press("Compensation curve of: both");
  EXPECT_FALSE(plot().drawn_curve(Medium::kAudio).empty());
  EXPECT_FALSE(plot().drawn_curve(Medium::kVideo).empty());
}

TEST_F(CompensationTest, TheGhostIsTheHeldCurveWhateverComesNow) {
  const auto before = plot().drawn_curve(Medium::kAudio);
  view.hold_ghost(latest);
  auto now = *latest;
  auto better = *now.received(Medium::kAudio).compensation;
  for (auto& corner : better.report.curve) corner.buffer_ms /= 2;
  better.report.area_ms_percent /= 2;
  now.received(Medium::kAudio).compensation = std::make_shared<const CompensationView>(better);
  draw(now);
  EXPECT_EQ(plot().drawn_ghost(Medium::kAudio), before);
  EXPECT_NE(plot().drawn_curve(Medium::kAudio), before);
  EXPECT_TRUE(has(panel.reading(), "2.00 × smaller than held"));
  view.hold_ghost(nullptr);
  panel.draw(latest);
  EXPECT_TRUE(plot().drawn_ghost(Medium::kAudio).empty());
}

TEST_F(CompensationTest, TheCostIsTheCurvesValueAtThatBuffer) {
  for (const double ms : {5.0, 20.0, 33.3}) {
    field("Buffer to try")->setValue(ms);
    const auto dropped = *dropped_at(latest->received(Medium::kAudio).compensation->report.curve, ms);
    const auto words = panel.cost().section("</span> ", 1);
    EXPECT_NEAR(words.section(QChar(0x00A0), 0, 0).toDouble(), dropped, 0.05 * dropped) << panel.cost().toStdString();
  }
  press("Compensation curve of: both");
  EXPECT_EQ(panel.cost().count('%'), 2);
}

TEST_F(CompensationTest, TheLineOfTheBufferIsDragged) {
  field("Buffer to try")->setValue(20);
  settle();
  const auto x = plot().axisRect()->center().x();
  const QPoint from(x, static_cast<int>(plot().yAxis->coordToPixel(20)));
  const QPoint to(x, static_cast<int>(plot().yAxis->coordToPixel(40)));
  QTest::mousePress(&plot(), Qt::LeftButton, {}, from);
  QTest::mouseMove(&plot(), to);
  QTest::mouseRelease(&plot(), Qt::LeftButton, {}, to);
  EXPECT_NEAR(field("Buffer to try")->value(), 40, 2);
}

TEST_F(CompensationTest, UseItAsksForThatDelayOfTheMediaShown) {
  std::vector<std::pair<Medium, std::string>> wanted;
  QObject::connect(
      &panel, &CompensationPanel::wanted_playout, &panel,
      [&wanted](Medium medium, PlayoutSetting setting) { wanted.emplace_back(medium, setting.to_string()); });
  field("Buffer to try")->setValue(60);
  EXPECT_FALSE(use()->isVisible()) << "it is in force";
  field("Buffer to try")->setValue(85);
  use()->click();
  EXPECT_EQ(wanted, (std::vector<std::pair<Medium, std::string>>{{Medium::kAudio, "i:85"}}));
  press("Compensation curve of: both");
  use()->click();
  ASSERT_EQ(wanted.size(), 3);
  EXPECT_EQ(wanted[2], (std::pair<Medium, std::string>{Medium::kVideo, "i:85"}));
}

TEST_F(CompensationTest, NormalisersAndReferenceChangeTheQueryAndFollowIt) {
  field("Largest share dropped")->setValue(3);
  field("Largest buffer")->setValue(150);
  press("Lateness over the transit that was: first");
  EXPECT_EQ(view.query().gap_scale_percent, 3);
  EXPECT_EQ(view.query().buffer_scale_ms, 150);
  EXPECT_EQ(view.query().reference, LatenessReference::kFirst);
  view.set_query({});
  EXPECT_EQ(field("Largest share dropped")->value(), 6);
  EXPECT_EQ(field("Largest buffer")->value(), 230);
}

TEST_F(CompensationTest, LabelsOfACrowdDoNotOverlap) {
  auto now = *latest;
  for (auto* view_of : {&now.received(Medium::kAudio).compensation, &now.received(Medium::kVideo).compensation}) {
    auto crowded = **view_of;
    double delay = 30;
    for (auto& point : crowded.points) point.delay_ms = delay += 1.5, point.dropped_percent = 2;
    *view_of = std::make_shared<const CompensationView>(crowded);
  }
  draw(now);
  view.hold_ghost(latest);
  for (const auto* which : {"audio", "both"}) {
    press(QString("Compensation curve of: ") + which);
    settle();
    const auto labels = plot().labels();
    ASSERT_GE(labels.size(), 3) << which;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      EXPECT_TRUE(QRectF(plot().axisRect()->rect()).adjusted(-1, -1, 1, 1).contains(labels[i].place))
          << labels[i].text.toStdString();
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_FALSE(labels[i].place.adjusted(1, 1, -1, -1).intersects(labels[j].place))
            << labels[i].text.toStdString() << " on " << labels[j].text.toStdString();
    }
  }
}

TEST_F(CompensationTest, OfACrowdOnlyTheChiefPointsAreNamed) {
  auto now = *latest;
  auto crowded = *now.received(Medium::kAudio).compensation;
  double delay = 60;
  for (auto& point : crowded.points) point.delay_ms = delay += 3, point.dropped_percent = 0;
  now.received(Medium::kAudio).compensation = std::make_shared<const CompensationView>(crowded);
  draw(now);
  QStringList names;
  for (const auto& label : plot().labels()) names << label.text;
  for (const auto& label : plot().labels())
    for (const auto& mark : plot().marks()) EXPECT_FALSE(label.place.contains(mark)) << label.text.toStdString();
  EXPECT_EQ(names.filter("I-policy 60").size(), 1) << names.join(" | ").toStdString();
  EXPECT_EQ(names.filter("optimum ").size(), 1) << names.join(" | ").toStdString();
  EXPECT_TRUE(names.filter("Ramjee").isEmpty()) << names.join(" | ").toStdString();
  EXPECT_NEAR(plot().xAxis->range().upper, 3 * 6 * 1.1, 0.1) << "three normalisers across";
}

TEST_F(CompensationTest, NamesStandWhereAUnitCameYearsLate) {
  const auto before = plot().labels().size();
  auto now = *latest;
  auto outlier = *now.received(Medium::kAudio).compensation;
  auto& curve = outlier.report.curve;
  const auto most = curve.back().dropped_percent;
  for (const double years : {1.0, 300.0}) curve.push_back({years * 3.2e10, most});  // without the clip: hours of steps
  now.received(Medium::kAudio).compensation = std::make_shared<const CompensationView>(outlier);
  draw(now);
  EXPECT_GE(plot().labels().size() + 1, before) << "one may give way to the curve, which now goes on at the edge";
  for (const auto& label : plot().labels())
    EXPECT_TRUE(QRectF(plot().axisRect()->rect()).adjusted(-1, -1, 1, 1).contains(label.place));
}

TEST_F(CompensationTest, APointNamesWhatLipSyncAddsToIt) {
  auto now = *latest;
  auto held = *now.received(Medium::kAudio).compensation;
  for (auto& point : held.points)
    if (point.in_force) point.delay_ms = 80, point.held_ms = 20;
  now.received(Medium::kAudio).compensation = std::make_shared<const CompensationView>(held);
  draw(now);
  QStringList names;
  for (const auto& label : plot().labels()) names << label.text;
  EXPECT_EQ(names.replaceInStrings(QString(QChar::Nbsp), " ").filter("I-policy 60 ms + 20.0 ms").size(), 1)
      << names.join(" | ").toStdString();
}

TEST_F(CompensationTest, EveryMarkIsWhole) {
  auto far = *latest;
  auto curve = *far.received(Medium::kAudio).compensation;
  for (auto& point : curve.points)
    if (!point.in_force) point.delay_ms = 2000, point.dropped_percent = 80;
  far.received(Medium::kAudio).compensation = std::make_shared<const CompensationView>(curve);
  for (const auto& shown : {*latest, far}) {
    draw(shown);
    const QRectF area = QRectF(plot().axisRect()->rect()).adjusted(4.5, 4.5, -4.5, -4.5);
    for (const auto& mark : plot().marks())
      EXPECT_TRUE(area.contains(mark)) << mark.x() << ", " << mark.y() << " in " << area.width() << "x"
                                       << area.height();
  }
}

TEST_F(CompensationTest, DrawsAgainOnlyWhatChanged) {
  for (int i = 0; i < 100; ++i) draw(*latest);  // until the axes stand
  int drawn = 0;
  QObject::connect(&plot(), &QCustomPlot::afterReplot, &plot(), [&] { ++drawn; });
  auto now = *latest;
  now.elapsed_s += 0.04;
  for (int i = 0; i < 5; ++i) draw(now);
  EXPECT_EQ(drawn, 0) << "the curve is the same";
  now.received(Medium::kAudio).compensation =
      std::make_shared<const CompensationView>(*now.received(Medium::kAudio).compensation);
  draw(now);
  EXPECT_GE(drawn, 1);
}

TEST_F(CompensationTest, OnlyTheSameStretchIsHeldAgainstIt) {
  view.hold_ghost(latest);
  auto now = *latest;
  now.received(Medium::kAudio).compensation = make_compensation(Medium::kAudio, 60, [] {
    AnalysisQuery query;
    query.window = MeasureWindow::k10s;
    return query;
  }());
  draw(now);
  EXPECT_FALSE(panel.reading().contains("than held")) << panel.reading().toStdString();
}

TEST_F(CompensationTest, AMarkExplainsItselfAndFarOnesStandAtTheEdge) {
  auto now = *latest;
  panel.resize(800, 420);
  auto far = *now.received(Medium::kAudio).compensation;
  far.points[0] = {*PlayoutSetting::parse("ramjee1"), false, 100, 5000, 4};
  now.received(Medium::kAudio).compensation = std::make_shared<const CompensationView>(far);
  draw(now);
  const auto& axes = plot();
  const auto& best = far.report.optimal;
  const QPoint at(static_cast<int>(axes.xAxis->coordToPixel(best.dropped_percent)),
                  static_cast<int>(axes.yAxis->coordToPixel(best.buffer_ms)));
  EXPECT_TRUE(has(axes.tip_at(at), "optimum of the curve"));
  EXPECT_LT(axes.yAxis->range().upper, 1000);
  QStringList names;
  for (const auto& label : axes.labels()) names << label.text;
  EXPECT_EQ(names.filter("↑ 5000").size(), 1) << names.join(" | ").toStdString();
}

TEST_F(CompensationTest, WheelZoomsTowardsTheOriginAndDoubleClickResets) {
  panel.draw(latest);  // in the height that the reading has left it
  settle();
  const auto before = plot().yAxis->range();
  const QPointF middle = plot().axisRect()->center();
  QWheelEvent in(middle, plot().mapToGlobal(middle.toPoint()), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                 Qt::NoScrollPhase, false);
  QApplication::sendEvent(&plot(), &in);
  EXPECT_NEAR(plot().yAxis->range().upper, 0.8 * before.upper, 0.02 * before.upper);
  QTest::mouseDClick(&plot(), Qt::LeftButton, {}, middle.toPoint());
  EXPECT_NEAR(plot().yAxis->range().upper, before.upper, 0.02 * before.upper);
}

TEST_F(CompensationTest, CsvHasCurvePointsBoundAndHeld) {
  view.hold_ghost(latest);
  panel.draw(latest);
  const QString csv = csv_of(panel);
  for (const auto* part : {"audio,curve,", "audio,optimum,", "audio,in force,i:60,60,2.3",
                           "audio,shadow,ramjee4,52,3.2", "audio,bound,", "audio,held curve,", "audio,held optimum,"})
    EXPECT_TRUE(csv.contains(part)) << part;
  EXPECT_FALSE(csv.contains("video,")) << "only what is visible";
}

}  // namespace
}  // namespace jitterscope::compensation_test
