// What a trace says of the share of frames and blocks that were sent and not played.
#include <gtest/gtest.h>

#include "core/metrics/stream_analysis.h"
#include "core/trace/reader.h"
#include "core/trace/recorder.h"
#include "tests/unit/trace/sample_events.h"

namespace jitterscope::playout_share_test {
namespace {

using trace_test::TemporaryFolder;

Timestamp at_ms(std::int64_t ms) {
  return Timestamp::ns(9'000'000'000) + Duration::ms(ms);
}

/// Units 100 ms apart; a frame is one packet.
Event packet(Medium medium, std::int64_t number) {
  PacketArrived e;
  e.medium = medium;
  e.ssrc = 7;
  e.sequence = number;
  e.frame = number;
  e.block = 0;
  e.marker = true;
  e.received = at_ms(100 * number);
  e.size = 500;
  return e;
}

Event frame(std::int64_t number) {
  FrameDone e;
  e.ssrc = 7;
  e.frame = number;
  e.outcome = FrameOutcome::kComplete;
  e.first_arrival = e.completed = at_ms(100 * number);
  return e;
}

Event played(std::int64_t number, PlayoutOutcome outcome = PlayoutOutcome::kPlayed) {
  return FramePlayed{7, number, outcome, at_ms(100 * number), at_ms(100 * number + 250)};
}

std::optional<StreamReport> report_of(const std::vector<Event>& events) {
  const TemporaryFolder folder;
  TraceRecorder recorder;
  EXPECT_TRUE(recorder.begin(folder / "call.jscope", {}) && recorder.write(events, {}) && recorder.close());
  std::string error;
  const auto trace = TraceReader::open(folder / "call.jscope", error);
  const auto input = trace ? to_analysis(*trace, error) : std::nullopt;
  EXPECT_TRUE(input) << error;
  return input ? std::optional(analyze_stream(input->streams.front())) : std::nullopt;
}

std::optional<double> loss_of(const std::vector<Event>& events) {
  const auto report = report_of(events);
  return report ? report->quality.loss_ratio : std::nullopt;
}

TEST(SharePlayed, CompleteFramesThatNeverReachPlayoutCount) {
  std::vector<Event> events;
  for (std::int64_t number = 0; number < 100; ++number) {
    events.push_back(packet(Medium::kVideo, number));
    events.push_back(frame(number));
    if (number % 4) events.push_back(played(number));  // a quarter finds no buffer or cannot be decoded
  }
  EXPECT_NEAR(*loss_of(events), 0.25, 1e-9);
  events.push_back(played(0, PlayoutOutcome::kDropped));
  EXPECT_NEAR(*loss_of(events), 0.25, 1e-9);
}

TEST(SharePlayed, TheLastFramesOfARecordingWait) {
  std::vector<Event> events;
  for (std::int64_t number = 0; number < 100; ++number) {
    events.push_back(packet(Medium::kVideo, number));
    events.push_back(frame(number));
    if (number < 97) events.push_back(played(number));
  }
  EXPECT_EQ(loss_of(events), 0);
}

TEST(SharePlayed, TheLastFramesThatDidNotComeWholeDoNotWait) {
  std::vector<Event> events;
  for (std::int64_t number = 0; number < 100; ++number) {
    events.push_back(packet(Medium::kVideo, number));
    FrameDone done = std::get<FrameDone>(frame(number));
    if (number >= 97) done.outcome = FrameOutcome::kIncomplete;
    events.push_back(done);
    if (number < 97) events.push_back(played(number));
  }
  EXPECT_NEAR(*loss_of(events), 0.03, 1e-9);
}

TEST(SharePlayed, TheBurstsOfLossAreThoseOfWhatWasNotPlayed) {
  std::vector<Event> events;
  for (std::int64_t number = 0; number < 100; ++number) {
    events.push_back(packet(Medium::kVideo, number));
    events.push_back(frame(number));
    const bool dropped = number >= 40 && number < 44;
    events.push_back(played(number, dropped ? PlayoutOutcome::kLate : PlayoutOutcome::kPlayed));
  }
  const auto report = report_of(events);
  ASSERT_TRUE(report && report->loss_bursts);
  EXPECT_EQ(report->loss_bursts->bursts, 1);
  EXPECT_EQ(report->loss_bursts->mean_length, 4);
  EXPECT_DOUBLE_EQ(*report->loss_bursts->burst_ratio, 4 * 0.96);
}

TEST(SenderCounts, AReportOlderThanASecondTellsWhatAStreamThatStoppedEarlyLost) {
  std::vector<Event> events;
  for (std::int64_t number = 0; number < 50; ++number) events.push_back(packet(Medium::kAudio, number));
  const auto report = [](std::int64_t ms, std::uint32_t packets) {
    RtcpReported e;
    e.medium = Medium::kAudio;
    e.direction = Direction::kReceived;
    e.at = at_ms(ms);
    e.sender_ssrc = 7;
    e.sender_packets = packets;
    return e;
  };
  events.push_back(report(2050, 21));  // as many as came until then
  events.push_back(report(7000, 70));
  events.push_back(report(9500, 95));  // these may be under way
  events.push_back(report(9900, 99));
  const auto analysed = report_of(events);
  ASSERT_TRUE(analysed);
  EXPECT_EQ(analysed->expected, 70);
  EXPECT_EQ(analysed->lost, 20);
}

TEST(SharePlayed, PlayingThatStoppedLongBeforeTheEndIsLoss) {
  std::vector<Event> events;
  for (std::int64_t number = 0; number < 100; ++number) {
    events.push_back(packet(Medium::kVideo, number));
    if (number < 60) events.push_back(played(number));
  }
  EXPECT_NEAR(*loss_of(events), 0.4, 1e-9);
}

TEST(SharePlayed, WithoutEventsOfPlayoutItIsWhatWasLost) {
  std::vector<Event> events;
  for (std::int64_t number = 0; number < 100; ++number)
    if (number % 10 != 5) events.push_back(packet(Medium::kVideo, number));
  EXPECT_NEAR(*loss_of(events), 0.1, 1e-9);
}

TEST(SharePlayed, OfSoundItIsBlocks) {
  std::vector<Event> events;
  for (std::int64_t number = 0; number < 100; ++number) {
    events.push_back(packet(Medium::kAudio, number));
    const bool late = number % 5 == 0;
    events.push_back(AudioBlockDone{7, number, late ? PlayoutOutcome::kLate : PlayoutOutcome::kPlayed,
                                    at_ms(100 * number), at_ms(100 * number + 60)});
  }
  EXPECT_NEAR(*loss_of(events), 0.2, 1e-9);
}

}  // namespace
}  // namespace jitterscope::playout_share_test
