#include "core/algorithms/playout/stripes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/algorithms/playout/video_stream.h"

namespace jitterscope::stripes_test {
namespace {

using testing::ElementsAre;
using testing::Pair;

ReassemblerConfig striped() {
  ReassemblerConfig config;
  config.loss_policy = LossPolicy::kStripes;
  return config;
}

/// A scan's restart intervals, without RSTn.
std::vector<std::vector<std::uint8_t>> intervals_of(const std::vector<std::uint8_t>& jpeg) {
  const auto layout = rtp::parse_jpeg(jpeg);
  std::vector<std::vector<std::uint8_t>> intervals(1);
  const auto scan = layout->scan(jpeg);
  for (std::size_t i = 0; i < scan.size(); ++i) {
    if (scan[i] == 0xFF && i + 1 < scan.size() && (scan[i + 1] & 0xF8) == 0xD0) {
      EXPECT_EQ(scan[i + 1], 0xD0 + (intervals.size() - 1) % 8);
      intervals.emplace_back();
      ++i;
    } else {
      intervals.back().push_back(scan[i]);
    }
  }
  return intervals;
}

const char* const kOld = "small_420_restart.jpg";
const char* const kNew = "small_420_restart_other.jpg";

/// Frame 1 = kOld whole, frame 2 = kNew without packet `lost`, then frame 3 = kOld.
std::vector<std::vector<std::uint8_t>> patched_intervals(std::size_t lost, std::size_t block_size) {
  Receiver receiver(striped());
  receiver.push_all(frame_of(kOld, 1), at_ms(0));
  auto packets = frame_of(kNew, 2, block_size);
  EXPECT_LT(lost, packets.size());
  packets.erase(packets.begin() + static_cast<std::ptrdiff_t>(lost));
  receiver.push_all(packets, at_ms(66));
  receiver.keep(receiver.reassembler.close(at_ms(100)));
  EXPECT_THAT(receiver.outcomes(), ElementsAre(Pair(1, FrameOutcome::kComplete), Pair(2, FrameOutcome::kPatched)));
  EXPECT_EQ(receiver.pictures.size(), 2u);
  return intervals_of(receiver.pictures.back());
}

TEST(Stripes, the_old_picture_stays_where_a_packet_is_missing) {
  const auto before = intervals_of(jpeg_file(kOld)), sent = intervals_of(jpeg_file(kNew));
  ASSERT_EQ(sent.size(), 6u);
  const std::size_t packets = frame_of(kNew, 2, 400).size();
  std::vector<bool> replaced(6, false);
  for (std::size_t lost = 0; lost < packets; ++lost) {
    const auto shown = patched_intervals(lost, 400);
    ASSERT_EQ(shown.size(), 6u);
    std::size_t old_ones = 0;
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_TRUE(shown[i] == sent[i] || shown[i] == before[i]);
      if (shown[i] != before[i]) continue;
      ++old_ones;
      replaced[i] = true;
    }
    EXPECT_GT(old_ones, 0u);
    EXPECT_LT(old_ones, 6u);
  }
  EXPECT_THAT(replaced, testing::Each(true));
}

TEST(Stripes, an_interval_split_over_packets_is_replaced_whole) {
  const auto before = intervals_of(jpeg_file(kOld)), sent = intervals_of(jpeg_file(kNew));
  const auto shown = patched_intervals(1, 60);  // the first interval is longer than that
  ASSERT_GT(sent[0].size(), 60u);
  EXPECT_EQ(shown[0], before[0]);
  for (std::size_t i = 1; i < 6; ++i) EXPECT_EQ(shown[i], sent[i]);
}

TEST(Stripes, without_an_old_picture_the_frame_is_incomplete) {
  Receiver receiver(striped());
  auto packets = frame_of(kNew, 2);
  packets.erase(packets.begin() + 1);
  receiver.push_all(packets, at_ms(0));
  receiver.keep(receiver.reassembler.close(at_ms(1)));
  EXPECT_THAT(receiver.outcomes(), ElementsAre(Pair(2, FrameOutcome::kIncomplete)));
}

TEST(Stripes, an_old_picture_of_another_shape_does_not_serve) {
  Receiver receiver(striped());
  receiver.push_all(frame_of("small_422_restart.jpg", 1), at_ms(0));
  auto packets = frame_of(kNew, 2);
  packets.pop_back();
  receiver.push_all(packets, at_ms(0));
  receiver.keep(receiver.reassembler.close(at_ms(1)));
  EXPECT_THAT(receiver.outcomes(), ElementsAre(Pair(1, FrameOutcome::kComplete), Pair(2, FrameOutcome::kIncomplete)));
}

TEST(Stripes, a_gap_is_patched_as_soon_as_a_newer_frame_completes_or_the_second_next_begins) {
  Receiver receiver(striped());
  receiver.push_all(frame_of(kOld, 1), at_ms(0));
  receiver.push(frame_of(kNew, 2)[0], at_ms(1));
  receiver.push(frame_of(kNew, 3)[0], at_ms(2));
  EXPECT_EQ(receiver.done.size(), 1u);
  receiver.push(frame_of(kNew, 4)[0], at_ms(3));
  EXPECT_THAT(receiver.outcomes(), ElementsAre(Pair(1, FrameOutcome::kComplete), Pair(2, FrameOutcome::kPatched)));
  receiver.push_all(frame_of(kNew, 4), at_ms(4));
  EXPECT_THAT(receiver.outcomes(), ElementsAre(Pair(1, FrameOutcome::kComplete), Pair(2, FrameOutcome::kPatched),
                                               Pair(3, FrameOutcome::kPatched), Pair(4, FrameOutcome::kComplete)));
  EXPECT_TRUE(same_picture(receiver.pictures.back(), kNew));
}

TEST(Stripes, chunks_that_do_not_fit_the_picture_are_refused) {
  Stripes stripes(1000);
  const PictureShape shape{65, 202, 8, 6, 2};
  std::vector<std::uint8_t> scan;
  for (std::uint8_t i = 0; i < 6; ++i) {
    scan.push_back(i);
    if (i < 5) scan.insert(scan.end(), {0xFF, static_cast<std::uint8_t>(0xD0 + i)});
  }
  stripes.remember(shape, {}, scan);
  std::vector<std::uint8_t> out(100);
  const std::vector<std::uint8_t> received = {0x77, 0xFF, 0xD0, 0x78};
  const auto patch = [&](std::uint16_t count) {
    const Piece piece{0, 4, count, true, true};
    return stripes.patch(shape, {&piece, 1}, received.data(), out);
  };
  ASSERT_EQ(patch(4), scan.size());
  EXPECT_EQ(out[12], 0x77);
  EXPECT_EQ(out[15], 0x78);
  EXPECT_FALSE(patch(5));  // would be a seventh interval
  EXPECT_FALSE(patch(0x3FFF));
  EXPECT_FALSE(stripes.patch(shape, {}, received.data(), std::span(out).first(10)));
  stripes.forget();
  EXPECT_FALSE(patch(4));
}

}  // namespace
}  // namespace jitterscope::stripes_test
