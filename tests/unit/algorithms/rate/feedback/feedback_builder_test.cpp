#include "core/algorithms/rate/feedback/feedback_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace jitterscope::feedback_builder_test {
namespace {

Timestamp at(std::int64_t ms) {
  return Timestamp() + Duration::ms(ms);
}

/// "5 -6 7": 6 was not received.
std::string words(const std::vector<FeedbackRecord>& records) {
  std::string text;
  for (const FeedbackRecord& record : records) {
    EXPECT_EQ(record.received, record.arrived.has_value());
    text += (text.empty() ? "" : " ") + std::string(record.received ? "" : "-") + std::to_string(record.sequence);
  }
  return text;
}

class Builder : public testing::Test {
 protected:
  void came(std::int64_t sequence, std::int64_t ms = 1) { builder_.add(Medium::kVideo, 8, sequence, at(ms)); }
  FeedbackBuilder builder_;
};

TEST_F(Builder, TellsWhatCameAndWhatIsMissingBetween) {
  came(5);
  came(6);
  came(9);
  EXPECT_TRUE(builder_.has_news());
  EXPECT_EQ(words(builder_.take()), "5 6 -7 -8 9");
  EXPECT_FALSE(builder_.has_news());
  EXPECT_EQ(words(builder_.take()), "");
  came(11);
  EXPECT_EQ(words(builder_.take()), "-10 11");
}

TEST_F(Builder, WhatComesLateIsToldOnceMore) {
  came(5);
  came(8);
  builder_.take();
  came(7, 30);
  came(9);
  const auto records = builder_.take();
  EXPECT_EQ(words(records), "7 9");
  EXPECT_EQ(records[0].arrived, at(30));
  came(7);
  came(8);
  came(4);  // before the first
  EXPECT_FALSE(builder_.has_news());
}

TEST_F(Builder, ReorderedWithinAReportIsInOrder) {
  for (const std::int64_t sequence : {5, 7, 6}) came(sequence);
  EXPECT_EQ(words(builder_.take()), "5 6 7");
}

TEST_F(Builder, OfCopiesTheFirstCountsAndCongestionOfAny) {
  builder_.add(Medium::kVideo, 8, 5, at(10), Ecn::kEct0);
  builder_.add(Medium::kVideo, 8, 5, at(20), Ecn::kCongestion);
  builder_.add(Medium::kVideo, 8, 6, at(30), Ecn::kEct1);
  builder_.add(Medium::kVideo, 8, 6, at(40), Ecn::kEct0);
  const auto records = builder_.take();
  ASSERT_EQ(words(records), "5 6");
  EXPECT_EQ(records[0].arrived, at(10));
  EXPECT_EQ(records[0].ecn, Ecn::kCongestion);
  EXPECT_EQ(records[1].ecn, Ecn::kEct1);
}

TEST_F(Builder, StreamsAreApart) {
  came(5);
  builder_.add(Medium::kAudio, 7, 100, at(1));
  came(7);
  builder_.add(Medium::kAudio, 7, 101, at(1));
  EXPECT_EQ(words(builder_.take()), "100 101 5 -6 7");
}

TEST_F(Builder, AJumpIsBounded) {
  came(5);
  came(1'000'000);
  const auto records = builder_.take();
  EXPECT_EQ(records.size(), 1002u);
  EXPECT_EQ(std::ranges::count(records, true, &FeedbackRecord::received), 2);
}

TEST_F(Builder, SizeIsThatOfTheRtcpPacket) {
  EXPECT_EQ(feedback_bytes({}), 12);
  for (const std::int64_t sequence : {5, 6, 7}) came(sequence);
  builder_.add(Medium::kAudio, 7, 100, at(1));
  EXPECT_EQ(feedback_bytes(builder_.take()), 12 + 8 + 8 + 8 + 4) << "three of one stream, one of another, both padded";
}

}  // namespace
}  // namespace jitterscope::feedback_builder_test
