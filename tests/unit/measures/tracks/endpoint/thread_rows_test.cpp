#include "core/measures/tracks/endpoint/thread_rows.h"

#include <gtest/gtest.h>

namespace jitterscope::thread_rows_test {
namespace {

using namespace std::literals;
constexpr auto kRole = ThreadRole::kAudioReceive;

Timestamp at(double seconds) {
  return Timestamp::ns(1'000'000'000) + Duration::from_seconds(seconds);
}
ThreadStatus status() {
  return {kRole, 42, "realtime"sv, "realtime 18"sv, 1, at(0)};
}
ThreadLoad load(double seconds, double cpu_ms, double waited_ms, int switches, int tid = 42) {
  return {kRole, tid, Duration::from_ms(cpu_ms), Duration::from_ms(waited_ms), switches, switches / 10, 0, at(seconds)};
}
ClassChanged changed(ClassEvent change, double seconds, std::string_view effective, PriorityWay way) {
  return {kRole, 42, change, "realtime"sv, ShortText<24>(effective), way, at(seconds)};
}

class Threads : public testing::Test {
 protected:
  Threads() { table.add(status()); }
  ThreadRow row(double seconds = 10) { return table.rows(at(seconds)).at(0); }
  ThreadRows table{at(0)};
};

TEST_F(Threads, NothingIsKnownOfAThreadWithoutAStatus) {
  table.add(ThreadWoke{ThreadRole::kVideoSend, at(1), at(1)});
  ASSERT_EQ(table.rows(at(1)).size(), 1u);
  EXPECT_EQ(row().effective, "realtime 18");
  EXPECT_FALSE(row().cpu_share);
  EXPECT_FALSE(row().wake_p50_us);
  EXPECT_FALSE(row().lost_at_s);
  EXPECT_EQ(row().way, PriorityWay::kNone);
}

TEST_F(Threads, SharesAreOfTheLastSecondAndAHalf) {
  table.add(load(0.5, 100, 5, 10));
  EXPECT_FALSE(row().cpu_share) << "one report says nothing of now";
  table.add(load(1.0, 200, 10, 60));
  EXPECT_DOUBLE_EQ(*row().cpu_share, 0.2);
  EXPECT_DOUBLE_EQ(*row().run_queue_share, 0.01);
  EXPECT_DOUBLE_EQ(*row().voluntary_per_s, 100);
  EXPECT_DOUBLE_EQ(*row().involuntary_per_s, 10);
  for (int i = 3; i <= 8; ++i) table.add(load(0.5 * i, 200, 10, 60));
  EXPECT_DOUBLE_EQ(*row().cpu_share, 0);
  ASSERT_EQ(row().run_queue_series.size(), 7u);
  EXPECT_DOUBLE_EQ(row().run_queue_series[0].at_s, 1);
  EXPECT_DOUBLE_EQ(row().run_queue_series[0].value, 10);  // 5 ms in half a second
}

TEST_F(Threads, AnotherThreadOfTheRoleBeginsAnew) {
  table.add(load(0.5, 900, 5, 10));
  table.add(load(1.0, 1000, 5, 10));
  table.add(load(1.5, 1, 0, 1, 43));
  EXPECT_FALSE(row().cpu_share);
  EXPECT_EQ(row().run_queue_series.size(), 1u);
}

TEST_F(Threads, ALostClassIsRememberedUntilItIsGrantedAgain) {
  table.add(changed(ClassEvent::kGranted, 1, "realtime 18", PriorityWay::kRlimit));
  EXPECT_EQ(row().way, PriorityWay::kRlimit);
  table.add(changed(ClassEvent::kDemoted, 2, "default", PriorityWay::kNone));
  EXPECT_EQ(row().effective, "default");
  EXPECT_TRUE(row().demoted);
  EXPECT_DOUBLE_EQ(*row().lost_at_s, 2);
  table.add(changed(ClassEvent::kRefused, 3, "default", PriorityWay::kNone));
  EXPECT_FALSE(row().demoted) << "it was asked for since";
  EXPECT_DOUBLE_EQ(*row().lost_at_s, 2);
  table.add(changed(ClassEvent::kGranted, 4, "realtime 18", PriorityWay::kDirect));
  EXPECT_FALSE(row().lost_at_s);
  table.add(changed(ClassEvent::kLost, 5, "default", PriorityWay::kNone));
  EXPECT_DOUBLE_EQ(*row().lost_at_s, 5);
  EXPECT_FALSE(row().demoted);
}

TEST_F(Threads, AReceiverWakesForTheKernelsStamp) {
  PacketArrived packet;
  packet.medium = Medium::kAudio;
  packet.received = at(9) + Duration::us(70);
  table.add(packet);
  EXPECT_FALSE(row().wake_p50_us) << "no stamp";
  packet.kernel = at(9);
  table.add(packet);
  EXPECT_DOUBLE_EQ(*row().wake_p50_us, 70);
  ASSERT_EQ(row().wake_series.size(), 1u);
  EXPECT_DOUBLE_EQ(row().wake_series[0].max, 70);
  packet.kernel = packet.received + Duration::us(1);
  table.add(packet);
  EXPECT_DOUBLE_EQ(row().wake_series[0].min, 0);
}

TEST_F(Threads, FiguresOfAnotherClassAreNoFiguresOfThisOne) {
  const auto wake = [&](double seconds, double late_us) {
    table.add(ThreadWoke{kRole, at(seconds), at(seconds + late_us * 1e-6)});
  };
  for (int i = 0; i < 100; ++i) wake(1 + i * 0.05, 39'445);
  EXPECT_NEAR(*row(6.5).wake_p99_us, 39'445, 1);
  EXPECT_FALSE(row(6.5).wake_since_s);
  table.add(changed(ClassEvent::kGranted, 7, "realtime 30", PriorityWay::kNone));
  EXPECT_FALSE(row(7).wake_p99_us) << "nothing is known of the new class yet";
  wake(6.99, 39'445);  // was told late
  for (int i = 0; i < 100; ++i) wake(7.01 + i * 0.05, 50);
  EXPECT_NEAR(*row(14).wake_p99_us, 50, 1);
  EXPECT_NEAR(*row(14).wake_max_us, 50, 1);
  EXPECT_DOUBLE_EQ(*row(14).wake_since_s, 7);
  EXPECT_FALSE(row(17.5).wake_since_s) << "all of the last 10 s are of this class";
  ThreadStatus same = status();
  same.effective = "realtime 30"sv;
  same.at = at(15);
  table.add(same);
  EXPECT_NEAR(*row(15).wake_p99_us, 50, 1) << "the same class again";
}

}  // namespace
}  // namespace jitterscope::thread_rows_test
