#include "core/measures/tracks/streams/picture_track.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace jitterscope::picture_track_test {
namespace {

Timestamp at(double s) {
  return Timestamp{} + Duration::from_ms(s * 1000);
}

PacketArrived packet(double s, std::uint32_t ssrc = 1) {
  PacketArrived arrived;
  arrived.medium = Medium::kVideo;
  arrived.ssrc = ssrc;
  arrived.received = at(s);
  return arrived;
}

FramePlayed played(double s, PlayoutOutcome outcome = PlayoutOutcome::kPlayed) {
  return {1, 1, outcome, at(s), at(s)};
}

SettingChanged setting(const char* name, const char* value, End end, double s) {
  return {ShortText<32>(name), ShortText<160>(value), end, ShortText<16>("local"), at(s)};
}

TEST(PictureTrack, CountsFromTheNewestPicture) {
  PictureTrack track;
  EXPECT_FALSE(track.since_picture_s(at(9))) << "nothing came yet";
  track.add(packet(10));
  EXPECT_DOUBLE_EQ(*track.since_picture_s(at(14)), 4) << "packets, but no picture";
  track.add(played(12));
  track.add(played(13, PlayoutOutcome::kLate));
  EXPECT_DOUBLE_EQ(*track.since_picture_s(at(14)), 2);
  track.add(FrameShown{1, at(12.1)});
  EXPECT_NEAR(*track.since_picture_s(at(14)), 1.9, 1e-9);
  track.add(packet(13));
  EXPECT_NEAR(*track.since_picture_s(at(54)), 41.9, 1e-9) << "packets alone are no picture";
}

TEST(PictureTrack, WhatIsEndedOnPurposeIsNotMissed) {
  for (const auto& [name, off, on, end] : {std::tuple("video", "none", "synthetic", End::kRemote),
                                           std::tuple("receive video", "no", "yes", End::kLocal)}) {
    PictureTrack track;
    track.add(packet(1));
    track.add(played(2));
    track.add(setting(name, off, end, 3));
    track.add(packet(3.05));  // was under way
    EXPECT_TRUE(track.ended());
    EXPECT_FALSE(track.since_picture_s(at(60)));
    track.add(setting(name, on, end, 70));
    EXPECT_FALSE(track.ended());
    EXPECT_FALSE(track.since_picture_s(at(75))) << "not before its packets come";
    track.add(packet(76));
    EXPECT_DOUBLE_EQ(*track.since_picture_s(at(80)), 4);
  }
}

FrameDone done(double s, FrameOutcome outcome) {
  FrameDone frame;
  frame.outcome = outcome;
  frame.completed = at(s);
  return frame;
}

TEST(PictureTrack, TellsHowLongAgoFramesWereLost) {
  PictureTrack track;
  EXPECT_TRUE(track.lost_frames_ago_s(at(1)).empty());
  track.add(done(1, FrameOutcome::kIncomplete));
  track.add(done(2, FrameOutcome::kComplete));
  track.add(done(3, FrameOutcome::kMissing));
  track.add(done(4, FrameOutcome::kPatched));
  using testing::DoubleEq;
  EXPECT_THAT(track.lost_frames_ago_s(at(5)), testing::ElementsAre(DoubleEq(4), DoubleEq(2)));
  EXPECT_THAT(track.lost_frames_ago_s(at(12)), testing::ElementsAre(DoubleEq(9))) << "of the last ten seconds";
  EXPECT_THAT(track.lost_frames_ago_s(at(20)), testing::IsEmpty());
}

TEST(PictureTrack, KeepsABoundedNumberOfLostFrames) {
  PictureTrack track;
  for (int i = 0; i < 5000; ++i) track.add(done(1 + i * 1e-4, FrameOutcome::kMissing));
  const auto ago = track.lost_frames_ago_s(at(2));
  EXPECT_EQ(ago.size(), 1000U);
  EXPECT_NEAR(ago.back(), 0.5, 1e-3) << "the newest";
}

TEST(PictureTrack, TheOwnSettingOfTheSameNameDoesNotEndIt) {
  PictureTrack track;
  track.add(packet(1));
  track.add(setting("video", "none", End::kLocal, 2));
  EXPECT_FALSE(track.ended());
}

}  // namespace
}  // namespace jitterscope::picture_track_test
