// Packet lists that other programs write: what is read of the files of tests/data/foreign.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/measures/offline/stream_analysis.h"
#include "core/record/open/stream_file.h"
#include "tests/source_tree/source_tree.h"

namespace jitterscope::foreign_lists_test {
namespace {

using testing::AllOf;
using testing::Ge;
using testing::Le;

/// As `analyze` has it.
std::vector<StreamReport> analyzed(const std::string& name) {
  std::string error, note;
  const auto input = read_stream_file(test_data("foreign/" + name), {}, error, note);
  EXPECT_TRUE(input) << error;
  return input ? analyze(*input).streams : std::vector<StreamReport>{};
}

auto between(double low, double high) {
  return AllOf(Ge(low), Le(high));
}

TEST(ForeignLists, TwoSsrcsAreTwoStreams) {
  const auto streams = analyzed("two_ssrcs.csv.gz");
  ASSERT_EQ(streams.size(), 2u);
  EXPECT_EQ(streams[0].ssrc, 111u);
  EXPECT_EQ(streams[1].ssrc, 112u);
  for (const StreamReport& stream : streams) {
    EXPECT_EQ(stream.packets, 500);
    EXPECT_EQ(stream.lost, 0);
  }
}

TEST(ForeignLists, GapsLeftByLossAreNoJitterWhereSendTimesAreKnown) {
  const auto streams = analyzed("lost_missing_rows.csv.gz");
  ASSERT_EQ(streams.size(), 1u);
  EXPECT_EQ(streams[0].packets, 480);
  EXPECT_EQ(streams[0].lost, 20);
  EXPECT_THAT(streams[0].quality.jitter_ms.value_or(-1), between(1.7, 1.9));
}

TEST(ForeignLists, RowsWithoutAReceiveTimeAreLostPackets) {
  const auto streams = analyzed("lost_empty.csv.gz");
  ASSERT_EQ(streams.size(), 1u);
  EXPECT_EQ(streams[0].direction, Direction::kReceived);
  EXPECT_EQ(streams[0].packets, 480);
  EXPECT_EQ(streams[0].lost, 20);
}

TEST(ForeignLists, FieldsMayBeQuoted) {
  const auto streams = analyzed("quoted.csv.gz");
  ASSERT_EQ(streams.size(), 1u);
  EXPECT_EQ(streams[0].packets, 500);
  EXPECT_EQ(streams[0].lost, 0);
  ASSERT_TRUE(streams[0].jitter_rfc3550);
  EXPECT_THAT(streams[0].jitter_rfc3550->mean, between(1.34, 1.36));
}

TEST(ForeignLists, Utf16IsRead) {
  const auto streams = analyzed("utf16.csv.gz");
  ASSERT_EQ(streams.size(), 1u);
  EXPECT_EQ(streams[0].packets, 500);
  EXPECT_EQ(streams[0].lost, 0);
}

TEST(ForeignLists, RoundTripsOfIrttAreAStreamWhoseDelaysTheyAre) {
  const auto streams = analyzed("irtt.json.gz");
  ASSERT_EQ(streams.size(), 1u);
  EXPECT_EQ(streams[0].packets, 50);
  EXPECT_EQ(streams[0].lost, 0);
  ASSERT_TRUE(streams[0].delay);
  EXPECT_THAT(streams[0].delay->mean, between(30, 35));
  EXPECT_THAT(streams[0].notes, testing::Contains(testing::HasSubstr("irtt")));
}

}  // namespace
}  // namespace jitterscope::foreign_lists_test
