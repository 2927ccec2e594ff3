#include "core/measures/definitions/available_rate.h"

#include <gtest/gtest.h>

#include <cmath>

namespace jitterscope::available_rate_test {
namespace {

const Timestamp kBegan = Timestamp::ns(5'000'000'000);

Timestamp at_s(double s) {
  return kBegan + Duration::from_seconds(s);
}

SettingChanged setting(const char* name, const char* value, double s, End end = End::kLocal) {
  SettingChanged e;
  e.name = ShortText<32>(name);
  e.value = ShortText<160>(value);
  e.end = end;
  e.at = at_s(s);
  return e;
}

std::optional<double> last(const AvailableRate& rate) {
  if (rate.points().empty() || std::isnan(rate.points().back().value)) return std::nullopt;
  return rate.points().back().value;
}

TEST(AvailableRate, EmptyWithoutARate) {
  AvailableRate rate(kBegan, Direction::kSent);
  rate.add(setting("link", "delay=20ms", 0));
  rate.add_sound(at_s(0.5), 1000);
  rate.advance(at_s(10));
  EXPECT_TRUE(rate.points().empty());
}

TEST(AvailableRate, LessTheSoundOfTheLastSecond) {
  AvailableRate rate(kBegan, Direction::kSent);
  rate.add(setting("link", "rate=100kbit", 0));
  EXPECT_EQ(last(rate), 100);
  for (int i = 0; i < 25; ++i) rate.add_sound(at_s(0.02 + i * 0.04), 104);
  rate.advance(at_s(1.5));
  ASSERT_TRUE(last(rate));
  EXPECT_NEAR(*last(rate), 100 - 20.8, 1e-9);
  EXPECT_EQ(rate.points().back().at_s, 1.5) << "it holds as far as is known";
  rate.advance(at_s(3));
  EXPECT_EQ(last(rate), 100);
}

TEST(AvailableRate, EachDirectionHasItsOwnLink) {
  AvailableRate sent(kBegan, Direction::kSent), received(kBegan, Direction::kReceived);
  for (AvailableRate* each : {&sent, &received}) each->add(setting("link", "up:rate=100kbit;down:rate=300kbit", 0));
  EXPECT_EQ(last(sent), 100);
  EXPECT_EQ(last(received), 300);
}

TEST(AvailableRate, TheRemotesDownIsWhatIsSentAndTheNarrowerLinkCounts) {
  AvailableRate sent(kBegan, Direction::kSent), received(kBegan, Direction::kReceived);
  for (AvailableRate* each : {&sent, &received}) {
    each->add(setting("link", "rate=200kbit", 0));
    each->add(setting("link", "up:rate=150kbit;down:rate=60kbit", 1, End::kRemote));
  }
  EXPECT_EQ(last(sent), 60);
  EXPECT_EQ(last(received), 150);
  sent.add(setting("link", "off", 2, End::kRemote));
  EXPECT_EQ(last(sent), 200);
  sent.add(setting("link", "off", 3));
  EXPECT_FALSE(last(sent));
  EXPECT_FALSE(sent.points().empty());
}

TEST(AvailableRate, StepsOfTheScheduleAreSharp) {
  AvailableRate rate(kBegan, Direction::kSent);
  rate.add(setting("link", "rate=100kbit,at=1500ms:rate=60kbit,at=3s:rate=150kbit", 1));
  rate.advance(at_s(5));
  std::vector<std::pair<double, double>> seen;
  for (const SeriesPoint& point : rate.points()) seen.emplace_back(point.at_s, point.value);
  const std::vector<std::pair<double, double>> expected{{1, 100}, {2.5, 60}, {4, 150}, {5, 150}};
  EXPECT_EQ(seen, expected);
  rate.add(setting("link", "rate=100kbit,delay=1ms,at=1500ms:rate=60kbit,at=3s:rate=150kbit", 5));
  EXPECT_EQ(last(rate), 150);  // the same schedule goes on
  rate.add(setting("link", "rate=100kbit,at=1500ms:rate=60kbit", 6));
  EXPECT_EQ(last(rate), 100);
}

TEST(AvailableRate, BackgroundTakesItsPartWithItsHeaders) {
  AvailableRate rate(kBegan, Direction::kSent);
  rate.add(setting("background", "10,size=420", 0));
  EXPECT_TRUE(rate.points().empty());
  rate.add(setting("link", "rate=100kbit", 1));
  ASSERT_TRUE(last(rate));
  EXPECT_NEAR(*last(rate), 100 - 88, 1e-9);
  rate.add(setting("background", "1000", 2));
  EXPECT_EQ(last(rate), 0);
}

TEST(AvailableRate, TracesAndSharedMediaSayNothing) {
  AvailableRate rate(kBegan, Direction::kSent);
  rate.add(setting("link", "rate=100kbit", 0));
  rate.add(setting("link", "ethernet=10mbit,stations=5", 1));
  EXPECT_FALSE(last(rate));
}

TEST(AvailableRate, AfterHoursThereAreStillOnlyRatesThatWere) {
  AvailableRate rate(kBegan, Direction::kSent);
  for (int i = 0; i < 10'000; ++i) rate.add(setting("link", i % 2 ? "rate=60kbit" : i % 3 ? "rate=150kbit" : "off", i));
  const auto points = rate.points();
  EXPECT_LT(points.size(), 7200U);
  int none = 0;
  for (const SeriesPoint& point : points) {
    none += std::isnan(point.value);
    EXPECT_TRUE(std::isnan(point.value) || point.value == 60 || point.value == 150) << point.value;
  }
  EXPECT_GT(none, 0);
  EXPECT_LT(none, static_cast<int>(points.size()) / 2);
}

TEST(AvailableRate, AnAbsurdGapIsNoWork) {
  AvailableRate rate(kBegan, Direction::kSent);
  rate.add(setting("link", "rate=100kbit", 0));
  rate.advance(at_s(1e9));
  EXPECT_LT(rate.points().size(), 5u);
}

}  // namespace
}  // namespace jitterscope::available_rate_test
