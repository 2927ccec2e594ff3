#include "core/measures/definitions/delay_splitter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/measures/tracks/call_analyzer.h"
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
DelaySplit video_split(Change change, const Way& way = {}) {
  auto events = delay_call::video(at_ms(0), 70'000, 4'464, way);  // the same modulo 2^16
  auto times = told(events.sender, at_ms(900));
  change(events.receiver, times);
  DelaySplitter splitter(Medium::kVideo);
  splitter.add(delay_call::same_clock());
  feed(splitter, events.receiver);
  for (const SenderTimes& each : times) splitter.add(each);
  const auto splits = rest(splitter);
  EXPECT_EQ(splits.size(), 1u);
  return splits.empty() ? DelaySplit{} : splits[0];
}
DelaySplit video_split(const Way& way = {}) {
  return video_split([](auto&, auto&) {}, way);
}

template <typename E, typename Change>
void change_each(std::vector<Event>& events, Change change) {
  for (Event& event : events)
    if (auto* e = std::get_if<E>(&event)) change(*e);
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
    PacketArrived &late = std::get<PacketArrived>(receiver[3]), &described = std::get<PacketArrived>(receiver[2]);
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
    PacketArrived copy = std::get<PacketArrived>(receiver[3]);
    copy.duplicate = true;
    copy.received += Duration::ms(50);
    copy.kernel = *copy.kernel + Duration::ms(49);
    receiver.insert(receiver.begin() + 4, copy);
  });
  expect_parts(split, {}, {});
}

TEST(DelaySplitter, WhileItDecodesTheFrameBeforeTheDecoderDoesNotWait) {
  const DelaySplit split = video_split([](auto& receiver, auto&) {
    FrameDecoded before = std::get<FrameDecoded>(receiver[5]);
    before.frame -= 1;
    before.decode_end = before.decode_begin - Duration::us(7);
    receiver.insert(receiver.begin(), before);
  });
  EXPECT_EQ(split.waiting, Duration::us(180 + 7));
  EXPECT_EQ(split.part(DelayPart::kDecode), Duration::us(4'000));
}

TEST(DelaySplitter, LostFramesAreLeftOut) {
  const auto events = delay_call::video(at_ms(0), 1, 1);
  DelaySplitter splitter(Medium::kVideo);
  for (const Event& event : events.receiver) {
    if (const auto* packet = std::get_if<PacketArrived>(&event)) splitter.add(*packet);
    if (auto done = std::get_if<FrameDone>(&event)) {
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

/// A call of 20 s at 20 frames a second through the analyzer, the remote telling of each frame a second later.
CallSnapshot snapshot_of_a_call(bool shown, bool tells, double bound_ms) {
  CallAnalyzer analyzer(at_ms(0));
  analyzer.add(delay_call::same_clock(bound_ms));
  std::vector<SenderTimes> later;
  for (int i = 0; i < 400; ++i) {
    auto events = delay_call::video(at_ms(50 * i), i, i);
    if (!shown) events.receiver.pop_back();
    for (const Event& event : events.receiver) analyzer.add(event);
    if (tells) later.push_back(told(events.sender, at_ms(50 * i + 1000)).at(0));
    if (i % 20 == 19) {
      for (const SenderTimes& times : later) analyzer.add(times);
      later.clear();
    }
  }
  return analyzer.snapshot(at_ms(20'000));
}

TEST(DelayView, ShowsTheLastTenSecondsAndASeries) {
  const CallSnapshot s = snapshot_of_a_call(true, true, 0.1);
  EXPECT_FALSE(s.received(Medium::kAudio).split);
  ASSERT_TRUE(s.received(Medium::kVideo).split);
  const DelaySplitView& view = *s.received(Medium::kVideo).split;
  for (std::size_t i = 0; i < kDelayParts; ++i) {
    ASSERT_TRUE(view.parts[i]) << kDelayPartWords[i];
    EXPECT_NEAR(*view.parts[i]->p50, static_cast<double>(Way{}.us[i]) / 1e3, 1e-9) << kDelayPartWords[i];
  }
  EXPECT_GT(view.whole->n, 150);
  EXPECT_LE(view.whole->n, 200);
  EXPECT_NEAR(*view.whole->mean, Way{}.until(DelayPart::kDisplay).ms(), 1e-9);
  EXPECT_EQ(view.last, DelayPart::kDisplay);
  EXPECT_EQ(view.clock_bound_ms, 0.1);
  EXPECT_NEAR(*view.os_ms, 0.277, 1e-9);
  EXPECT_NEAR(*view.network_ms, 0.703, 1e-9);
  EXPECT_NEAR(*view.waiting_ms, 0.24, 1e-9);
  EXPECT_NEAR(*view.kernel_ms, 0.025, 1e-9);
  EXPECT_NEAR(*view.os_share + *view.network_share, 1, 1e-12);
  EXPECT_TRUE(view.unknown.empty()) << view.unknown;
  ASSERT_GE(view.series.size(), 18u);
  EXPECT_DOUBLE_EQ(view.series[3].at_s, 3.5);
  EXPECT_NEAR(*view.series[3].parts[5], 0.7, 1e-9);
  EXPECT_NEAR(*view.series[3].waiting, 0.24, 1e-9);
  EXPECT_NEAR(*view.series[3].os_share, 0.277 / 0.98, 1e-9);
}

TEST(DelayView, PastMomentsKeepTheirSharesWhenTheClockIsLost) {
  CallAnalyzer analyzer(at_ms(0));
  analyzer.add(delay_call::same_clock());
  for (int i = 0; i < 100; ++i) {
    const auto events = delay_call::video(at_ms(50 * i), i, i);
    for (const Event& event : events.receiver) analyzer.add(event);
    analyzer.add(told(events.sender, at_ms(50 * i + 50)).at(0));
  }
  ClockSynced lost;
  lost.at = at_ms(5'000);
  analyzer.add(lost);
  const auto view = analyzer.snapshot(at_ms(5'000)).received(Medium::kVideo).split;
  ASSERT_TRUE(view && view->series.size() > 2);
  EXPECT_FALSE(view->os_share);
  EXPECT_NEAR(view->series[1].os_share.value_or(0), 0.277 / 0.98, 1e-9);
}

TEST(DelayView, SaysWhyPartsAreUnknown) {
  const auto reason = [](bool shown, bool tells, double bound) {
    return snapshot_of_a_call(shown, tells, bound).received(Medium::kVideo).split->unknown;
  };
  EXPECT_NE(reason(true, false, 0).find("does not tell of its side"), std::string::npos);
  EXPECT_NE(reason(false, true, 0).find("No picture of the last 10 s was painted"), std::string::npos);
  EXPECT_NE(reason(true, true, 2).find("too wide for shares"), std::string::npos);
  EXPECT_FALSE(snapshot_of_a_call(true, true, 2).received(Medium::kVideo).split->os_share);
  EXPECT_NE(reason(true, true, 150).find("within ± 150 ms"), std::string::npos) << reason(true, true, 150);
}

}  // namespace
}  // namespace jitterscope::delay_splitter_test
