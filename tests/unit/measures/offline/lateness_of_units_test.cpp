// Lateness is completion less the RTP timestamp, by which playout goes too; the RTP clock's own slope against the
// send times is no lateness.
#include <gtest/gtest.h>

#include <cmath>

#include "core/measures/offline/stream_analysis.h"
#include "core/measures/tracks/curve/curve_track.h"

namespace jitterscope::lateness_of_units_test {
namespace {

constexpr double kFramePeriod_ms = 1000.0 / 30;
constexpr int kBlocks = 4;

Timestamp ms(double value) {
  return Timestamp() + Duration::from_ms(value);
}

StreamInput stream_of(Medium medium, double clock_rate_hz) {
  StreamInput stream;
  stream.medium = medium;
  stream.clocks.relation = ClockRelation::kCommon;
  stream.clock_rate_hz = clock_rate_hz;
  return stream;
}

/// 30 frames a second. Encoding takes 2 to 22 ms; strategy A spreads the blocks of a frame to the end of its period, so
/// that each frame is complete 40 ms after its capture.
StreamInput spread_frames(int frames) {
  StreamInput stream = stream_of(Medium::kVideo, 90000);
  for (int frame = 0; frame < frames; ++frame) {
    const double captured = frame * kFramePeriod_ms, encoded = captured + 2 + frame % 11 * 2;
    for (int block = 0; block < kBlocks; ++block) {
      PacketObservation packet;
      packet.sequence = frame * kBlocks + block;
      packet.frame = frame;
      packet.block = block;
      packet.marker = block == kBlocks - 1;
      packet.rtp_timestamp = std::int64_t{3000} * frame;
      const double sent = encoded + (captured + 35 - encoded) * block / (kBlocks - 1);
      packet.sent = ms(sent);
      packet.received = ms(sent + 5);
      stream.packets.push_back(packet);
    }
  }
  return stream;
}

/// Blocks of 20 ms, sent by a clock to which the RTP clock is `ppm` quicker; the network takes 5 ms, and 30 for one
/// in ten.
StreamInput sound_of_another_clock(int blocks, double ppm) {
  StreamInput stream = stream_of(Medium::kAudio, 8000);
  for (int number = 0; number < blocks; ++number) {
    PacketObservation packet;
    packet.sequence = number;
    packet.rtp_timestamp = std::int64_t{160} * number;
    const double sent = number * 20 / (1 + ppm / 1e6);
    packet.sent = ms(sent);
    packet.received = ms(sent + (number % 10 == 3 ? 30 : 5));
    stream.packets.push_back(packet);
  }
  return stream;
}

TEST(LatenessOfUnits, ASenderThatSpreadsAFrameOverItsPeriodAsksForNoBuffer) {
  const StreamReport report = analyze_stream(spread_frames(90));
  ASSERT_TRUE(report.compensation);
  EXPECT_EQ(report.compensation->frames, 90);
  EXPECT_NEAR(report.compensation->optimal.buffer_ms, 0, 0.05);
  EXPECT_NEAR(report.compensation->area_ms_percent, 0, 5);
  ASSERT_TRUE(report.delay) << "packets' delays stay those since they were sent";
  EXPECT_NEAR(report.delay->mean, 5, 1e-6);
}

TEST(LatenessOfUnits, LatencyIsOfTheUnitsThatTellWhenTheyWereSent) {
  StreamInput stream = spread_frames(90);
  PacketColumns some;
  for (std::size_t i = 0; i < stream.packets.size(); ++i) {
    PacketObservation packet = stream.packets[i];
    if (*packet.frame % 3 == 1) packet.sent = std::nullopt;
    some.push_back(packet);
  }
  stream.packets = std::move(some);
  stream.no_latency = NoLatency::kNoPlayout;
  AnalysisOptions options;
  options.playout_ms = 50;
  const QualityPoint quality = analyze_stream(stream, options).quality;
  EXPECT_EQ(quality.units_played, 90);
  EXPECT_EQ(quality.latency_units, 60);
}

TEST(LatenessOfUnits, TheRtpClocksSlopeAgainstTheSendTimesIsRemoved) {
  for (const double ppm : {-200.0, 200.0}) {
    const StreamReport report = analyze_stream(sound_of_another_clock(3000, ppm));  // a minute: 12 ms
    ASSERT_TRUE(report.compensation);
    EXPECT_NEAR(report.compensation->optimal.buffer_ms, 25, 0.2) << ppm;
    EXPECT_NEAR(report.compensation->area_ms_percent, 250, 20) << ppm;
    EXPECT_FALSE(report.compensation->skew_removed) << "it is none of the ends'";
  }
}

TEST(LatenessOfUnits, WithoutAnRtpTimestampOfEachWholeUnitTheSendTimesCount) {
  StreamInput stream = spread_frames(90);
  stream.clock_rate_hz.reset();
  const StreamReport report = analyze_stream(stream);
  ASSERT_TRUE(report.compensation);
  EXPECT_NEAR(report.compensation->optimal.buffer_ms, 20, 4) << "of the first block";
}

TEST(LatenessOfUnits, AnAssumedBufferCountsFromTheTimestampAndLatencyFromTheFirstBlock) {
  AnalysisOptions options;
  options.playout_ms = 10;
  const StreamReport report = analyze_stream(spread_frames(110), options);
  ASSERT_TRUE(report.quality.latency_ms);
  EXPECT_NEAR(report.quality.loss_ratio.value_or(1), 0, 1e-9);
  EXPECT_NEAR(*report.quality.latency_ms, 40 + 10 - 12, 0.05) << "played 50 ms after capture, sent 12 after it";
}

/// As `stream`, live.
CurveTrack curve_of(const StreamInput& stream) {
  const Duration conference = Duration::seconds(1'700'000'000);
  CurveTrack track(stream.medium, Timestamp());
  std::optional<Timestamp> sent;
  for (std::size_t i = 0; i < stream.packets.size(); ++i) {
    const PacketObservation packet = stream.packets[i];
    PacketArrived arrived;
    arrived.medium = stream.medium;
    arrived.ssrc = 7;
    arrived.sequence = packet.sequence;
    arrived.rtp_timestamp = *packet.rtp_timestamp;
    arrived.received = packet.received;
    arrived.received_conference = packet.received + conference;
    arrived.sent_conference = *packet.sent + conference;
    track.add(arrived);
    if (stream.medium == Medium::kAudio) continue;
    if (packet.block == 0) sent = *packet.sent + conference;
    if (!packet.marker) continue;
    FrameDone frame;
    frame.ssrc = 7;
    frame.frame = *packet.frame;
    frame.outcome = FrameOutcome::kComplete;
    frame.rtp_timestamp = *packet.rtp_timestamp;
    frame.sent_conference = sent;
    frame.completed = packet.received;
    track.add(frame);
  }
  return track;
}

TEST(LatenessOfUnits, LiveItIsTheSame) {
  for (const StreamInput& stream : {spread_frames(900), sound_of_another_clock(3000, 200)}) {
    const StreamReport report = analyze_stream(stream);
    CurveTrack track = curve_of(stream);
    AnalysisQuery query;
    query.window = MeasureWindow::kWhole;
    const auto view = track.view(ms(100'000), query);
    ASSERT_TRUE(view && report.compensation);
    EXPECT_EQ(view->report.frames, report.compensation->frames);
    EXPECT_NEAR(view->report.optimal.buffer_ms, report.compensation->optimal.buffer_ms, 0.02);
    EXPECT_NEAR(view->report.area_ms_percent, report.compensation->area_ms_percent, 1.5);
  }
}

TEST(LatenessOfUnits, OfAnHourLiveTheRtpClocksSlopeIsRemovedFromTheWholeCall) {
  CurveTrack track = curve_of(sound_of_another_clock(180'000, 50));
  AnalysisQuery query;
  query.window = MeasureWindow::kWhole;
  const auto view = track.view(ms(4e6), query);
  ASSERT_TRUE(view);
  EXPECT_EQ(view->report.frames, 180'000);
  EXPECT_NEAR(view->report.optimal.buffer_ms, 25, 1);
}

}  // namespace
}  // namespace jitterscope::lateness_of_units_test
