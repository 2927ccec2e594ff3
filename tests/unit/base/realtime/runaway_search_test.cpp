#include "core/base/realtime/runaway_search.h"

#include <gtest/gtest.h>

namespace jitterscope::runaway_search_test {
namespace {

RunawaySearch of_100_ms() {
  return RunawaySearch(Duration::ms(100));
}

std::optional<RunawaySearch::Use> look_at(RunawaySearch& search, std::int64_t ms, std::int64_t used_ms, pid_t tid = 7) {
  search.begin_look(Timestamp() + Duration::ms(ms));
  const auto use = search.look_at(tid, Duration::ms(used_ms));
  search.end_look();
  return use;
}

void expect_use(const std::optional<RunawaySearch::Use>& use, std::int64_t used_ms, std::int64_t window_ms) {
  ASSERT_TRUE(use);
  EXPECT_EQ(use->used, Duration::ms(used_ms));
  EXPECT_EQ(use->window, Duration::ms(window_ms));
}

TEST(RunawaySearch, OfLessThanAWindowWhatIsKnownCounts) {
  RunawaySearch search = of_100_ms();
  EXPECT_FALSE(look_at(search, 0, 1000)) << "it may have used that at any time";
  expect_use(look_at(search, 25, 1025), 25, 100);
  expect_use(look_at(search, 50, 1045), 45, 100);
  expect_use(look_at(search, 90, 1085), 85, 100);
}

TEST(RunawaySearch, TheWindowSlides) {
  RunawaySearch search = of_100_ms();
  for (int i = 0; i < 10; ++i) look_at(search, 25 * i, i);
  expect_use(look_at(search, 250, 60), 54, 100);
  expect_use(look_at(search, 275, 60), 53, 100);
}

TEST(RunawaySearch, AfterALongPauseTheTimeSinceThenOrALongerOneCounts) {
  RunawaySearch search = of_100_ms();
  look_at(search, 0, 0);
  expect_use(look_at(search, 200, 10), 10, 200);
  expect_use(look_at(search, 400, 190), 180, 200);
  expect_use(look_at(search, 425, 215), 205, 225);
}

TEST(RunawaySearch, AThreadNotLookedAtBeginsAnew) {
  RunawaySearch search = of_100_ms();
  for (int i = 0; i < 5; ++i) look_at(search, 25 * i, 25 * i);
  search.begin_look(Timestamp() + Duration::ms(125));
  search.end_look();
  EXPECT_FALSE(look_at(search, 150, 150));
}

TEST(RunawaySearch, MoreThreadsThanFitAreNotSeen) {
  RunawaySearch search = of_100_ms();
  const auto look_at_all = [&](int number) {
    search.begin_look(Timestamp() + Duration::ms(25) * number);
    int known = 0;
    for (int tid = 1; tid <= static_cast<int>(RunawaySearch::kThreads) + 10; ++tid)
      known += search.look_at(tid, Duration::ms(number)).has_value();
    search.end_look();
    return known;
  };
  EXPECT_EQ(look_at_all(0), 0);
  EXPECT_EQ(look_at_all(1), static_cast<int>(RunawaySearch::kThreads));
}

}  // namespace
}  // namespace jitterscope::runaway_search_test
