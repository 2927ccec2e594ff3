// Stamps that run backwards by more than their error: the part between them and the unit's whole are unknown.
#include <gtest/gtest.h>

#include <limits>

#include "core/measures/definitions/delay_splitter.h"
#include "core/measures/tracks/endpoint/sender_times_track.h"
#include "tests/unit/measures/tracks/delay_call.h"

namespace jitterscope::delay_splitter_backward_test {
namespace {

using delay_call::at_ms;
using delay_call::feed;
using delay_call::Way;

/// The first unit of these events, with what the sender tells of it.
DelaySplit split_of(Medium medium, const delay_call::Events& events, double bound_ms = 0) {
  SenderTimesTrack track;
  feed(track, events.sender);
  DelaySplitter splitter(medium);
  splitter.add(delay_call::same_clock(bound_ms));
  feed(splitter, events.receiver);
  for (SenderTimes& times : track.take(1000)) {
    times.at = at_ms(900);
    splitter.add(times);
  }
  splitter.finish();
  const auto split = splitter.next();
  EXPECT_TRUE(split);
  return split.value_or(DelaySplit{});
}

template <typename E, typename Change>
DelaySplit changed(Medium medium, delay_call::Events events, Change change) {
  for (Event& event : events.receiver)
    if (auto* e = std::get_if<E>(&event)) change(*e);
  return split_of(medium, events);
}

/// A frame whose way through the link took so long.
DelaySplit with_link(std::int64_t us, double bound_ms) {
  Way way;
  way.us[static_cast<std::size_t>(DelayPart::kLink)] = us;
  return split_of(Medium::kVideo, delay_call::video(at_ms(0), 7, 7, way), bound_ms);
}

TEST(DelaySplitterBackward, ALinkIsNegativeWithinTheClocksBoundAndUnknownBeyond) {
  const DelaySplit within = with_link(-5'000, 4.5), beyond = with_link(-5'000, 2);
  EXPECT_EQ(within.part(DelayPart::kLink), Duration::us(-5'000));
  EXPECT_TRUE(within.whole);
  EXPECT_FALSE(beyond.part(DelayPart::kLink));
  EXPECT_FALSE(beyond.whole || beyond.clock_bound_ms || beyond.network);
  EXPECT_EQ(beyond.part(DelayPart::kDecode), within.part(DelayPart::kDecode));
}

TEST(DelaySplitterBackward, AFrameShownBeforeItWasDecodedHasNoWhole) {
  const auto events = delay_call::video(at_ms(0), 7, 7);
  const auto show = [&](Duration earlier) {
    return changed<FrameShown>(Medium::kVideo, events, [&](auto& s) { s.shown = s.shown - earlier; });
  };
  EXPECT_TRUE(show({}).whole);
  EXPECT_FALSE(show(Duration::seconds(2)).whole);
  EXPECT_FALSE(show(Duration::seconds(2)).part(DelayPart::kDisplay));
}

template <typename Change>
DelaySplit block(Change change) {
  delay_call::Events events = delay_call::audio(at_ms(0), 1);
  for (const Event& event : delay_call::audio(at_ms(21), 2).sender)  // a block is told of with the next one
    events.sender.push_back(event);
  return changed<AudioBlockDone>(Medium::kAudio, events, [&](auto& done) {
    done.handed = done.playout;
    done.speaker = Duration::ms(20);
    change(done);
  });
}

TEST(DelaySplitterBackward, ABlockHeardBeforeItWasHandedOverHasNoWhole) {
  EXPECT_TRUE(block([](auto&) {}).whole);
  EXPECT_TRUE(block([](auto& b) { b.speaker = Duration::ns(-1); }).whole) << "within the stamps' error";
  for (const Duration speaker : {Duration::ms(-30), Duration::ns(std::numeric_limits<std::int64_t>::min()),
                                 Duration::ns(std::numeric_limits<std::int64_t>::max())}) {
    const DelaySplit split = block([&](auto& b) { b.speaker = speaker; });
    EXPECT_FALSE(split.whole) << speaker.ms();
    EXPECT_FALSE(split.part(DelayPart::kDisplay)) << speaker.ms();
    EXPECT_EQ(split.part(DelayPart::kPlayout), Duration::us(60'000));
  }
}

TEST(DelaySplitterBackward, ABlockHandedOverBeforeItCameHasNoWhole) {
  const DelaySplit split = block([](auto& b) { b.handed = *b.handed - Duration::seconds(1); });
  EXPECT_FALSE(split.part(DelayPart::kPlayout));
  EXPECT_FALSE(split.whole);
}

}  // namespace
}  // namespace jitterscope::delay_splitter_backward_test
