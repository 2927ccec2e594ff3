#include "core/call/steps/trend_feedback.h"
#include "core/call/exchange/rate_board.h"

#include <gtest/gtest.h>

namespace jitterscope::trend_feedback_test {
namespace {

Timestamp at(double seconds) {
  return Timestamp{} + Duration::from_seconds(seconds);
}

NumberedReport steady(std::uint64_t number) {
  NumberedReport numbered{number, {}};
  numbered.report.end_sequence = static_cast<std::int64_t>(number) * 8;
  numbered.report.verdict = 0;
  return numbered;
}

class TrendFeedbackTest : public testing::Test {
 protected:
  /// What goes out at `now`; it is sent.
  std::optional<rtp::TrendMessage> told(double now) {
    auto message = feedback_.take(at(now));
    if (message) feedback_.sent(84, at(now));
    return message;
  }
  /// The first message after `now`, and when.
  std::optional<rtp::TrendMessage> next(double& now) {
    for (int i = 0; i < 5000; ++i, now += 0.001)
      if (const auto message = told(now)) return message;
    return std::nullopt;
  }
  void first_report_told() {
    feedback_.look(steady(1), -1, at(0));
    double now = 0;
    ASSERT_TRUE(next(now));
    now_ = now;
  }

  TrendFeedback feedback_{{DataRate::kbits_per_second(155), 0.05, 1}, at(0)};
  double now_ = 0;
};

TEST_F(TrendFeedbackTest, NothingIsToldBeforeThereIsSomething) {
  EXPECT_TRUE(feedback_.idle());
  feedback_.look({}, -1, at(0));
  double now = 0;
  EXPECT_FALSE(next(now));
  EXPECT_TRUE(feedback_.idle());
}

TEST_F(TrendFeedbackTest, AReportIsToldOnceAtARegularTime) {
  first_report_told();
  double now = now_ + 2;
  EXPECT_FALSE(next(now)) << "the same report is no news";
  feedback_.look(steady(2), -1, at(now));
  EXPECT_FALSE(told(now)) << "steady as before: it waits for a regular time";
  const double since = now;
  const auto message = next(now);
  ASSERT_TRUE(message && message->report);
  EXPECT_EQ(message->report->end_sequence, 16);
  EXPECT_LT(now - since, 0.6);
}

TEST_F(TrendFeedbackTest, TheNewestReportCounts) {
  first_report_told();
  feedback_.look(steady(2), -1, at(now_));
  feedback_.look(steady(3), -1, at(now_));
  double now = now_;
  EXPECT_EQ(next(now)->report->end_sequence, 24);
  EXPECT_FALSE(next(now));
}

TEST_F(TrendFeedbackTest, AnotherVerdictLossOrAQueueIsToldAtOnce) {
  first_report_told();
  double now = now_ + 5;
  const auto check = [&](auto change) {
    double regular = now;
    EXPECT_FALSE(next(regular));
    now = regular;
    NumberedReport report = steady(2);
    report.number = static_cast<std::uint64_t>(now * 1000);
    change(report.report);
    feedback_.look(report, -1, at(now));
    EXPECT_TRUE(told(now));
    report.number += 1;
    report.report = steady(2).report;  // back
    feedback_.look(report, -1, at(now));
    EXPECT_TRUE(next(now));
  };
  check([](TrendReported& report) { report.verdict = 1; });
  check([](TrendReported& report) { report.audio_lost = 1; });
  check([](TrendReported& report) { report.rise_ms = 30; });
  check([](TrendReported& report) { report.judged_from = 7; });
}

TEST_F(TrendFeedbackTest, AWishIsRepeatedUntilAReportObeysIt) {
  feedback_.look({}, 1000, at(0));
  double now = 0;
  for (int i = 0; i < 5; ++i) {
    const auto message = next(now);
    ASSERT_TRUE(message);
    EXPECT_EQ(message->judge_from, 1000u);
  }
  TrendReported older;
  older.end_sequence = 1010, older.judged_from = 900;
  feedback_.receive(older, 1012, at(now));
  EXPECT_TRUE(next(now)) << "that one judged older packets";
  TrendReported obeying = older;
  obeying.judged_from = 1000;
  feedback_.receive(obeying, 1020, at(now));
  EXPECT_FALSE(next(now));
  feedback_.look({}, 1100, at(now));
  EXPECT_TRUE(told(now)) << "a new wish is urgent";
}

/// How often the report told at `now` goes within 200 ms, when the remote hears this share of this end's sound.
TEST_F(TrendFeedbackTest, AReportIsRepeatedWhereTheWayToTheRemoteLosesPackets) {
  const auto times_told = [](double heard, double heard_for_s) {
    TrendFeedback feedback({DataRate::kbits_per_second(155), 0.05, 1}, at(0));
    double now = 0;
    for (std::uint64_t number = 1; now < heard_for_s; ++number, now += 0.256) {
      TrendReported report;
      report.end_sequence = static_cast<std::int64_t>(number) * 8;
      report.audio_expected = static_cast<std::uint32_t>(number) * 8;
      report.audio_lost = static_cast<std::uint32_t>(static_cast<double>(number) * 8 * (1 - heard));
      feedback.receive(report, report.end_sequence, at(now));
    }
    int times = 0;
    const NumberedReport news = steady(1);
    feedback.look(news, -1, at(now));
    for (const double end = now + 0.2; now < end; now += 0.001) {
      const auto message = feedback.take(at(now));
      if (!message) continue;
      EXPECT_TRUE(message->report && message->report->end_sequence == news.report.end_sequence);
      feedback.sent(84, at(now));
      ++times;
    }
    return times;
  };
  EXPECT_EQ(times_told(1, 5), 1);
  EXPECT_EQ(times_told(0.97, 5), 1) << "little is lost";
  EXPECT_EQ(times_told(0.5, 5), 5) << "all five are lost once in 32 times";
  EXPECT_EQ(times_told(0.1, 5), 8) << "no more";
  EXPECT_EQ(times_told(0.5, 1), 5) << "known soon after the start";
}

TEST_F(TrendFeedbackTest, ACopyIsHeardOnce) {
  TrendReported report;
  report.end_sequence = 1010;
  report.audio_expected = 11;
  EXPECT_TRUE(feedback_.receive(report, 1012, at(1)));
  EXPECT_FALSE(feedback_.receive(report, 1012, at(1.02)));
  TrendReported next = report;
  next.end_sequence = 1018;
  next.audio_expected = 19;
  EXPECT_TRUE(feedback_.receive(next, 1020, at(1.2)));
  EXPECT_FALSE(feedback_.receive(report, 1020, at(1.21))) << "overtaken on the way";
}

TEST_F(TrendFeedbackTest, AWishGoesWithEveryReport) {
  feedback_.look(steady(1), 5, at(0));
  double now = 0;
  ASSERT_TRUE(next(now));
  feedback_.look(steady(2), 5, at(now));
  const auto message = next(now);
  ASSERT_TRUE(message && message->report);
  EXPECT_EQ(message->judge_from, 5u);
}

TEST_F(TrendFeedbackTest, SequencesAreAsThisEndCountsThem) {
  // The first packets were lost: the remote began with 3, which is 65539 here.
  TrendReported report;
  report.end_sequence = 40, report.judged_from = 3;
  const TrendReported mine = *feedback_.receive(report, 65536 + 42, at(1));
  EXPECT_EQ(mine.end_sequence, 65536 + 40);
  EXPECT_EQ(mine.judged_from, 65536 + 3);
  EXPECT_EQ(mine.at, at(1));
  feedback_.look({}, 65536 + 50, at(1));
  double now = 1;
  EXPECT_EQ(next(now)->judge_from, 50u) << "as the remote counts";
}

TEST_F(TrendFeedbackTest, LongAfterTheStartOfTheWindowsBothNumbersStillAgree) {
  TrendReported report;
  report.end_sequence = 200'000, report.judged_from = 100;
  const TrendReported mine = *feedback_.receive(report, 200'010, at(1));
  EXPECT_EQ(mine.end_sequence, 200'000);
  EXPECT_EQ(mine.judged_from, 100);
}

}  // namespace
}  // namespace jitterscope::trend_feedback_test
