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

LinkSettings settings_of(const char* words) {
  std::string error;
  const auto settings = LinkSettings::parse(words, error);
  EXPECT_TRUE(settings) << error;
  return settings.value_or(LinkSettings{});
}

link::Packet packet(std::uint64_t id, LinkWay way = LinkWay::kUp) {
  return {id, way, link::Traffic::kVideo, kBytes};
}

link::Results results_at(ShapedLink& link, Timestamp at) {
  link::Results results;
  link.advance(at, results);
  return results;
}

TEST(ShapedLink, WithoutASettingAllLeavesAsItComes) {
  ShapedLink link(1, kBegan);
  EXPECT_EQ(link.next_event(), std::nullopt);
  link.offer(packet(5), kBegan, Content::kMedia);
  const auto results = results_at(link, kBegan);
  ASSERT_EQ(results.departures.size(), 1u);
  EXPECT_EQ(results.departures[0].id, 5u);
  EXPECT_EQ(results.departures[0].at, kBegan);
}

TEST(ShapedLink, DoesWhatTheSettingSays) {
  ShapedLink link(1, kBegan);
  std::string error;
  ASSERT_EQ(link.set(settings_of("rate=1mbit,limit=1,delay=20ms"), kBegan, error), Change::kTaken);
  for (std::uint64_t id = 1; id <= 3; ++id) link.offer(packet(id), kBegan, Content::kMedia);
  const auto results = results_at(link, kBegan + Duration::ms(28));
  ASSERT_EQ(results.departures.size(), 1u);
  EXPECT_EQ(results.departures[0].at, kBegan + Duration::ms(28));
  ASSERT_EQ(results.drops.size(), 1u);
  EXPECT_EQ(results.drops[0].id, 3u);
  EXPECT_EQ(link.counts(LinkWay::kUp).report(kBegan).queue_packets_max, 1);
}

TEST(ShapedLink, APipeIsNoTrace) {
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

TEST(ShapedLink, AStampFromBeforeIsTakenAsNow) {
  ShapedLink link(1, kBegan);
  results_at(link, kBegan + Duration::ms(5));
  link.offer(packet(1), kBegan, Content::kMedia);
  EXPECT_EQ(results_at(link, kBegan + Duration::ms(6)).departures.at(0).at, kBegan + Duration::ms(5));
}

TEST(ShapedLink, BackgroundFillsTheQueueAndIsKeptFromTheCaller) {
  ShapedLink link(1, kBegan);
  std::string error;
  ASSERT_EQ(link.set(settings_of("rate=1mbit,limit=10"), kBegan, error), Change::kTaken);
  BackgroundSetting background;
  background.kilobytes_per_second = 1000;
  link.set_background(background, kBegan);
  ASSERT_TRUE(link.next_event());
  link.offer(packet(1), kBegan + Duration::ms(500), Content::kMedia);
  const auto results = results_at(link, kBegan + Duration::seconds(1));
  EXPECT_EQ(results.departures.size() + results.drops.size(), 1u);
  LinkReport up = link.counts(LinkWay::kUp).report(kBegan + Duration::seconds(1));
  EXPECT_NEAR(static_cast<double>(up.background_offered), 1000 / 1.024, 100);
  EXPECT_EQ(up.offered, up.background_offered + 1);
  EXPECT_EQ(up.queue_packets, 10);
  EXPECT_EQ(up.offered, up.delivered + up.dropped_queue + up.queue_packets + 1 + (results.departures.empty() ? 0 : 1) +
                            (results.drops.empty() ? 0 : 1));  // the caller counts its own; one is being sent
  EXPECT_GT(link.counts(LinkWay::kDown).report(kBegan).background_offered, 0);
}

TEST(ShapedLink, AnotherKindOfNetworkIsANewOne) {
  ShapedLink link(1, kBegan);
  std::string error;
  link.set(settings_of("delay=1s"), kBegan, error);
  link.offer(packet(1), kBegan, Content::kMedia);
  EXPECT_EQ(link.set(settings_of("ethernet=10mbit,stations=5"), kBegan, error), Change::kRenewed);
  EXPECT_TRUE(results_at(link, kBegan + Duration::seconds(2)).departures.empty());
}

TEST(ShapedLink, ATraceThatCannotBeReadChangesNothing) {
  ShapedLink link(1, kBegan);
  std::string error;
  link.set(settings_of("delay=7ms"), kBegan, error);
  EXPECT_EQ(link.set(settings_of("trace=/nonexistent/trace"), kBegan, error), Change::kRefused);
  EXPECT_NE(error.find("/nonexistent/trace"), std::string::npos);
  link.offer(packet(1), kBegan, Content::kMedia);
  EXPECT_EQ(results_at(link, kBegan + Duration::ms(7)).departures.size(), 1u);
}

TEST(ShapedLink, ReadsATrace) {
  const std::string path = testing::TempDir() + "relay_trace";
  std::ofstream(path) << "10\n20\n";
  ShapedLink link(1, kBegan);
  std::string error;
  ASSERT_EQ(link.set(settings_of(("trace=" + path).c_str()), kBegan, error), Change::kRenewed) << error;
  std::remove(path.c_str());
  link.offer(packet(1), kBegan + Duration::ms(1), Content::kMedia);
  EXPECT_EQ(results_at(link, kBegan + Duration::ms(30)).departures.at(0).at, kBegan + Duration::ms(10));
}

TEST(ShapedLink, EachOriginalSaysWhetherItsCopyLeavesToo) {
  ShapedLink link(1, kBegan);
  std::string error;
  link.set(settings_of("duplicate=30%,delay=10ms,jitter=5ms,order=free"), kBegan, error);
  for (std::uint64_t id = 0; id < 1000; ++id)
    link.offer(packet(id), kBegan + Duration::us(100) * static_cast<std::int64_t>(id), Content::kMedia);
  std::vector<int> owed(1000, 0);
  int copies = 0;
  for (const link::Departure& each : results_at(link, kBegan + Duration::seconds(1)).departures) {
    owed[each.id] += each.duplicate ? -1 : each.duplicated ? 1 : 0;
    copies += each.duplicate;
  }
  EXPECT_NEAR(copies, 300, 60);
  EXPECT_EQ(owed, std::vector<int>(1000, 0));
}

}  // namespace
}  // namespace jitterscope::shaped_link_test
