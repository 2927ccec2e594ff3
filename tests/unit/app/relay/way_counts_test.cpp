#include "app/relay/shaped_link.h"

#include <gtest/gtest.h>

#include "core/events/words.h"

namespace jitterscope::way_counts_test {
namespace {

using Content = WayCounts::Content;

Timestamp at_ms(std::int64_t ms) {
  return Timestamp::ns(1) + Duration::ms(ms);
}

TEST(WayCounts, KeepsTotalsAndTellsMediaFromTheRest) {
  WayCounts counts(LinkWay::kDown);
  for (const Content content : {Content::kRtp, Content::kRtp, Content::kOther, Content::kBackground})
    counts.offered(content);
  counts.dropped(LinkDrop::kQueueFull, Content::kRtp);
  counts.dropped(LinkDrop::kRandomLoss, Content::kOther);
  counts.dropped(LinkDrop::kCollisions, Content::kBackground);
  counts.delivered(Content::kRtp, 1066, false);
  counts.delivered(Content::kRtp, 1066, true);
  counts.report(at_ms(0));
  const LinkReport report = counts.report(at_ms(100));
  EXPECT_EQ(report.way, LinkWay::kDown);
  EXPECT_FALSE(report.kernel);
  EXPECT_EQ(report.offered, 4);
  EXPECT_EQ(report.delivered, 2);
  EXPECT_EQ(report.duplicated, 1);
  EXPECT_EQ(report.dropped_queue, 1);
  EXPECT_EQ(report.dropped_random, 1);
  EXPECT_EQ(report.dropped_collisions, 1);
  EXPECT_EQ(report.media_dropped, 1);
  EXPECT_EQ(report.background_offered, 1);
  EXPECT_EQ(report.background_dropped, 1);
  EXPECT_EQ(report.offered + report.duplicated,
            report.delivered + report.dropped_queue + report.dropped_random + report.dropped_collisions);
  EXPECT_FALSE(report.overloaded);
}

TEST(WayCounts, RateAndLongestQueueAreSinceTheLastReport) {
  WayCounts counts(LinkWay::kUp);
  counts.report(at_ms(0));
  counts.delivered(Content::kRtp, 1250, false);
  counts.queue({7, 7000});
  counts.queue({2, 2000});
  const LinkReport first = counts.report(at_ms(100));
  EXPECT_DOUBLE_EQ(first.delivered_kbps, 100);
  EXPECT_EQ(first.queue_packets_max, 7);
  EXPECT_EQ(first.queue_packets, 2);
  EXPECT_EQ(first.queue_bytes, 2000);
  const LinkReport second = counts.report(at_ms(200));
  EXPECT_DOUBLE_EQ(second.delivered_kbps, 0);
  EXPECT_EQ(second.queue_packets_max, 2);
}

TEST(WayCounts, OwnDelayIsTheMedianAndUnknownWithoutPackets) {
  WayCounts counts(LinkWay::kUp);
  EXPECT_EQ(counts.report(at_ms(0)).own_delay_us, std::nullopt);
  for (const int us : {900, 10, 40, 20, 30}) counts.own_delay(Duration::us(us));
  EXPECT_EQ(counts.report(at_ms(100)).own_delay_us, 30);
  EXPECT_EQ(counts.report(at_ms(200)).own_delay_us, std::nullopt);
}

TEST(WayCounts, SaysWhenItCannotKeepUp) {
  WayCounts counts(LinkWay::kUp);
  counts.own_delay(kLongestOwnDelay);
  EXPECT_FALSE(counts.report(at_ms(0)).overloaded);
  counts.own_delay(kLongestOwnDelay + Duration::ns(1));
  EXPECT_TRUE(counts.report(at_ms(100)).overloaded);
  EXPECT_FALSE(counts.report(at_ms(200)).overloaded);
  counts.overloaded();
  EXPECT_TRUE(counts.report(at_ms(300)).overloaded);
  EXPECT_FALSE(counts.report(at_ms(400)).overloaded);
}

TEST(WayCounts, AFullLinkIsALimitOfItsOwn) {
  WayCounts counts(LinkWay::kUp);
  counts.dropped(LinkDrop::kLinkFull, Content::kRtp);
  const LinkReport report = counts.report(at_ms(0));
  EXPECT_EQ(report.dropped_overload, 1);
  EXPECT_EQ(report.dropped_queue, 0);
  EXPECT_FALSE(report.overloaded);
  EXPECT_EQ(to_string(LinkDrop::kLinkFull), "link full or stopped")
      << "what waits for a relay that stands still is it too";
}

TEST(WayCounts, WhatIsInsideAtTheEndStaysCountedAsInside) {
  WayCounts counts(LinkWay::kUp);
  for (const Content content : {Content::kRtp, Content::kRtp, Content::kOther, Content::kBackground})
    counts.offered(content);
  counts.delivered(Content::kRtp, 100, false);
  for (const Content content : {Content::kRtp, Content::kOther}) counts.dropped(LinkDrop::kAtEnd, content);
  counts.end();
  const LinkReport last = counts.report(at_ms(0));
  EXPECT_EQ(last.inside(), 3);
  EXPECT_EQ(last.dropped(), 0);
  EXPECT_EQ(last.media_dropped, 1);
  EXPECT_EQ(last.background_dropped, 1);
}

TEST(WayCounts, AtTheEndOnlyBackgroundIsBackground) {
  WayCounts counts(LinkWay::kUp);
  for (const Content content : {Content::kOther, Content::kOther, Content::kBackground}) counts.offered(content);
  counts.end();
  const LinkReport last = counts.report(at_ms(0));
  EXPECT_EQ(last.inside(), 3);
  EXPECT_EQ(last.background_dropped, 1);
}

}  // namespace
}  // namespace jitterscope::way_counts_test
