// The delay of the policy "optimum": by the times that playout itself goes by.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/algorithms/playout/policy_definition.h"
#include "core/measures/tracks/curve/curve_track.h"

namespace jitterscope::live_optimum_test {
namespace {

constexpr Timestamp kBegan = Timestamp::ns(7'000'000'000);
constexpr Duration kConference = Duration::seconds(1'700'000'000);
constexpr Duration kPeriod = Duration::ms(40);
constexpr int kFrames = 200;

/// Captured each 40 ms; encoding takes 0 to 9 ms, the network always 5.
FrameDone frame(int number) {
  const Timestamp captured = kBegan + kPeriod * number;
  const Timestamp sent = captured + Duration::ms(number * 7 % 10);
  FrameDone done;
  done.ssrc = 7;
  done.frame = number;
  done.outcome = FrameOutcome::kComplete;
  done.rtp_timestamp = std::int64_t{3600} * number;
  done.sent_conference = sent + kConference;
  done.completed = sent + Duration::ms(5);
  return done;
}

CurveTrack new_track() {
  CurveTrack track(Medium::kVideo, kBegan);
  PacketArrived packet;
  packet.medium = Medium::kVideo;
  packet.received = kBegan;
  packet.received_conference = kBegan + kConference;
  track.add(packet);
  return track;
}

CurveTrack track_of(int frames) {
  CurveTrack track = new_track();
  for (int i = 0; i < frames; ++i) track.add(frame(i));
  return track;
}

/// The frame, `later` than it would be.
FrameDone delayed(int number, Duration later) {
  FrameDone done = frame(number);
  done.completed = done.completed + later;
  return done;
}

TEST(LiveOptimum, ASenderThatEncodesUnevenlyIsWaitedFor) {
  const auto optimum = track_of(kFrames).optimal_delay();
  ASSERT_TRUE(optimum);
  EXPECT_NEAR(optimum->ms(), 9, 0.02);
  const auto policy = make_playout_policy({std::string_view("optimum"), *optimum}, Medium::kVideo, kPeriod);
  int late = 0;
  for (int i = 0; i < kFrames; ++i) {
    const FrameDone done = frame(i);
    const auto playout = policy->take({i, kPeriod * i, done.completed, true});
    late += playout && *playout < done.completed;
  }
  EXPECT_LE(late, kFrames / 100) << "what is late by the policy in force is late by its optimum";
}

TEST(LiveOptimum, OutlivesAStallOfTheNetwork) {
  CurveTrack track = track_of(1000);
  const Timestamp again = frame(1000).completed + Duration::ms(1200);
  for (int i = 1000; i < 1080; ++i) {  // those of the stall come at once
    FrameDone done = frame(i);
    done.completed = std::max(done.completed, again);
    track.add(done);
  }
  const auto optimum = track.optimal_delay();
  ASSERT_TRUE(optimum);
  EXPECT_NEAR(optimum->ms(), 9, 1) << "30 frames of 1080 are no reason to hold every one back";
}

TEST(LiveOptimum, ForgetsWhatIsOlderThanAMinute) {
  CurveTrack track = new_track();
  for (int i = 0; i < 100; ++i) track.add(delayed(i, i % 2 == 0 ? Duration() : Duration::ms(100)));
  EXPECT_GT(track.optimal_delay().value_or(Duration()).ms(), 50);
  for (int i = 100; i < 100 + 1501; ++i) track.add(frame(i));
  EXPECT_NEAR(track.optimal_delay().value_or(Duration()).ms(), 9, 0.02);
}

TEST(LiveOptimum, BeginsAnewWithTheSendersTimestamps) {
  CurveTrack track = new_track();
  for (int i = 0; i < 100; ++i) track.add(delayed(i, i % 2 == 0 ? Duration() : Duration::ms(100)));
  for (int i = 100; i < 300; ++i) {
    FrameDone done = frame(i);
    done.rtp_timestamp += 90'000 * 500;
    track.add(done);
    if (i == 110) { EXPECT_FALSE(track.optimal_delay()) << "of eleven frames"; }
  }
  EXPECT_NEAR(track.optimal_delay().value_or(Duration()).ms(), 9, 0.02);
}

TEST(LiveOptimum, BeginsAnewWithAnotherStream) {
  CurveTrack track = track_of(200);
  FrameDone done = frame(200);
  done.ssrc = 8;
  track.add(done);
  EXPECT_FALSE(track.optimal_delay());
}

TEST(LiveOptimum, GoesOnWithoutSendTimes) {
  CurveTrack track = track_of(200);
  for (int i = 200; i < 1800; ++i) {
    FrameDone done = delayed(i, i % 2 == 0 ? Duration() : Duration::ms(100));
    done.sent_conference.reset();
    track.add(done);
  }
  EXPECT_GT(track.optimal_delay().value_or(Duration()).ms(), 50) << "playout goes by RTP timestamps";
}

TEST(LiveOptimum, IsNotKnownOfAFewFrames) {
  EXPECT_FALSE(track_of(49).optimal_delay());
  EXPECT_TRUE(track_of(50).optimal_delay());
}

}  // namespace
}  // namespace jitterscope::live_optimum_test
