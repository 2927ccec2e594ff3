#include "core/measures/offline/stream_span.h"

#include <gtest/gtest.h>

#include "core/measures/offline/stream_analysis.h"
#include "tests/unit/measures/changed_packets.h"

namespace jitterscope::stream_span_test {
namespace {

Timestamp at(double ms) {
  return Timestamp() + Duration::from_ms(ms);
}

/// A packet each 20 ms, all but those of which is_lost() is true.
template <typename Lost>
StreamInput sound(int count, Lost is_lost) {
  StreamInput stream;
  stream.clocks.relation = ClockRelation::kCommon;
  for (int i = 0; i < count; ++i) {
    if (is_lost(i)) continue;
    PacketObservation packet;
    packet.sequence = i;
    packet.received = at(i * 20.0);
    packet.sent = at(i * 20.0 - 5 - (i >= 50));
    stream.packets.push_back(packet);
  }
  return stream;
}

AnalysisReport report_of(const StreamInput& stream, double from_s, double to_s) {
  AnalysisOptions options;
  options.from_s = from_s;
  options.to_s = to_s;
  AnalysisInput input{"a", {stream}, {}};
  return analyze(input, options);
}

TEST(StreamSpan, FiguresAreOfThePacketsInIt) {
  const StreamInput stream = sound(100, [](int i) { return i == 30; });
  const StreamReport first = report_of(stream, 0, 1).streams.at(0), second = report_of(stream, 1, 2).streams.at(0);
  EXPECT_EQ(first.packets, 49);
  EXPECT_EQ(first.expected, 50);
  EXPECT_EQ(first.lost, 1);
  EXPECT_EQ(second.packets, 50);
  EXPECT_EQ(second.lost, 0);
  EXPECT_DOUBLE_EQ(first.delay->max, 5);
  EXPECT_DOUBLE_EQ(second.delay->min, 6);
  EXPECT_DOUBLE_EQ(*second.duration_ms, 980);
}

TEST(StreamSpan, WhatIsOwedNoMoreIsTakenBackInItToo) {
  StreamInput stream = sound(100, [](int) { return false; });
  stream.silences = {{at(500), at(800), 60}, {at(500), at(800), -55}};
  const auto due = [&](double from_s, double to_s) {
    return report_of(stream, from_s, to_s).streams.at(0).quality.units_due;
  };
  EXPECT_EQ(due(0, 100), 105);
  EXPECT_EQ(analyze_stream(stream).quality.units_due, 105);
}

TEST(StreamSpan, NumbersKnownToBeMissingAtTheEdgesWereDueAtTheStreamsPace) {
  StreamInput stream = sound(100, [](int) { return false; });  // 0 to 1980 ms
  stream.missing_before = 5;                                   // -100 to -20 ms
  stream.missing_after = 20;                                   // 2000 to 2380 ms
  const auto lost = [&](double from_s, double to_s) { return report_of(stream, from_s, to_s).streams.at(0).lost; };
  EXPECT_EQ(lost(0, 1.99), 0);
  EXPECT_EQ(lost(-1, 1), 5);
  EXPECT_EQ(lost(1, 2.2), 10);
  EXPECT_EQ(lost(2.2, 9), 10) << "none of its packets came";
  EXPECT_EQ(lost(-1, 9), 25);
  EXPECT_FALSE(lost(5, 9)) << "nothing was due";
}

TEST(StreamSpan, WhatShouldHaveComeInItIsLostThere) {
  const StreamInput stream = sound(100, [](int i) { return i >= 40 && i < 60; });  // 800 to 1180 ms
  const StreamReport first = report_of(stream, 0, 1).streams.at(0), second = report_of(stream, 1, 2).streams.at(0);
  EXPECT_EQ(first.packets, 40);
  EXPECT_EQ(second.packets, 40);
  EXPECT_EQ(*first.lost + *second.lost, 20);
  EXPECT_EQ(first.lost, 10);
  EXPECT_EQ(first.expected, 50);
}

/// The sender counted 50 more, up to a second behind the last packet at 1.98 s.
TEST(StreamSpan, WhatTheSenderCountedBehindTheLastPacketIsLostWhereItWasDue) {
  StreamInput stream = sound(100, [](int) { return false; });
  stream.sender_counts = {{at(1500), 76}, {at(2980), 150}};
  const auto lost = [&](double from_s, double to_s) { return report_of(stream, from_s, to_s).streams.at(0).lost; };
  EXPECT_EQ(lost(0, 10), 50) << "as without a span";
  EXPECT_EQ(lost(1, 2.48), 25);
  EXPECT_EQ(lost(0, 1), 0);
  const StreamReport behind = report_of(stream, 2.48, 10).streams.at(0);
  EXPECT_EQ(behind.expected, 25);
  EXPECT_EQ(behind.lost, 25);
  EXPECT_EQ(behind.quality.loss_ratio, 1);
  for (const std::string& note : behind.notes) EXPECT_EQ(note.find("Nothing"), std::string::npos) << note;
}

TEST(StreamSpan, AFrameCountsWhereItWasComplete) {
  StreamInput stream;
  stream.medium = Medium::kVideo;
  for (int i = 0; i < 40; ++i) {  // four packets a frame, ten ms apart
    PacketObservation packet;
    packet.sequence = i;
    packet.frame = i / 4;
    packet.block = i % 4;
    packet.marker = i % 4 == 3;
    packet.received = at(i * 10.0);
    stream.packets.push_back(packet);
  }
  const StreamReport first = report_of(stream, 0, 0.1).streams.at(0),
                     second = report_of(stream, 0.1, 0.2).streams.at(0);
  EXPECT_EQ(first.packets, 10);
  EXPECT_EQ(first.frames->sent, 2);
  EXPECT_EQ(first.frames->lost, 0) << "the third frame was complete in the next span";
  EXPECT_EQ(second.packets, 10);
  EXPECT_EQ(second.frames->sent, 3);
  EXPECT_EQ(second.frames->lost, 0);
}

TEST(StreamSpan, ACopyOrAPacketThatComesLongAfterItsTurnDoesNotWidenWhatIsExpected) {
  StreamInput copied = sound(1000, [](int) { return false; });
  PacketObservation copy = copied.packets[100];
  copy.received = at(10'000);
  copied.packets.push_back(copy);
  const StreamReport there = report_of(copied, 9.5, 10.5).streams.at(0),
                     where_due = report_of(copied, 1.5, 2.5).streams.at(0);
  EXPECT_EQ(there.expected, 50);
  EXPECT_EQ(there.lost, 0);
  EXPECT_EQ(where_due.duplicates, 1);
  StreamInput late = sound(1000, [](int) { return false; });
  change_packets(late, [](auto& packets) { packets[100].received = at(10'000); });
  EXPECT_EQ(report_of(late, 9.5, 10.5).streams.at(0).expected, 50);
  EXPECT_EQ(report_of(late, 9.5, 10.5).streams.at(0).lost, 0);
  EXPECT_EQ(report_of(late, 1.5, 2.5).streams.at(0).lost, 0);
}

TEST(StreamSpan, ReorderingAcrossItsEdgeLosesNothing) {
  StreamInput stream = sound(100, [](int) { return false; });
  change_packets(stream, [](auto& packets) { std::swap(packets[50].received, packets[49].received); });
  EXPECT_EQ(report_of(stream, 0, 1).streams.at(0).lost, 0);
  EXPECT_EQ(report_of(stream, 1, 2).streams.at(0).lost, 0);
}

TEST(StreamSpan, InAnOutageAllThatWasDueIsLost) {
  const StreamInput stream = sound(1000, [](int i) { return i >= 400 && i < 600; });  // 8 to 12 s
  const StreamReport report = report_of(stream, 9, 11).streams.at(0);
  EXPECT_EQ(report.packets, 0);
  EXPECT_NEAR(static_cast<double>(report.expected), 100, 1);
  EXPECT_EQ(report.lost, report.expected);
  EXPECT_EQ(report.loss_ratio, 1);
  EXPECT_EQ(report.audio->error, report.expected);
  EXPECT_EQ(report.quality.loss_ratio, 1);
}

TEST(StreamSpan, AnEmptySpanHasNothing) {
  const StreamReport report = report_of(sound(10, [](int) { return false; }), 5, 6).streams.at(0);
  EXPECT_EQ(report.packets, 0);
  EXPECT_FALSE(report.delay || report.loss_ratio || report.audio);
}

}  // namespace
}  // namespace jitterscope::stream_span_test
