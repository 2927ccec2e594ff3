// Which of several notices is seen, and which of them wait.
#include <gtest/gtest.h>

#include "ui/main_window/standing_notices.h"

namespace jitterscope::standing_notices_test {
namespace {

using Kind = NoticeKind;

StandingNotice lasting(Kind kind, const QString& words) {
  return {kind, words, false, {}};
}

std::string seen(const StandingNotices& standing, std::int64_t held = 0) {
  const auto* notice = standing.seen(held);
  return notice ? notice->words.toStdString() : "nothing";
}

TEST(StandingNotices, TheNewestIsSeenAndAQuestionBeforeIt) {
  StandingNotices standing;
  EXPECT_EQ(seen(standing), "nothing");
  standing.put(lasting(Kind::kMessage, "first"));
  standing.put(lasting(Kind::kTrouble, "trouble"));
  EXPECT_EQ(seen(standing), "trouble");
  standing.put(lasting(Kind::kConsent, "may I"));
  standing.put(lasting(Kind::kMessage, "second"));
  EXPECT_EQ(seen(standing), "may I");
  standing.put(lasting(Kind::kRinging, "Ada rings"));
  EXPECT_EQ(seen(standing), "Ada rings");
  standing.take_away(Kind::kRinging);
  standing.take_away(Kind::kConsent);
  EXPECT_EQ(seen(standing), "second");
}

TEST(StandingNotices, WhatIsHeldGoesFromSightForAQuestionAlone) {
  StandingNotices standing;
  standing.put(lasting(Kind::kMessage, "first"));
  const auto held = standing.seen()->number;
  standing.put(lasting(Kind::kMessage, "second"));
  EXPECT_EQ(seen(standing, held), "first");
  standing.put(lasting(Kind::kConsent, "may I"));
  EXPECT_EQ(seen(standing, held), "may I");
  standing.take_away(Kind::kConsent);
  standing.take_away(held);
  EXPECT_EQ(seen(standing, held), "second");
}

TEST(StandingNotices, ATroubleThatCountsItsSecondsIsNoNewerOne) {
  StandingNotices standing;
  standing.put(lasting(Kind::kTrouble, "for 5 s"));
  const auto number = standing.seen()->number;
  standing.put(lasting(Kind::kMessage, "first"));
  standing.put(lasting(Kind::kTrouble, "for 6 s"));
  EXPECT_EQ(seen(standing), "first");
  EXPECT_EQ(seen(standing, number), "for 6 s");
}

TEST(StandingNotices, ALaterChangeTakesThePlaceOfTheOneBefore) {
  StandingNotices standing;
  standing.put({Kind::kChange, "A", true, 12'000});
  standing.put({Kind::kChange, "B", true, 12'000});
  ASSERT_EQ(standing.all().size(), 1U);
  EXPECT_EQ(seen(standing), "B");
  EXPECT_EQ(standing.seen()->number, 2);
}

TEST(StandingNotices, TheSameMessageStandsOnce) {
  StandingNotices standing;
  standing.put(lasting(Kind::kMessage, "first"));
  standing.put(lasting(Kind::kMessage, "second"));
  standing.put(lasting(Kind::kMessage, "first"));
  EXPECT_EQ(standing.all().size(), 2U);
  EXPECT_EQ(seen(standing), "first");
}

TEST(StandingNotices, OfTooManyTheOldestThatWouldPassGoesThenTheOldest) {
  StandingNotices standing;
  standing.put(lasting(Kind::kMessage, "stays"));
  for (int i = 0; i < 20; ++i) standing.put({Kind::kMessage, QString("passes %1").arg(i), false, 12'000});
  ASSERT_EQ(standing.all().size(), 8U);
  EXPECT_EQ(standing.all().front().words, "stays");
  EXPECT_EQ(standing.all()[1].words, "passes 13");
  for (int i = 0; i < 20; ++i) standing.put(lasting(Kind::kMessage, QString("stays %1").arg(i)));
  ASSERT_EQ(standing.all().size(), 8U);
  EXPECT_EQ(standing.all().front().words, "stays 12");
}

}  // namespace
}  // namespace jitterscope::standing_notices_test
