// What a trace says of the share of frames and blocks that were sent and not played.
#include <gtest/gtest.h>

#include "core/events/kinds/audio_block_done.h"
#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/frame_played.h"
#include "core/events/kinds/rtcp_reported.h"
#include "core/measures/offline/stream_analysis.h"
#include "tests/unit/record/trace/call_events.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::playout_share_test {
namespace {

Timestamp at_ms(std::int64_t ms) {
  return Timestamp::ns(9'000'000'000) + Duration::ms(ms);
}

/// Units 100 ms apart; a frame is one packet.
Event packet(Medium medium, std::int64_t number) {
  PacketArrived e = trace_test::arrived(medium, 7, number, at_ms(100 * number), 500);
  e.frame = number;
  e.block = 0;
  e.marker = true;
  return e;
}

Event frame(std::int64_t number, FrameOutcome outcome = FrameOutcome::kComplete) {
  FrameDone e;
  e.ssrc = 7;
  e.frame = number;
  e.outcome = outcome;
  e.first_arrival = e.completed = at_ms(100 * number);
  return e;
}

Event played(std::int64_t number, PlayoutOutcome outcome = PlayoutOutcome::kPlayed) {
  return FramePlayed{7, number, outcome, at_ms(100 * number), at_ms(100 * number + 250)};
}

std::optional<StreamReport> report_of(const std::vector<Event>& events) {
  const trace_test::TemporaryFolder folder;
  const AnalysisInput input = trace_test::analysed(folder, events);
  return input.streams.empty() ? std::nullopt : std::optional(analyze_stream(input.streams.front()));
}

std::optional<double> loss_of(const std::vector<Event>& events) {
  const auto report = report_of(events);
  return report ? report->quality.loss_ratio : std::nullopt;
}

/// A hundred packets, each followed by what beside(number) tells of its unit.
template <typename Beside>
std::vector<Event> hundred(Medium medium, Beside beside) {
  std::vector<Event> events;
  for (std::int64_t number = 0; number < 100; ++number) {
    events.push_back(packet(medium, number));
    std::ranges::copy(beside(number), std::back_inserter(events));
  }
  return events;
}
using Told = std::vector<Event>;

TEST(SharePlayed, CompleteFramesThatNeverReachPlayoutCount) {
  auto events = hundred(Medium::kVideo, [](std::int64_t number) {  // a quarter finds no buffer or cannot be decoded
    return number % 4 ? Told{frame(number), played(number)} : Told{frame(number)};
  });
  EXPECT_NEAR(*loss_of(events), 0.25, 1e-9);
  events.push_back(played(0, PlayoutOutcome::kDropped));
  EXPECT_NEAR(*loss_of(events), 0.25, 1e-9);
}

TEST(SharePlayed, TheLastFramesOfARecordingWaitIfTheyCameWhole) {
  for (const auto outcome : {FrameOutcome::kComplete, FrameOutcome::kIncomplete}) {
    const auto events = hundred(Medium::kVideo, [&](std::int64_t number) {
      return number < 97 ? Told{frame(number), played(number)} : Told{frame(number, outcome)};
    });
    EXPECT_NEAR(*loss_of(events), outcome == FrameOutcome::kComplete ? 0 : 0.03, 1e-9);
  }
}

TEST(SharePlayed, TheBurstsOfLossAreThoseOfWhatWasNotPlayed) {
  const auto report = report_of(hundred(Medium::kVideo, [](std::int64_t number) {
    const bool late = number >= 40 && number < 44;
    return Told{frame(number), played(number, late ? PlayoutOutcome::kLate : PlayoutOutcome::kPlayed)};
  }));
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
  EXPECT_EQ(analysed->expected, 90) << "but for the last second at its pace";
  EXPECT_EQ(analysed->lost, 40);
}

TEST(SharePlayed, PlayingThatStoppedLongBeforeTheEndIsLoss) {
  const auto until_60 = [](std::int64_t number) { return number < 60 ? Told{played(number)} : Told{}; };
  EXPECT_NEAR(*loss_of(hundred(Medium::kVideo, until_60)), 0.4, 1e-9);
}

TEST(SharePlayed, WithoutEventsOfPlayoutItIsWhatWasLost) {
  auto events = hundred(Medium::kVideo, [](std::int64_t) { return Told{}; });
  std::erase_if(events, [](const Event& event) { return get<PacketArrived>(event).sequence % 10 == 5; });
  EXPECT_NEAR(*loss_of(events), 0.1, 1e-9);
}

TEST(SharePlayed, OfSoundItIsBlocks) {
  const auto events = hundred(Medium::kAudio, [](std::int64_t number) {
    return Told{AudioBlockDone{7, number, number % 5 ? PlayoutOutcome::kPlayed : PlayoutOutcome::kLate,
                               at_ms(100 * number), at_ms(100 * number + 60)}};
  });
  EXPECT_NEAR(*loss_of(events), 0.2, 1e-9);
}

}  // namespace
}  // namespace jitterscope::playout_share_test
