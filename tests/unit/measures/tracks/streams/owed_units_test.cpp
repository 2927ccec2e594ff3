// What an announced medium owes while nothing of it is numbered.
#include "core/measures/tracks/streams/owed_units.h"

#include <gtest/gtest.h>

#include "core/events/kinds/setting_changed.h"

namespace jitterscope::owed_units_test {
namespace {

Timestamp at_ms(std::int64_t ms) {
  return Timestamp() + Duration::ms(ms);
}

/// Of a frame each 40 ms.
PacketArrived packet(std::int64_t frame, std::int64_t ms) {
  PacketArrived e;
  e.medium = Medium::kVideo;
  e.ssrc = 7;
  e.sequence = frame;
  e.frame = frame;
  e.rtp_timestamp = 3600 * frame;
  e.received = at_ms(ms);
  return e;
}

OwedUnits ten_frames() {
  OwedUnits owed(Medium::kVideo);
  owed.set_period(Duration::ms(100));
  for (std::int64_t i = 0; i < 10; ++i) EXPECT_FALSE(owed.add(packet(i, 40 * i)));
  return owed;
}

SettingChanged source(std::string_view word, std::int64_t ms) {
  SettingChanged change;
  change.end = End::kRemote;
  change.name = ShortText<32>("video");
  change.value = ShortText<160>(word);
  change.at = at_ms(ms);
  return change;
}

TEST(OwedUnits, AfterASecondWithoutANumberAUnitIsOwedAtTheLastPace) {
  OwedUnits owed = ten_frames();  // the last one at 360 ms
  EXPECT_FALSE(owed.lasting(at_ms(1360)));
  ASSERT_TRUE(owed.lasting(at_ms(1400)));
  EXPECT_EQ(owed.lasting(at_ms(1400))->units, 26);
  const auto long_one = owed.lasting(at_ms(360 + 120'000));
  ASSERT_TRUE(long_one);
  EXPECT_EQ(long_one->units, 3000) << "however long it lasts";
  EXPECT_EQ(long_one->before(at_ms(360)), 0);
  EXPECT_EQ(long_one->before(at_ms(360 + 60'000)), 1500);
  EXPECT_EQ(long_one->before(at_ms(999'000)), 3000);
}

TEST(OwedUnits, PacketsThatTrickleInOfOneFrameAreNothingNew) {
  OwedUnits owed = ten_frames();  // the last number at 360 ms
  for (const std::int64_t ms : {1000, 1800, 2600}) EXPECT_FALSE(owed.add(packet(9, ms)));
  ASSERT_TRUE(owed.lasting(at_ms(3000)));
  EXPECT_EQ(owed.lasting(at_ms(3000))->units, 66);
}

TEST(OwedUnits, ASourceThatPausedOwesWhatItDidNotNumber) {
  OwedUnits owed = ten_frames();
  PacketArrived next = packet(10, 5360);
  next.rtp_timestamp += 90 * 4960;
  const auto silence = owed.add(next);
  ASSERT_TRUE(silence);
  EXPECT_EQ(silence->from, at_ms(360));
  EXPECT_EQ(silence->to, at_ms(5360));
  EXPECT_EQ(silence->units, 124);
  EXPECT_EQ(owed.lasting(at_ms(5360 + 4000))->units, 100) << "a pause is no pace";
}

TEST(OwedUnits, WhatANumberTellsOfIsNotOwedTwice) {
  OwedUnits owed = ten_frames();
  EXPECT_FALSE(owed.add(packet(134, 5360))) << "all of it was numbered, and lost";
  PacketArrived after_half = packet(134 + 60, 10'360);  // 125 frames of time, 60 of them numbered
  after_half.rtp_timestamp += 3600 * 65;
  const auto half = owed.add(after_half);
  ASSERT_TRUE(half);
  EXPECT_EQ(half->units, 65);
}

TEST(OwedUnits, WhatTheNetworkHeldUpIsNotOwedOnceItComes) {
  OwedUnits owed = ten_frames();
  EXPECT_TRUE(owed.lasting(at_ms(5000)));
  for (std::int64_t i = 10; i < 130; ++i) EXPECT_FALSE(owed.add(packet(i, 5360 + i / 10)));
}

SenderSummary told(std::int64_t units, std::int64_t left_out, std::int64_t ms) {
  SenderSummary summary;
  summary.medium = Medium::kVideo;
  summary.ssrc = 7;
  summary.units = units;
  summary.left_out = left_out;
  summary.at = at_ms(ms);
  return summary;
}

TEST(OwedUnits, PicturesThatTheSenderLeftOutAreNotOwed) {
  OwedUnits owed = ten_frames();
  owed.add(told(10, 5, 300));
  owed.add(packet(10, 400));
  EXPECT_FALSE(owed.add(told(11, 55, 2400)));
  EXPECT_FALSE(owed.lasting(at_ms(2400))) << "each picture since then was left out";
  EXPECT_EQ(owed.lasting(at_ms(4400))->units, 50);
  PacketArrived next = packet(11, 4400);
  next.rtp_timestamp += 90 * 3960;
  ASSERT_TRUE(owed.add(next));
  const auto owed_no_more = owed.add(told(12, 95, 4600));
  ASSERT_TRUE(owed_no_more) << "it told of them late";
  EXPECT_EQ(owed_no_more->units, -40);
  EXPECT_EQ(owed_no_more->to, at_ms(4400));
  EXPECT_FALSE(owed.add(told(12, 99, 4900)));
}

TEST(OwedUnits, CountsThatFallOrLeapAreNotBelieved) {
  for (const std::int64_t absurd : {std::int64_t{1'000'000}, std::int64_t{1} << 53, std::int64_t{-1} << 53}) {
    OwedUnits owed = ten_frames();
    owed.add(told(10, absurd, 500));
    owed.add(told(10, 0, 750));
    owed.add(packet(10, 800));
    owed.add(told(11, absurd, 900));
    PacketArrived next = packet(11, 5800);
    next.rtp_timestamp += 90 * 4960;
    const auto silence = owed.add(next);
    EXPECT_LE(silence ? silence->units : 0, 125) << absurd;
    EXPECT_GE(silence ? silence->units : 0, 0) << absurd;
    const auto lasting = owed.lasting(at_ms(10'800));
    EXPECT_LE(lasting ? lasting->units : 0, 125) << absurd;
  }
}

TEST(OwedUnits, WhatTheSenderNumberedIsOwedWhateverItsPace) {
  OwedUnits owed = ten_frames();
  owed.add(told(10 + 500, 0, 2000));
  EXPECT_EQ(owed.lasting(at_ms(2500))->units, 53) << "it may be under way";
  EXPECT_EQ(owed.lasting(at_ms(3100))->units, 500);
  OwedUnits wrapped(Medium::kVideo);  // the receiver extends 16 bits
  wrapped.set_period(Duration::ms(40));
  wrapped.add(packet(4, 0));
  wrapped.add(told(65536 + 5 + 100, 0, 500));
  EXPECT_EQ(wrapped.lasting(at_ms(1600))->units, 100);
}

TEST(OwedUnits, NothingIsOwedByWhatIsNotAnnounced) {
  OwedUnits withdrawn = ten_frames();
  const auto until_then = withdrawn.add(source("none", 10'360));
  ASSERT_TRUE(until_then);
  EXPECT_EQ(until_then->units, 250);
  EXPECT_FALSE(withdrawn.add(packet(10, 10'400))) << "it was under way";
  EXPECT_FALSE(withdrawn.lasting(at_ms(50'000)));
  EXPECT_FALSE(withdrawn.add(source("synthetic", 60'000)));
  EXPECT_FALSE(withdrawn.add(packet(11, 60'100)));
  EXPECT_TRUE(withdrawn.lasting(at_ms(70'000))) << "it has come again";
  OwedUnits plain(Medium::kVideo);
  plain.set_period(Duration::ms(40));
  PacketArrived without_frame = packet(0, 0);
  without_frame.frame.reset();
  plain.add(without_frame);
  EXPECT_FALSE(plain.lasting(at_ms(50'000)));
  OwedUnits capture(Medium::kVideo);
  StreamClock clock = usual_clock(Medium::kVideo);
  clock.announced = false;
  capture.set_clock(clock);
  capture.set_period(Duration::ms(40));
  capture.add(packet(0, 0));
  EXPECT_FALSE(capture.lasting(at_ms(50'000)));
}

TEST(OwedUnits, BeforeTwoUnitsThePaceIsTheNominalOne) {
  OwedUnits owed(Medium::kVideo);
  owed.add(packet(0, 0));
  EXPECT_TRUE(owed.lasting(at_ms(10'000))) << "the usual one";
  owed.set_period(Duration::ms(100));
  EXPECT_EQ(owed.lasting(at_ms(10'000))->units, 100);
}

TEST(OwedUnits, PacketsOfOneFrameAndLateOnesEndNoSilence) {
  OwedUnits owed = ten_frames();  // the last number at 360 ms
  EXPECT_FALSE(owed.add(packet(9, 400)));
  EXPECT_FALSE(owed.add(packet(4, 900)));
  EXPECT_FALSE(owed.lasting(at_ms(1360)));
  EXPECT_TRUE(owed.lasting(at_ms(1400)));
}

}  // namespace
}  // namespace jitterscope::owed_units_test
