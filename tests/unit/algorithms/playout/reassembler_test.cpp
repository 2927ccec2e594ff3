#include "core/algorithms/playout/reassembler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "tests/unit/algorithms/playout/video_stream.h"

namespace jitterscope::reassembler_test {
namespace {

using testing::ElementsAre;
using testing::Pair;
constexpr auto kComplete = FrameOutcome::kComplete;
constexpr auto kIncomplete = FrameOutcome::kIncomplete;
constexpr auto kMissing = FrameOutcome::kMissing;

TEST(Reassembler, a_frame_in_order_becomes_the_file) {
  for (const char* file : {"small_420.jpg", "small_422.jpg", "small_420_restart.jpg", "small_422_restart.jpg"}) {
    Receiver receiver;
    const auto packets = frame_of(file, 5);
    ASSERT_GE(packets.size(), 3u);
    receiver.push_all(packets, at_ms(10));
    ASSERT_EQ(receiver.pictures.size(), 1u) << file;
    EXPECT_TRUE(same_picture(receiver.pictures[0], file)) << file;
    const FrameDone& done = receiver.done.at(0);
    EXPECT_EQ(done.ssrc, 7u);
    EXPECT_EQ(done.frame, 5);
    EXPECT_EQ(done.blocks_received, static_cast<int>(packets.size()));
    EXPECT_EQ(done.rtp_timestamp, 30'000);
    EXPECT_EQ(done.sent_conference, at_ms(1005));
    EXPECT_EQ(receiver.picture_done[0].frame, 5);
  }
}

TEST(Reassembler, arrival_times_are_those_of_first_and_last_block) {
  Receiver receiver;
  const auto packets = frame_of("small_420.jpg", 0);
  for (std::size_t i = 0; i < packets.size(); ++i) receiver.push(packets[i], at_ms(static_cast<std::int64_t>(10 + i)));
  EXPECT_EQ(receiver.done.at(0).first_arrival, at_ms(10));
  EXPECT_EQ(receiver.done.at(0).completed, at_ms(static_cast<std::int64_t>(9 + packets.size())));
}

TEST(Reassembler, order_and_duplicates_do_not_matter) {
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    auto packets = frame_of("small_420.jpg", 3, 100);
    const std::size_t blocks = packets.size();
    for (std::size_t i = 0; i < blocks; i += 3) packets.push_back(packets[i]);
    std::shuffle(packets.begin(), packets.end(), random);
    Receiver receiver;
    receiver.push_all(packets, at_ms(1));
    ASSERT_EQ(receiver.pictures.size(), 1u);
    EXPECT_TRUE(same_picture(receiver.pictures[0], "small_420.jpg"));
    EXPECT_EQ(receiver.done.at(0).blocks_received, static_cast<int>(blocks));
  }
}

TEST(Reassembler, a_frame_with_a_missing_block_is_given_up_when_one_three_newer_completes) {
  Receiver receiver;
  auto packets = frame_of("small_420.jpg", 10);
  packets.erase(packets.begin() + 1);
  receiver.push_all(packets, at_ms(0));
  for (int frame = 11; frame <= 12; ++frame) receiver.push_all(frame_of("small_420.jpg", frame), at_ms(0));
  EXPECT_THAT(receiver.outcomes(), ElementsAre(Pair(11, kComplete), Pair(12, kComplete)));
  receiver.push_all(frame_of("small_420.jpg", 13), at_ms(0));
  EXPECT_THAT(receiver.outcomes(),
              ElementsAre(Pair(11, kComplete), Pair(12, kComplete), Pair(10, kIncomplete), Pair(13, kComplete)));
  EXPECT_EQ(receiver.done[2].blocks_received, static_cast<int>(packets.size()));
}

TEST(Reassembler, the_missing_block_may_still_come_before_that) {
  Receiver receiver;
  const auto first = frame_of("small_420.jpg", 10);
  receiver.push_all({first.begin() + 1, first.end()}, at_ms(0));
  receiver.push_all(frame_of("small_420.jpg", 11), at_ms(0));
  receiver.push(first[0], at_ms(0));
  EXPECT_THAT(receiver.outcomes(), ElementsAre(Pair(11, kComplete), Pair(10, kComplete)));
}

TEST(Reassembler, numbers_never_seen_are_missing) {
  Receiver receiver;
  receiver.push_all(frame_of("small_420.jpg", 65'534), at_ms(0));
  receiver.push_all(frame_of("small_420.jpg", 65'536 + 1), at_ms(0));
  receiver.keep(receiver.reassembler.close(at_ms(5)));
  EXPECT_THAT(receiver.outcomes(), ElementsAre(Pair(65'534, kComplete), Pair(65'537, kComplete), Pair(65'535, kMissing),
                                               Pair(65'536, kMissing)));
}

TEST(Reassembler, a_gap_of_a_thousand_is_reported_a_larger_one_starts_anew) {
  Receiver receiver;
  receiver.push_all(frame_of("small_420.jpg", 1), at_ms(0));
  receiver.push_all(frame_of("small_420.jpg", 1001), at_ms(0));
  EXPECT_EQ(receiver.done.size(), 2u + 997u);  // the last two before it may still come
  receiver.push_all(frame_of("small_420.jpg", 3000), at_ms(0));
  EXPECT_EQ(receiver.done.size(), 1001u + 1u);
  EXPECT_THAT(receiver.outcomes().back(), Pair(3000, kComplete));
}

/// Each of them could have a thousand rows written for nothing.
TEST(Reassembler, a_jump_with_every_packet_is_not_told_number_by_number) {
  Receiver receiver;
  const auto first = frame_of("small_420.jpg", 0, 1 << 16);
  ASSERT_EQ(first.size(), 1u);
  for (int i = 0; i < 1000; ++i) {
    VideoPacket packet = first[0].packet(at_ms(i));
    packet.block->frame = static_cast<std::uint16_t>(i * 1000);
    packet.header.timestamp = static_cast<std::uint32_t>(i * 6000);
    receiver.keep(receiver.reassembler.push(packet));
  }
  EXPECT_LT(receiver.done.size(), 2000u);
  EXPECT_EQ(std::ranges::count(receiver.done, kComplete, &FrameDone::outcome), 1000);
  std::set<std::int64_t> told;
  for (const FrameDone& done : receiver.done) EXPECT_TRUE(told.insert(done.frame).second) << done.frame;
}

/// 60 frames a second of which two thirds are lost, with an outage of 15 s each half minute.
TEST(Reassembler, what_a_call_loses_is_told_number_by_number) {
  Receiver receiver;
  constexpr int kFrames = 60 * 120;
  for (int frame = 0; frame < kFrames; ++frame)
    if (frame % 1800 < 900 && frame % 3 == 0)
      receiver.push_all(frame_of("small_420.jpg", frame), at_ms(frame * 1000 / 60));
  receiver.keep(receiver.reassembler.close(at_ms(200'000)));
  const auto last = std::ranges::max(receiver.done, {}, &FrameDone::frame).frame;
  EXPECT_EQ(receiver.done.size(), static_cast<std::size_t>(last + 1));
}

TEST(Reassembler, expires_after_a_second) {
  Receiver receiver;
  const auto packets = frame_of("small_420.jpg", 1);
  receiver.push(packets[0], at_ms(100));
  receiver.push(frame_of("small_420.jpg", 3)[0], at_ms(500));
  receiver.keep(receiver.reassembler.expire(at_ms(1099)));
  EXPECT_TRUE(receiver.done.empty());
  receiver.keep(receiver.reassembler.expire(at_ms(1100)));
  EXPECT_THAT(receiver.outcomes(), ElementsAre(Pair(1, kIncomplete)));
  receiver.keep(receiver.reassembler.expire(at_ms(1500)));
  EXPECT_THAT(receiver.outcomes(), ElementsAre(Pair(1, kIncomplete), Pair(2, kMissing), Pair(3, kIncomplete)));
  receiver.push_all(packets, at_ms(1600));  // too late for anything
  EXPECT_EQ(receiver.done.size(), 3u);
  EXPECT_TRUE(receiver.pictures.empty());
}

TEST(Reassembler, the_oldest_frame_makes_room_for_a_new_one) {
  Receiver receiver;  // six slots
  for (int frame = 0; frame < 7; ++frame) receiver.push(frame_of("small_420.jpg", frame)[0], at_ms(0));
  EXPECT_THAT(receiver.outcomes(), ElementsAre(Pair(0, kIncomplete)));
}

TEST(Reassembler, late_is_measured_between_completions_of_consecutive_frames) {
  ReassemblerConfig config;
  config.period = Duration::ms(100);
  Receiver receiver(config);
  receiver.push_all(frame_of("small_420.jpg", 1), at_ms(0));
  receiver.push_all(frame_of("small_420.jpg", 2), at_ms(100));  // not more than T
  receiver.push_all(frame_of("small_420.jpg", 3), at_ms(201));
  receiver.push_all(frame_of("small_420.jpg", 5), at_ms(900));  // 4 is not there: not judged
  std::vector<bool> late;
  for (const FrameDone& done : receiver.done) late.push_back(done.late);
  EXPECT_THAT(late, ElementsAre(false, false, true, false));
  EXPECT_EQ(receiver.pictures.size(), 4u);  // counted, not thrown away
}

TEST(Reassembler, late_frames_are_thrown_away_if_asked_for) {
  ReassemblerConfig config;
  config.period = Duration::ms(100);
  config.discard_late_frames = true;
  Receiver receiver(config);
  receiver.push_all(frame_of("small_420.jpg", 1), at_ms(0));
  receiver.push_all(frame_of("small_420.jpg", 2), at_ms(150));
  EXPECT_EQ(receiver.pictures.size(), 1u);
  EXPECT_EQ(receiver.done.at(1).outcome, kComplete);
  EXPECT_TRUE(receiver.done.at(1).discarded_late);
  receiver.push_all(frame_of("small_420.jpg", 3), at_ms(245));  // 95 ms: within 1.5 periods
  EXPECT_FALSE(receiver.done.at(2).late);
}

TEST(Reassembler, without_a_spare_the_frame_is_dropped_and_counted) {
  Receiver receiver;
  receiver.taking = false;
  receiver.push_all(frame_of("small_420.jpg", 1), at_ms(0));
  FrameBuffer too_small(100);
  EXPECT_FALSE(receiver.reassembler.take(too_small));
  receiver.push_all(frame_of("small_420.jpg", 2), at_ms(0));
  FrameBuffer spare(Receiver::kFrameBytes);
  EXPECT_TRUE(receiver.reassembler.take(spare));
  EXPECT_EQ(spare.done.frame, 2);
  EXPECT_FALSE(receiver.reassembler.take(spare));
}

TEST(Reassembler, tables_are_remembered_by_q) {
  Receiver receiver;
  receiver.push_all(frame_of("small_420.jpg", 1, 300, true, false), at_ms(0));
  EXPECT_THAT(receiver.outcomes(), ElementsAre(Pair(1, kIncomplete)));  // none known yet
  receiver.push_all(frame_of("small_420.jpg", 2), at_ms(0));
  receiver.push_all(frame_of("small_420.jpg", 3, 300, true, false), at_ms(0));
  ASSERT_EQ(receiver.pictures.size(), 2u);
  EXPECT_TRUE(same_picture(receiver.pictures[1], "small_420.jpg"));
}

TEST(Reassembler, foreign_frames_are_told_by_timestamp) {
  Receiver receiver;
  for (const std::int64_t number : {715'826, 715'827, 715'828, 715'829}) {  // the RTP timestamp wraps here
    auto packets = frame_of("small_420.jpg", number, 300, false);
    std::swap(packets[0], packets[1]);
    receiver.push_all(packets, at_ms(number));
  }
  EXPECT_THAT(receiver.outcomes(),
              ElementsAre(Pair(0, kComplete), Pair(1, kComplete), Pair(2, kComplete), Pair(3, kComplete)));
  EXPECT_FALSE(receiver.done[0].sent_conference);
  EXPECT_GT(receiver.done[3].rtp_timestamp, receiver.done[0].rtp_timestamp);
}

TEST(Reassembler, a_foreign_frame_without_its_marker_is_incomplete) {
  Receiver receiver;
  auto packets = frame_of("small_420.jpg", 1, 300, false);
  packets.pop_back();
  receiver.push_all(packets, at_ms(0));
  receiver.keep(receiver.reassembler.close(at_ms(1)));
  EXPECT_THAT(receiver.outcomes(), ElementsAre(Pair(0, kIncomplete)));
}

TEST(Reassembler, packets_of_the_other_kind_do_not_disturb_a_stream) {
  Receiver receiver;
  receiver.push_all(frame_of("small_420.jpg", 1), at_ms(0));
  EXPECT_FALSE(receiver.push(frame_of("small_420.jpg", 2, 300, false)[0], at_ms(0)).frame);
}

TEST(Reassembler, an_offset_behind_the_largest_frame_is_absurd) {
  Receiver receiver;
  const auto datagram = frame_of("small_420.jpg", 1)[1];
  VideoPacket packet = datagram.packet(at_ms(0));
  packet.jpeg.header.offset = static_cast<std::uint32_t>(Receiver::kFrameBytes - packet.jpeg.scan.size() + 1);
  EXPECT_EQ(receiver.reassembler.push(packet).rejected, RejectReason::kAbsurdOffset);
  packet.jpeg.header.offset -= 1;
  EXPECT_FALSE(receiver.reassembler.push(packet).rejected);
  packet.jpeg.scan = {};
  EXPECT_EQ(receiver.reassembler.push(packet).rejected, RejectReason::kTruncated);
}

/// Pushes frame 1 with its second packet changed; the frame must fail and the next one not.
template <typename Change>
void expect_broken(Change change) {
  Receiver receiver;
  const auto datagrams = frame_of("small_420.jpg", 1);
  receiver.push(datagrams[0], at_ms(0));
  VideoPacket packet = datagrams[1].packet(at_ms(0));
  change(packet);
  EXPECT_EQ(receiver.keep(receiver.reassembler.push(packet)).rejected, RejectReason::kBadJpegHeader);
  receiver.push_all(datagrams, at_ms(0));
  receiver.push_all(frame_of("small_420.jpg", 2), at_ms(0));
  receiver.keep(receiver.reassembler.close(at_ms(1)));
  EXPECT_THAT(receiver.outcomes(), ElementsAre(Pair(2, kComplete), Pair(1, kIncomplete)));
}

TEST(Reassembler, a_frame_that_contradicts_itself_fails) {
  expect_broken([](VideoPacket& packet) { packet.jpeg.header.width8 += 1; });
  expect_broken([](VideoPacket& packet) { packet.jpeg.header.type = 0; });
  expect_broken([](VideoPacket& packet) { packet.jpeg.header.q = 128; });
  expect_broken([](VideoPacket& packet) { packet.header.timestamp += 1; });
  expect_broken([](VideoPacket& packet) { packet.jpeg.header.offset -= 1; });  // overlaps the first block
}

TEST(Reassembler, two_ends_or_bytes_behind_the_end_fail) {
  for (const bool marker_first : {true, false}) {
    Receiver receiver;
    const auto datagrams = frame_of("small_420.jpg", 1);
    VideoPacket packet = datagrams[1].packet(at_ms(0));
    packet.header.marker = true;
    const Datagram& last = datagrams.back();
    const auto first = marker_first ? receiver.reassembler.push(packet) : receiver.push(last, at_ms(0));
    EXPECT_FALSE(first.rejected);
    const auto second = marker_first ? receiver.push(last, at_ms(0)) : receiver.reassembler.push(packet);
    EXPECT_EQ(second.rejected, RejectReason::kBadJpegHeader);
  }
}

/// Random loss, duplication and reordering: each frame number ends exactly once, and every picture is the one sent.
TEST(Reassembler, every_number_ends_exactly_once) {
  constexpr std::int64_t kFirst = 65'400, kFrames = 300;
  for (const LossPolicy policy : {LossPolicy::kDiscardFrame, LossPolicy::kStripes}) {
    for (unsigned seed = 0; seed < 8; ++seed) {
      std::mt19937 random(seed);
      std::vector<std::pair<double, Datagram>> sent;
      std::map<std::int64_t, std::size_t> blocks_lost;
      double time = 0;
      for (std::int64_t frame = kFirst; frame < kFirst + kFrames; ++frame) {
        for (const Datagram& datagram : frame_of("small_420_restart.jpg", frame)) {
          time += 1;
          if (random() % 20 == 0 && frame != kFirst) {
            ++blocks_lost[frame];
            continue;
          }
          for (unsigned copy = random() % 10 == 0 ? 2 : 1; copy > 0; --copy)
            sent.emplace_back(time + (frame == kFirst ? 0 : random() % 6), datagram);
        }
      }
      std::stable_sort(sent.begin(), sent.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
      ReassemblerConfig config;
      config.loss_policy = policy;
      Receiver receiver(config);
      for (const auto& [when, datagram] : sent) receiver.push(datagram, at_ms(static_cast<std::int64_t>(when)));
      receiver.keep(receiver.reassembler.close(at_ms(10'000)));

      std::map<std::int64_t, int> ends;
      std::size_t complete = 0;
      for (const FrameDone& done : receiver.done) {
        ++ends[done.frame];
        if (done.outcome != kComplete) continue;
        ++complete;
        EXPECT_EQ(blocks_lost.count(done.frame), 0u);
      }
      EXPECT_GT(complete, 100u);
      if (policy == LossPolicy::kDiscardFrame) { EXPECT_EQ(complete, kFrames - blocks_lost.size()); }
      EXPECT_EQ(ends.begin()->first, kFirst);
      for (const auto& [frame, count] : ends) EXPECT_EQ(count, 1) << frame;
      EXPECT_EQ(static_cast<std::int64_t>(ends.size()), ends.rbegin()->first - kFirst + 1);
      EXPECT_GE(receiver.pictures.size(), 100u);
      for (const auto& picture : receiver.pictures) EXPECT_TRUE(same_picture(picture, "small_420_restart.jpg"));
    }
  }
}

using testing::ElementsAre;

TEST(Reassembler, a_frame_after_left_out_ones_is_late_by_its_time_stamp) {
  ReassemblerConfig config;
  config.period = Duration::ms(33);  // frame_of: 66.7 ms apart
  Receiver receiver(config);
  receiver.push_all(frame_of("small_420.jpg", 1), at_ms(0));
  receiver.push_all(frame_of("small_420.jpg", 2), at_ms(66));
  receiver.push_all(frame_of("small_420.jpg", 3), at_ms(170));  // 104 ms: more than 1.5 of its step
  receiver.push_all(frame_of("small_420.jpg", 4), at_ms(230));
  std::vector<bool> late;
  for (const FrameDone& done : receiver.done) late.push_back(done.late);
  EXPECT_THAT(late, ElementsAre(false, false, true, false));
}

TEST(Reassembler, a_frame_that_is_only_delayed_is_late_by_the_period) {
  ReassemblerConfig config;
  config.period = Duration::ms(60);  // its time stamps say 66.7
  Receiver receiver(config);
  receiver.push_all(frame_of("small_420.jpg", 1), at_ms(0));
  receiver.push_all(frame_of("small_420.jpg", 2), at_ms(95));
  receiver.push_all(frame_of("small_420.jpg", 3), at_ms(200));
  EXPECT_FALSE(receiver.done.at(1).late);
  EXPECT_TRUE(receiver.done.at(2).late);
}

}  // namespace
}  // namespace jitterscope::reassembler_test
