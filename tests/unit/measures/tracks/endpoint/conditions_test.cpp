// Link, loads and clock of a call from its events.
#include <gtest/gtest.h>

#include "core/events/kinds/call_ended.h"
#include "core/events/kinds/clock_stepped.h"
#include "core/events/kinds/clock_synced.h"
#include "core/events/kinds/link_report.h"
#include "core/events/kinds/load_report.h"
#include "core/events/kinds/setting_changed.h"
#include "core/events/link_setting.h"
#include "core/measures/tracks/call_analyzer.h"
#include "core/measures/views/conditions_view.h"
#include "core/measures/views/snapshot.h"

namespace jitterscope::conditions_test {
namespace {

constexpr Timestamp kBegan = Timestamp::ns(7'000'000'000'000);
Timestamp at(double s) {
  return kBegan + Duration::from_seconds(s);
}

SettingChanged setting(std::string_view name, std::string_view value, double s, End end = End::kLocal) {
  return {ShortText<32>(name), ShortText<160>(value), end, ShortText<16>("local"), at(s)};
}

LinkReport report(double s, std::int64_t offered, std::int64_t dropped_queue, int queue = 0) {
  LinkReport r;
  r.at = at(s);
  r.offered = offered;
  r.dropped_queue = dropped_queue;
  r.delivered = offered - dropped_queue;
  r.queue_packets = queue;
  r.queue_packets_max = queue + 1;
  r.delivered_kbps = 800;
  return r;
}

class ConditionsTest : public testing::Test {
 protected:
  ConditionsView view(double s = 100) { return *analyzer_.snapshot(at(s)).conditions; }
  CallAnalyzer analyzer_{kBegan};
};

TEST_F(ConditionsTest, WithoutEventsThereIsNone) {
  EXPECT_EQ(view().link, "off");
  EXPECT_EQ(view().background, BackgroundSetting{}.to_string());
  EXPECT_FALSE(view().up || view().down || view().clock || view().load_average);
}

TEST_F(ConditionsTest, ALinkIsWhatWasSetHereAndWhatItsReportsCount) {
  analyzer_.add(setting("link", "rate=1mbit,limit=20", 2));
  analyzer_.add(setting("link", "rate=5mbit,limit=7", 3, End::kRemote));  // the remote's own
  for (int i = 0; i <= 20; ++i) analyzer_.add(report(2 + i * 0.1, i * 10, i < 10 ? 0 : 5, i));
  LinkReport down = report(4, 50, 0);
  down.way = LinkWay::kDown;
  down.own_delay_us = 42;
  down.overloaded = true;
  analyzer_.add(down);
  const ConditionsView now = view();
  EXPECT_EQ(now.link, "rate=1mbit,limit=20");
  EXPECT_EQ(now.remote_link, "rate=5mbit,limit=7");
  ASSERT_TRUE(now.up && now.down);
  EXPECT_EQ(now.up->queue_limit, 20);
  EXPECT_EQ(now.up->queue_packets, 20);
  EXPECT_EQ(now.up->queue_packets_max, 21);
  EXPECT_EQ(now.up->offered, 200);
  EXPECT_EQ(now.up->dropped_queue, 5);
  EXPECT_DOUBLE_EQ(now.up->delivered_kbps, 800);
  EXPECT_FALSE(now.up->own_delay_us || now.up->overloaded);
  EXPECT_EQ(now.down->own_delay_us, 42);
  EXPECT_TRUE(now.down->overloaded);
}

TEST_F(ConditionsTest, HowLongTheRelayCouldNotKeepUpIsTheTimeOfSuchReports) {
  analyzer_.add(report(2, 0, 0));
  LinkReport strained = report(7.1, 10, 0);  // it stood still for five seconds
  strained.overloaded = true;
  analyzer_.add(strained);
  EXPECT_DOUBLE_EQ(view().up->overloaded_s, 5.1);
  EXPECT_TRUE(view().up->overloaded);
  analyzer_.add(report(7.2, 20, 0));
  EXPECT_DOUBLE_EQ(view().up->overloaded_s, 5.1);
  EXPECT_FALSE(view().up->overloaded);
}

TEST_F(ConditionsTest, WhatIsInsideAfterTheCallWasDroppedAtItsEnd) {
  analyzer_.add(setting("link", "rate=1mbit", 2));
  LinkReport last = report(3, 100, 5);
  last.delivered = 60;
  last.duplicated = 2;
  analyzer_.add(last);
  EXPECT_EQ(view().up->dropped_at_end, std::nullopt) << "it is under way";
  analyzer_.add(CallEnded{false, ShortText<160>("You hung up."), at(4)});
  last.at = at(4.1);
  last.offered = 110;
  analyzer_.add(last);
  EXPECT_EQ(view().up->dropped_at_end, 110 + 2 - 60 - 5);
  EXPECT_FALSE(view().down);
}

TEST_F(ConditionsTest, OfAKernelsQueueItIsWhatWaitsThere) {
  LinkReport last = report(3, 100, 5, 17);
  last.kernel = true;
  analyzer_.add(last);
  analyzer_.add(CallEnded{false, ShortText<160>("You hung up."), at(4)});
  EXPECT_EQ(view().up->dropped_at_end, 17);
}

TEST_F(ConditionsTest, WhatTheRemoteSetsOfItsOwnIsKnownByItsWords) {
  EXPECT_EQ(view().remote_link, "");
  EXPECT_EQ(analyzer_.snapshot(at(1)).rate_control_remote, "");
  analyzer_.add(setting("link", "delay=40ms", 2, End::kRemote));
  analyzer_.add(setting("rate-control", "off", 2, End::kRemote));
  EXPECT_EQ(view().remote_link, "delay=40ms");
  EXPECT_EQ(view().link, "off");
  EXPECT_EQ(analyzer_.snapshot(at(3)).rate_control_remote, "off");
  analyzer_.add(setting("link", "off", 4, End::kRemote));
  EXPECT_EQ(view().remote_link, "");
}

TEST_F(ConditionsTest, SeriesGoSecondBySecondAndTheQueueKeepsItsPeaks) {
  analyzer_.add(setting("link", "rate=1mbit", 2));
  for (int i = 0; i <= 20; ++i) analyzer_.add(report(2.05 + i * 0.1, i * 10, i < 10 ? i : 9, i % 2 ? 8 : 0));
  const ConditionsView now = view();
  ASSERT_TRUE(now.up);
  ASSERT_EQ(now.up->drop_series.size(), 2u);  // the third second is not over
  EXPECT_DOUBLE_EQ(now.up->drop_series[0].at_s, 3);
  EXPECT_DOUBLE_EQ(now.up->drop_series[0].value, 9);
  EXPECT_DOUBLE_EQ(now.up->drop_series[1].value, 0);
  ASSERT_EQ(now.up->rate_series.size(), 2u);
  EXPECT_NEAR(now.up->rate_series[1].value, 800, 1);
  double peak = 0;
  for (const EnvelopeSlot& slot : now.up->queue_series) peak = std::max(peak, slot.max);
  EXPECT_DOUBLE_EQ(peak, 9);
}

TEST_F(ConditionsTest, ARelayThatBeginsAnewCountsFromZeroAndNothingTwice) {
  analyzer_.add(setting("link", "rate=1mbit", 2));
  analyzer_.add(report(2.1, 1000, 100));
  analyzer_.add(report(2.2, 10, 3));  // another model: its totals are its own
  analyzer_.add(report(3.1, 20, 3));
  const ConditionsView now = view();
  EXPECT_EQ(now.up->offered, 20);
  ASSERT_EQ(now.up->drop_series.size(), 1u);
  EXPECT_DOUBLE_EQ(now.up->drop_series[0].value, 103);
}

TEST_F(ConditionsTest, ALinkThatIsOffHasNoFiguresButKeepsItsCurves) {
  analyzer_.add(setting("link", "rate=1mbit,limit=20", 2));
  for (int i = 0; i <= 20; ++i) analyzer_.add(report(2 + i * 0.1, i, 0));
  analyzer_.add(setting("link", "off", 5));
  EXPECT_EQ(view().link, "off");
  EXPECT_FALSE(view().up);
  analyzer_.add(setting("link", "rate=2mbit", 8));
  analyzer_.add(report(8.1, 1, 0));
  ASSERT_TRUE(view().up);
  EXPECT_EQ(view().up->offered, 1);
  EXPECT_FALSE(view().up->queue_limit);
  EXPECT_DOUBLE_EQ(view().up->queue_series.front().at_s, 2);
}

TEST_F(ConditionsTest, TheKernelsQueueLeadsAndDropsAddUp) {
  analyzer_.add(setting("link", "rate=10mbit,limit=10,loss=1%,path=kernel", 2));
  LinkReport model = report(2.1, 500, 0, 99), kernel = report(2.1, 490, 7, 4);
  model.dropped_random = 3;
  kernel.kernel = true;
  analyzer_.add(kernel);
  analyzer_.add(model);
  ASSERT_TRUE(view().up);
  EXPECT_TRUE(view().up->kernel);
  EXPECT_EQ(view().up->queue_packets, 4);
  EXPECT_EQ(view().up->offered, 490);
  EXPECT_EQ(view().up->dropped_queue, 7);
  EXPECT_EQ(view().up->dropped_random, 3);
}

TEST_F(ConditionsTest, AQueueThatMovesToTheRelayIsNoLongerTheKernels) {
  analyzer_.add(setting("link", "rate=10mbit,limit=10,path=kernel", 2));
  LinkReport kernel = report(2.1, 490, 7, 4);
  kernel.kernel = true;
  analyzer_.add(kernel);
  analyzer_.add(setting("link", "rate=10mbit,limit=10", 3));
  EXPECT_FALSE(view().up);
  analyzer_.add(report(3.1, 20, 1, 2));
  ASSERT_TRUE(view().up);
  EXPECT_FALSE(view().up->kernel);
  EXPECT_EQ(view().up->queue_packets, 2);
  EXPECT_EQ(view().up->offered, 20);
  EXPECT_EQ(view().up->dropped_queue, 1);
}

TEST_F(ConditionsTest, SeriesStayBoundedOverADay) {
  analyzer_.add(setting("link", "rate=1mbit", 0));
  for (int i = 0; i < 86'400; ++i) analyzer_.add(report(i, i, 0, i % 7));
  for (int i = 0; i < 86'400; ++i) analyzer_.add(LoadReport{1, 0, 0.5, 0, at(i)});
  const ConditionsView now = view(86'400);
  EXPECT_LT(now.up->queue_series.size(), 4000u);
  EXPECT_LT(now.up->rate_series.size(), 8000u);
  EXPECT_LT(now.load_average_series.size(), 8000u);
  EXPECT_GT(now.load_average_series.back().at_s, 86'000);
}

TEST_F(ConditionsTest, LoadsAreThoseLastReported) {
  analyzer_.add(setting("background", "500,burst=8", 1));
  analyzer_.add(LoadReport{2, 0, 0.3, 0, at(1)});
  analyzer_.add(LoadReport{4, 1, 2.5, 480, at(2)});
  const ConditionsView now = view();
  EXPECT_EQ(now.background, "500,burst=8");
  EXPECT_EQ(now.counters, 4);
  EXPECT_EQ(now.video_applications, 1);
  EXPECT_EQ(now.load_average, 2.5);
  EXPECT_EQ(now.background_kbytes_per_second, 480);
  ASSERT_EQ(now.load_average_series.size(), 2u);
  EXPECT_EQ(now.load_average_series[0].value, 0.3);
}

TEST_F(ConditionsTest, TheClockIsWhatItsLastExchangeSaid) {
  ClockSynced clock;
  clock.source = ShortText<24>("exchanges");
  clock.offset_ms = 9;
  clock.at = at(0.5);
  analyzer_.add(clock);  // not yet: its offset is no point of the curve
  clock.synchronised = true;
  clock.offset_ms = 3700.25;
  clock.skew_ppm = 80;
  clock.bound_ms = 0.4;
  clock.round_trip_ms = 1;
  clock.at = at(2);
  analyzer_.add(clock);
  analyzer_.add(ClockStepped{0, 200, at(3)});
  analyzer_.add(ClockStepped{-1500, 0, at(4)});
  const auto now = view().clock;
  ASSERT_TRUE(now);
  EXPECT_TRUE(now->synchronised);
  EXPECT_EQ(now->source, "exchanges");
  EXPECT_EQ(now->offset_ms, 3700.25);
  EXPECT_EQ(now->round_trip_ms, 1);
  EXPECT_EQ(now->steps, 1) << "a slew is none";
  ASSERT_EQ(now->bound_series.size(), 1u);
  EXPECT_EQ(now->bound_series[0].value, 0.4);
}

}  // namespace
}  // namespace jitterscope::conditions_test
