#include "app/relay/relay_messages.h"

#include <gtest/gtest.h>

namespace jitterscope::relay_messages_test {
namespace {

using nlohmann::json;

/// Another value in each of its fields.
LinkReport full_report() {
  return {LinkWay::kDown, false, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14.5, 15.25, true, Timestamp::ns(16)};
}

/// Of 5e46 the library makes any number.
TEST(RelayMessages, CountsThatAreNoCountsAreRefused) {
  const json good = write_report(full_report());
  ASSERT_TRUE(read_report(good));
  for (const char* count : {"offered", "queue_packets", "queue_bytes", "at"})
    for (const char* number : {"5e46", "1.5", "18446744073709551615", "\"7\"", "null"}) {
      json bad = good;
      bad[count] = json::parse(number);
      EXPECT_FALSE(read_report(bad)) << count << ' ' << number;
    }
  json large = good;
  large["queue_packets"] = 3'000'000'000;
  EXPECT_FALSE(read_report(large)) << "beyond 32 bits";
  json path = write_path({SocketAddress(), SocketAddress(), 5004, 5006});
  path["audio"] = path["video"] = "127.0.0.1:5004";
  ASSERT_TRUE(read_path(path));
  for (const char* number : {"70000", "-1", "5e9", "1.5"}) {
    path["far_audio"] = json::parse(number);
    EXPECT_FALSE(read_path(path)) << number;
  }
}

TEST(RelayMessages, ReportsReadBackWhole) {
  const json written = write_report(full_report());
  const auto read = read_report(json::parse(written.dump()));
  ASSERT_TRUE(read);
  EXPECT_EQ(write_report(*read), written);
  EXPECT_EQ(read->way, LinkWay::kDown);
  EXPECT_EQ(read->background_dropped, 13);
  EXPECT_EQ(read->own_delay_us, 15.25);
}

TEST(RelayMessages, AnUnknownOwnDelayStaysUnknown) {
  LinkReport report = full_report();
  report.own_delay_us.reset();
  const auto read = read_report(write_report(report));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->own_delay_us, std::nullopt);
}

TEST(RelayMessages, RefusesReportsThatMissAnythingOrHaveAnotherType) {
  const json whole = write_report(full_report());
  for (const auto& [key, value] : whole.items()) {
    json without = whole;
    without.erase(key);
    EXPECT_FALSE(read_report(without)) << key;
    json other = whole;
    other[key] = json::array({1});
    EXPECT_FALSE(read_report(other)) << key;
  }
  for (const json& odd : {json(), json(3), json("x"), json::array(), json::object()}) EXPECT_FALSE(read_report(odd));
}

TEST(RelayMessages, RoutesAndPathsReadBack) {
  const auto a = read_address("127.0.0.1:5006"), b = read_address("[::1]:5008");
  ASSERT_TRUE(a && b);
  const auto route = read_route(write_route({*a, *b, *b, *a}));
  ASSERT_TRUE(route);
  EXPECT_EQ(route->near_audio.to_string(), "127.0.0.1:5006");
  EXPECT_EQ(route->near_video.to_string(), "[::1]:5008");
  EXPECT_EQ(route->far_audio.to_string(), "[::1]:5008");
  const auto path = read_path(write_path({*a, *b, 5210, 5212}));
  ASSERT_TRUE(path);
  EXPECT_EQ(path->video.to_string(), "[::1]:5008");
  EXPECT_EQ(path->far_audio, 5210);
  EXPECT_EQ(path->far_video, 5212);
}

TEST(RelayMessages, RefusesAddressesThatAreNotInFigures) {
  for (const json& odd : {json("localhost:5004"), json("127.0.0.1"), json("127.0.0.1:0"), json("1.2.3.4:99999"),
                          json(""), json(5004), json()})
    EXPECT_FALSE(read_address(odd)) << odd;
  json route = write_route({*read_address("127.0.0.1:1"), *read_address("127.0.0.1:2"), *read_address("127.0.0.1:3"),
                            *read_address("127.0.0.1:4")});
  route.erase("far_video");
  EXPECT_FALSE(read_route(route));
  EXPECT_FALSE(read_route(json("x")));
  EXPECT_FALSE(read_path(json(1)));
}

}  // namespace
}  // namespace jitterscope::relay_messages_test
