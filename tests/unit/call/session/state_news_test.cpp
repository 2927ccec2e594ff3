#include "core/call/session/state_news.h"

#include <gtest/gtest.h>

namespace jitterscope::state_news_test {
namespace {

Timestamp at_s(double s) {
  return Timestamp::ns(1) + Duration::from_seconds(s);
}

TEST(StateNews, EachStateIsToldAtOnceAndThenOnceAMinuteWithHowOftenItChanged) {
  StateNews news;
  EXPECT_FALSE(news.take(at_s(0)));
  news.changed(true);
  const auto first = news.take(at_s(1));
  ASSERT_TRUE(first);
  EXPECT_TRUE(first->state);
  EXPECT_EQ(first->untold, 0);
  news.changed(false);
  EXPECT_FALSE(news.take(at_s(2))->state);
  for (int i = 0; i < 100; ++i) {
    news.changed(i % 2 == 0);
    EXPECT_FALSE(news.take(at_s(3 + i * 0.1)));
  }
  EXPECT_FALSE(news.take(at_s(61.9))) << "the sound goes, which was told at 2 s";
  const auto later = news.take(at_s(62));
  ASSERT_TRUE(later);
  EXPECT_FALSE(later->state);
  EXPECT_EQ(later->untold, 99);
  EXPECT_FALSE(news.take(at_s(200))) << "nothing has changed since";
}

TEST(StateNews, WhatIsForgottenIsNotTold) {
  StateNews news;
  news.changed(true);
  news.take(at_s(0));
  news.changed(false);
  news.changed(true);
  news.forget();
  EXPECT_FALSE(news.take(at_s(100)));
}

}  // namespace
}  // namespace jitterscope::state_news_test
