// What the sender knows beside the reports: what it sent, how a queue drains, what holds for a time, when to try again.
#include <gtest/gtest.h>

#include "core/algorithms/rate/path_judge.h"
#include "core/algorithms/rate/picture_retry.h"

namespace jitterscope::path_parts_test {
namespace {

constexpr int kHeaders = 42;  // UDP, IP, Ethernet

Timestamp at_ms(double ms) {
  return Timestamp() + Duration::from_ms(ms);
}

PacketSent packet(Medium medium, std::int64_t sequence, double ms, std::int32_t bytes) {
  PacketSent sent;
  sent.medium = medium;
  sent.sequence = sequence;
  sent.size = bytes - kHeaders;
  sent.sent = at_ms(ms);
  return sent;
}

/// For a second: 100 bytes of sound each 40 ms, and with each, behind it, 400 of picture.
SentMedia a_second(std::int64_t first_sequence = 0) {
  SentMedia sent;
  for (int n = 0; n < 25; ++n) {
    sent.add(packet(Medium::kAudio, first_sequence + n, n * 40, 100));
    sent.add(packet(Medium::kVideo, n, n * 40, 400));
  }
  return sent;
}

TEST(SentMedia, CountsBothMediaAsTheLinkDoes) {
  const SentMedia sent = a_second();
  EXPECT_DOUBLE_EQ(sent.sound_kbps(at_ms(999)), 20);
  EXPECT_DOUBLE_EQ(sent.picture_kbps(at_ms(999)), 80);
  EXPECT_DOUBLE_EQ(sent.kilobits(at_ms(0), at_ms(400)), 40);
  EXPECT_EQ(sent.largest_picture_packet(), 400);
  EXPECT_EQ(sent.sound_interval(), Duration::ms(40));
  EXPECT_TRUE(sent.picture_flows(at_ms(3900)));
  EXPECT_FALSE(sent.picture_flows(at_ms(4000)));
}

TEST(SentMedia, SoundBehindAPictureOnAPathThatJustCarriesBoth) {
  // 100 kbit/s: the packet of picture takes 32 of the 40 ms, and then the sound finds nothing before it.
  const OwnQueue alone = a_second().own_queue(at_ms(999));
  EXPECT_NEAR(alone.packet_ms, 31, 1.5);
  EXPECT_NEAR(alone.wait_ms, 0, 0.1);
  // Two packets of picture at once, each second time: the sound after them waits.
  SentMedia bursts;
  for (int n = 0; n < 25; ++n) {
    bursts.add(packet(Medium::kAudio, n, n * 40, 100));
    for (int k = 0; k < 2 && n % 2 == 0; ++k) bursts.add(packet(Medium::kVideo, 0, n * 40, 400));
  }
  EXPECT_NEAR(bursts.own_queue(at_ms(999)).wait_ms, 28, 3);
}

TEST(SentMedia, FindsThePacketOfAReportAcrossTheWrapOf32Bits) {
  const std::int64_t first = (std::int64_t{1} << 32) - 10;
  const SentMedia sent = a_second(first);
  EXPECT_EQ(sent.extended((first + 20) & 0xffff'ffff), first + 20);
  EXPECT_EQ(sent.sound_sent_at(first + 20), at_ms(800));
  EXPECT_EQ(sent.sound_sent_at(first - 5), at_ms(0));  // the nearest that is kept
}

QueueDrain::Report report(double rise_ms, bool fresh = true, bool rushes = false) {
  return {.rise_ms = rise_ms, .excess_ms = rise_ms, .limit_ms = 4, .fresh = fresh, .rushes = rushes};
}

TEST(QueueDrain, EndsWhenTheDelaysAreBack) {
  QueueDrain drain;
  EXPECT_TRUE(drain.over());
  drain.begin();
  drain.add(report(300, false));  // from before the break
  for (const double ms : {200.0, 120.0, 60.0}) {
    drain.add(report(ms));
    EXPECT_TRUE(drain.draining()) << ms;
  }
  drain.add(report(3));
  EXPECT_FALSE(drain.draining());
  EXPECT_FALSE(drain.standing());
  drain.end();
  EXPECT_FALSE(drain.over());  // reports still tell of the break's packets
  drain.heard(true);
  EXPECT_TRUE(drain.over());
}

TEST(QueueDrain, EndsAtADelayThatFallsNoMore) {
  QueueDrain drain;
  drain.begin();
  for (const double ms : {200.0, 120.0, 119.0}) drain.add(report(ms));
  EXPECT_TRUE(drain.draining());
  drain.add(report(118.5));
  EXPECT_FALSE(drain.draining());
  EXPECT_TRUE(drain.standing());
}

TEST(QueueDrain, ALargerRiseAfterTheBreakIsAnotherQueue) {
  QueueDrain drain;
  drain.queued(80);
  drain.begin();
  drain.add(report(90));
  drain.end();
  drain.add(report(95, false, true));  // 80 by 1.25 at least
  EXPECT_TRUE(drain.draining());
  drain.add(report(101, false, true));
  EXPECT_FALSE(drain.draining());
}

TEST(ExpiringValue, HoldsForItsTime) {
  ExpiringValue number(Duration::seconds(2));
  EXPECT_FALSE(number.at(at_ms(0)));
  number.set(7, at_ms(1000));
  EXPECT_EQ(number.at(at_ms(2999)), 7);
  EXPECT_FALSE(number.at(at_ms(3000)));
  number.set(8, at_ms(4000));
  number.forget();
  EXPECT_FALSE(number.at(at_ms(4000)));
}

/// Seconds after the stop, asked each 100 ms with this delay of the sound, which is its own as far as was heard.
double due_after(PictureRetry& retry, double over_ms, Timestamp stop) {
  for (int k = 0; k < 600; ++k) {
    const Timestamp now = stop + Duration::ms(100) * k;
    retry.sound_heard(over_ms, 0, now);
    if (retry.due(over_ms, now)) return (now - stop).seconds();
  }
  return -1;
}

TEST(PictureRetry, IsLaterEachTimeUntilAPicturePasses) {
  PictureRetry retry;
  Timestamp now = at_ms(0);
  for (const double seconds : {6.0, 12.0, 24.0, 24.0}) {
    retry.picture_stops(now);
    EXPECT_DOUBLE_EQ(due_after(retry, 0, now), seconds);
    now = now + Duration::seconds(60);
  }
  retry.picture_passes();
  retry.picture_stops(now);
  EXPECT_DOUBLE_EQ(due_after(retry, 0, now), 6);
}

TEST(PictureRetry, WaitsWhileTheSoundDoesUnlessThatIsThePathsOwn) {
  PictureRetry retry;
  retry.picture_stops(at_ms(0));
  EXPECT_DOUBLE_EQ(due_after(retry, 200, at_ms(0)), 12);  // unchanged for so long
  PictureRetry falling;
  falling.picture_stops(at_ms(0));
  for (int k = 0; k < 300; ++k) {
    const double ms = 1000 - 3 * k;
    falling.sound_heard(ms, 0, at_ms(k * 100));
    EXPECT_FALSE(falling.due(ms, at_ms(k * 100))) << k;
  }
  PictureRetry lossy;
  lossy.picture_stops(at_ms(0));
  for (int k = 0; k < 300; ++k) {
    lossy.sound_heard(200, k % 100 == 0 ? 0.1 : 0, at_ms(k * 100));
    EXPECT_FALSE(lossy.due(200, at_ms(k * 100))) << k;
  }
}

}  // namespace
}  // namespace jitterscope::path_parts_test
