// Where a received medium stands in the quality space: points by hand, the window, the trail, streams that begin anew.
#include "core/measures/tracks/streams/quality_track.h"
#include "core/events/kinds/audio_block_done.h"
#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/frame_played.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/setting_changed.h"
#include "core/events/words.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/measures/report/quality_json.h"
#include "core/measures/tracks/participant/peer_quality_track.h"

namespace jitterscope::quality_track_test {
namespace {

const Timestamp kBegan = Timestamp::ns(5'000'000'000);
Timestamp at_ms(std::int64_t ms) {
  return kBegan + Duration::ms(ms);
}

PacketArrived packet(Medium medium, std::int64_t sequence, std::int64_t ms, std::int64_t delay_ms = 40) {
  PacketArrived e;
  e.medium = medium;
  e.ssrc = 7;
  e.sequence = sequence;
  e.frame = sequence;
  e.received = at_ms(ms);
  e.received_conference = Timestamp::ns(1'000'000'000'000) + Duration::ms(ms);
  e.sent_conference = *e.received_conference - Duration::ms(delay_ms);
  return e;
}

AudioBlockDone block(std::int64_t sequence, std::int64_t ms, PlayoutOutcome outcome, std::int64_t wait_ms = 60) {
  AudioBlockDone e;
  e.ssrc = 7;
  e.sequence = sequence;
  e.outcome = outcome;
  e.received = at_ms(ms);
  e.playout = at_ms(ms + wait_ms);
  return e;
}

FrameDone frame(std::int64_t number, std::int64_t ms, FrameOutcome outcome = FrameOutcome::kComplete) {
  FrameDone e;
  e.ssrc = 7;
  e.frame = number;
  e.outcome = outcome;
  e.completed = at_ms(ms);
  return e;
}

TEST(QualityTrack, NothingReceivedIsNoView) {
  QualityTrack track(Medium::kAudio, kBegan);
  EXPECT_FALSE(track.view(at_ms(1000)));
  track.add(packet(Medium::kVideo, 0, 100));
  EXPECT_FALSE(track.view(at_ms(1000))) << "the other medium";
}

/// Of a unit that came `ms` after the call began and was handed over, or painted or heard.
DelaySplit split(Medium medium, std::int64_t ms, std::int64_t whole_ms, DelayPart last = DelayPart::kPlayout) {
  DelaySplit e;
  e.medium = medium;
  e.ssrc = 7;
  e.at = at_ms(ms);
  e.last = last;
  e.whole = Duration::ms(whole_ms);
  return e;
}

TEST(QualityTrack, AudioIsWholeDelaysSpreadOfArrivalsAndBlocksNotPlayed) {
  QualityTrack track(Medium::kAudio, kBegan);
  // Arrivals 1000, 1030, 1070: intervals 30, 40: stddev √50 = 7.0711. Delays 40, 50, 60: 50; wholes 130, 150: 140.
  track.add(packet(Medium::kAudio, 0, 1000, 40));
  track.add(packet(Medium::kAudio, 1, 1030, 50));
  track.add(packet(Medium::kAudio, 2, 1070, 60));
  auto copy = packet(Medium::kAudio, 2, 1071, 60);
  copy.duplicate = true;
  track.add(copy);
  track.add(block(0, 1000, PlayoutOutcome::kPlayed));
  track.add(block(1, 1030, PlayoutOutcome::kPlayed));
  track.add(block(2, 1070, PlayoutOutcome::kLate, -5));
  track.add(block(3, 1100, PlayoutOutcome::kLost));
  EXPECT_FALSE(track.view(at_ms(1500))->now.latency_ms) << "not split yet";
  track.add(split(Medium::kAudio, 1000, 130, DelayPart::kDisplay));
  track.add(split(Medium::kAudio, 1030, 150, DelayPart::kDisplay));
  track.add(split(Medium::kAudio, 1031, 90));
  track.add(split(Medium::kVideo, 1031, 900, DelayPart::kDisplay));
  const auto point = track.view(at_ms(1500))->now;
  EXPECT_DOUBLE_EQ(*point.latency_ms, 140) << "of those that end where most do";
  EXPECT_EQ(point.ends_at, LatencyEnd::kLoudspeaker);
  EXPECT_EQ(point.latency_units, 2);
  EXPECT_DOUBLE_EQ(*point.network_latency_ms, 50);
  EXPECT_NEAR(*point.jitter_ms, 7.0711, 1e-4);
  EXPECT_DOUBLE_EQ(*point.loss_ratio, 0.5);
}

TEST(QualityTrack, TheSendersOwnPaceIsNoJitter) {
  QualityTrack video(Medium::kVideo, kBegan), audio(Medium::kAudio, kBegan);
  std::int64_t ms = 0;
  for (int i = 0; i < 60; ++i, ms += i < 30 ? 40 : 100) {  // 25 frames a second, then 10
    FrameDone done = frame(i, ms);
    done.rtp_timestamp = 90 * ms;
    video.add(packet(Medium::kVideo, i, ms));
    video.add(done);
    auto block = packet(Medium::kAudio, i, ms + i % 2);
    block.rtp_timestamp = 8 * ms;
    audio.add(block);
  }
  EXPECT_NEAR(video.view(at_ms(ms))->now.jitter_ms.value_or(1), 0, 1e-6);
  EXPECT_NEAR(audio.view(at_ms(ms))->now.jitter_ms.value_or(0), 1, 0.02) << "1 ms more and less in turn";
}

TEST(QualityTrack, VideoCountsFramesSentLessFramesPlayed) {
  QualityTrack track(Medium::kVideo, kBegan);
  track.add(packet(Medium::kVideo, 0, 1000, 20));
  for (int i = 0; i < 5; ++i)
    track.add(frame(i, 1000 + 120 * i, i == 3 ? FrameOutcome::kIncomplete : FrameOutcome::kComplete));
  EXPECT_DOUBLE_EQ(*track.view(at_ms(1500))->now.loss_ratio, 0.2) << "nothing tells of playout: whole frames";
  FramePlayed played{7, 0, PlayoutOutcome::kPlayed, at_ms(1000), at_ms(1080)};
  track.add(played);
  EXPECT_DOUBLE_EQ(*track.view(at_ms(1500))->now.loss_ratio, 0.5) << "0 was played, 3 cannot be";
  played = {7, 2, PlayoutOutcome::kDropped, at_ms(1240), at_ms(1320)};
  track.add(played);
  const auto point = track.view(at_ms(1500))->now;
  EXPECT_FALSE(point.latency_ms);
  EXPECT_NEAR(*point.jitter_ms, std::sqrt(9600 / 2.0), 1e-6);  // 120, 120, 240: mean 160
  EXPECT_DOUBLE_EQ(*point.loss_ratio, 0.75) << "1 was passed over; 4 waits";
  played = {7, 4, PlayoutOutcome::kPlayed, at_ms(1480), at_ms(1560)};
  track.add(played);
  EXPECT_DOUBLE_EQ(*track.view(at_ms(1700))->now.loss_ratio, 0.6);
}

TEST(QualityTrack, FramesThatNeverReachPlayoutAreNotPlayed) {
  QualityTrack track(Medium::kVideo, kBegan);
  std::int64_t number = 0;
  for (std::int64_t ms = 0; ms < 6000; ms += 100, ++number) {  // after 2 s nothing is played any more
    track.add(packet(Medium::kVideo, number, ms));
    track.add(frame(number, ms));
    if (ms < 2000) track.add(FramePlayed{7, number, PlayoutOutcome::kPlayed, at_ms(ms), at_ms(ms + 60)});
  }
  const auto view = track.view(at_ms(6000));
  EXPECT_NEAR(*view->now.loss_ratio, 10 / 30.0, 0.04) << "the last 3 s may yet be played";
  EXPECT_NEAR(*view->trail.back().point.loss_ratio, 1 / 3.0, 0.04);
}

TEST(QualityTrack, FramesThatWaitAreNotYetLost) {
  QualityTrack track(Medium::kVideo, kBegan);
  for (std::int64_t number = 0; number < 100; ++number) {
    const std::int64_t ms = 100 * number;
    track.add(packet(Medium::kVideo, number, ms));
    track.add(frame(number, ms));
    if (number >= 20) track.add(FramePlayed{7, number - 20, PlayoutOutcome::kPlayed, at_ms(ms - 2000), at_ms(ms)});
    EXPECT_EQ(track.view(at_ms(ms))->now.loss_ratio, 0) << ms;
  }
}

/// What a viewer sees while a link drops everything: the point walks out.
TEST(QualityTrack, NothingArrivingIsLoss) {
  for (const Medium medium : {Medium::kAudio, Medium::kVideo}) {
    SCOPED_TRACE(to_string(medium));
    QualityTrack track(medium, kBegan);
    track.set_period(50.0);
    const auto come = [&](std::int64_t number, std::int64_t ms) {
      PacketArrived arrived = packet(medium, number, ms);
      arrived.rtp_timestamp = (medium == Medium::kAudio ? 8 : 90) * ms;
      track.add(arrived);
      track.add(block(number, ms, PlayoutOutcome::kPlayed));
      track.add(frame(number, ms));
      track.add(FramePlayed{7, number, PlayoutOutcome::kPlayed, at_ms(ms), at_ms(ms + 60)});
    };
    std::int64_t number = 0;
    for (std::int64_t ms = 0; ms < 20'000; ms += 50) come(number++, ms);
    EXPECT_EQ(track.view(at_ms(20'500))->now.loss_ratio, 0) << "half a second is no outage";
    EXPECT_NEAR(*track.view(at_ms(23'000))->now.loss_ratio, 0.3, 0.02);
    EXPECT_NEAR(*track.view(at_ms(28'000))->now.loss_ratio, 0.8, 0.02);
    EXPECT_EQ(track.view(at_ms(35'000))->now.loss_ratio, 1);
    EXPECT_EQ(track.view(at_ms(35'000))->trail.back().point.loss_ratio, 1);
    EXPECT_EQ(track.view(at_ms(140'000))->now.loss_ratio, 1) << "it is announced, for however long it is silent";
    QualityTrack told = track;
    for (std::int64_t ms = 140'000; ms < 142'000; ms += 50) come(number++, ms);
    EXPECT_NEAR(*track.view(at_ms(142'000))->now.loss_ratio, 0.8, 0.02)
        << "the pause was of its source: no number tells";
    EXPECT_NEAR(*track.view(at_ms(149'000))->now.loss_ratio, 0.8, 0.02);
    SettingChanged withdrawn;
    withdrawn.end = End::kRemote;
    withdrawn.name = ShortText<32>(medium == Medium::kAudio ? "audio" : "video");
    withdrawn.value = ShortText<160>("none");
    withdrawn.at = at_ms(141'000);
    told.add(withdrawn);
    EXPECT_EQ(told.view(at_ms(141'000))->now.loss_ratio, 1);
    EXPECT_FALSE(told.view(at_ms(155'000))->now.loss_ratio) << "nothing was due since then";
  }
}

TEST(QualityTrack, PlainRtpOwesNothingAfterItsLastPacket) {
  QualityTrack track(Medium::kAudio, kBegan);
  for (std::int64_t i = 0; i < 300; ++i) {
    auto plain = packet(Medium::kAudio, i, 20 * i);
    plain.frame.reset();
    track.add(plain);
    track.add(block(i, 20 * i, PlayoutOutcome::kPlayed));
  }
  EXPECT_EQ(track.view(at_ms(9'000))->now.loss_ratio, 0);
  EXPECT_EQ(track.view(at_ms(15'000))->now.loss_ratio, 0);
  EXPECT_FALSE(track.view(at_ms(30'000))->now.loss_ratio);
}

TEST(QualityTrack, AnOutageIsCountedOnceWhenTheLostBlocksAreTold) {
  QualityTrack track(Medium::kAudio, kBegan);
  track.set_period(50.0);
  for (std::int64_t i = 0; i < 100; ++i) {
    track.add(packet(Medium::kAudio, i, 50 * i));
    track.add(block(i, 50 * i, PlayoutOutcome::kPlayed, 0));
  }
  for (std::int64_t i = 140; i < 200; ++i) track.add(packet(Medium::kAudio, i, 50 * i));
  for (std::int64_t i = 100; i < 200; ++i)
    track.add(block(i, 50 * i, i < 140 ? PlayoutOutcome::kLost : PlayoutOutcome::kPlayed, 0));
  EXPECT_DOUBLE_EQ(*track.view(at_ms(9'999))->now.loss_ratio, 0.2);
}

TEST(QualityTrack, BlocksToldLongAfterTheirTurnDoNoHarm) {  // of an outage of 14 s; asan sees what is read past the end
  QualityTrack track(Medium::kAudio, kBegan);
  for (int i = 0; i < 100; ++i) {
    track.add(packet(Medium::kAudio, i, 20 * i));
    track.add(block(i, 20 * i, PlayoutOutcome::kPlayed));
  }
  track.add(packet(Medium::kAudio, 800, 16'000));
  for (int i = 100; i < 800; ++i) track.add(block(i, 20 * i, PlayoutOutcome::kLost, 0));
  track.add(block(800, 16'000, PlayoutOutcome::kPlayed));
  EXPECT_GT(*track.view(at_ms(16'100))->now.loss_ratio, 0.9);
}

TEST(QualityTrack, WithoutPlayoutEventsLossIsThatOfPackets) {
  QualityTrack track(Medium::kAudio, kBegan);
  for (const std::int64_t sequence : {10, 11, 12, 19}) track.add(packet(Medium::kAudio, sequence, 1000 + sequence));
  EXPECT_DOUBLE_EQ(*track.view(at_ms(1500))->now.loss_ratio, 0.6);
}

TEST(QualityTrack, UnknownSendTimesLeaveTheLatencyUnknown) {
  QualityTrack track(Medium::kAudio, kBegan);
  auto foreign = packet(Medium::kAudio, 0, 1000);
  foreign.sent_conference.reset();
  track.add(foreign);
  const auto point = track.view(at_ms(1500))->now;
  EXPECT_FALSE(point.latency_ms || point.jitter_ms);
  EXPECT_EQ(point.loss_ratio, 0);
}

TEST(QualityTrack, TheWindowIsTenSecondsAndTheTrailFiveMinutes) {
  QualityTrack track(Medium::kAudio, kBegan);
  std::int64_t sequence = 0;
  for (std::int64_t ms = 0; ms < 400'000; ms += 40) {
    track.add(packet(Medium::kAudio, sequence++, ms));
    if (ms >= 1000) track.add(split(Medium::kAudio, ms - 1000, ms - 1000 < 200'000 ? 40 : 90));
  }
  const auto view = track.view(at_ms(400'000));
  EXPECT_NEAR(*view->now.latency_ms, 90, 1e-9);
  ASSERT_EQ(view->trail.size(), 300u);
  for (std::size_t i = 1; i < view->trail.size(); ++i) EXPECT_EQ(view->trail[i].at_s, view->trail[i - 1].at_s + 1);
  for (const QualityMoment& moment : view->trail) {
    if (moment.at_s <= 200) { EXPECT_NEAR(*moment.point.latency_ms, 40, 1e-9); }
    if (moment.at_s == 205) { EXPECT_NEAR(*moment.point.latency_ms, 65, 0.5); }
    if (moment.at_s >= 210) { EXPECT_NEAR(*moment.point.latency_ms, 90, 1e-9); }
  }
  const auto silent = track.view(at_ms(420'000));
  EXPECT_FALSE(silent->now.latency_ms) << "what stopped has no present";
}

TEST(QualityTrack, LookingOftenDoesNotChangeTheTrail) {
  QualityTrack seldom(Medium::kAudio, kBegan), often(Medium::kAudio, kBegan);
  for (std::int64_t i = 0; i < 1000; ++i) {
    const auto e = packet(Medium::kAudio, i, 40 * i, 40 + i % 9);
    seldom.add(e);
    often.add(e);
    often.view(e.received);
  }
  const auto a = seldom.view(at_ms(40'000))->trail, b = often.view(at_ms(40'000))->trail;
  ASSERT_EQ(a.size(), b.size());
  ASSERT_GT(a.size(), 30u);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].point, b[i].point) << i;
}

TEST(QualityTrack, ANewStreamBeginsANewWindowAndAbsurdTimesDoNoHarm) {
  QualityTrack track(Medium::kAudio, kBegan);
  for (std::int64_t i = 0; i < 100; ++i) {
    track.add(packet(Medium::kAudio, i, 40 * i, 40));
    track.add(split(Medium::kAudio, 40 * i, 90));
  }
  auto fresh = packet(Medium::kAudio, 60'000, 4000, 80);
  fresh.ssrc = 8;
  track.add(fresh);
  track.add(block(5, 4000, PlayoutOutcome::kLost));  // of the old stream
  track.add(split(Medium::kAudio, 4000, 90));
  auto of_it = split(Medium::kAudio, 4000, 170);
  of_it.ssrc = 8;
  track.add(of_it);
  const auto point = track.view(at_ms(4100))->now;
  EXPECT_EQ(point.latency_ms, 170);
  EXPECT_EQ(point.network_latency_ms, 80);
  EXPECT_EQ(point.loss_ratio, 0);
  fresh.received = kBegan - Duration::seconds(3);
  track.add(fresh);
  fresh.received = Timestamp::ns(INT64_MAX / 2);
  track.add(fresh);
  EXPECT_TRUE(track.view(at_ms(4200)));
}

TEST(PeerQualityTrack, KeepsOneMomentASecondAndForgetsThePresent) {
  PeerQualityTrack track(kBegan);
  EXPECT_FALSE(track.view(at_ms(0)));
  for (int i = 0; i < 40; ++i) track.add({Medium::kAudio, 40.0 + i, 3, 0, at_ms(250 * i), 20, LatencyEnd::kHandOver});
  const auto view = track.view(at_ms(10'000));
  EXPECT_EQ(view->now.latency_ms, 79);
  EXPECT_EQ(view->now.network_latency_ms, 20);
  EXPECT_EQ(view->trail.size(), 10u);
  EXPECT_FALSE(track.view(at_ms(20'000))->now.latency_ms);
}

TEST(QualityJson, TextSaysWhereThePointIs) {
  const QualityLimits audio = default_limits(Medium::kAudio), video = default_limits(Medium::kVideo);
  const auto picture = [](std::optional<double> latency_ms, double jitter_ms) {
    return QualityPoint{.latency_ms = latency_ms, .jitter_ms = jitter_ms, .loss_ratio = 0.1, .due_per_second = 30};
  };
  EXPECT_EQ(quality_text({92, 3, 0.006}, audio),
            "latency 92 ms, jitter 3 ms, not played 0.6 %: inside, quality distance 0.424");
  EXPECT_EQ(quality_text(picture(92, 61), video),
            "latency 92 ms, jitter 61 ms, not played 10 %: outside: jitter 61 ms is above 50 ms");
  EXPECT_EQ(quality_text(picture(std::nullopt, 61), video),
            "latency -, jitter 61 ms, not played 10 %: outside: jitter 61 ms is above 50 ms");
  EXPECT_EQ(quality_text(picture(std::nullopt, 6), video), "latency -, jitter 6 ms, not played 10 %: no verdict");
}

}  // namespace
}  // namespace jitterscope::quality_track_test
