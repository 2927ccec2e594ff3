#include "core/measures/definitions/delay_splitter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/measures/tracks/endpoint/sender_times_track.h"
#include "tests/unit/measures/tracks/delay_call.h"

namespace jitterscope::delay_splitter_test {
namespace {

using delay_call::at_ms;
using delay_call::feed;
using delay_call::Way;

std::vector<SenderTimes> told(const std::vector<Event>& sender, Timestamp at) {
  SenderTimesTrack track;
  feed(track, sender);
  auto times = track.take(1000);
  for (SenderTimes& each : times) each.at = at;
  return times;
}

std::vector<DelaySplit> rest(DelaySplitter& splitter) {
  splitter.finish();
  std::vector<DelaySplit> all;
  while (auto split = splitter.next()) all.push_back(*split);
  return all;
}

/// One frame with everything known; `change` may alter what the receiver notes and what it is told.
template <typename Change>
DelaySplit video_split(Change change, const Way& way = {}, double bound_ms = 0) {
  auto events = delay_call::video(at_ms(0), 70'000, 4'464, way);  // the same modulo 2^16
  auto times = told(events.sender, at_ms(900));
  change(events.receiver, times);
  DelaySplitter splitter(Medium::kVideo);
  splitter.add(delay_call::same_clock(bound_ms));
  feed(splitter, events.receiver);
  for (const SenderTimes& each : times) splitter.add(each);
  const auto splits = rest(splitter);
  EXPECT_EQ(splits.size(), 1u);
  return splits.empty() ? DelaySplit{} : splits[0];
}
DelaySplit video_split(const Way& way = {}, double bound_ms = 0) {
  return video_split([](auto&, auto&) {}, way, bound_ms);
}

template <typename E, typename Change>
void change_each(std::vector<Event>& events, Change change) {
  for (Event& event : events)
    if (auto* e = get_if<E>(&event)) change(*e);
}

/// What lies in the link where a boundary before or after it has no stamp.
Duration within_link(const Way& way, std::initializer_list<DelayPart> parts) {
  Duration sum = Duration::us(way[DelayPart::kLink]);
  for (const DelayPart part : parts) sum += Duration::us(way[part]);
  return sum;
}

void expect_parts(const DelaySplit& split, const Way& way, std::initializer_list<DelayPart> unknown) {
  for (std::size_t i = 0; i < kDelayParts; ++i) {
    const bool is_unknown = std::find(unknown.begin(), unknown.end(), static_cast<DelayPart>(i)) != unknown.end();
    EXPECT_EQ(split.parts[i], is_unknown ? std::nullopt : std::optional(Duration::us(way.us[i]))) << kDelayPartWords[i];
  }
}

TEST(DelaySplitter, ThePartsOfAFrameSumToTheWhole) {
  const DelaySplit split = video_split();
  expect_parts(split, {}, {});
  EXPECT_EQ(split.medium, Medium::kVideo);
  EXPECT_EQ(split.ssrc, delay_call::kSsrc);
  EXPECT_EQ(split.frame, 4'464);
  EXPECT_EQ(split.last, DelayPart::kDisplay);
  EXPECT_EQ(split.whole, Way{}.until(DelayPart::kDisplay));
  EXPECT_EQ(split.waiting, Duration::us(180 + 60));
  EXPECT_EQ(split.system, Duration::us(12 + 25 + 180 + 60));
  EXPECT_EQ(split.network, Duration::us(3 + 700));
}

TEST(DelaySplitter, ThePartsOfABlockSumToTheWhole) {
  DelaySplitter splitter(Medium::kAudio);
  splitter.add(delay_call::same_clock());
  std::vector<Event> sender;
  for (int block = 0; block < 3; ++block) {
    const auto events = delay_call::audio(at_ms(21 * block), 65'535 + block);
    sender.insert(sender.end(), events.sender.begin(), events.sender.end());
    feed(splitter, events.receiver);
  }
  for (const SenderTimes& times : told(sender, at_ms(300))) splitter.add(times);
  const auto splits = rest(splitter);
  ASSERT_EQ(splits.size(), 3u);
  expect_parts(splits[1], delay_call::audio_way(), {DelayPart::kDisplay});  // no speaker
  EXPECT_EQ(splits[1].last, DelayPart::kPlayout);
  EXPECT_EQ(splits[1].whole, delay_call::audio_way().until(DelayPart::kPlayout));
  EXPECT_EQ(splits[1].system, Duration::us(9 + 30 + 25));
  EXPECT_EQ(splits[1].network, Duration::us(2 + 650));
  EXPECT_FALSE(splits[2].whole) << "of the last block nothing is told";
  EXPECT_EQ(splits[2].part(DelayPart::kPlayout), Duration::us(60'000));
}

TEST(DelaySplitter, ANegativeLinkIsKeptAsTheSumWouldNotHold) {
  Way way;
  way.us[static_cast<std::size_t>(DelayPart::kLink)] = -300;
  const DelaySplit split = video_split(way);
  expect_parts(split, way, {});
  EXPECT_EQ(split.whole, way.until(DelayPart::kDisplay));
}

TEST(DelaySplitter, OfAForeignSenderTheReceiversPartsAreKnown) {
  const DelaySplit split = video_split([](auto& receiver, auto& times) {
    times.clear();
    change_each<PacketArrived>(receiver, [](auto& p) { p.block.reset(), p.sent_conference.reset(); });
  });
  expect_parts(split, {},
               {DelayPart::kCapture, DelayPart::kEncode, DelayPart::kShaper, DelayPart::kSocket, DelayPart::kQueue,
                DelayPart::kLink});
  EXPECT_FALSE(split.whole || split.system || split.network || split.waiting);
  EXPECT_EQ(split.last, DelayPart::kDisplay);
}

TEST(DelaySplitter, WithoutTransmitStampsTheLinkBeginsWithTheSendCall) {
  const DelaySplit split =
      video_split([](auto&, auto& times) { times.at(0).socket.reset(), times.at(0).queue.reset(); });
  EXPECT_FALSE(split.part(DelayPart::kSocket) || split.part(DelayPart::kQueue));
  EXPECT_EQ(split.part(DelayPart::kLink), within_link({}, {DelayPart::kSocket, DelayPart::kQueue}));
  EXPECT_EQ(split.whole, Way{}.until(DelayPart::kDisplay));
  EXPECT_FALSE(split.system || split.network);
}

TEST(DelaySplitter, WithoutReceiveStampTheLinkEndsWithTheReceiveCall) {
  const DelaySplit split = video_split(
      [](auto& receiver, auto&) { change_each<PacketArrived>(receiver, [](auto& p) { p.kernel.reset(); }); });
  EXPECT_FALSE(split.part(DelayPart::kKernel));
  EXPECT_EQ(split.part(DelayPart::kLink), within_link({}, {DelayPart::kKernel}));
  EXPECT_EQ(split.whole, Way{}.until(DelayPart::kDisplay));
  EXPECT_FALSE(split.system || split.network);
}

TEST(DelaySplitter, TheLinkIsUnknownWhileTheClocksAre) {
  const auto clocks = [](bool synchronised) {
    const auto events = delay_call::video(at_ms(0), 1, 1);
    DelaySplitter splitter(Medium::kVideo);
    ClockSynced clock = delay_call::same_clock(5);
    clock.synchronised = synchronised;
    splitter.add(clock);
    feed(splitter, events.receiver);
    splitter.add(told(events.sender, at_ms(900)).at(0));
    EXPECT_EQ(splitter.clock_bound_ms(), synchronised ? std::optional(5.0) : std::nullopt);
    return rest(splitter).at(0);
  };
  expect_parts(clocks(false), {}, {DelayPart::kLink});
  expect_parts(clocks(true), {}, {});  // with a bound wider than itself: it is shown with it
  EXPECT_EQ(clocks(true).clock_bound_ms, 5);
}

TEST(DelaySplitter, WithoutAWindowTheDisplayIsUnknown) {
  const DelaySplit split = video_split([](auto& receiver, auto&) { receiver.pop_back(); });
  expect_parts(split, {}, {DelayPart::kDisplay});
  EXPECT_EQ(split.last, DelayPart::kPlayout);
  EXPECT_EQ(split.whole, Way{}.until(DelayPart::kPlayout));
}

TEST(DelaySplitter, WhenAnotherPacketCompletesTheFrameItsOwnDepartureCounts) {
  const DelaySplit split = video_split([](auto& receiver, auto&) {
    std::rotate(receiver.begin(), receiver.begin() + 1,
                receiver.begin() + 4);  // block 0 comes last, 100 µs after block 3
    PacketArrived &late = get<PacketArrived>(receiver[3]), &described = get<PacketArrived>(receiver[2]);
    ASSERT_TRUE(late.block == 0 && described.marker);
    late.kernel = *described.kernel + Duration::us(100);
    late.received = described.received + Duration::us(100);
    late.received_conference = *described.received_conference + Duration::us(100);
    late.sent_conference = *described.sent_conference - Duration::us(39'000);
  });
  EXPECT_EQ(split.part(DelayPart::kShaper), Duration::us(1'000));
  EXPECT_EQ(split.part(DelayPart::kKernel), Duration::us(25));
  EXPECT_FALSE(split.part(DelayPart::kSocket) || split.part(DelayPart::kQueue));
  EXPECT_EQ(split.part(DelayPart::kLink),
            within_link({}, {DelayPart::kSocket, DelayPart::kQueue}) + Duration::us(39'100));
  EXPECT_EQ(split.whole, Way{}.until(DelayPart::kDisplay)) << "from this frame's capture to its painting all the same";
  EXPECT_FALSE(split.system || split.network);
}

TEST(DelaySplitter, DuplicatesChangeNothing) {
  const DelaySplit split = video_split([](auto& receiver, auto&) {
    PacketArrived copy = get<PacketArrived>(receiver[3]);
    copy.duplicate = true;
    copy.received += Duration::ms(50);
    copy.kernel = *copy.kernel + Duration::ms(49);
    receiver.insert(receiver.begin() + 4, copy);
  });
  expect_parts(split, {}, {});
}

TEST(DelaySplitter, WhileItDecodesTheFrameBeforeTheDecoderDoesNotWait) {
  const DelaySplit split = video_split([](auto& receiver, auto&) {
    FrameDecoded before = get<FrameDecoded>(receiver[5]);
    before.frame -= 1;
    before.decode_end = before.decode_begin - Duration::us(7);
    receiver.insert(receiver.begin(), before);
  });
  EXPECT_EQ(split.waiting, Duration::us(180 + 7));
  EXPECT_EQ(split.part(DelayPart::kDecode), Duration::us(4'000));
}

/// Its outcome, told once it was decoded, for a turn so long after; painted 15 ms later.
DelaySplit held(PlayoutOutcome outcome, Duration wait) {
  return video_split([&](auto& receiver, auto&) {
    const FrameDecoded& decoded = get<FrameDecoded>(receiver[5]);
    const Timestamp turn = decoded.decode_end + wait;
    const FramePlayed played{decoded.ssrc, decoded.frame, outcome, decoded.completed, turn};
    if (outcome == PlayoutOutcome::kPlayed)
      get<FrameShown>(receiver[6]).shown = turn + Duration::ms(15);
    else
      receiver.pop_back();
    receiver.insert(receiver.begin() + 6, played);
  });
}

TEST(DelaySplitter, ThePicturesWaitForItsTurnIsBetweenDecodedAndHandedOver) {
  const DelaySplit played = held(PlayoutOutcome::kPlayed, Duration::ms(56)),
                   late = held(PlayoutOutcome::kLate, Duration::ms(-14));
  EXPECT_EQ(played.part(DelayPart::kDecode), Duration::ms(4));
  EXPECT_EQ(played.part(DelayPart::kPlayout), Duration::ms(56));
  EXPECT_EQ(played.part(DelayPart::kDisplay), Duration::ms(15));
  EXPECT_EQ(late.part(DelayPart::kDecode), Duration::ms(4));
  EXPECT_FALSE(late.part(DelayPart::kPlayout) || late.part(DelayPart::kDisplay) || late.whole);
}

/// Stamps that run backwards by more than their error: the part between them and the whole are unknown.
TEST(DelaySplitter, ALinkIsNegativeWithinTheClocksBoundAndUnknownBeyond) {
  Way way;
  way.us[static_cast<std::size_t>(DelayPart::kLink)] = -5'000;
  const DelaySplit within = video_split(way, 4.5), beyond = video_split(way, 2);
  EXPECT_EQ(within.part(DelayPart::kLink), Duration::us(-5'000));
  EXPECT_TRUE(within.whole);
  EXPECT_FALSE(beyond.part(DelayPart::kLink) || beyond.whole || beyond.clock_bound_ms || beyond.network);
  EXPECT_EQ(beyond.part(DelayPart::kDecode), within.part(DelayPart::kDecode));
}

TEST(DelaySplitter, AFrameShownBeforeItWasDecodedHasNoWhole) {
  const DelaySplit split = video_split([](auto& receiver, auto&) {
    change_each<FrameShown>(receiver, [](auto& shown) { shown.shown = shown.shown - Duration::seconds(2); });
  });
  EXPECT_FALSE(split.whole || split.part(DelayPart::kDisplay));
}

/// A block that came from a loudspeaker; it is told of with the next one.
template <typename Change>
DelaySplit audio_split(Change change) {
  auto events = delay_call::audio(at_ms(0), 1);
  for (const Event& event : delay_call::audio(at_ms(21), 2).sender) events.sender.push_back(event);
  change_each<AudioBlockDone>(events.receiver, [&](auto& done) {
    done.handed = done.playout;
    done.speaker = Duration::ms(20);
    change(done);
  });
  DelaySplitter splitter(Medium::kAudio);
  splitter.add(delay_call::same_clock());
  feed(splitter, events.receiver);
  for (const SenderTimes& times : told(events.sender, at_ms(900))) splitter.add(times);
  return rest(splitter).at(0);
}

TEST(DelaySplitter, ABlockHeardOrHandedOverTooEarlyHasNoWhole) {
  EXPECT_TRUE(audio_split([](auto&) {}).whole);
  EXPECT_TRUE(audio_split([](auto& b) { b.speaker = Duration::ns(-1); }).whole) << "within the stamps' error";
  for (const Duration speaker : {Duration::ms(-30), Duration::ns(std::numeric_limits<std::int64_t>::min()),
                                 Duration::ns(std::numeric_limits<std::int64_t>::max())}) {
    const DelaySplit split = audio_split([&](auto& b) { b.speaker = speaker; });
    EXPECT_FALSE(split.whole || split.part(DelayPart::kDisplay)) << speaker.ms();
    EXPECT_EQ(split.part(DelayPart::kPlayout), Duration::us(60'000));
  }
  const DelaySplit early = audio_split([](auto& b) { b.handed = *b.handed - Duration::seconds(1); });
  EXPECT_FALSE(early.whole || early.part(DelayPart::kPlayout));
}

TEST(DelaySplitter, LostFramesAreLeftOut) {
  const auto events = delay_call::video(at_ms(0), 1, 1);
  DelaySplitter splitter(Medium::kVideo);
  for (const Event& event : events.receiver) {
    if (const auto* packet = get_if<PacketArrived>(&event)) splitter.add(*packet);
    if (auto done = get_if<FrameDone>(&event)) {
      FrameDone lost = *done;
      lost.outcome = FrameOutcome::kIncomplete;
      splitter.add(lost);
    }
  }
  EXPECT_TRUE(rest(splitter).empty());
}

TEST(DelaySplitter, LateAndLostBlocksHaveNoPlayout) {
  DelaySplitter splitter(Medium::kAudio);
  auto events = delay_call::audio(at_ms(0), 0).receiver;
  change_each<AudioBlockDone>(events, [](auto& block) { block.outcome = PlayoutOutcome::kLate; });
  feed(splitter, events);
  const auto splits = rest(splitter);
  ASSERT_EQ(splits.size(), 1u);
  EXPECT_FALSE(splits[0].part(DelayPart::kPlayout));
  EXPECT_EQ(splits[0].part(DelayPart::kKernel), Duration::us(30));
}

TEST(DelaySplitter, ThreadsMayBeReadInAnyOrder) {
  const DelaySplit split = video_split([](auto& receiver, auto&) {
    std::rotate(receiver.begin(), receiver.end() - 2, receiver.end());  // decoded and shown are read first
  });
  expect_parts(split, {}, {});
}

TEST(DelaySplitter, OfABlockWithoutItsFrameNothingIsTold) {
  DelaySplitter splitter(Medium::kAudio);
  auto events = delay_call::audio(at_ms(0), 0).receiver;
  change_each<PacketArrived>(events, [](auto& packet) { packet.frame.reset(); });
  feed(splitter, events);
  SenderTimes times;
  times.medium = Medium::kAudio;
  times.ssrc = delay_call::kSsrc;
  splitter.add(times);
  EXPECT_FALSE(splitter.told());
  EXPECT_EQ(rest(splitter).size(), 1u);
}

TEST(DelaySplitter, WaitsForTheRemoteAndNotForever) {
  DelaySplitter splitter(Medium::kVideo);
  splitter.add(delay_call::same_clock());
  std::vector<delay_call::Events> frames;
  for (int i = 0; i < 50; ++i) frames.push_back(delay_call::video(at_ms(100 * i), i, i));
  std::size_t out = 0, told_of = 0;
  for (int i = 0; i < 50; ++i) {
    feed(splitter, frames[static_cast<std::size_t>(i)].receiver);
    if (i == 12) splitter.add(told(frames[2].sender, at_ms(1300)).at(0));  // and of none else
    while (const auto split = splitter.next()) {
      ++out;
      if (!split->whole) continue;
      EXPECT_EQ(split->frame, 2);
      ++told_of;
    }
    if (i == 11 || i == 12) {  // those before the one told of will not be told
      EXPECT_EQ(out, i == 11 ? 0u : 3u);
    }
  }
  EXPECT_EQ(told_of, 1u);
  EXPECT_GE(out, 15u);
  EXPECT_LE(out, 25u);
}

TEST(DelaySplitter, IsBoundedWhateverComes) {
  DelaySplitter splitter(Medium::kVideo);
  PacketArrived packet;
  packet.medium = Medium::kVideo;
  packet.received = at_ms(0);
  std::size_t out = 0;
  for (int i = 0; i < 20'000; ++i) {
    packet.frame = i * 7919 % 65'536;
    splitter.add(packet);
    FrameDone done;
    done.frame = *packet.frame;
    done.completed = at_ms(1);
    splitter.add(done);
    while (splitter.next()) ++out;
  }
  EXPECT_GE(out, 18'000u);
}

TEST(DelaySplitter, AbsurdStampsAreUnknown) {
  const DelaySplit split = video_split([](auto& receiver, auto&) {
    change_each<PacketArrived>(receiver, [](auto& p) {
      p.kernel = Timestamp::ns(std::numeric_limits<std::int64_t>::min());
      p.sent_conference = Timestamp::ns(std::numeric_limits<std::int64_t>::max());
    });
    change_each<FrameShown>(receiver,
                            [](auto& s) { s.shown = Timestamp::ns(std::numeric_limits<std::int64_t>::max()); });
  });
  expect_parts(split, {}, {DelayPart::kLink, DelayPart::kKernel, DelayPart::kDisplay});
  EXPECT_FALSE(split.whole);
}

TEST(DelayShares, AreOfTheirSumAndAbsentWhereTheBoundIsWider) {
  EXPECT_DOUBLE_EQ(*delay_shares(1, 3, 0).system, 0.25);
  EXPECT_DOUBLE_EQ(*delay_shares(1, 3, 3.9).network, 0.75);
  EXPECT_FALSE(delay_shares(1, 3, 4.1).system);
  EXPECT_FALSE(delay_shares(1, 3, std::nullopt).network);
  EXPECT_FALSE(delay_shares(1, std::nullopt, 0).system);
  EXPECT_DOUBLE_EQ(*delay_shares(0.1, -0.001, 0).system, 1);  // the stamps' own error
  EXPECT_FALSE(delay_shares(0.1, -0.1, 0.01).system);
}

}  // namespace
}  // namespace jitterscope::delay_splitter_test
