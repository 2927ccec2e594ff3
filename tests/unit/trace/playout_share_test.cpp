// What a trace says of the share of frames and blocks that were sent and not played.
#include <gtest/gtest.h>

#include "core/metrics/stream_analysis.h"
#include "core/trace/reader.h"
#include "core/trace/recorder.h"
#include "tests/unit/trace/sample_events.h"

namespace jitterscope {
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

std::optional<double> loss_of(const std::vector<Event>& events) {
  const TemporaryFolder folder;
  TraceRecorder recorder;
  EXPECT_TRUE(recorder.begin(folder / "call.jscope", {}) && recorder.write(events, {}) && recorder.close());
  std::string error;
  const auto trace = TraceReader::open(folder / "call.jscope", error);
  const auto input = trace ? to_analysis(*trace, error) : std::nullopt;
  EXPECT_TRUE(input) << error;
  return input ? analyze_stream(input->streams.front()).quality.loss_ratio : std::nullopt;
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
}  // namespace jitterscope
