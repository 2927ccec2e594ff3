#include "core/rtp/jpeg_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "tests/unit/rtp/jpeg_files.h"

namespace jitterscope::rtp::jpeg_layout_test {
namespace {

struct File {
  const char* name;
  std::uint8_t type;
  std::uint16_t restart_interval;
};
constexpr std::array kFiles = {File{"small_420.jpg", 1, 0}, File{"small_422.jpg", 0, 0},
                               File{"small_420_restart.jpg", 65, 2}, File{"small_422_restart.jpg", 64, 4}};

/// Where the first such segment begins; the file's size when there is none.
std::size_t marker(const std::vector<std::uint8_t>& jpeg, std::uint8_t code) {
  const std::array<std::uint8_t, 2> wanted = {0xFF, code};
  return static_cast<std::size_t>(std::ranges::search(jpeg, wanted).begin() - jpeg.begin());
}

TEST(JpegLayout, reads_what_libjpeg_writes) {
  for (const File& file : kFiles) {
    SCOPED_TRACE(file.name);
    const auto jpeg = jpeg_file(file.name);
    const auto layout = parse_jpeg(jpeg);
    ASSERT_TRUE(layout);
    EXPECT_EQ(layout->width, 64);
    EXPECT_EQ(layout->height, 48);
    EXPECT_EQ(layout->type, file.type);
    EXPECT_EQ(layout->restart_interval, file.restart_interval);
    EXPECT_EQ(layout->tables, quant_tables_of_q(75));
    EXPECT_EQ(layout->scan_begin + layout->scan_size + 2, jpeg.size());  // all but EOI
  }
}

TEST(JpegLayout, headers_written_for_a_scan_read_back_the_same) {
  for (const File& file : kFiles) {
    SCOPED_TRACE(file.name);
    const auto jpeg = jpeg_file(file.name);
    const auto layout = parse_jpeg(jpeg);
    ASSERT_TRUE(layout);
    std::vector<std::uint8_t> rebuilt(kMaxJpegHeaderBytes);
    rebuilt.resize(write_jpeg_headers(rebuilt, layout->type, 64, 48, layout->tables, layout->restart_interval));
    ASSERT_GT(rebuilt.size(), 0u);
    const auto scan = layout->scan(jpeg);
    rebuilt.insert(rebuilt.end(), scan.begin(), scan.end());
    rebuilt.insert(rebuilt.end(), {0xFF, 0xD9});
    const auto again = parse_jpeg(rebuilt);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->type, layout->type);
    EXPECT_EQ(again->tables, layout->tables);
    EXPECT_EQ(again->restart_interval, layout->restart_interval);
    EXPECT_TRUE(std::ranges::equal(again->scan(rebuilt), scan));
  }
}

TEST(JpegLayout, a_file_without_huffman_tables_has_the_standard_ones) {
  auto jpeg = jpeg_file("small_420.jpg");
  std::size_t found = 0;
  for (std::size_t at = marker(jpeg, 0xC4); at < jpeg.size(); at = marker(jpeg, 0xC4), ++found) {
    const auto begin = jpeg.begin() + static_cast<std::ptrdiff_t>(at);
    jpeg.erase(begin, begin + 2 + (begin[2] << 8 | begin[3]));
  }
  EXPECT_EQ(found, 4u);
  EXPECT_TRUE(parse_jpeg(jpeg));
}

TEST(JpegLayout, refuses_what_rfc_2435_cannot_say) {
  EXPECT_FALSE(parse_jpeg(jpeg_file("small_optimized.jpg")));  // own Huffman tables
  EXPECT_FALSE(parse_jpeg({}));
  const auto good = jpeg_file("small_420.jpg");
  const std::size_t sof = marker(good, 0xC0);
  const auto refused_with = [&](std::size_t at, std::uint8_t value) {
    auto jpeg = good;
    jpeg[at] = value;
    return !parse_jpeg(jpeg);
  };
  EXPECT_TRUE(refused_with(0, 0));
  EXPECT_TRUE(refused_with(sof + 1, 0xC2));   // progressive
  EXPECT_TRUE(refused_with(sof + 4, 12));     // 12-bit samples
  EXPECT_TRUE(refused_with(sof + 5, 0x10));   // over 2040 lines
  EXPECT_TRUE(refused_with(sof + 7, 0x08));   // over 2040 columns
  EXPECT_TRUE(refused_with(sof + 9, 1));      // one component
  EXPECT_TRUE(refused_with(sof + 11, 0x11));  // 4:4:4
  EXPECT_TRUE(refused_with(sof + 15, 0));     // chroma with different tables
}

TEST(JpegLayout, every_cut_off_file_is_read_within_its_bounds) {
  const auto good = jpeg_file("small_420_restart.jpg");
  const auto whole = parse_jpeg(good);
  ASSERT_TRUE(whole);
  for (std::size_t size = 0; size < good.size(); ++size) {
    const std::vector<std::uint8_t> cut(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size));
    const auto layout = parse_jpeg(cut);
    EXPECT_EQ(layout.has_value(), size > whole->scan_begin) << size;
    if (layout) { EXPECT_LE(layout->scan_begin + layout->scan_size, size); }
  }
}

TEST(JpegLayout, restart_interval_count) {
  EXPECT_EQ(restart_intervals(65, 64, 48, 2), 6);  // 4 × 3 MCUs
  EXPECT_EQ(restart_intervals(64, 64, 48, 5), 5);  // 4 × 6 MCUs, the last interval shorter
  EXPECT_EQ(restart_intervals(65, 2040, 2040, 1), 16384);
  EXPECT_EQ(restart_intervals(1, 64, 48, 0), 0);
}

TEST(JpegLayout, writes_nothing_into_too_small_a_span) {
  std::vector<std::uint8_t> out(kMaxJpegHeaderBytes - 1);
  EXPECT_EQ(write_jpeg_headers(out, 1, 64, 48, {}, 0), 0u);
}

}  // namespace
}  // namespace jitterscope::rtp::jpeg_layout_test
