// The two tables of crowcroft92: what they say of a snapshot, the printed values beside it, and what is copied.
#include <QClipboard>
#include <QKeyEvent>

#include "core/measures/views/measures_view.h"
#include "tests/ui/fakes/fake_views.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/panels/statistics_panel.h"
#include "ui/words/text.h"

namespace jitterscope::statistics_test {
namespace {

using StatisticsTest = WindowFixture;

TEST_F(StatisticsTest, TablesSayTheMeasuresWithUnitsBesideThePrintedTestsInGrey) {
  open();
  auto* statistics = show<StatisticsPanel>();
  const auto& moments = statistics->moments();
  const auto& x = session.latest->received(Medium::kAudio).measures->interarrival;
  const int mean = row_of(moments, "Mean (ms)");
  ASSERT_GE(mean, 0);
  EXPECT_EQ(moments.cell(mean, 1), figure(*x.mean));
  EXPECT_EQ(moments.cell(mean, 2), figure(*session.latest->received(Medium::kVideo).measures->interarrival.mean));
  EXPECT_EQ(moments.cell(mean, 3), "22.027");
  EXPECT_EQ(moments.cell(row_of(moments, "Kurtosis"), 4), "798.300");
  EXPECT_EQ(moments.cell(row_of(moments, "Variation"), 1), figure(*x.cv));
  const auto& above = statistics->exceedances();
  const int second = row_of(above, "Above 2 σ");
  ASSERT_GE(second, 0);
  EXPECT_EQ(above.cell(second + 1, 1),
            figure(100 * *session.latest->received(Medium::kAudio).measures->exceedances[1].share));
  EXPECT_EQ(above.cell(second + 1, 3), "2.332");
  EXPECT_EQ(above.cell(second + 3, 4), "1768");
  EXPECT_EQ(above.cell(second + 3, 1),
            figure(session.latest->received(Medium::kAudio).measures->exceedances[1].spacing_ms->mean));
  EXPECT_TRUE(statistics->span().contains("last 60 s"));
  EXPECT_TRUE(statistics->reading().contains("every 10.0"));
  const auto ink = [&](int column) {
    const auto area = moments.visualItemRect(moments.item(1, column));
    const auto image = const_cast<FigureTable&>(moments).viewport()->grab(area).toImage();
    int brightest = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int at = 0; at < image.width(); ++at) brightest = std::max(brightest, qGray(image.pixel(at, y)));
    return brightest;
  };
  EXPECT_GT(ink(1), ink(3) + 30);
}

TEST_F(StatisticsTest, WhatIsNotKnownIsADash) {
  open();
  auto* statistics = panel<StatisticsPanel>();
  publish([](CallSnapshot& now) {
    now.received(Medium::kVideo).measures.reset();
    auto one = std::make_shared<MeasuresView>();
    one->interarrival.n = 1;
    one->interarrival.mean = 32;
    now.received(Medium::kAudio).measures = one;
  });
  statistics->draw(session.latest);
  const auto& moments = statistics->moments();
  EXPECT_EQ(moments.cell(row_of(moments, "Mean"), 1), "32.0");
  EXPECT_EQ(moments.cell(row_of(moments, "Variance"), 1), "–");
  EXPECT_EQ(moments.cell(row_of(moments, "Mean"), 2), "–");
  const auto& above = statistics->exceedances();
  for (int row = 0; row < above.rowCount(); ++row) EXPECT_EQ(above.cell(row, 1), "–");
}

TEST_F(StatisticsTest, CopiesAsATableOrTheRowsChosen) {
  open();
  auto* statistics = panel<StatisticsPanel>();
  statistics->draw(session.latest);
  auto& moments = const_cast<FigureTable&>(statistics->moments());
  const auto whole = moments.tab_separated(false).split('\n', Qt::SkipEmptyParts);
  ASSERT_EQ(whole.size(), moments.rowCount() + 1);
  EXPECT_EQ(whole[0], "\tAudio\tVideo\tTest 1\tTest 2");
  for (const auto& line : whole) EXPECT_EQ(line.count('\t'), 4);
  moments.selectRow(1);
  QTest::keyClick(&moments, Qt::Key_C, Qt::ControlModifier);
  const auto copied = QApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
  ASSERT_EQ(copied.size(), 2);
  EXPECT_EQ(copied[1], whole[2]);
}

}  // namespace
}  // namespace jitterscope::statistics_test
