// The playout tab: figures of both media, policies by distance, sorted by a click.
#include <QApplication>
#include <QHeaderView>

#include <gtest/gtest.h>

#include "core/measures/definitions/compensation.h"
#include "core/measures/views/playout_view.h"
#include "core/measures/views/quality_view.h"
#include "tests/ui/fakes/fake_session.h"
#include "tests/ui/fakes/fake_views.h"
#include "tests/ui/fakes/find.h"
#include "ui/panels/playout_panel.h"
#include "ui/words/text.h"

namespace jitterscope::playout_panel_test {
namespace {

class PlayoutPanelTest : public testing::Test {
 protected:
  void show(const CallSnapshot& now) { panel.draw(std::make_shared<const CallSnapshot>(now)); }
  QStringList column(int index) {
    QStringList cells;
    for (int row = 0; row < panel.policies().rowCount(); ++row) cells << panel.policies().cell(row, index);
    return cells;
  }
  static double value(const QString& cell) { return cell.section(QChar(0x00A0), 0, 0).toDouble(); }

  ViewState view;
  PlayoutPanel panel{view};
};

TEST_F(PlayoutPanelTest, EmptySaysWhatWillAppear) {
  panel.draw(nullptr);
  EXPECT_TRUE(panel.empty_sentence().contains("once a call is up"));
  show({});
  EXPECT_TRUE(panel.empty_sentence().contains("Nothing has been played"));
}

TEST_F(PlayoutPanelTest, FiguresOfBothMediaWithDashesForWhatIsUnknown) {
  auto now = make_snapshot(60);
  now.received(Medium::kVideo).playout->resampling_ppm.reset();
  show(now);
  const auto& table = panel.figures();
  EXPECT_EQ(table.cell(row_of(table, "Policy"), 1), QString("I-policy 60") + QChar(0x00A0) + "ms");
  EXPECT_EQ(table.cell(row_of(table, "Missed playout"), 1), "38");
  EXPECT_EQ(table.cell(row_of(table, "Lip-sync now"), 1), QString("+4.20") + QChar(0x00A0) + "ms");
  EXPECT_EQ(table.cell(row_of(table, "Resampling"), 2), kDash);
  EXPECT_TRUE(has(panel.reading(), "Audio I-policy 60"));
}

TEST_F(PlayoutPanelTest, TheVoiceIsRatedWithWhatItWasComputedFrom) {
  auto now = make_snapshot(60);
  now.received(Medium::kAudio).quality->voice = voice_quality(150, 0.34, 1.5);
  show(now);
  const auto& table = panel.figures();
  const int mos = row_of(table, "MOS, last 10 s"), r = mos - 1;
  EXPECT_EQ(table.cell(r, 0), "R, last 10 s");
  EXPECT_EQ(table.cell(r, 1), figure(now.received(Medium::kAudio).quality->voice->r));
  EXPECT_EQ(table.cell(mos, 1), figure(now.received(Medium::kAudio).quality->voice->mos));
  EXPECT_EQ(table.cell(mos, 2), kDash) << "of the picture there is none";
  for (const int row : {r, mos}) {
    const auto tip = table.item(row, 1)->toolTip();
    for (const auto* words : {"Ta 150", "Ppl 34", "BurstR 1.5", "Bpl 25.1", "assumed", "Outside the model: Ppl 34"})
      EXPECT_TRUE(tip.contains(words)) << words << " in: " << tip.toStdString();
  }
  now.received(Medium::kAudio).quality->voice.reset();
  show(now);
  EXPECT_EQ(table.cell(r, 1), kDash);
  EXPECT_TRUE(has(table.item(r, 1)->toolTip(), "latency"));
}

TEST_F(PlayoutPanelTest, EveryPolicyOfEachMediumAndTheOneInForceMarked) {
  const auto now = make_snapshot(60);
  show(now);
  const auto expected = now.received(Medium::kAudio).compensation->points.size() +
                        now.received(Medium::kVideo).compensation->points.size();
  EXPECT_EQ(panel.policies().rowCount(), static_cast<int>(expected));
  EXPECT_EQ(column(1).filter("●").size(), 2);
}

TEST_F(PlayoutPanelTest, ClickSortsByNumber) {
  show(make_snapshot(60));
  auto* header = panel.policies().horizontalHeader();
  for (const int by : {2, 3, 4}) {
    for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
      header->setSortIndicator(by, order);
      const auto cells = column(by);
      for (qsizetype i = 1; i < cells.size(); ++i)
        EXPECT_TRUE(order == Qt::AscendingOrder ? value(cells[i - 1]) <= value(cells[i])
                                                : value(cells[i - 1]) >= value(cells[i]))
            << by << " " << i;
    }
  }
}

TEST_F(PlayoutPanelTest, TheSentenceNamesTheNearestPolicyByTheNormalisers) {
  auto now = make_snapshot(60);
  auto curve = *now.received(Medium::kAudio).compensation;
  curve.points = {{*PlayoutSetting::parse("i:60"), true, 100, 60, 3},
                  {*PlayoutSetting::parse("e"), false, 100, 115, 0}};
  curve.query.gap_scale_percent = 6;
  curve.query.buffer_scale_ms = 230;
  const auto measure = [&curve] {
    for (auto& point : curve.points)
      point.distance = curve_distance({point.delay_ms, point.dropped_percent},
                                      {curve.query.gap_scale_percent, curve.query.buffer_scale_ms});
  };
  measure();
  now.received(Medium::kAudio).compensation = std::make_shared<const CompensationView>(curve);
  now.received(Medium::kVideo).compensation.reset();
  show(now);  // hypot(3/6, 60/230) = 0.564, 115/230 = 0.5
  EXPECT_TRUE(has(panel.sentence(), "Audio: E-policy would be the best, at a compensation distance of 0.50"));
  curve.query.buffer_scale_ms = 100;  // 0.78, 1.15
  measure();
  now.received(Medium::kAudio).compensation = std::make_shared<const CompensationView>(curve);
  show(now);
  EXPECT_TRUE(has(panel.sentence(), "in force is the best, at a compensation distance of 0.78"));
}

TEST_F(PlayoutPanelTest, CsvHasBothTables) {
  show(make_snapshot(60));
  const QString csv = csv_of(panel);
  EXPECT_TRUE(csv.contains(",Concealed,41,"));
  EXPECT_TRUE(csv.contains("Ramjee 4"));
}

}  // namespace
}  // namespace jitterscope::playout_panel_test
