#include "core/measures/offline/decoding_order.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <optional>
#include <random>

#include "core/measures/offline/media_frames.h"
#include "core/measures/offline/stream_orders.h"
#include "tests/unit/measures/changed_packets.h"

namespace jitterscope::decoding_order_test {
namespace {

using testing::ElementsAre;

constexpr std::int64_t kStep = 3600;

/// Timestamps in steps; a negative number: so many packets are missing there.
std::vector<SentFrame> sent(const std::vector<int>& steps) {
  std::vector<SentFrame> frames;
  std::int64_t missing = 0;
  for (const int step : steps) {
    if (step < 0)
      missing = -step;
    else
      frames.push_back({step * kStep, std::exchange(missing, 0)});
  }
  return frames;
}

constexpr int kUnknown = -1;

struct Turns {
  std::vector<int> due, numbers;  // steps
};

Turns turns_of(const std::vector<SentFrame>& frames) {
  Turns turns;
  for (const FrameTurn& turn : decoding_order(frames)) {
    turns.due.push_back(static_cast<int>(turn.decoding_timestamp.value_or(kUnknown * kStep) / kStep));
    turns.numbers.push_back(static_cast<int>(turn.number));
  }
  return turns;
}

Turns turns_of(const std::vector<int>& steps) {
  return turns_of(sent(steps));
}

TEST(DecodingOrder, TheKthFrameSentIsDueAtTheKthSmallestTimestamp) {
  const Turns turns = turns_of({3, 1, 2, 6, 4, 5, 7, 8, 12, 10, 9, 11});
  EXPECT_THAT(turns.due, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
  EXPECT_THAT(turns.numbers, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
}

TEST(DecodingOrder, FramesSentAsTheyAreShownHaveNone) {
  EXPECT_TRUE(decoding_order({}).empty());
  EXPECT_TRUE(decoding_order(sent({5})).empty());
  EXPECT_TRUE(decoding_order(sent({1, 2, 3, 4, 5, 6, 7})).empty());
  EXPECT_TRUE(decoding_order(sent({1, 2, 3, -2, 6, 7, 9})).empty());
  EXPECT_TRUE(decoding_order(sent({1, 2, 4, 3, 5, 6, 7, 8, 9})).empty()) << "once is no order";
  EXPECT_TRUE(decoding_order(sent({4, 4, 4, 4})).empty());
}

TEST(DecodingOrder, ATimestampThatFallsFarBeganAnew) {
  std::vector<int> steps;
  for (int i = 0; i < 17; ++i) steps.push_back(100 + (i + 16) % 17);
  for (int i = 0; i < 30; ++i) steps.push_back(117 + (i ^ 1));
  EXPECT_FALSE(decoding_order(sent(steps)).empty()) << "16 steps";
  steps.push_back(125);
  EXPECT_TRUE(decoding_order(sent(steps)).empty());
}

TEST(DecodingOrder, AGroupWithAHoleIsNotJudged) {
  const Turns turns = turns_of({3, 1, 2, 6, -1, 5, 9, 7, 8, 12, 10, 11});
  EXPECT_THAT(turns.due, ElementsAre(1, 2, 3, kUnknown, kUnknown, 7, 8, 9, 10, 11, 12));
  EXPECT_THAT(turns.numbers, ElementsAre(0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11)) << "one slot was left out";
}

TEST(DecodingOrder, FramesWhoseFirstOneIsMissingAreNotJudged) {
  const Turns lost = turns_of({4, 2, 1, 3, -2, 6, 5, 7, 12, 10, 9, 11, 16, 14, 13, 15});
  EXPECT_THAT(lost.due, ElementsAre(kUnknown, kUnknown, kUnknown, kUnknown, kUnknown, kUnknown, kUnknown, 9, 10, 11, 12,
                                    13, 14, 15, 16));
  EXPECT_THAT(lost.numbers, ElementsAre(0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
  const Turns open = turns_of({6, 5, 7, 12, 10, 9, 11, 16, 14, 13, 15});
  EXPECT_THAT(open.due, ElementsAre(kUnknown, kUnknown, kUnknown, 9, 10, 11, 12, 13, 14, 15, 16));
  EXPECT_THAT(open.numbers, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
}

TEST(DecodingOrder, FramesBeforeTheFirstGroupAreNotJudgedButForAtMost16) {
  std::vector<int> steps;
  for (int i = 0; i < 20; ++i) steps.push_back(i);
  for (const int step : {22, 20, 21, 25, 23, 24}) steps.push_back(step);
  const Turns turns = turns_of(steps);
  for (std::size_t i = 0; i < steps.size(); ++i)
    EXPECT_EQ(turns.due.at(i), i < 16 ? kUnknown : static_cast<int>(i)) << i;
}

TEST(DecodingOrder, ALastGroupThatLeavesATimestampOutIsNotJudged) {
  EXPECT_THAT(turns_of({3, 1, 2, 6, 4, 5, 9, 7}).due, ElementsAre(1, 2, 3, 4, 5, 6, kUnknown, kUnknown));
  EXPECT_THAT(turns_of({3, 1, 2, 6, 4, 5, 9}).due, ElementsAre(1, 2, 3, 4, 5, 6, kUnknown));
}

TEST(DecodingOrder, StepsThatVaryLoseNothingWhereNoNumberIsMissing) {
  const Turns turns = turns_of({9, 1, 2, 12, 10, 11, 30, 13, 14, 33, 31, 32, 36, 34, 35});
  for (std::size_t i = 0; i < turns.numbers.size(); ++i) EXPECT_EQ(turns.numbers[i], static_cast<int>(i));
}

TEST(DecodingOrder, AHoleTakesNoMoreFramesThanItHasNumbers) {
  const Turns turns = turns_of({3, 1, 2, 6, 4, 5, -2, 39, 37, 38, 42, 40, 41});
  EXPECT_EQ(turns.numbers.at(6), 8) << "30 slots, two packets";
  std::vector<SentFrame> within = sent({3, 1, 2, 6, 4, 5, 19, 17, 18, 22, 20, 21});
  within[5].missing_within = 7;
  EXPECT_EQ(turns_of(within).numbers.at(6), 6) << "packets missing between those of one frame";
  EXPECT_EQ(turns_of(within).due.at(4), kUnknown);
}

/// Groups of 1 to 8 frames sent by halves: the last, the middle one, the middle of each half.
void send_middle(int from, int to, std::vector<int>& order) {
  if (to - from < 2) return;
  const int middle = (from + to) / 2;
  order.push_back(middle);
  send_middle(from, middle, order);
  send_middle(middle, to, order);
}

/// Whatever is lost: of frames that are judged the turn is the true one.
TEST(DecodingOrder, WhatIsJudgedIsRight) {
  std::mt19937 random(7);
  std::size_t judged = 0, whole = 0, misnumbered = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<int> order{0};
    const int longest = 2 + round % 7;
    for (int next = 0; next < 300;) {
      const int size = round % 2 ? longest : 1 + static_cast<int>(random() % static_cast<unsigned>(longest));
      order.push_back(next + size);
      send_middle(next, next + size, order);
      next += size;
    }
    const unsigned one_in = 5 + random() % 60;
    std::vector<SentFrame> frames;
    std::vector<int> places;
    std::int64_t missing = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (random() % one_in == 0) {
        ++missing;
        continue;
      }
      frames.push_back({order[i] * kStep, places.empty() ? 0 : missing});
      places.push_back(static_cast<int>(i));
      missing = 0;
    }
    const std::vector<FrameTurn> turns = decoding_order(frames);
    for (std::size_t i = 0; i < turns.size(); ++i) {
      misnumbered += turns[i].number != places[i] - places[0];
      ++whole;
      if (!turns[i].decoding_timestamp) continue;
      ++judged;
      EXPECT_EQ(*turns[i].decoding_timestamp / kStep, places[i]) << "round " << round << ", frame " << places[i];
    }
  }
  EXPECT_GT(judged, whole * 3 / 4);
  EXPECT_LT(misnumbered, whole / 100) << "where several holes share what was lost, and at the end";
}

/// A packet of each number from 0, in steps; of the same frame as many as have the same step.
StreamInput video(const std::vector<int>& steps) {
  StreamInput stream;
  stream.medium = Medium::kVideo;
  for (const int step : steps) {
    PacketObservation packet;
    packet.sequence = static_cast<std::int64_t>(stream.packets.size());
    packet.received = Timestamp() + Duration::ms(10) * packet.sequence;
    packet.rtp_timestamp = step * kStep;
    stream.packets.push_back(packet);
  }
  put_decoding_order(stream);
  return stream;
}

std::vector<std::pair<std::int64_t, int>> frames_of(const StreamInput& stream) {
  std::vector<std::pair<std::int64_t, int>> listed;
  for (const MediaFrame& frame : media_frames(stream.medium, orders_of(stream).by_sequence))
    listed.emplace_back(frame.number, frame.timed ? static_cast<int>(*frame.rtp_timestamp / kStep) : kUnknown);
  return listed;
}

TEST(DecodingOrder, StandsWithEachPacket) {
  const StreamInput stream = video({3, 3, 1, 2, 2, 6, 4, 5});
  using Frame = std::pair<std::int64_t, int>;
  EXPECT_THAT(frames_of(stream),
              ElementsAre(Frame(0, 1), Frame(1, 2), Frame(2, 3), Frame(3, 4), Frame(4, 5), Frame(5, 6)));
  EXPECT_EQ(stream.notes.size(), 1u);
  EXPECT_EQ(stream.packets.rtp_timestamp(0), 3 * kStep) << "the timestamp itself stays";
  EXPECT_EQ(stream.packets.decoding_timestamp(1), 1 * kStep);
}

TEST(DecodingOrder, AFrameTornApartIsOneFrame) {
  const StreamInput plain = video({0, 1, 1, 2, 1, 2, 3, 4, 3, 4, 5, 6, 5, 6, 7});
  EXPECT_TRUE(plain.notes.empty());
  EXPECT_FALSE(plain.packets.any_decoding_frame());
  const StreamInput torn = video({3, 1, 3, 2, 1, 6, 4, 5, 9, 7, 8});
  EXPECT_EQ(frames_of(torn).size(), 9u);
  EXPECT_EQ(frames_of(torn).back(), std::pair(std::int64_t{8}, 9));
  EXPECT_EQ(torn.packets.decoding_frame(2), 0);
  EXPECT_EQ(torn.packets.decoding_frame(4), 1);
}

TEST(DecodingOrder, PacketsTornFromTheirFrameOften) {
  std::vector<int> steps;
  for (int i = 0; i < 200; ++i) {
    steps.insert(steps.end(), {i + 1, i + 1});
    if (i > 0 && i % 3 == 0) steps.push_back(i - 2);  // repeated by the sender
  }
  EXPECT_TRUE(video(steps).notes.empty());
}

TEST(DecodingOrder, CopiesAreOfTheFrameOfTheFirst) {
  StreamInput stream = video({3, 3, 1, 2, 2, 6, 4, 5});
  const auto frames = frames_of(stream);
  change_packets(stream, [](auto& packets) {
    for (PacketObservation& packet : packets) packet.decoding_frame.reset(), packet.decoding_timestamp.reset();
    packets.insert(packets.begin() + 4, packets[1]);
    packets.push_back(packets[2]);
    packets.back().rtp_timestamp = 77 * kStep;
  });
  put_decoding_order(stream);
  EXPECT_EQ(frames_of(stream), frames);
}

TEST(DecodingOrder, OtherStreamsAreLeftAsTheyAre) {
  const auto expect_none = [](StreamInput stream) {
    change_each_packet(stream, [](auto& packet) { packet.decoding_frame.reset(), packet.decoding_timestamp.reset(); });
    stream.notes.clear();
    put_decoding_order(stream);
    EXPECT_FALSE(stream.packets.any_decoding_frame());
    EXPECT_TRUE(stream.notes.empty());
  };
  const StreamInput stream = video({3, 1, 2, 6, 4, 5});
  ASSERT_TRUE(stream.packets.any_decoding_frame());
  StreamInput numbered = stream, sound = stream, unknown = stream;
  change_each_packet(numbered, [](auto& packet) { packet.frame = packet.sequence; });
  expect_none(numbered);
  sound.medium = Medium::kAudio;
  expect_none(sound);
  unknown.medium_known = false;
  expect_none(unknown);
  expect_none(StreamInput{});
}

}  // namespace
}  // namespace jitterscope::decoding_order_test
