#include "core/measures/tracks/endpoint/sender_times_track.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/measures/tracks/delay_call.h"

namespace jitterscope::sender_times_test {
namespace {

using delay_call::Events;
using delay_call::feed;
using delay_call::Way;

Timestamp at_ms(std::int64_t ms) {
  return Timestamp::ns(1'000'000'000) + Duration::ms(ms);
}

void expect_way(const SenderTimes& times, const Way& way) {
  EXPECT_EQ(times.capture, Duration::us(way[DelayPart::kCapture]));
  EXPECT_EQ(times.encode, Duration::us(way[DelayPart::kEncode]));
  EXPECT_EQ(times.shaper, Duration::us(way[DelayPart::kShaper]));
  EXPECT_EQ(times.waiting, Duration::us(way.waiting_us));
  EXPECT_EQ(times.socket, Duration::us(way[DelayPart::kSocket]));
  EXPECT_EQ(times.queue, Duration::us(way[DelayPart::kQueue]));
}

TEST(SenderTimes, AFrameIsDescribedByItsLastPacket) {
  SenderTimesTrack track;
  feed(track, delay_call::video(at_ms(0), 41, 41).sender);
  const auto times = track.take(5);
  ASSERT_EQ(times.size(), 1u);
  EXPECT_EQ(times[0].medium, Medium::kVideo);
  EXPECT_EQ(times[0].ssrc, delay_call::kSsrc);
  EXPECT_EQ(times[0].frame, 41);
  EXPECT_EQ(times[0].block, delay_call::kLastBlock);
  expect_way(times[0], {});
  EXPECT_TRUE(track.take(5).empty()) << "each is told once";
}

TEST(SenderTimes, TheEncodersEventsMayComeLast) {
  auto events = delay_call::video(at_ms(0), 41, 41).sender;
  std::rotate(events.begin(), events.begin() + 1, events.end());
  SenderTimesTrack track;
  feed(track, events);
  ASSERT_EQ(track.take(5).size(), 1u);
}

TEST(SenderTimes, ABusyThreadDoesNotWait) {
  SenderTimesTrack track;
  const Events first = delay_call::video(at_ms(0), 1, 1);
  feed(track, first.sender);
  auto second =
      delay_call::video(at_ms(0), 2, 2);  // its encoder and sender were busy with the first until its own begin
  FrameEncoded& encoded = get<FrameEncoded>(second.sender[0]);
  encoded.encode_begin = encoded.encode_end = get<FrameEncoded>(first.sender[0]).encode_end + Duration::us(7);
  FrameSent& sent = get<FrameSent>(second.sender.back());
  sent.begin = get<FrameSent>(first.sender.back()).end + Duration::us(11);
  feed(track, second.sender);
  const auto times = track.take(5);
  ASSERT_EQ(times.size(), 2u);
  EXPECT_EQ(times[1].waiting, Duration::us(7 + 11 + 60));
}

TEST(SenderTimes, PacketsOfABurstWaitOnceForTheirDeadline) {
  SenderTimesTrack track;
  auto events = delay_call::video(at_ms(0), 1, 1).sender;
  const auto last =
      std::find_if(events.begin(), events.end(), [](const Event& e) { return holds_alternative<ThreadWoke>(e); });
  ThreadWoke again = get<ThreadWoke>(*last);
  again.woke += Duration::ms(1);  // the same deadline, for the packet after the first of the burst
  events.insert(last + 1, again);
  feed(track, events);
  EXPECT_EQ(track.take(1).at(0).waiting, Duration::us(180));
}

TEST(SenderTimes, StampsThatDoNotComeAreLeftOutAfterAWhile) {
  SenderTimesTrack track;
  for (const Event& event : delay_call::video(at_ms(0), 1, 1).sender)
    if (!holds_alternative<PacketStamped>(event)) feed(track, {event});
  EXPECT_TRUE(track.take(5).empty());
  feed(track, delay_call::video(at_ms(400), 2, 2).sender);
  const auto times = track.take(5);
  ASSERT_EQ(times.size(), 2u);
  EXPECT_FALSE(times[0].socket || times[0].queue);
  EXPECT_EQ(times[0].shaper, Duration::us(40'000));
  EXPECT_TRUE(times[1].socket && times[1].queue);
}

TEST(SenderTimes, AFrameTheKernelRefusedIsNotTold) {
  SenderTimesTrack track;
  auto events = delay_call::video(at_ms(0), 1, 1).sender;
  for (Event& event : events)
    if (auto* packet = get_if<PacketSent>(&event)) packet->accepted = false;
  feed(track, events);
  feed(track, delay_call::video(at_ms(100), 2, 2).sender);
  const auto times = track.take(5);
  ASSERT_EQ(times.size(), 1u);
  EXPECT_EQ(times[0].frame, 2);
}

TEST(SenderTimes, ABlocksLengthIsKnownWithTheNext) {
  SenderTimesTrack track;
  feed(track, delay_call::audio(at_ms(0), 0).sender);
  EXPECT_TRUE(track.take(5).empty());
  feed(track, delay_call::audio(at_ms(21), 1).sender);
  const auto times = track.take(5);
  ASSERT_EQ(times.size(), 1u);
  EXPECT_EQ(times[0].medium, Medium::kAudio);
  EXPECT_EQ(times[0].frame, 0);
  expect_way(times[0], delay_call::audio_way());
}

TEST(SenderTimes, TheBlockBeforeATalkspurtIsToldWhereTheStreamGoesOn) {
  SenderTimesTrack track;
  for (int block = 0; block < 3; ++block) {
    auto events = delay_call::audio(at_ms(21 * block), block).sender;
    get<PacketSent>(events[1]).size = 12 + 20 + 171;
    get<PacketSent>(events[1]).marker = block == 1;
    feed(track, events);
  }
  const auto times = track.take(5);
  ASSERT_EQ(times.size(), 2u);
  EXPECT_EQ(times[0].frame, 0);
  expect_way(times[0], delay_call::audio_way());
}

TEST(SenderTimes, TheBlockBeforeASilenceHasNoLength) {
  SenderTimesTrack track;
  feed(track, delay_call::audio(at_ms(0), 0).sender);
  auto after = delay_call::audio(at_ms(5000), 1).sender;
  get<PacketSent>(after[1]).marker = true;
  get<PacketSent>(after[1]).rtp_timestamp += 40'000;
  feed(track, after);
  auto next = delay_call::audio(at_ms(5021), 2).sender;
  get<PacketSent>(next[1]).rtp_timestamp += 40'000;
  feed(track, next);
  const auto times = track.take(5);
  ASSERT_EQ(times.size(), 1u);
  EXPECT_EQ(times[0].frame, 1);
}

TEST(SenderTimes, WithAMicrophoneTheHandOverIsWaiting) {
  SenderTimesTrack track;
  for (int block = 0; block < 2; ++block)
    for (const Event& event : delay_call::audio(at_ms(21 * block), block).sender)
      if (!holds_alternative<ThreadWoke>(event)) feed(track, {event});
  const auto times = track.take(5);
  ASSERT_EQ(times.size(), 1u);
  EXPECT_EQ(times[0].waiting, times[0].encode);
}

TEST(SenderTimes, AreChosenEvenlyAndBounded) {
  SenderTimesTrack track;
  for (int block = 0; block <= 12; ++block) feed(track, delay_call::audio(at_ms(22 * block), block).sender);
  const auto times = track.take(3);
  ASSERT_EQ(times.size(), 3u);
  EXPECT_EQ(times[0].frame, 2);
  EXPECT_EQ(times[1].frame, 6);
  EXPECT_EQ(times[2].frame, 10);
  for (int block = 13; block <= 10'000; ++block) feed(track, delay_call::audio(at_ms(22 * block), block).sender);
  EXPECT_LE(track.take(100'000).size(), 512u);
}

}  // namespace
}  // namespace jitterscope::sender_times_test
