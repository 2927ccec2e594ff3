#include "core/measures/definitions/second_by_second.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/stats/whole_rate.h"

namespace jitterscope::second_by_second_test {
namespace {

/// 100 packets of 125 bytes a second from `begin_s` to `end_s`, none of them lost.
void play(SecondBySecond& seconds, SecondBySecond::Totals& totals, double begin_s, double end_s) {
  for (int i = 0; begin_s + i * 0.01 < end_s - 1e-9; ++i) {
    seconds.advance(begin_s + i * 0.01, totals);
    totals = {totals.bytes + 125, totals.expected + 1, totals.packets + 1};
  }
}

/// "1:100 2:- 4:100": the second and its value, - = a break.
std::string shown(const std::vector<SeriesPoint>& points) {
  std::string words;
  for (const auto& point : points)
    words += std::to_string(static_cast<int>(point.at_s)) + ":" +
             (std::isnan(point.value) ? "-" : std::to_string(static_cast<int>(std::lround(point.value)))) + " ";
  return words;
}

TEST(SecondBySecond, AMissingSecondIsAGapAndNotZero) {
  SecondBySecond seconds;
  SecondBySecond::Totals totals;
  play(seconds, totals, 0, 2);
  play(seconds, totals, 3, 4);  // nothing came from 2 to 3
  seconds.advance(4, totals);
  EXPECT_EQ(shown(seconds.rate_kbps()), "1:100 2:100 3:- 4:100 ");
  EXPECT_EQ(shown(seconds.loss_percent()), "1:0 2:0 3:- 4:0 ");
}

TEST(SecondBySecond, ALongSilenceIsOneBreakHoweverOftenSomebodyLooks) {
  for (const bool looked_at : {false, true}) {
    SecondBySecond seconds;
    SecondBySecond::Totals totals;
    play(seconds, totals, 0, 1);
    for (double at = 1; looked_at && at < 41; at += 0.04) seconds.advance(at, totals);
    play(seconds, totals, 41, 43);
    seconds.advance(43, totals);
    EXPECT_EQ(shown(seconds.rate_kbps()), "1:100 2:- 42:100 43:100 ") << looked_at;
  }
}

/// Of a sender that begins anew, in its last second and later.
TEST(SecondBySecond, TheLastSecondOfTheStreamBeforeIsThereWhetherOrNotSomebodyLooked) {
  for (const bool looked_at : {false, true}) {
    SecondBySecond seconds;
    SecondBySecond::Totals totals;
    play(seconds, totals, 0, 1.5);
    if (looked_at) seconds.advance(2.5, totals);
    seconds.restart(totals);
    totals = {};
    play(seconds, totals, 3, 5);
    seconds.advance(5, totals);
    EXPECT_EQ(shown(seconds.rate_kbps()), "1:100 2:50 3:- 4:100 5:100 ") << looked_at;
    EXPECT_EQ(shown(seconds.loss_percent()), "1:0 2:0 3:- 4:0 5:0 ") << looked_at;
    EXPECT_EQ(seconds.recent_loss_ratio(totals), 0);
  }
}

TEST(SecondBySecond, ASecondOfTwoStreamsHasThePacketsOfBoth) {
  SecondBySecond seconds;
  SecondBySecond::Totals totals;
  play(seconds, totals, 0, 1.5);
  seconds.restart(totals);
  totals = {};
  play(seconds, totals, 1.5, 3);
  seconds.advance(3, totals);
  EXPECT_EQ(shown(seconds.rate_kbps()), "1:100 2:100 3:100 ");
}

TEST(WholeRate, IsOfTheTimeFromTheFirstToTheLastAndAPauseAfterIt) {
  WholeRate rate;
  const auto at_ms = [](std::int64_t ms) { return Timestamp::ns(0) + Duration::ms(ms); };
  EXPECT_FALSE(rate.per_second(at_ms(0)));
  for (int i = 0; i <= 100; ++i) rate.add(Timestamp::ns(0) + Duration::ms(10 * i), 2);
  EXPECT_DOUBLE_EQ(*rate.per_second(at_ms(2000)), 200) << "100 intervals of 10 ms";
  EXPECT_DOUBLE_EQ(*rate.per_second(at_ms(4000)), 50);
  WholeRate brief;
  brief.add(Timestamp::ns(0), 5);
  brief.add(Timestamp::ns(0) + Duration::ms(499), 5);
  EXPECT_FALSE(brief.per_second(at_ms(600)));
}

}  // namespace
}  // namespace jitterscope::second_by_second_test
