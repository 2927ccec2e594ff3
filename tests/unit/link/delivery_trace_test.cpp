#include "core/link/delivery_trace.h"

#include "link_trial.h"

namespace jitterscope::link::delivery_trace_test {
namespace {

constexpr std::int32_t kFull = 1514;  // a frame that mahimahi counts as 1504 bytes

TEST(DeliveryTrace, RefusesWhatIsNotATrace) {
  const auto error_of = [](std::string_view text) {
    std::string error;
    EXPECT_FALSE(DeliveryTrace::parse(text, error)) << text;
    return error;
  };
  EXPECT_NE(error_of("1\ntwo\n").find("line 2"), std::string::npos);
  EXPECT_NE(error_of("5\n4\n").find("back in time"), std::string::npos);
  EXPECT_NE(error_of("").find("no line above 0"), std::string::npos);
  EXPECT_NE(error_of("0\n0\n").find("no line above 0"), std::string::npos);
  for (const char* text : {"-1\n", "1\n\n2\n", "1.5\n", "99999999999\n", "86400001\n", "1 2\n"})
    EXPECT_FALSE(error_of(text).empty());
}

TEST(DeliveryTrace, AMissingOneGivesNoNetwork) {
  std::string error;
  const LinkSetting setting = setting_of("trace=cell.up");
  EXPECT_FALSE(make_network({setting, setting}, {}, 1, Timestamp(), error));
  EXPECT_NE(error.find("cell.up"), std::string::npos);
}

TEST(DeliveryTrace, OpportunitiesRepeat) {
  const auto network = network_of("trace=x", 1, "2\r\n5\n5\n10\n");
  Results results;
  for (std::uint64_t id = 0; id < 9; ++id) network->offer(packet_of(id, kFull), Timestamp());
  drain(*network, results);
  const std::vector<double> expected{2, 5, 5, 10, 12, 15, 15, 20, 22};
  ASSERT_EQ(results.departures.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(results.departures[i].at, at_ms(expected[i])) << i;
}

TEST(DeliveryTrace, SmallPacketsShareAnOpportunityAndLargeOnesTakeSeveral) {
  const auto network = network_of("trace=x", 1, "2\n5\n10\n");
  Results results;
  std::uint64_t id = 0;
  for (const std::int32_t bytes : {510, 510, 510, 510, 510}) network->offer(packet_of(id++, bytes), Timestamp());
  drain(*network, results);  // 500 counted bytes each: three at 2 ms with 4 bytes of the fourth, which ends at 5 ms
  const std::vector<double> expected{2, 2, 2, 5, 5};
  ASSERT_EQ(results.departures.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(results.departures[i].at, at_ms(expected[i])) << i;

  network->offer(packet_of(9, 10 + 2 * 1504 + 1), at_ms(6));
  drain(*network, results);
  EXPECT_EQ(results.departures.back().at, at_ms(15));
}

TEST(DeliveryTrace, AnUnusedOpportunityIsLost) {
  const auto network = network_of("trace=x", 1, "2\n5\n10\n");
  Results results;
  network->offer(packet_of(0, 100), at_ms(1));
  network->offer(packet_of(1, 100), at_ms(2));  // the rest of 2 ms is gone: nothing waited then
  network->offer(packet_of(2, 100), at_ms(1007.5));
  drain(*network, results);
  EXPECT_EQ(results.departures[0].at, at_ms(2));
  EXPECT_EQ(results.departures[1].at, at_ms(5));
  EXPECT_EQ(results.departures[2].at, at_ms(1010));
  network->offer(packet_of(3, 100), at_ms(1010));  // at the end of a repetition
  drain(*network, results);
  EXPECT_EQ(results.departures[3].at, at_ms(1012));
}

TEST(DeliveryTrace, AnotherFileNeedsAnotherNetwork) {
  const auto network = network_of("trace=x", 1, "2\n");
  const LinkSetting same = setting_of("trace=x,delay=7ms"), other = setting_of("trace=y");
  EXPECT_FALSE(network->set({same, other}, Timestamp()));
  EXPECT_TRUE(network->set({same, same}, Timestamp()));
  Results results;
  network->offer(packet_of(0, 100), Timestamp());
  drain(*network, results);
  EXPECT_EQ(results.departures.at(0).at, at_ms(9));
}

}  // namespace
}  // namespace jitterscope::link::delivery_trace_test
