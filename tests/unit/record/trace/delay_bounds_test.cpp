#include "core/record/trace/delay_bounds.h"
#include "core/events/kinds/clock_synced.h"

#include <gtest/gtest.h>

namespace jitterscope::delay_bounds_test {
namespace {

Timestamp at(double s) {
  return Timestamp() + Duration::from_seconds(s);
}

ClockSynced synced(double s, bool synchronised, double bound_ms, std::string_view source = "exchanges") {
  ClockSynced event;
  event.synchronised = synchronised;
  event.bound_ms = bound_ms;
  event.source = ShortText<24>(source);
  event.at = at(s);
  return event;
}

TEST(DelayBounds, FollowWhatTheTraceTells) {
  DelayBounds bounds;
  EXPECT_EQ(bounds.relation(), ClockRelation::kUnknown);
  bounds.add(synced(0, false, 3));
  EXPECT_EQ(bounds.relation(), ClockRelation::kUnknown);
  bounds.add(synced(1, true, 0.5));
  bounds.add(synced(2, false, 9));
  ASSERT_EQ(bounds.list().size(), 3u);
  EXPECT_FALSE(bounds.list()[0].ms);
  EXPECT_EQ(bounds.list()[1].ms, 0.5);
  EXPECT_FALSE(bounds.list()[2].ms);
  EXPECT_EQ(bounds.relation(), ClockRelation::kSynchronised);
  bounds.add(synced(3, true, 0.02, "same clock"));
  EXPECT_EQ(bounds.relation(), ClockRelation::kCommon);
}

TEST(DelayBounds, AJumpWidensTheStretchInWhichNobodyNoticedIt) {
  DelayBounds bounds;
  for (const double s : {1.0, 2.0, 3.0}) bounds.add(synced(s, true, 0.5));
  ClockSynced jump = synced(4, true, 60);
  jump.jumped_ms = 59.5;
  jump.doubted_since = at(2.5);
  bounds.add(jump);
  const std::vector<std::pair<double, double>> expected{{1, 0.5}, {2, 0.5}, {2.5, 60}, {3, 60}, {4, 60}};
  ASSERT_EQ(bounds.list().size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(bounds.list()[i].at, at(expected[i].first));
    EXPECT_EQ(bounds.list()[i].ms, expected[i].second);
  }
}

/// What DelayBounds says, row by row.
std::optional<double> bound_at(const std::vector<ClockSynced>& rows, double s) {
  std::optional<double> known;
  for (const ClockSynced& row : rows)
    if (row.at <= at(s)) known = row.synchronised ? std::optional(row.bound_ms) : std::nullopt;
  for (const ClockSynced& row : rows)
    if (known && row.doubted_since && *row.doubted_since <= at(s) && at(s) < row.at)
      known = std::max(*known, row.bound_ms);
  return known;
}

TEST(DelayBounds, ManyJumpsWidenEachItsStretch) {
  std::uint32_t random = 1;
  const auto next = [&](std::uint32_t below) { return (random = random * 1664525 + 1013904223) / 65536 % below; };
  std::vector<ClockSynced> rows;
  DelayBounds bounds;
  for (int i = 0; i < 300; ++i) {
    rows.push_back(synced(i, next(8) > 0, 1 + next(50)));
    if (next(3) == 0) rows.back().doubted_since = at(i - 0.5 - next(20));
    bounds.add(rows.back());
  }
  const auto list = bounds.list();
  for (double s = 0.25; s < 299; s += 0.5) {
    std::optional<double> said;
    for (const DelayBound& bound : list)
      if (bound.at <= at(s)) said = bound.ms;
    EXPECT_EQ(said, bound_at(rows, s)) << s;
  }
}

TEST(DelayBounds, RowsThatAllDoubtAreReadAtOnce) {
  DelayBounds bounds;
  constexpr int kRows = 100'000;  // quadratic: ten seconds
  for (int i = 0; i < kRows; ++i) {
    ClockSynced row = synced(i, true, i);
    row.doubted_since = at(0.5);
    bounds.add(row);
  }
  const auto list = bounds.list();
  ASSERT_GE(list.size(), std::size_t{kRows});
  EXPECT_EQ(list.front().ms, 0);
  EXPECT_EQ(list[list.size() / 2].ms, kRows - 1);
}

}  // namespace
}  // namespace jitterscope::delay_bounds_test
