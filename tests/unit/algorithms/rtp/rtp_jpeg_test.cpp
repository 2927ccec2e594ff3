#include "core/algorithms/rtp/rtp_jpeg.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace jitterscope::rtp::rtp_jpeg_test {
namespace {

using Data = std::vector<std::uint8_t>;

QuantTables counting_tables() {
  QuantTables tables;
  std::iota(tables.luma.begin(), tables.luma.end(), std::uint8_t{1});
  std::iota(tables.chroma.begin(), tables.chroma.end(), std::uint8_t{101});
  return tables;
}

Data written(const JpegHeader& header, const RestartHeader& restart, const QuantTables* tables) {
  Data out(kMaxJpegPayloadHeaderBytes);
  out.resize(write_jpeg_payload_header(out, header, restart, tables));
  return out;
}

TEST(RtpJpeg, main_header_bytes) {
  EXPECT_EQ(written({0, 0x010203, 1, 202, 80, 60}, {}, nullptr), (Data{0, 1, 2, 3, 1, 202, 80, 60}));
}

TEST(RtpJpeg, restart_header_bytes) {
  EXPECT_EQ(written({0, 0x10, 65, 50, 80, 60}, {0x0102, true, false, 0x0304}, nullptr),
            (Data{0, 0, 0, 0x10, 65, 50, 80, 60, 1, 2, 0x83, 0x04}));
}

TEST(RtpJpeg, tables_stand_in_the_first_packet_only) {
  const QuantTables tables = counting_tables();
  const Data first = written({0, 0, 0, 255, 80, 60}, {}, &tables);
  ASSERT_EQ(first.size(), 8u + 4u + 128u);
  EXPECT_EQ(Data(first.begin() + 8, first.begin() + 13), (Data{0, 0, 0, 128, 1}));
  EXPECT_EQ(first.back(), 164);
  EXPECT_EQ(written({0, 1, 0, 255, 80, 60}, {}, &tables).size(), 8u);
  EXPECT_EQ(written({0, 0, 0, 99, 80, 60}, {}, &tables).size(), 8u);
}

TEST(RtpJpeg, writes_nothing_into_too_small_a_span) {
  Data out(11);
  EXPECT_EQ(write_jpeg_payload_header(out, {0, 0, 65, 50, 80, 60}, {}, nullptr), 0u);
}

TEST(RtpJpeg, round_trip) {
  const QuantTables tables = counting_tables();
  const JpegHeader header{0, 0, 64, 202, 40, 30};
  const RestartHeader restart{20, false, true, 0x3FFE};
  Data payload = written(header, restart, &tables);
  payload.insert(payload.end(), {7, 8, 9});
  const auto read = parse_jpeg_payload(payload);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->header, header);
  EXPECT_EQ(read->restart, restart);
  EXPECT_EQ(read->tables, tables);
  EXPECT_EQ(Data(read->scan.begin(), read->scan.end()), (Data{7, 8, 9}));
}

TEST(RtpJpeg, a_table_header_may_be_empty_except_for_q_255) {
  Data payload = {0, 0, 0, 0, 1, 200, 8, 6, 0, 0, 0, 0, 42};
  const auto read = parse_jpeg_payload(payload);
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->tables);
  EXPECT_EQ(read->scan.size(), 1u);
  payload[5] = 255;
  EXPECT_EQ(parse_jpeg_payload(payload).reason, RejectReason::kBadJpegHeader);
}

TEST(RtpJpeg, rejections) {
  const Data good = {0, 0, 0, 0, 1, 50, 8, 6, 42};
  ASSERT_TRUE(parse_jpeg_payload(good));
  const auto reason_with = [&](std::size_t at, std::uint8_t value) {
    Data payload = good;
    payload[at] = value;
    const auto read = parse_jpeg_payload(payload);
    EXPECT_FALSE(read) << at << ' ' << int{value};
    return read.reason;
  };
  EXPECT_EQ(parse_jpeg_payload({}).reason, RejectReason::kTruncated);
  EXPECT_EQ(parse_jpeg_payload(ConstBytes(good).first(7)).reason, RejectReason::kTruncated);
  EXPECT_EQ(parse_jpeg_payload(ConstBytes(good).first(8)).reason, RejectReason::kTruncated);  // no scan bytes
  for (const int type : {2, 63, 66, 128, 255})
    EXPECT_EQ(reason_with(4, static_cast<std::uint8_t>(type)), RejectReason::kBadJpegHeader);
  for (const int q : {0, 100, 127})
    EXPECT_EQ(reason_with(5, static_cast<std::uint8_t>(q)), RejectReason::kBadJpegHeader);
  EXPECT_EQ(reason_with(6, 0), RejectReason::kBadJpegHeader);
  EXPECT_EQ(reason_with(7, 0), RejectReason::kBadJpegHeader);
  EXPECT_EQ(reason_with(4, 65), RejectReason::kTruncated);   // restart header missing
  EXPECT_EQ(reason_with(5, 200), RejectReason::kTruncated);  // table header missing
  const Data no_interval = {0, 0, 0, 0, 65, 50, 8, 6, 0, 0, 0xC0, 0, 42};
  EXPECT_EQ(parse_jpeg_payload(no_interval).reason, RejectReason::kBadJpegHeader);
  Data tables = {0, 0, 0, 0, 1, 200, 8, 6, 0, 0, 0, 128};
  tables.resize(12 + 128 + 1);
  ASSERT_TRUE(parse_jpeg_payload(tables));
  EXPECT_EQ(parse_jpeg_payload(ConstBytes(tables).first(139)).reason, RejectReason::kTruncated);
  tables[9] = 1;  // 16-bit luma
  EXPECT_EQ(parse_jpeg_payload(tables).reason, RejectReason::kBadJpegHeader);
  for (const int length : {1, 63, 65, 127}) {
    tables[9] = 0, tables[11] = static_cast<std::uint8_t>(length);
    EXPECT_EQ(parse_jpeg_payload(tables).reason, RejectReason::kBadJpegHeader) << length;
  }
}

/// RFC 2435 section 3.1.8 says the length of the tables and no number of them: ffmpeg's MJPEG has one for all
/// components.
TEST(RtpJpeg, one_table_in_band_is_that_of_all_components) {
  Data payload = {0, 0, 0, 0, 1, 255, 8, 6, 0, 0, 0, 64};
  for (int i = 1; i <= 64; ++i) payload.push_back(static_cast<std::uint8_t>(i));
  EXPECT_EQ(parse_jpeg_payload(payload).reason, RejectReason::kTruncated) << "no scan";
  payload.insert(payload.end(), {7, 8, 9});
  const auto read = parse_jpeg_payload(payload);
  ASSERT_TRUE(read);
  ASSERT_TRUE(read->tables);
  EXPECT_EQ(read->tables->luma, counting_tables().luma);
  EXPECT_EQ(read->tables->chroma, read->tables->luma);
  EXPECT_EQ(Data(read->scan.begin(), read->scan.end()), (Data{7, 8, 9}));
  EXPECT_EQ(parse_jpeg_payload(ConstBytes(payload).first(12 + 63)).reason, RejectReason::kTruncated);
  payload[9] = 1;
  EXPECT_EQ(parse_jpeg_payload(payload).reason, RejectReason::kBadJpegHeader) << "16 bits a coefficient";
}

TEST(RtpJpeg, tables_of_q) {
  EXPECT_EQ(quant_tables_of_q(50).luma[0], 16);  // T.81 K.1 unscaled
  EXPECT_EQ(quant_tables_of_q(50).luma[2], 12);  // zigzag: row 1, column 0
  EXPECT_EQ(quant_tables_of_q(50).chroma[63], 99);
  EXPECT_EQ(quant_tables_of_q(75).luma[0], 8);   // (16·50 + 50)/100
  EXPECT_EQ(quant_tables_of_q(1).luma[0], 255);  // 16·50 clamped
  EXPECT_EQ(quant_tables_of_q(99).luma[0], 1);   // never 0
}

}  // namespace
}  // namespace jitterscope::rtp::rtp_jpeg_test
