// Late units (sun97): what nobody disturbed is not late, whoever looks, also where the sender's own pace changes.
#include <gtest/gtest.h>

#include <random>

#include "core/events/kinds/packet_arrived.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/measures/tracks/call_analyzer.h"
#include "core/measures/views/snapshot.h"

namespace jitterscope::lateness_test {
namespace {

/// Frames or blocks of one packet each that arrive as they were paced, to within a microsecond.
class PacedStream {
 public:
  explicit PacedStream(Medium medium) : medium_(medium) {}

  void add(double step_ms, double delayed_ms = 0, bool marker = false) {
    media_ms_ += packets_.empty() ? 0 : step_ms;
    PacketObservation p;
    p.sequence = static_cast<std::int64_t>(packets_.size());
    p.received = Timestamp() + Duration::from_ms(1000 + media_ms_ + delayed_ms) +
                 Duration::ns(std::uniform_int_distribution<std::int64_t>(-1000, 1000)(random_));
    p.rtp_timestamp = static_cast<std::int64_t>(media_ms_ * hz() / 1e3 + 0.5);
    p.frame = p.sequence;
    p.block = 0;
    p.size = 100;
    p.marker = medium_ == Medium::kVideo || marker;
    packets_.push_back(p);
  }

  StreamInput input(std::optional<double> nominal_period_ms) const {
    StreamInput stream;
    stream.medium = medium_;
    stream.clock_rate_hz = hz();
    stream.nominal_period_ms = nominal_period_ms;
    stream.packets = packets_;
    return stream;
  }

  /// As the window counts.
  std::optional<std::int64_t> late_live(std::optional<double> nominal_period_ms) const {
    CallAnalyzer analyzer(Timestamp{});
    analyzer.set_period(medium_, nominal_period_ms);
    for (const PacketObservation& p : packets_) {
      PacketArrived e;
      e.medium = medium_;
      e.ssrc = 1;
      e.sequence = p.sequence;
      e.rtp_timestamp = *p.rtp_timestamp;
      e.frame = *p.frame;
      e.block = 0;
      e.marker = p.marker;
      e.size = *p.size;
      e.received = p.received;
      analyzer.add(e);
    }
    const CallSnapshot s = analyzer.snapshot(packets_.back().received);
    return (s.received(medium_).figures).frames_late;
  }

 private:
  double hz() const { return medium_ == Medium::kVideo ? 90'000 : 8000; }

  Medium medium_;
  double media_ms_ = 0;
  std::mt19937 random_{1};
  std::vector<PacketObservation> packets_;
};

std::int64_t late_in_analysis(const StreamInput& stream) {
  const StreamReport r = analyze_stream(stream);
  return (r.frames ? r.frames->late : r.audio->late).value_or(-1);
}

TEST(Late, APerfectStreamHasNoneToSpeakOf) {
  PacedStream video(Medium::kVideo), audio(Medium::kAudio);
  for (int i = 0; i < 2000; ++i) video.add(100), audio.add(32);
  for (const std::optional<double> nominal : {std::optional(100.0), std::optional<double>()}) {
    EXPECT_LE(late_in_analysis(video.input(nominal)), 2);
    EXPECT_LE(video.late_live(nominal).value_or(-1), 2);
  }
  EXPECT_LE(late_in_analysis(audio.input(32.0)), 2);
  EXPECT_LE(audio.late_live(32.0).value_or(-1), 2);
}

TEST(Late, AChangeOfTheFrameRateMakesNone) {
  for (const auto& [before, after] : {std::pair{66.7, 200.0}, {200.0, 66.7}}) {
    PacedStream stream(Medium::kVideo);
    for (int i = 0; i < 1000; ++i) stream.add(before);
    for (int i = 0; i < 1000; ++i) stream.add(after);
    EXPECT_LE(late_in_analysis(stream.input(before)), 2) << before;
    EXPECT_LE(stream.late_live(before).value_or(-1), 2) << before;
  }
}

TEST(Late, WhatComesMoreThanHalfAPeriodAfterItsTurnIs) {
  PacedStream stream(Medium::kVideo);
  for (int i = 0; i < 100; ++i) stream.add(100, i % 10 == 5 ? 60 : i % 10 == 7 ? 40 : 0);
  EXPECT_EQ(late_in_analysis(stream.input(100.0)), 10);
  EXPECT_EQ(stream.late_live(100.0), 10);
}

TEST(Late, ATalkspurtsFirstBlockIsNever) {
  PacedStream marked(Medium::kAudio), silent(Medium::kAudio);
  for (int i = 0; i < 100; ++i) {
    const bool begins = i % 20 == 10;
    marked.add(32, begins ? 25 : i % 20 > 10 ? 25 : 0, begins);  // the spurt is 25 ms later than what was before
    silent.add(begins ? 320 : 32, begins ? 500 : i % 20 > 10 ? 500 : 0);
  }
  EXPECT_EQ(late_in_analysis(marked.input(32.0)), 0);
  EXPECT_EQ(marked.late_live(32.0), 0);
  EXPECT_EQ(late_in_analysis(silent.input(32.0)), 0);
  EXPECT_EQ(silent.late_live(32.0), 0);
}

}  // namespace
}  // namespace jitterscope::lateness_test
