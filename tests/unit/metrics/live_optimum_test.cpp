// The delay of the policy "optimum": by the times that playout itself goes by.
#include <gtest/gtest.h>

#include "core/metrics/curve_track.h"
#include "core/playout/policy.h"

namespace jitterscope {
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

CurveTrack track_of(int frames) {
  CurveTrack track(Medium::kVideo, kBegan);
  PacketArrived packet;
  packet.medium = Medium::kVideo;
  packet.received = kBegan;
  packet.received_conference = kBegan + kConference;
  track.add(packet);
  for (int i = 0; i < frames; ++i) track.add(frame(i));
  return track;
}

TEST(LiveOptimum, ASenderThatEncodesUnevenlyIsWaitedFor) {
  const auto optimum = track_of(kFrames).optimal_delay();
  ASSERT_TRUE(optimum);
  EXPECT_NEAR(optimum->ms(), 9, 0.02);
  const auto policy = make_playout_policy({PlayoutPolicyKind::kOptimum, *optimum}, Medium::kVideo, kPeriod);
  int late = 0;
  for (int i = 0; i < kFrames; ++i) {
    const FrameDone done = frame(i);
    const auto playout = policy->take({i, kPeriod * i, done.completed, true});
    late += playout && *playout < done.completed;
  }
  EXPECT_LE(late, kFrames / 100) << "what is late by the policy in force is late by its optimum";
}

TEST(LiveOptimum, IsNotKnownOfAFewFrames) {
  EXPECT_FALSE(track_of(49).optimal_delay());
  EXPECT_TRUE(track_of(50).optimal_delay());
}

}  // namespace
}  // namespace jitterscope
