#include "core/rtp/fragmenter.h"

#include <gtest/gtest.h>

#include "tests/unit/rtp/jpeg_files.h"

namespace jitterscope::rtp::fragmenter_test {
namespace {

std::vector<std::uint8_t> bytes(std::size_t size) {
  return std::vector<std::uint8_t>(size, 0x55);
}

/// A 64×48 4:2:0 picture of six restart intervals of these sizes (RSTn included, for all but the last).
std::vector<std::uint8_t> intervals(const std::vector<std::size_t>& sizes) {
  std::vector<std::uint8_t> scan;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const bool last = i + 1 == sizes.size();
    scan.insert(scan.end(), sizes[i] - (last ? 0 : 2), 0x55);
    if (!last) scan.insert(scan.end(), {0xFF, static_cast<std::uint8_t>(0xD0 + i % 8)});
  }
  return scan;
}

JpegLayout striped_layout() {
  JpegLayout layout;
  layout.width = 64, layout.height = 48, layout.type = 65, layout.restart_interval = 2;
  return layout;
}

TEST(Fragmenter, cuts_plain_scans_into_blocks) {
  std::vector<Fragment> fragments;
  ASSERT_TRUE(fragment_scan({}, bytes(2500), 1000, fragments));
  ASSERT_EQ(fragments.size(), 3u);
  EXPECT_EQ(fragments[1].offset, 1000u);
  EXPECT_EQ(fragments[2].offset, 2000u);
  EXPECT_EQ(fragments[2].length, 500u);
  EXPECT_FALSE(fragments[1].last);
  EXPECT_TRUE(fragments[2].last);
  ASSERT_TRUE(fragment_scan({}, bytes(2000), 1000, fragments));
  EXPECT_EQ(fragments.size(), 2u);
}

TEST(Fragmenter, refuses_the_impossible) {
  std::vector<Fragment> fragments;
  EXPECT_FALSE(fragment_scan({}, {}, 1000, fragments));
  EXPECT_FALSE(fragment_scan({}, bytes(10), 0, fragments));
  EXPECT_FALSE(fragment_scan({}, bytes(65537), 1, fragments));
  EXPECT_TRUE(fragments.empty());
  EXPECT_TRUE(fragment_scan({}, bytes(65536), 1, fragments));
  EXPECT_FALSE(fragment_scan({}, bytes(kMaxJpegOffset + 1), 100'000, fragments));
}

TEST(Fragmenter, stripes_hold_whole_intervals) {
  std::vector<Fragment> fragments;
  ASSERT_TRUE(fragment_scan(striped_layout(), intervals({30, 30, 50, 60, 10, 20}), 100, fragments));
  ASSERT_EQ(fragments.size(), 3u);  // 30 + 30, 50, 60 + 10 + 20
  EXPECT_EQ(fragments[0].length, 60u);
  EXPECT_EQ(fragments[0].restart, (RestartHeader{2, true, true, 0}));
  EXPECT_EQ(fragments[1].restart, (RestartHeader{2, true, true, 2}));
  EXPECT_EQ(fragments[2].restart, (RestartHeader{2, true, true, 3}));
  EXPECT_EQ(fragments[2].offset + fragments[2].length, 200u);
  EXPECT_TRUE(fragments[2].last);
}

TEST(Fragmenter, an_interval_larger_than_a_block_is_split_and_stands_alone) {
  std::vector<Fragment> fragments;
  ASSERT_TRUE(fragment_scan(striped_layout(), intervals({10, 250, 10, 10, 10, 10}), 100, fragments));
  ASSERT_EQ(fragments.size(), 5u);
  EXPECT_EQ(fragments[1].restart, (RestartHeader{2, true, false, 1}));
  EXPECT_EQ(fragments[2].restart, (RestartHeader{2, false, false, 1}));
  EXPECT_EQ(fragments[3].restart, (RestartHeader{2, false, true, 1}));
  EXPECT_EQ(fragments[3].length, 50u);
  EXPECT_EQ(fragments[4].restart, (RestartHeader{2, true, true, 2}));
  EXPECT_FALSE(fragment_scan(striped_layout(), intervals({10, 10, 10}), 100, fragments));  // three intervals missing
}

TEST(Fragmenter, fragments_cover_the_scan_of_a_real_file) {
  for (const char* name : {"small_420.jpg", "small_422.jpg", "small_420_restart.jpg", "small_422_restart.jpg"}) {
    const auto jpeg = jpeg_file(name);
    const auto layout = parse_jpeg(jpeg);
    ASSERT_TRUE(layout) << name;
    for (const std::size_t block_size : {1u, 37u, 256u, 1024u, 100'000u}) {
      std::vector<Fragment> fragments;
      ASSERT_TRUE(fragment_scan(*layout, layout->scan(jpeg), block_size, fragments));
      std::size_t at = 0;
      for (const Fragment& fragment : fragments) {
        EXPECT_EQ(fragment.offset, at);
        EXPECT_GT(fragment.length, 0u);
        EXPECT_LE(fragment.length, block_size);
        at += fragment.length;
      }
      EXPECT_EQ(at, layout->scan_size);
    }
  }
}

TEST(Fragmenter, a_video_packet_reads_back) {
  const auto jpeg = jpeg_file("small_420.jpg");
  const auto layout = parse_jpeg(jpeg);
  ASSERT_TRUE(layout);
  std::vector<Fragment> fragments;
  ASSERT_TRUE(fragment_scan(*layout, layout->scan(jpeg), 500, fragments));
  const JpegFrameInfo frame = frame_info(*layout, 75);
  std::vector<std::uint8_t> packet(kMaxVideoHeaderBytes);
  packet.resize(
      write_video_header(packet, {false, 0, 9, 90'000, 77}, {BlockId{3, 0}, Timestamp::ns(5)}, frame, fragments[0]));
  const auto scan = layout->scan(jpeg).subspan(fragments[0].offset, fragments[0].length);
  packet.insert(packet.end(), scan.begin(), scan.end());
  const auto rtp = parse_rtp(packet);
  ASSERT_TRUE(rtp);
  EXPECT_EQ(rtp->header, (RtpHeader{false, kPayloadJpeg, 9, 90'000, 77}));
  EXPECT_EQ(rtp->extensions.block, (BlockId{3, 0}));
  const auto payload = parse_jpeg_payload(rtp->payload);
  ASSERT_TRUE(payload);
  EXPECT_EQ(payload->header, (JpegHeader{0, 0, 1, 202, 8, 6}));
  EXPECT_EQ(payload->tables, layout->tables);
  EXPECT_EQ(payload->scan.size(), 500u);
  EXPECT_EQ(write_video_header(Bytes(packet).first(60), {}, {}, frame, fragments[0]), 0u);
}

TEST(Fragmenter, an_audio_header_says_pcmu) {
  std::vector<std::uint8_t> header(kMaxAudioHeaderBytes);
  const std::size_t size = write_audio_header(header, {true, 99, 1, 2, 3}, {BlockId{7, 0}, {}});
  const auto rtp = parse_rtp(Bytes(header).first(size));
  ASSERT_TRUE(rtp);
  EXPECT_EQ(rtp->header, (RtpHeader{true, kPayloadPcmu, 1, 2, 3}));
  EXPECT_EQ(rtp->extensions.block, (BlockId{7, 0}));
}

}  // namespace
}  // namespace jitterscope::rtp::fragmenter_test
