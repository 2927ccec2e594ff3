#include "core/algorithms/rtp/rtcp.h"

#include <gtest/gtest.h>

#include <vector>

namespace jitterscope::rtp::rtcp_test {
namespace {

using Data = std::vector<std::uint8_t>;

const ReportBlock kBlock{0x0A0B0C0D, 64, -2, 0x00010005, 33, 0x11223344, 0x00008000};

TEST(Rtcp, ntp_of_conference_time) {
  EXPECT_EQ(ntp_of(Timestamp::ns(0)), 2'208'988'800ull << 32);
  EXPECT_EQ(ntp_of(Timestamp::ns(1'500'000'000)), (2'208'988'801ull << 32) + 0x80000000u);
  EXPECT_EQ(ntp_of(Timestamp::ns(-500'000'000)), (2'208'988'799ull << 32) + 0x80000000u);
  for (const std::int64_t ns : {1'790'000'000'123'456'789, 999'999'999l, 1l})
    EXPECT_EQ(conference_of_ntp(ntp_of(Timestamp::ns(ns))), Timestamp::ns(ns));
}

TEST(Rtcp, receiver_report_bytes) {
  Data out(64);
  RtcpWriter writer(out);
  ASSERT_TRUE(writer.receiver_report(0x01020304, {&kBlock, 1}));
  out.resize(writer.size());
  EXPECT_EQ(out, (Data{0x81, 201, 0, 7, 1, 2, 3, 4,  0x0A, 0x0B, 0x0C, 0x0D, 64, 0xFF, 0xFF, 0xFE,
                       0,    1,   0, 5, 0, 0, 0, 33, 0x11, 0x22, 0x33, 0x44, 0,  0,    0x80, 0}));
}

TEST(Rtcp, sdes_closes_with_at_least_one_zero) {
  Data out(64);
  RtcpWriter writer(out);
  ASSERT_TRUE(writer.sdes_cname(0x01020304, "ab"));  // 4 + 4 + 2 + 2 = 12: a whole word of zeros follows
  out.resize(writer.size());
  EXPECT_EQ(out, (Data{0x81, 202, 0, 3, 1, 2, 3, 4, 1, 2, 'a', 'b', 0, 0, 0, 0}));
}

TEST(Rtcp, compound_round_trip) {
  const SenderInfo info{0x0102030405060708, 90'000, 12, 3456};
  Data out(256);
  RtcpWriter writer(out);
  ASSERT_TRUE(writer.sender_report(7, info, {&kBlock, 1}));
  ASSERT_TRUE(writer.sdes_cname(7, "user@example"));
  ASSERT_TRUE(writer.bye(7));
  const auto read = parse_rtcp(Bytes(out).first(writer.size()));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->ssrc, 7u);
  EXPECT_EQ(read->sender, info);
  ASSERT_EQ(read->reports().size(), 1u);
  EXPECT_EQ(read->reports()[0], kBlock);
  EXPECT_EQ(read->cname, "user@example");
  EXPECT_TRUE(read->bye);
}

TEST(Rtcp, an_empty_report_says_nothing_more) {
  Data out(8);
  RtcpWriter writer(out);
  ASSERT_TRUE(writer.receiver_report(7, {}));
  const auto read = parse_rtcp(out);
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->sender);
  EXPECT_EQ(read->block_count, 0u);
  EXPECT_TRUE(read->cname.empty());
  EXPECT_FALSE(read->bye);
}

TEST(Rtcp, the_bye_of_another_source_is_not_ours) {
  Data out(32);
  RtcpWriter writer(out);
  ASSERT_TRUE(writer.receiver_report(7, {}));
  ASSERT_TRUE(writer.bye(8));
  const auto read = parse_rtcp(Bytes(out).first(writer.size()));
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->bye);
}

TEST(Rtcp, refuses_to_write_too_much) {
  Data out(1500);
  RtcpWriter writer(out);
  const std::vector<ReportBlock> blocks(32);
  EXPECT_FALSE(writer.receiver_report(1, blocks));
  EXPECT_FALSE(writer.sdes_cname(1, std::string(256, 'x')));
  EXPECT_EQ(writer.size(), 0u);
  RtcpWriter small(Bytes(out).first(27));
  EXPECT_FALSE(small.sender_report(1, {}, {}));
  EXPECT_EQ(small.size(), 0u);
}

TEST(Rtcp, unknown_packet_types_are_skipped) {
  const Data datagram = {0x80, 201, 0, 1, 0, 0, 0, 7, 0x80, 204, 0, 1, 9, 9, 9, 9};
  EXPECT_TRUE(parse_rtcp(datagram));
}

TEST(Rtcp, padding_of_the_last_packet_is_taken_off) {
  Data datagram = {0xA0, 201, 0, 2, 0, 0, 0, 7, 0, 0, 0, 4};
  EXPECT_TRUE(parse_rtcp(datagram));
  for (const int padding : {0, 3, 12}) {
    datagram.back() = static_cast<std::uint8_t>(padding);
    EXPECT_EQ(parse_rtcp(datagram).reason, RejectReason::kTruncated) << padding;
  }
}

TEST(Rtcp, rejections) {
  const auto reason = [](const Data& datagram) {
    const auto read = parse_rtcp(datagram);
    EXPECT_FALSE(read);
    return read.reason;
  };
  const Data report = {0x80, 201, 0, 1, 0, 0, 0, 7};
  const auto then = [&](Data rest) {
    rest.insert(rest.begin(), report.begin(), report.end());
    return rest;
  };
  EXPECT_EQ(reason({}), RejectReason::kTruncated);
  EXPECT_EQ(reason({0x80, 201}), RejectReason::kTruncated);
  EXPECT_EQ(reason({0x40, 201, 0, 1, 0, 0, 0, 7}), RejectReason::kWrongVersion);
  EXPECT_EQ(reason({0x81, 202, 0, 1, 0, 0, 0, 7}), RejectReason::kWrongPayloadType);
  EXPECT_EQ(reason({0x80, 201, 0, 2, 0, 0, 0, 7}), RejectReason::kTruncated);
  EXPECT_EQ(reason({0x81, 201, 0, 1, 0, 0, 0, 7}), RejectReason::kTruncated);  // block missing
  EXPECT_EQ(reason({0x80, 200, 0, 1, 0, 0, 0, 7}), RejectReason::kTruncated);  // sender part missing
  EXPECT_EQ(reason(then({0x81, 202, 0, 0})), RejectReason::kTruncated);        // chunk missing
  EXPECT_EQ(reason(then({0x81, 202, 0, 2, 0, 0, 0, 7, 1, 200, 'a', 'b'})), RejectReason::kTruncated);
  EXPECT_EQ(reason(then({0x81, 202, 0, 2, 0, 0, 0, 7, 1, 2, 'a', 'b'})), RejectReason::kTruncated);  // no closing zero
  EXPECT_EQ(reason(then({0x82, 203, 0, 1, 0, 0, 0, 7})), RejectReason::kTruncated);
  EXPECT_EQ(reason(then({0x81, 203, 0, 2, 0, 0, 0, 7, 9, 'a', 'b', 'c'})), RejectReason::kTruncated);
  EXPECT_TRUE(parse_rtcp(then({0x81, 203, 0, 2, 0, 0, 0, 7, 3, 'a', 'b', 'c'}))->bye) << "with its reason";
}

TEST(Rtcp, round_trip_by_lsr_and_dlsr) {
  // RFC 3550 §6.4.1's example: SR at middle b705:2000, DLSR 5.250 s, report back at b710:8000 → 6.125 s.
  ReportBlock block;
  block.last_sr = 0xB7052000;
  block.delay_since_last_sr = 0x00054000;
  const Timestamp arrived = conference_of_ntp(0xB44DB710'80000000);
  const auto trip = round_trip(block, arrived);
  ASSERT_TRUE(trip);
  EXPECT_EQ(*trip, Duration::ms(6125));
  EXPECT_EQ(dlsr_of(Duration::ms(5250)), 0x00054000u);
}

TEST(Rtcp, no_round_trip_without_lsr_or_back_in_time) {
  ReportBlock block;
  EXPECT_FALSE(round_trip(block, Timestamp::ns(1)));
  block.last_sr = middle_of(ntp_of(Timestamp::ns(2'000'000'000)));
  EXPECT_FALSE(round_trip(block, Timestamp::ns(1'000'000'000)));
  EXPECT_EQ(dlsr_of(Duration::seconds(-1)), 0u);
  EXPECT_EQ(dlsr_of(Duration::seconds(100'000)), 0xFFFFFFFFu);
}

}  // namespace
}  // namespace jitterscope::rtp::rtcp_test
