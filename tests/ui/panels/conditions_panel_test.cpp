// What the panels say of link, loads and clock.
#include "ui/panels/conditions_panel.h"
#include "core/measures/views/conditions_view.h"
#include "core/measures/views/log_rows.h"
#include "tests/ui/fakes/fake_conditions.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/panels/parts/condition_columns.h"
#include "ui/words/clock_words.h"

namespace jitterscope::conditions_panel_test {
namespace {

using ConditionsPanelTest = WindowFixture;

TEST_F(ConditionsPanelTest, PanelReadsQueueDropsLoadAndClockAndWhenTheyAreOtherwise) {
  open();
  auto* conditions = show<ConditionsPanel>();
  EXPECT_TRUE(has(conditions->reading(), "of 20 packets"));
  EXPECT_TRUE(conditions->reading().contains("dropped (queue full)"));
  const auto figures = conditions->figures();
  for (const auto* words : {"12 of 20 waiting", "queue full 1", "random loss", "relay adds 38.4", "2 counters",
                            "no video applications", "59.4", "±0.42", "skew 12.4", "offset 3700.", "exchanges"})
    EXPECT_TRUE(figures.contains(words)) << words << " in " << figures.toStdString();
  const auto says = [&](const QString& words) { return !label_in(*conditions, words).isEmpty(); };
  EXPECT_FALSE(says("cannot keep up"));
  publish([](CallSnapshot& now) { now.conditions->up->overloaded = true; });
  EXPECT_TRUE(says("cannot keep up"));
  EXPECT_TRUE(status().contains("▲ relay overloaded"));
  publish([](CallSnapshot& now) {
    now.conditions->up.reset();
    now.conditions->down.reset();
  });
  EXPECT_TRUE(says("No link is emulated"));
  EXPECT_FALSE(says("cannot keep up"));
}

TEST(ConditionsOfACapture, TellOfNoLinkNorThatThereWasNone) {
  ViewState view;
  view.set_shows_file(true);
  ConditionsPanel conditions(view);
  conditions.resize(600, 300);
  conditions.show();
  conditions.draw(std::make_shared<const CallSnapshot>(CallSnapshot()));
  EXPECT_TRUE(label_in(conditions, "no link was emulated").isEmpty());
  EXPECT_TRUE(has(conditions.empty_sentence(), "tells nothing of a link"));
}

TEST_F(ConditionsPanelTest, LimitIsDrawnUnlessItIsOutOfReach) {
  ViewState view;
  view.set_end(60);
  TimePlot plot(view, "Queue", "packets", 5);
  plot.resize(400, 150);
  plot.add_series("up", Hue::kNetwork);
  const auto limit_seen = [&] {
    QApplication::processEvents();
    int seen = 0;
    for (int i = 0; i < plot.itemCount(); ++i)
      if (const auto* label = qobject_cast<QCPItemText*>(plot.item(i))) seen += label->visible();
    return seen == 1;
  };
  plot.show();
  plot.set_envelope(0, {{10, 0, 6}, {20, 2, 8}});
  plot.set_limits({{20, "limit 20"}});
  plot.draw({});
  EXPECT_TRUE(limit_seen());
  EXPECT_GT(plot.yAxis->range().upper, 20);
  plot.set_limits({{1000, "limit 1000"}});
  for (int i = 0; i < 200; ++i) plot.draw({});
  EXPECT_FALSE(limit_seen());
  EXPECT_LT(plot.yAxis->range().upper, 30) << "the data are not flattened";
}

TEST_F(ConditionsPanelTest, OffsetAxisFollowsTheBand) {
  open();
  auto* conditions = panel<ConditionsPanel>();
  window->show_panel(conditions);
  named<QAbstractButton>("Conditions shown: load and clock")->click();
  ticks(3);
  TimePlot* offset = nullptr;
  for (auto* plot : conditions->findChildren<TimePlot*>())
    if (plot->accessibleName().startsWith("Offset")) offset = plot;
  ASSERT_NE(offset, nullptr);
  EXPECT_EQ(offset->accessibleName(), "Offset −3700");
  EXPECT_LT(offset->yAxis->range().upper, 3) << "3.7 s are no reason for an axis of 3.7 s";
  EXPECT_LT(offset->yAxis->range().lower, -0.2) << "the band is seen whole";
}

TEST(ClockWords, BoundIsSaidWhereItMatters) {
  ConditionsView conditions;
  SampleFigures delay;
  delay.p50 = 3.1;
  delay.p95 = 4.1;
  EXPECT_EQ(clock_words(conditions), "–");
  EXPECT_EQ(clock_phrase(conditions), "clock –");
  EXPECT_FALSE(delay_bound_ms(conditions));
  conditions.clock = ClockView{};
  EXPECT_EQ(clock_words(conditions), "not synchronised yet");
  conditions.clock->synchronised = true;
  conditions.clock->source = "exchanges";
  conditions.clock->bound_ms = 0.5;
  EXPECT_EQ(bound_warning(conditions, {&delay}), "");
  conditions.clock->bound_ms = 1.2;
  EXPECT_EQ(bound_warning(conditions, {&delay}),
            QString("clock ±1.20") + QChar(0x00A0) + "ms is larger than the differences shown");
  delay.p95.reset();
  EXPECT_EQ(bound_warning(conditions, {&delay}), "");
  conditions.clock->source = "same clock";
  EXPECT_FALSE(delay_bound_ms(conditions));
  EXPECT_EQ(clock_phrase(conditions), QString("same clock, stamps ±1.20") + QChar(0x00A0) + "ms");
  conditions.clock->bound_ms = 0;
  EXPECT_EQ(clock_phrase(conditions), "same clock");
  conditions.clock->source = "exchanges";
  conditions.clock->synchronised = false;
  conditions.clock->bound_series = {{1, 0.4}};
  EXPECT_EQ(clock_phrase(conditions), "clock no longer synchronised");
}

TEST(ClockWords, BandTakesTheBoundOfItsTime) {
  ClockView clock;
  clock.bound_series = {{1, 2}, {5, 0.5}};
  const auto wide = widened({{0.5, 3, 4}, {2, 3, 4}, {6, 3, 4}}, clock);
  EXPECT_EQ(wide[0].min, 1);
  EXPECT_EQ(wide[1].max, 6);
  EXPECT_EQ(wide[2].min, 2.5);
  EXPECT_EQ(wide[2].max, 4.5);
  clock.doubts = {{5.5, 6.5, 7}};  // the clocks had jumped apart unnoticed
  EXPECT_EQ(widened({{6, 3, 4}}, clock)[0].max, 4 + 0.5 + 7);
  EXPECT_EQ(widened({{7, 3, 4}}, clock)[0].max, 4.5);
}

TEST_F(ConditionsPanelTest, DelaysSayWhenTheClockIsTooRough) {
  open();
  const auto reading = [&](const QString& title) {
    show(panel(title));
    return panel(title)->reading();
  };
  for (const auto* title : {"Delay", "Figures"}) EXPECT_FALSE(reading(title).contains("larger than")) << title;
  publish([](CallSnapshot& now) { now.conditions->clock->bound_ms = 2; });
  for (const auto* title : {"Delay", "Figures"}) EXPECT_TRUE(reading(title).contains("larger than")) << title;
  publish([](CallSnapshot& now) { now.conditions->clock->source = "same clock"; });
  for (const auto* title : {"Delay", "Figures"}) EXPECT_FALSE(reading(title).contains("larger than")) << title;
}

TEST(LinkColumnWords, PercentileOfTheQueueAndReasonsOfDrops) {
  LinkView link;
  EXPECT_FALSE(queue_p95(link));
  EXPECT_EQ(drop_words(link, true), "nothing dropped");
  for (int i = 0; i < 100; ++i) link.queue_series.push_back({90 + i * 0.1, 0, static_cast<double>(i)});
  link.queue_series.insert(link.queue_series.begin(), {10, 0, 5000});
  EXPECT_EQ(queue_p95(link), 94) << "what is older than 10 s does not count";
  link.offered = 1000;
  link.dropped_queue = 29;
  link.dropped_random = 2;
  const QChar space(0x00A0);
  EXPECT_EQ(drop_words(link, false), QString("3.10") + space + "% dropped (queue full)");
  EXPECT_EQ(drop_words(link, true), QString("3.10") + space + "% dropped: queue full 29, random loss 2");
}

}  // namespace
}  // namespace jitterscope::conditions_panel_test
