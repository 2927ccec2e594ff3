// Units of a network that stalls belong to the span in which they were due, packets to that in which they came.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/measures/compare/stretch_figures.h"
#include "core/measures/offline/stream_analysis.h"
#include "tests/unit/measures/changed_packets.h"

namespace jitterscope::stalled_span_test {
namespace {

Timestamp at(double ms) {
  return Timestamp() + Duration::from_ms(ms);
}

/// A unit each 20 ms for 20 s, under way for 5 ms; what is sent from 10 s to 13 s comes at 13.02 s.
StreamInput stalled(Medium medium, int packets_of_unit, bool stamped) {
  StreamInput stream;
  stream.medium = medium;
  stream.clocks.relation = ClockRelation::kCommon;
  if (stamped) stream.clock_rate_hz = 90'000;
  for (int i = 0; i < 1000 * packets_of_unit; ++i) {
    const int unit = i / packets_of_unit, block = i % packets_of_unit;
    PacketObservation packet;
    packet.sequence = i;
    packet.sent = at(unit * 20.0 - 5);
    packet.received = at(unit >= 500 && unit < 650 ? 13'020 : unit * 20.0);
    if (stamped) packet.rtp_timestamp = unit * 1800;
    packet.marker = block == packets_of_unit - 1;
    if (medium == Medium::kVideo) packet.frame = unit, packet.block = block;
    stream.packets.push_back(packet);
  }
  return stream;
}

StreamReport report_of(const StreamInput& stream, double from_s, double to_s, std::optional<double> playout_ms = {}) {
  AnalysisOptions options;
  options.from_s = from_s;
  options.to_s = to_s;
  options.playout_ms = playout_ms;
  return analyze({"a", {stream}, {}}, options).streams.at(0);
}

class StalledSpan : public testing::TestWithParam<std::tuple<Medium, int, bool>> {
 protected:
  const StreamInput stream_ = std::apply(stalled, GetParam());
  const int packets_of_unit_ = std::get<1>(GetParam());
};
INSTANTIATE_TEST_SUITE_P(OfSoundAndPictures, StalledSpan,
                         testing::Values(std::tuple(Medium::kAudio, 1, false), std::tuple(Medium::kAudio, 1, true),
                                         std::tuple(Medium::kVideo, 3, false), std::tuple(Medium::kVideo, 3, true)));

TEST_P(StalledSpan, HasTheUnitsThatWereDueInIt) {
  for (const std::optional<double> playout_ms : {std::optional<double>(), std::optional(60.0)}) {
    EXPECT_EQ(report_of(stream_, 8, 9, playout_ms).quality.units_due, 50);
    EXPECT_EQ(report_of(stream_, 10, 13, playout_ms).quality.units_due, 150);
    EXPECT_EQ(report_of(stream_, 13, 14, playout_ms).quality.units_due, 50);
  }
  EXPECT_EQ(report_of(stream_, 10, 13).quality.units_played, 150) << "they came, if late";
  EXPECT_EQ(report_of(stream_, 10, 13, 60).quality.units_played, 3) << "that came before 10 s";
  EXPECT_EQ(report_of(stream_, 13, 14, 60).quality.units_played, 49) << "the first was due at 13.00 s";
}

TEST_P(StalledSpan, HasThePacketsThatCameInIt) {
  EXPECT_EQ(report_of(stream_, 10, 13).packets, 0);
  EXPECT_EQ(report_of(stream_, 13, 14).packets, 200 * packets_of_unit_);
  EXPECT_EQ(report_of(stream_, 13, 14).lost, 0);
}

TEST_P(StalledSpan, IsOneOfThoseThatMakeTheWhole) {
  for (const std::optional<double> playout_ms : {std::optional<double>(), std::optional(60.0)}) {
    AnalysisOptions options;
    options.playout_ms = playout_ms;
    const StreamReport whole = analyze_stream(stream_, options);
    ASSERT_EQ(whole.quality.units_due, 1000);
    std::int64_t due = 0, played = 0, units = 0, packets = 0;
    for (const auto& [from_s, to_s] : {std::pair(0, 10), {10, 13}, {13, 14}, {14, 30}}) {
      const StreamReport part = report_of(stream_, from_s, to_s, playout_ms);
      due += part.quality.units_due.value_or(0);
      played += part.quality.units_played.value_or(0);
      units += part.frames ? part.frames->sent : part.audio ? part.audio->blocks : 0;
      packets += part.packets;
    }
    EXPECT_EQ(due, whole.quality.units_due);
    EXPECT_EQ(played, whole.quality.units_played);
    EXPECT_EQ(units, 1000);
    EXPECT_EQ(packets, whole.packets);
  }
}

TEST_P(StalledSpan, DoesNotSayThatNothingWasDue) {
  for (const std::string& note : report_of(stream_, 10, 13).notes) EXPECT_EQ(note.find("Nothing"), note.npos) << note;
}

TEST_P(StalledSpan, IsComparedByTheUnitsThatWereDueInIt) {
  const StretchFigures figures = figures_of(stretch_of(stream_, TimeSpan{at(10'000), at(13'000)}), {});
  EXPECT_EQ(figures.quality.units_due, 150);
  EXPECT_EQ(figures.quality.units_played, 150);
}

TEST(SpanOfUnits, AFalseSendTimeMovesNoOtherUnit) {
  StreamInput stream = stalled(Medium::kAudio, 1, false);
  change_packets(stream, [](auto& packets) { packets[700].sent = at(-3'600'000); });
  EXPECT_EQ(report_of(stream, 13, 14).quality.units_due, 51) << "it is taken to be due with the one before";
  EXPECT_EQ(report_of(stream, 14, 15).quality.units_due, 49);
  EXPECT_EQ(report_of(stream, 5, 6).quality.units_due, 50);
}

TEST(SpanOfUnits, WhatNeverCameIsLostWhereItWasDue) {
  StreamInput stream = stalled(Medium::kVideo, 3, true);
  change_packets(stream, [](auto& packets) { packets.erase(packets.begin() + 1560, packets.begin() + 1800); });
  const StreamReport report = report_of(stream, 10, 13);  // of frames 500 to 649 without 520 to 599
  EXPECT_EQ(report.quality.units_due, 150);
  EXPECT_EQ(report.quality.units_played, 70);
  EXPECT_EQ(report_of(stream, 11, 11.4).quality.loss_ratio, 1);
  EXPECT_EQ(report_of(stream, 13, 14).quality.loss_ratio, 0);
}

}  // namespace
}  // namespace jitterscope::stalled_span_test
