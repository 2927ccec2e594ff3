// The Rate control tab: what it draws, says and writes.
#include <algorithm>
#include <cmath>

#include <QApplication>
#include <QScreen>
#include <QToolButton>

#include <gtest/gtest.h>

#include "core/measures/views/rate_view.h"
#include "core/measures/views/snapshot.h"
#include "tests/ui/fakes/fake_rate.h"
#include "tests/ui/fakes/fake_session.h"
#include "tests/ui/fakes/find.h"
#include "ui/panels/parts/rate_readings.h"
#include "ui/panels/rate_panel.h"
#include "ui/plots/tick_row.h"

namespace jitterscope::rate_panel_test {
namespace {

constexpr double kNow = 251.3;

class RatePanelTest : public testing::Test {
 protected:
  RatePanelTest() {
    now.elapsed_s = kNow;
    panel.resize(700, 620);
    panel.show();
    view.set_end(kNow);
  }
  void show(RateView sent = make_rate_view(Direction::kSent, kNow)) {
    now.rate_sent = share(std::move(sent));
    panel.draw(std::make_shared<const CallSnapshot>(now));
    QApplication::processEvents();
  }
  QString readings() const {
    QString words;
    for (const auto* line : all_in<ReadingLine>(panel)) words += line->text() + "\n";
    return words;
  }
  template <typename Item>
  static std::vector<const Item*> items(const TimePlot& plot) {
    std::vector<const Item*> shown;
    for (int i = 0; i < plot.itemCount(); ++i)
      if (const auto* item = qobject_cast<const Item*>(plot.item(i)); item && item->visible()) shown.push_back(item);
    return shown;
  }
  static std::vector<const QCPItemRect*> bars(const TimePlot& plot) {
    auto rects = items<QCPItemRect>(plot);
    std::erase_if(rects, [](const auto* rect) { return rect->layer()->name() != "background"; });
    return rects;
  }
  QString csv() const { return csv_of(panel); }

  ViewState view;
  RatePanel panel{view};
  CallSnapshot now;
};

TEST_F(RatePanelTest, WhatItSaysOfItselfFitsALowScreen) {
  show();
  for (auto* button : panel.findChildren<QToolButton*>())
    if (button->text() == "ⓘ") button->click();
  QApplication::processEvents();
  const auto* popover = QApplication::activePopupWidget();
  ASSERT_TRUE(popover);
  EXPECT_LT(popover->height(), 500);
  EXPECT_TRUE(panel.screen()->availableGeometry().contains(popover->frameGeometry()));
}

TEST_F(RatePanelTest, EmptySaysWhatWillAppearAndWhatToDo) {
  panel.draw(nullptr);
  EXPECT_TRUE(panel.empty_sentence().contains("once a call is up"));
  EXPECT_TRUE(panel.empty_sentence().contains("Choose a controller"));
  panel.draw(std::make_shared<const CallSnapshot>(now));
  EXPECT_TRUE(panel.empty_sentence().contains("Switch rate control on"));
  panel.choose(Direction::kReceived);
  EXPECT_TRUE(panel.empty_sentence().contains("No sound of the remote"));
}

TEST_F(RatePanelTest, StageTargetAndLastDecisionInWords) {
  show();
  EXPECT_TRUE(panel.empty_sentence().isEmpty());
  EXPECT_TRUE(panel.reading().startsWith("Steady")) << panel.reading().toStdString();
  EXPECT_TRUE(panel.reading().contains("target 137"));
  EXPECT_TRUE(panel.sentence().contains("04:07.8  Delays rose by 12 ms: slightly less, 137 kbit/s."));
  EXPECT_TRUE(panel.sentence().contains("034 to keep to the target, 57 in breaks"));
}

TEST_F(RatePanelTest, TheEpsilonInForceIsNotCalledAsTheOneThatIsSet) {
  show();
  const auto words = tests_reading(*now.rate_sent, [](std::size_t) { return true; });
  EXPECT_TRUE(std::ranges::any_of(words, [](const auto& part) { return part.text.startsWith("ε in force "); }));
}

TEST_F(RatePanelTest, OneScaleOrAll) {
  show();
  for (int scale = 0; scale < RatePanel::kAllScales; ++scale) EXPECT_GT(panel.pct().points_shown(scale), 100) << scale;
  panel.choose_scale(1);
  EXPECT_EQ(panel.pct().points_shown(0), 0);
  EXPECT_GT(panel.pct().points_shown(1), 100);
  EXPECT_EQ(panel.pdt().points_shown(2), 0);
  panel.choose_scale(RatePanel::kAllScales);
  EXPECT_GT(panel.pdt().points_shown(2), 100);
}

TEST_F(RatePanelTest, LostBlocksOfSoundAreTicksBelowItsDelay) {
  RateView sent = make_rate_view(Direction::kSent, kNow);
  sent.lost_series = {{view.from() - 5, 1}, {view.from() + 5, 3}, {view.from() + 6, 2}};
  show(sent);
  ASSERT_EQ(panel.lost().shown().size(), 2U) << "those that are visible";
  EXPECT_EQ(panel.lost().shown().front().value, 3);
  EXPECT_TRUE(panel.lost().isVisible());
  EXPECT_TRUE(has(csv(), "\n" + QString::number(view.from() + 5) + ",Lost,blocks of sound lost,3,3,\n"));
  const auto blue = [this] {
    auto& row = const_cast<TickRow&>(panel.lost());
    const auto image = row.grab().toImage();
    int found = 0;
    for (int x = 0; x < image.width(); ++x) found += image.pixelColor(x, image.height() / 2) == colours()[Hue::kAudio];
    return found;
  };
  EXPECT_GE(blue(), 3) << "two ticks of two pixels, perhaps on half ones";
  show();
  sent.lost_series.clear();
  show(sent);
  EXPECT_EQ(blue(), 0);
}

TEST_F(RatePanelTest, HowItDecidesFoldsAwayAndVerdictsStay) {
  show();
  QToolButton* heading = nullptr;
  for (auto* button : panel.findChildren<QToolButton*>())
    if (button->text() == "How it decides") heading = button;
  ASSERT_TRUE(heading);
  EXPECT_TRUE(panel.pct().isVisible());
  heading->click();
  EXPECT_FALSE(panel.tests_shown());
  EXPECT_FALSE(panel.pct().isVisible());
  EXPECT_FALSE(panel.pdt().isVisible());
  EXPECT_TRUE(panel.strip().isVisible());
  EXPECT_EQ(heading->accessibleName(), "How it decides, folded");
  QTest::keyClick(heading, Qt::Key_Return);
  EXPECT_TRUE(panel.pct().isVisible());
}

TEST_F(RatePanelTest, WhereAScaleAbstainedItsLineIsBroken) {
  RateView sent = make_rate_view(Direction::kSent, kNow);
  std::vector<SeriesPoint> points;
  for (double at = 200; at < 240; at += 0.25)
    if (at < 215 || at >= 220) points.push_back({at, 0.5});
  sent.scales[2].pct_series = points;
  show(sent);
  EXPECT_EQ(panel.pct().points_shown(2), static_cast<int>(points.size()) + 1) << "one point of nothing";
  EXPECT_FALSE(csv().contains("nan"));
}

TEST_F(RatePanelTest, VerdictsAreShadedAndNamed) {
  RateView sent = make_rate_view(Direction::kSent, kNow);
  sent.stretches = {{100, 195, 0}, {195, 210, 1}, {210, 220, -1}, {220, 230, 0.5}, {230, 300, 0}};
  show(sent);
  ASSERT_EQ(panel.verdicts().visible().size(), 5U);
  EXPECT_EQ(panel.verdicts().visible().front().begin_s, view.from()) << "what is visible";
  EXPECT_EQ(panel.phases().words_at(200), "increasing");
  EXPECT_EQ(panel.phases().words_at(215), "decreasing");
  EXPECT_TRUE(panel.phases().words_at(225).startsWith("ambiguous"));
  EXPECT_EQ(panel.verdicts().words_shown().toStdString(), "=|▲ increasing|▼ decreasing|± ambiguous|= steady");
}

TEST_F(RatePanelTest, SteadyIsFilledAndOnlyWithoutAVerdictItIsPlain) {
  RateView sent = make_rate_view(Direction::kSent, kNow);
  sent.stretches = {{200, 210, 0}, {220, 230, 1}};
  show(sent);
  const auto filled = bars(panel.delay());
  ASSERT_EQ(filled.size(), 2U);
  EXPECT_EQ(filled[0]->bottomRight->key(), 210);
  EXPECT_EQ(filled[1]->topLeft->key(), 220);
  EXPECT_TRUE(panel.phases().words_at(215).isEmpty());
  sent.verdict.reset();
  show(sent);
  EXPECT_TRUE(readings().contains("no verdict yet"));
}

TEST_F(RatePanelTest, SteadyHighAboveItsBaseSaysSo) {
  RateView sent = make_rate_view(Direction::kSent, kNow);
  sent.verdict = 0;
  sent.rise_ms = 398;
  show(sent);
  EXPECT_TRUE(has(readings(), "= steady, high above its base"));
  sent.rise_ms = 3;
  show(sent);
  EXPECT_FALSE(readings().contains("high above")) << readings().toStdString();
}

TEST_F(RatePanelTest, WordsStandOnTheirBarsOwnSide) {
  RateView sent = make_rate_view(Direction::kSent, kNow);
  sent.stretches = {{195, 210, 1}, {210, 225, -1}, {225, 240, -0.5}};
  show(sent);
  std::vector<double> heights;
  for (const auto* words : items<QCPItemText>(panel.strip())) heights.push_back(words->position->value());
  ASSERT_EQ(heights.size(), 3U);
  EXPECT_GT(heights[0], 0);
  EXPECT_LT(heights[1], 0);
  EXPECT_LT(heights[2], 0);
  EXPECT_GT(heights[2], -0.5) << "inside its bar";
}

TEST_F(RatePanelTest, VerdictsThatFlickerAreDrawnTogether) {
  RateView sent = make_rate_view(Direction::kSent, kNow);
  sent.stretches.clear();
  for (int i = 0; i < 4000; ++i) sent.stretches.push_back({195 + i * 0.01, 195 + (i + 1) * 0.01, i % 4 ? 1.0 : 0.0});
  show(sent);
  EXPECT_LT(bars(panel.delay()).size(), 400U);
  EXPECT_EQ(panel.verdicts().visible().size(), 4000U) << "nothing is lost to words and export";
  EXPECT_EQ(panel.phases().words_at(195.005), "steady");
}

TEST_F(RatePanelTest, TheRoundTripIsDrawnWhileThePictureGoesByTcp) {
  RateView sent = make_rate_view(Direction::kSent, kNow);
  sent.tcp_round_trip_series = {{200, 80}, {210, 90}, {220, 85}};
  show(sent);
  EXPECT_TRUE(panel.round_trip().isHidden());
  EXPECT_FALSE(csv().contains("TCP round trip,"));
  sent.transport = Transport::kTcp;
  show(sent);
  EXPECT_FALSE(panel.round_trip().isHidden());
  EXPECT_EQ(panel.round_trip().points_shown(0), 3);
  EXPECT_TRUE(csv().contains("TCP round trip,"));
}

TEST_F(RatePanelTest, ThresholdsAreThoseInForce) {
  RateView sent = make_rate_view(Direction::kSent, kNow);
  sent.trend = TrendSetting::pathload();
  show(sent);
  const auto labels = [](const TimePlot& plot) {
    QStringList words;
    for (const auto* text : items<QCPItemText>(plot))
      if (!text->text().isEmpty()) words << text->text();
    return words.join('|').toStdString();
  };
  EXPECT_EQ(labels(panel.pct()), "U 0.32, L 0.080");
  EXPECT_EQ(labels(panel.pdt()), "U 0.55, L 0.45");
  sent.trend.pdt_high = sent.trend.pdt_low = 0.9;
  show(sent);
  EXPECT_EQ(labels(panel.pdt()), "U 0.90, L 0.90") << "once, and inside the plot";
  for (const auto* text : items<QCPItemText>(panel.pdt()))
    EXPECT_TRUE(text->text().isEmpty() || text->position->value() < 0.7);
}

TEST_F(RatePanelTest, AnUpperBoundFarAboveDoesNotFlattenTheRest) {
  RateView sent = make_rate_view(Direction::kSent, kNow);
  for (auto& point : sent.high_series) point.value = 8000;
  show(sent);
  EXPECT_LT(panel.rate().yAxis->range().upper, 400);
  EXPECT_GT(panel.rate().yAxis->range().upper, 212);
}

TEST_F(RatePanelTest, TheirSendingIsWhatThisEndReports) {
  now.rate_received = share(make_rate_view(Direction::kReceived, kNow));
  show();
  panel.choose(Direction::kReceived);
  EXPECT_FALSE(panel.reading().contains("target"));
  EXPECT_TRUE(panel.sentence().contains("not known here"));
  EXPECT_GT(panel.delay().points_shown(0), 100);
  panel.choose(Direction::kSent);
  EXPECT_TRUE(panel.reading().contains("target"));
}

TEST_F(RatePanelTest, AHeldCallIsHeldAgainstThePresent) {
  auto before = now;
  auto held = make_rate_view(Direction::kSent, kNow);
  held.delay_ms = 400;
  held.target_kbps = 50;
  before.rate_sent = share(held);
  view.hold_ghost(std::make_shared<const CallSnapshot>(before));
  show();
  const auto words = readings();
  EXPECT_TRUE(has(words, "× lower"));
  EXPECT_TRUE(has(words, "× higher"));
}

TEST_F(RatePanelTest, CsvHasEverySeriesAndTheVerdicts) {
  show();
  const auto words = csv();
  for (const auto* each : {"seconds,quantity,series,min,max,unit\n", ",Delay,delay,", ",PCT 32,", ",PDT 128,",
                           ",R_min,", ",available,", ",sent,", ",target,", ",Verdict,increasing,1,1,\n"})
    EXPECT_TRUE(words.contains(each)) << each;
  EXPECT_FALSE(words.contains("nan"));
}

}  // namespace
}  // namespace jitterscope::rate_panel_test
