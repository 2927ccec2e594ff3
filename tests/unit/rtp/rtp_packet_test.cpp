#include "core/rtp/rtp_packet.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace jitterscope::rtp::rtp_packet_test {
namespace {

using Data = std::vector<std::uint8_t>;

const RtpHeader kHeader{true, 26, 0x1234, 0xDEADBEEF, 0x01020304};
const Data kPlain = {0x80, 0x9A, 0x12, 0x34, 0xDE, 0xAD, 0xBE, 0xEF, 1, 2, 3, 4};

Data with(Data head, const Data& rest) {
  head.insert(head.end(), rest.begin(), rest.end());
  return head;
}

TEST(RtpPacket, writes_the_bytes_of_rfc_3550) {
  std::array<std::uint8_t, 12> out;
  ASSERT_EQ(write_rtp_header(out, kHeader, {}), 12u);
  EXPECT_EQ(Data(out.begin(), out.end()), kPlain);
}

TEST(RtpPacket, writes_both_extension_elements_and_pads_to_a_word) {
  std::array<std::uint8_t, kMaxRtpHeaderBytes> out;
  const PacketExtensions extensions{BlockId{0x0102, 0x0304}, Timestamp::ns(0x1112131415161718)};
  ASSERT_EQ(write_rtp_header(out, kHeader, extensions), out.size());
  Data expected =
      with(kPlain, {0xBE, 0xDE, 0, 4, 0x13, 1, 2, 3, 4, 0x27, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0, 0});
  expected[0] = 0x90;
  EXPECT_EQ(Data(out.begin(), out.end()), expected);
}

TEST(RtpPacket, writes_nothing_into_too_small_a_span) {
  std::array<std::uint8_t, kMaxRtpHeaderBytes> out;
  EXPECT_EQ(write_rtp_header(Bytes(out).first(11), kHeader, {}), 0u);
  EXPECT_EQ(write_rtp_header(Bytes(out).first(31), kHeader, {BlockId{}, Timestamp::ns(1)}), 0u);
}

TEST(RtpPacket, round_trip_with_other_element_ids) {
  std::array<std::uint8_t, kMaxRtpHeaderBytes> out;
  const PacketExtensions extensions{BlockId{65535, 7}, Timestamp::ns(-5)};
  const std::size_t size = write_rtp_header(out, kHeader, extensions, {14, 3});
  const auto read = parse_rtp(Bytes(out).first(size), {14, 3});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->header, kHeader);
  EXPECT_EQ(read->extensions.block, extensions.block);
  EXPECT_EQ(read->extensions.sent_conference, extensions.sent_conference);
  EXPECT_TRUE(read->payload.empty());
  const auto other = parse_rtp(Bytes(out).first(size), {1, 2});
  ASSERT_TRUE(other);
  EXPECT_FALSE(other->extensions.block);
  EXPECT_FALSE(other->extensions.sent_conference);
}

TEST(RtpPacket, an_id_of_zero_is_not_written) {
  std::array<std::uint8_t, kMaxRtpHeaderBytes> out;
  EXPECT_EQ(write_rtp_header(out, kHeader, {BlockId{}, Timestamp::ns(1)}, {0, 0}), 12u);
}

TEST(RtpPacket, skips_contributing_sources_padding_and_unknown_elements) {
  Data datagram = with(kPlain, {9, 9, 9, 9, 8, 8, 8, 8});  // two CSRC
  datagram =
      with(datagram, {0xBE, 0xDE, 0, 3, 0x52, 1, 1, 1, 0, 0x13, 0, 5, 0, 6, 0, 0});  // id 5 of 3 bytes, pad, id 1
  datagram = with(datagram, {0xAA, 0xBB, 0, 0, 3});                                  // payload of two, padding of three
  datagram[0] = 0x80 | 0x20 | 0x10 | 2;
  const auto read = parse_rtp(datagram);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->extensions.block, (BlockId{5, 6}));
  EXPECT_EQ(Data(read->payload.begin(), read->payload.end()), (Data{0xAA, 0xBB}));
}

TEST(RtpPacket, a_two_byte_extension_is_skipped) {
  Data datagram = with(kPlain, {0x10, 0x00, 0, 2, 1, 4, 0, 5, 0, 6, 0, 0, 0x77});
  datagram[0] = 0x90;
  const auto read = parse_rtp(datagram);
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->extensions.block);
  ASSERT_EQ(read->payload.size(), 1u);
  EXPECT_EQ(read->payload[0], 0x77);
}

TEST(RtpPacket, malformed_elements_count_as_absent) {
  Data datagram = with(kPlain, {0xBE, 0xDE, 0, 1, 0x1F, 0, 5, 0, 0x77});  // id 1 claims 16 bytes
  datagram[0] = 0x90;
  const auto read = parse_rtp(datagram);
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->extensions.block);
  datagram[16] = 0xF0;  // id 15 ends reading
  EXPECT_TRUE(parse_rtp(datagram));
}

TEST(RtpPacket, rejections) {
  const auto reason = [](const Data& datagram) {
    const auto read = parse_rtp(datagram);
    EXPECT_FALSE(read);
    return read.reason;
  };
  EXPECT_EQ(reason({}), RejectReason::kTruncated);
  EXPECT_EQ(reason(Data(kPlain.begin(), kPlain.begin() + 11)), RejectReason::kTruncated);
  Data datagram = kPlain;
  datagram[0] = 0x40;
  EXPECT_EQ(reason(datagram), RejectReason::kWrongVersion);
  datagram[0] = 0x81;  // a CSRC that is not there
  EXPECT_EQ(reason(datagram), RejectReason::kTruncated);
  datagram[0] = 0x90;  // an extension that is not there
  EXPECT_EQ(reason(datagram), RejectReason::kTruncated);
  EXPECT_EQ(reason(with(datagram, {0xBE, 0xDE, 0, 1, 0, 0, 0})), RejectReason::kTruncated);
  datagram[0] = 0xA0;  // padding of nothing, of 0, of more than there is
  EXPECT_EQ(reason(datagram), RejectReason::kTruncated);
  EXPECT_EQ(reason(with(datagram, {0})), RejectReason::kTruncated);
  EXPECT_EQ(reason(with(datagram, {1, 3})), RejectReason::kTruncated);
}

}  // namespace
}  // namespace jitterscope::rtp::rtp_packet_test
