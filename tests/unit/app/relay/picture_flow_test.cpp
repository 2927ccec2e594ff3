#include "app/relay/picture_proxy.h"

#include <gtest/gtest.h>

namespace jitterscope::picture_flow_test {
namespace {

Timestamp at_ms(std::int64_t ms) {
  return Timestamp() + Duration::ms(ms);
}

std::string numbered(std::size_t bytes) {
  std::string text(bytes, '\0');
  for (std::size_t i = 0; i < bytes; ++i) text[i] = static_cast<char>('a' + i % 26);
  return text;
}

TEST(PictureFlow, HandsBytesOnInOrderAndOnce) {
  PictureFlow flow;
  const std::string text = numbered(3 * kTcpSegmentBytes);
  flow.add(text);
  std::vector<link::TcpSegment> segments;
  while (const auto segment = flow.next_segment(at_ms(0))) segments.push_back(*segment);
  ASSERT_EQ(segments.size(), 3u);
  std::string out;
  EXPECT_EQ(flow.arrived(segments[1], out).next, 0);
  EXPECT_EQ(out, "");
  flow.arrived(segments[0], out);
  flow.arrived(segments[0], out);
  EXPECT_EQ(out, text.substr(0, 2 * kTcpSegmentBytes));
  EXPECT_FALSE(flow.empty());
  flow.arrived(segments[2], out);
  EXPECT_EQ(out, text);
  EXPECT_TRUE(flow.empty());
}

TEST(PictureFlow, HasRoomForWhatLeavesAtOnceAlone) {
  PictureFlow flow;
  EXPECT_EQ(flow.room(), 10 * kTcpSegmentBytes);
  flow.add(numbered(static_cast<std::size_t>(flow.room())));
  EXPECT_EQ(flow.room(), 0);
  std::optional<link::TcpSegment> first;
  while (const auto segment = flow.next_segment(at_ms(0)))
    if (!first) first = segment;
  EXPECT_EQ(flow.room(), 0);
  std::string out;
  flow.acknowledged(flow.arrived(*first, out), at_ms(50));
  EXPECT_EQ(flow.room(), 2 * kTcpSegmentBytes);  // slow start: one came back, and one more
}

TEST(PictureFlow, WhatTheLinkDropsGoesAgain) {
  PictureFlow flow;
  const std::string text = numbered(500);
  flow.add(text);
  ASSERT_TRUE(flow.next_segment(at_ms(0)));
  ASSERT_TRUE(flow.next_event());
  flow.advance(*flow.next_event());
  const auto again = flow.next_segment(*flow.next_event());
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->retransmission);
  std::string out;
  flow.arrived(*again, out);
  EXPECT_EQ(out, text);
}

}  // namespace
}  // namespace jitterscope::picture_flow_test
