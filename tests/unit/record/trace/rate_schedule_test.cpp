#include "core/record/trace/rate_schedule.h"
#include "core/events/kinds/rate_decided.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::rate_schedule_test {
namespace {

using testing::HasSubstr;
using trace_test::record;
using trace_test::TemporaryFolder;

std::string why_not(std::string_view text) {
  std::string error;
  EXPECT_FALSE(parse_rate_schedule(text, error)) << text;
  return error;
}

TEST(RateSchedule, LinesOfSecondsAndRates) {
  std::string error;
  const auto steps = parse_rate_schedule("at_s,kbps\r\n0,120\n\n 1.5 , 60.5\n3,0\n3,80", error);
  ASSERT_TRUE(steps) << error;
  ASSERT_EQ(steps->size(), 4u);
  EXPECT_EQ((*steps)[1].at, Duration::ms(1500));
  EXPECT_EQ((*steps)[1].rate, DataRate::kbits_per_second(60.5));
  EXPECT_TRUE((*steps)[1].sending);
  EXPECT_FALSE((*steps)[2].sending);
  EXPECT_TRUE((*steps)[3].sending);
}

TEST(RateSchedule, WhatCannotBeReadIsNamedByItsLine) {
  EXPECT_THAT(why_not(""), HasSubstr("no rates"));
  EXPECT_THAT(why_not("at_s,kbps\n"), HasSubstr("no rates"));
  EXPECT_THAT(why_not("0,120\n"), HasSubstr("line 1"));
  EXPECT_THAT(why_not("at_s,kbps\n0,120\n5,x"), HasSubstr("line 3"));
  EXPECT_THAT(why_not("at_s,kbps\n0;120"), HasSubstr("line 2"));
  EXPECT_THAT(why_not("at_s,kbps\n-1,120"), HasSubstr("line 2"));
  EXPECT_THAT(why_not("at_s,kbps\n0,nan"), HasSubstr("line 2"));
  EXPECT_THAT(why_not("at_s,kbps\n9999999999,5"), HasSubstr("line 2"));
  EXPECT_THAT(why_not("at_s,kbps\n5,120\n4,100"), HasSubstr("must not fall"));
}

TEST(RateScheduleFile, TheDecisionsOfARecordedCall) {
  const TemporaryFolder folder;
  RateDecided first, second;
  first.target_kbps = 100;
  first.at = Timestamp::ns(5'000'000'000);
  second.target_kbps = 60;
  second.sending = false;
  second.at = Timestamp::ns(7'500'000'000);
  record(folder / "call.jscope", {first, second});
  std::string error;
  const auto steps = read_rate_schedule(folder / "call.jscope", error);
  ASSERT_TRUE(steps) << error;
  ASSERT_EQ(steps->size(), 2u);
  EXPECT_EQ((*steps)[0].at, Duration{});
  EXPECT_EQ((*steps)[1].at, Duration::ms(2500));
  EXPECT_EQ((*steps)[1].rate, DataRate::kbits_per_second(60));
  EXPECT_FALSE((*steps)[1].sending);
}

TEST(RateScheduleFile, ACallWithoutDecisionsAndAFileThatIsNotThereSaySo) {
  const TemporaryFolder folder;
  record(folder / "plain.jscope", {});
  std::string error;
  EXPECT_FALSE(read_rate_schedule(folder / "plain.jscope", error));
  EXPECT_THAT(error, HasSubstr("no decisions"));
  EXPECT_FALSE(read_rate_schedule(folder / "missing.csv", error));
  EXPECT_THAT(error, HasSubstr("missing.csv"));
  std::ofstream(folder / "rates.csv") << "at_s,kbps\nnow,5\n";
  EXPECT_FALSE(read_rate_schedule(folder / "rates.csv", error));
  EXPECT_THAT(error, HasSubstr("rates.csv"));
  EXPECT_THAT(error, HasSubstr("line 2"));
  std::ofstream(folder / "empty.csv") << "at_s,kbps\n";
  EXPECT_FALSE(read_rate_schedule(folder / "empty.csv", error));
  EXPECT_THAT(error, HasSubstr("empty.csv holds no rates"));
}

TEST(RateScheduleFile, OneOfAnySizeIsNotRead) {
  const TemporaryFolder folder;
  const std::string path = folder / "rates.csv";
  std::ofstream(path) << "at_s,kbps\n0,5\n";
  std::filesystem::resize_file(path, 68'000'000);  // sparse
  std::string error;
  EXPECT_FALSE(read_rate_schedule(path, error));
  EXPECT_EQ(error, path + " is larger than 64 MB: it is no schedule of rates.");
}

TEST(RateSchedule, AsManyRatesAsACallMayHave) {
  std::string text = "at_s,kbps\n", error;
  for (int i = 0; i < 1'000'000; ++i) text += "0,1\n";
  EXPECT_TRUE(parse_rate_schedule(text, error)) << error;
  EXPECT_FALSE(parse_rate_schedule(text + "0,1", error));
  EXPECT_EQ(error, "The schedule holds more than 1000000 rates.");
  const TemporaryFolder folder;
  record(folder / "call.jscope", std::vector<Event>(3, RateDecided{}));
  EXPECT_TRUE(read_rate_schedule(folder / "call.jscope", error, 3)) << error;
  EXPECT_FALSE(read_rate_schedule(folder / "call.jscope", error, 2));
  EXPECT_EQ(error, folder / "call.jscope" + " holds more than 2 rates.");
}

TEST(RateScheduleFile, ATraceOfMoreDecisionsThanACallMayHaveIsNoSchedule) {
  const TemporaryFolder folder;
  record(folder / "call.jscope", std::vector<Event>(1'000'001, RateDecided{}));
  std::string error;
  EXPECT_FALSE(read_rate_schedule(folder / "call.jscope", error));
  EXPECT_EQ(error, folder / "call.jscope" + " holds more than 1000000 rates.");
}

}  // namespace
}  // namespace jitterscope::rate_schedule_test
