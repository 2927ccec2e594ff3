#include "app/relay/shaped_link.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "tests/unit/bounded_child.h"

namespace jitterscope::shaped_link_test {
namespace {

using Content = WayCounts::Content;
using Change = ShapedLink::Change;

const Timestamp kBegan = Timestamp() + Duration::seconds(100);
constexpr int kBytes = 1000;

link::Packet packet(std::uint64_t id, LinkWay way = LinkWay::kUp) {
  return {id, way, link::Traffic::kVideo, kBytes};
}

class ShapedLinkTest : public testing::Test {
 protected:
  Change set(const std::string& words) {
    const auto settings = LinkSettings::parse(words, error_);
    EXPECT_TRUE(settings) << error_;
    return link_.set(settings.value_or(LinkSettings{}), kBegan, error_);
  }
  link::Results results_at(Timestamp at) {
    link::Results results;
    link_.advance(at, results);
    return results;
  }

  ShapedLink link_{1, kBegan};
  std::string error_;
};

TEST_F(ShapedLinkTest, WithoutASettingAllLeavesAsItComes) {
  EXPECT_EQ(link_.next_event(), std::nullopt);
  link_.offer(packet(5), kBegan, Content::kRtp);
  const auto results = results_at(kBegan);
  ASSERT_EQ(results.departures.size(), 1u);
  EXPECT_EQ(results.departures[0].id, 5u);
  EXPECT_EQ(results.departures[0].at, kBegan);
}

TEST_F(ShapedLinkTest, DoesWhatTheSettingSays) {
  ASSERT_EQ(set("rate=1mbit,limit=1,delay=20ms"), Change::kTaken);
  for (std::uint64_t id = 1; id <= 3; ++id) link_.offer(packet(id), kBegan, Content::kRtp);
  const auto results = results_at(kBegan + Duration::ms(28));
  ASSERT_EQ(results.departures.size(), 1u);
  EXPECT_EQ(results.departures[0].at, kBegan + Duration::ms(28));
  ASSERT_EQ(results.drops.size(), 1u);
  EXPECT_EQ(results.drops[0].id, 3u);
  EXPECT_EQ(link_.counts(LinkWay::kUp).report(kBegan).queue_packets_max, 1);
}

TEST_F(ShapedLinkTest, APipeIsNoTrace) {
  const std::string path = testing::TempDir() + "shaped_link_test." + std::to_string(getpid());
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_EQ(said_by([&] {
              ShapedLink link(1, kBegan);
              std::string error;
              LinkSettings settings;
              settings.up.trace_file = path;
              link.set(settings, kBegan, error);
              return error;
            }),
            path + " is a pipe or device, not a file.");
  std::filesystem::remove(path);
}

TEST_F(ShapedLinkTest, AStampFromBeforeIsTakenAsNow) {
  results_at(kBegan + Duration::ms(5));
  link_.offer(packet(1), kBegan, Content::kRtp);
  EXPECT_EQ(results_at(kBegan + Duration::ms(6)).departures.at(0).at, kBegan + Duration::ms(5));
}

TEST_F(ShapedLinkTest, BackgroundFillsTheQueueAndIsKeptFromTheCaller) {
  ASSERT_EQ(set("rate=1mbit,limit=10"), Change::kTaken);
  BackgroundSetting background;
  background.kilobytes_per_second = 1000;
  link_.set_background(background, kBegan);
  ASSERT_TRUE(link_.next_event());
  link_.offer(packet(1), kBegan + Duration::ms(500), Content::kRtp);
  const auto results = results_at(kBegan + Duration::seconds(1));
  EXPECT_EQ(results.departures.size() + results.drops.size(), 1u);
  LinkReport up = link_.counts(LinkWay::kUp).report(kBegan + Duration::seconds(1));
  EXPECT_NEAR(static_cast<double>(up.background_offered), 1000 / 1.024, 100);
  EXPECT_EQ(up.offered, up.background_offered + 1);
  EXPECT_EQ(up.queue_packets, 10);
  EXPECT_EQ(up.offered, up.delivered + up.dropped_queue + up.queue_packets + 1 + (results.departures.empty() ? 0 : 1) +
                            (results.drops.empty() ? 0 : 1));  // the caller counts its own; one is being sent
  EXPECT_GT(link_.counts(LinkWay::kDown).report(kBegan).background_offered, 0);
}

TEST_F(ShapedLinkTest, SeededAnewLinkAndBackgroundAreAsNew) {
  const auto run = [](ShapedLink& link, Timestamp from) {
    std::vector<std::pair<std::uint64_t, std::int64_t>> left;
    BackgroundSetting background;
    background.kilobytes_per_second = 100;
    link.set_background(background, from);
    link::Results results;
    for (std::uint64_t i = 0; i < 200; ++i) {
      link.offer(packet(i), from + Duration::ms(10) * static_cast<std::int64_t>(i), Content::kRtp);
      link.advance(from + Duration::ms(10) * static_cast<std::int64_t>(i), results);
    }
    link.set_background({}, from + Duration::seconds(2));
    link.advance(from + Duration::seconds(4), results);
    for (const link::Departure& each : results.departures) left.emplace_back(each.id, (each.at - from).ns());
    return left;
  };
  const std::string words = "rate=2mbit,queue=10,line-loss=10%";
  const auto settings = LinkSettings::parse(words, error_);
  ShapedLink fresh(7, kBegan);
  fresh.set(*settings, kBegan, error_);
  const auto expected = run(fresh, kBegan);
  ASSERT_EQ(set(words), Change::kTaken);
  run(link_, kBegan);
  link_.reseed(7, kBegan + Duration::seconds(10));
  EXPECT_EQ(run(link_, kBegan + Duration::seconds(10)), expected);
  EXPECT_LT(expected.size(), 195u);
}

TEST_F(ShapedLinkTest, AnotherKindOfNetworkIsANewOne) {
  set("delay=1s");
  link_.offer(packet(1), kBegan, Content::kRtp);
  EXPECT_EQ(set("ethernet=10mbit,stations=5"), Change::kRenewed);
  EXPECT_TRUE(results_at(kBegan + Duration::seconds(2)).departures.empty());
}

TEST_F(ShapedLinkTest, BackgroundInsideANetworkThatEndsIsDroppedOnce) {
  set("delay=1s");
  BackgroundSetting background;
  background.kilobytes_per_second = 100;
  link_.set_background(background, kBegan);
  results_at(kBegan + Duration::ms(1500));
  link_.set_background({}, kBegan + Duration::ms(1500));
  const LinkReport before = link_.counts(LinkWay::kUp).report(kBegan);
  ASSERT_GT(before.delivered, 0);
  ASSERT_GT(before.inside(), 0);
  set("ethernet=10mbit,stations=5");
  link_.counts(LinkWay::kUp).end();
  EXPECT_EQ(link_.counts(LinkWay::kUp).report(kBegan).background_dropped, before.inside());
}

TEST_F(ShapedLinkTest, ATraceThatCannotBeReadChangesNothing) {
  set("delay=7ms");
  EXPECT_EQ(set("trace=/nonexistent/trace"), Change::kRefused);
  EXPECT_NE(error_.find("/nonexistent/trace"), std::string::npos);
  link_.offer(packet(1), kBegan, Content::kRtp);
  EXPECT_EQ(results_at(kBegan + Duration::ms(7)).departures.size(), 1u);
}

TEST_F(ShapedLinkTest, ReadsATrace) {
  const std::string path = testing::TempDir() + "relay_trace";
  std::ofstream(path) << "10\n20\n";
  ASSERT_EQ(set("trace=" + path), Change::kRenewed) << error_;
  std::remove(path.c_str());
  link_.offer(packet(1), kBegan + Duration::ms(1), Content::kRtp);
  EXPECT_EQ(results_at(kBegan + Duration::ms(30)).departures.at(0).at, kBegan + Duration::ms(10));
}

TEST_F(ShapedLinkTest, EachOriginalSaysWhetherItsCopyLeavesToo) {
  set("duplicate=30%,delay=10ms,jitter=5ms,order=free");
  for (std::uint64_t id = 0; id < 1000; ++id)
    link_.offer(packet(id), kBegan + Duration::us(100) * static_cast<std::int64_t>(id), Content::kRtp);
  std::vector<int> owed(1000, 0);
  int copies = 0;
  for (const link::Departure& each : results_at(kBegan + Duration::seconds(1)).departures) {
    owed[each.id] += each.duplicate ? -1 : each.duplicated ? 1 : 0;
    copies += each.duplicate;
  }
  EXPECT_NEAR(copies, 300, 60);
  EXPECT_EQ(owed, std::vector<int>(1000, 0));
}

}  // namespace
}  // namespace jitterscope::shaped_link_test
