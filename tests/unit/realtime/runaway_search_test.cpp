#include "core/realtime/runaway_search.h"

#include <gtest/gtest.h>

namespace jitterscope::runaway_search_test {
namespace {

/// Looks each 25 ms at one thread that has used `percent` of the time since the look before.
std::optional<RunawaySearch::Use> look(RunawaySearch& search, int number, Duration cpu_time, pid_t tid = 7) {
  search.begin_look(Timestamp::ns(0) + Duration::ms(25) * number);
  const auto use = search.look_at(tid, cpu_time);
  search.end_look();
  return use;
}

TEST(RunawaySearch, NothingIsSaidBeforeAWindowIsKnown) {
  RunawaySearch search;
  for (int i = 0; i < 4; ++i) EXPECT_FALSE(look(search, i, Duration::ms(25) * i));
  const auto use = look(search, 4, Duration::ms(90));
  ASSERT_TRUE(use);
  EXPECT_EQ(use->used, Duration::ms(90));
  EXPECT_EQ(use->window, Duration::ms(100));
}

TEST(RunawaySearch, TheWindowSlides) {
  RunawaySearch search;
  for (int i = 0; i < 10; ++i) look(search, i, Duration::ms(i));
  EXPECT_EQ(look(search, 10, Duration::ms(60))->used, Duration::ms(54));
  EXPECT_EQ(look(search, 11, Duration::ms(60))->used, Duration::ms(53));
}

TEST(RunawaySearch, AThreadNotLookedAtBeginsAnew) {
  RunawaySearch search;
  for (int i = 0; i < 5; ++i) look(search, i, Duration::ms(25) * i);
  search.begin_look(Timestamp::ns(0) + Duration::ms(125));
  search.end_look();
  EXPECT_FALSE(look(search, 6, Duration::ms(150)));
}

TEST(RunawaySearch, MoreThreadsThanFitAreNotSeen) {
  RunawaySearch search;
  const auto look_at_all = [&](int number) {
    search.begin_look(Timestamp::ns(0) + Duration::ms(25) * number);
    int known = 0;
    for (int tid = 1; tid <= static_cast<int>(RunawaySearch::kThreads) + 10; ++tid)
      known += search.look_at(tid, Duration::ms(number)).has_value();
    search.end_look();
    return known;
  };
  for (int i = 0; i < 4; ++i) EXPECT_EQ(look_at_all(i), 0);
  EXPECT_EQ(look_at_all(4), static_cast<int>(RunawaySearch::kThreads));
}

}  // namespace
}  // namespace jitterscope::runaway_search_test
