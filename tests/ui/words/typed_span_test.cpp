#include "ui/words/typed_span.h"

#include <gtest/gtest.h>

#include "ui/words/span_words.h"

namespace jitterscope::typed_span_test {
namespace {

using Kind = TypedSpan::Kind;

std::optional<double> mark(const QString& words) {
  return words == "rush hour" || words == "A-to-C" ? std::optional(100.0) : std::nullopt;
}

void expect(const char* typed, Kind kind, double from_s = 0, double to_s = 0) {
  const auto span = typed_span(typed, 200, mark);
  EXPECT_EQ(span.kind, kind) << typed;
  EXPECT_DOUBLE_EQ(span.from_s, from_s) << typed;
  EXPECT_DOUBLE_EQ(span.to_s, to_s) << typed;
}

TEST(TypedSpan, IsReadAsPeopleWriteIt) {
  expect("10-20", Kind::kStretch, 10, 20);
  expect(" 10.5 – 20 s ", Kind::kStretch, 10.5, 20);
  expect("10 .. 20", Kind::kStretch, 10, 20);
  expect("10 to 1:20", Kind::kStretch, 10, 80);
  expect("12:10 +30s", Kind::kStretch, 730, 760);
  expect("12:10+30", Kind::kStretch, 730, 760);
  expect("1:00:00 +2min", Kind::kStretch, 3600, 3720);
  expect("12:10 -30s", Kind::kStretch, 700, 730);
  expect("5 +250ms", Kind::kStretch, 5, 5.25);
  expect("last 30", Kind::kStretch, 170, 200);
  expect("rush hour +10s", Kind::kStretch, 100, 110);
  expect("rush hour -10s", Kind::kStretch, 90, 100);
  expect("A-to-C", Kind::kMoment, 100, 100);
  expect("2:00", Kind::kMoment, 120, 120);
  expect("", Kind::kWhole);
  expect("Whole", Kind::kWhole);
}

TEST(TypedSpan, WhatIsNoneIsFaulty) {
  for (const auto* typed :
       {"20-10", "10-10", "x", "10-", "+5", "10 + y", "last", "nowhere +10s", "1:2:3:4", "inf-nan", "1e9999-2"})
    expect(typed, Kind::kFaulty);
  expect("3 -10s", Kind::kStretch, 0, 3);
}

TEST(TypedSpan, WhatNoAxisHasIsFaulty) {
  for (const auto* typed : {"99999999999999999999:00:00", "1e300", "0 - 99999999999", "5-5.0000001"})
    expect(typed, Kind::kFaulty);
}

TEST(TypedSpan, WhatIsShownCanBeTypedAgain) {
  EXPECT_EQ(span_text(62.5, 70), "01:02.5 – 01:10.0");
  EXPECT_EQ(span_text(62.5031, 62.51), "01:02.503 – 01:02.510");
  expect(span_text(62.5, 70).toUtf8(), Kind::kStretch, 62.5, 70);
}

TEST(TypedSpan, AShortStretchSaysWhereItBegins) {
  EXPECT_EQ(stretch_times(*Stretch::of(6.25, 6.35)), "00:06.250 – 00:06.350");
  EXPECT_EQ(stretch_times(*Stretch::of(6, 7)), "00:06.0 – 00:07.0") << "no digits without need";
  EXPECT_EQ(stretch_times(*Stretch::of(6.25, 16.35)), "00:06.3 – 00:16.4");
}

}  // namespace
}  // namespace jitterscope::typed_span_test
