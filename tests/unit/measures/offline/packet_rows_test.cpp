#include "core/measures/offline/packet_rows.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <random>

#include "core/measures/offline/stream_analysis.h"

namespace jitterscope::packet_rows_test {
namespace {

/// Blocks of sound of 20 ms at 8 kHz.
PacketObservation packet(std::int64_t sequence, double received_ms) {
  PacketObservation p;
  p.sequence = sequence;
  p.received = Timestamp() + Duration::from_ms(received_ms);
  p.rtp_timestamp = sequence * 160;
  p.size = 172;
  p.marker = sequence == 0;
  return p;
}

StreamInput sound(std::vector<PacketObservation> packets) {
  StreamInput stream;
  stream.medium = Medium::kAudio;
  stream.clock_rate_hz = 8000;
  stream.packets = std::move(packets);
  return stream;
}

std::vector<std::pair<std::int64_t, PacketFate>> fates(const StreamPackets& packets) {
  std::vector<std::pair<std::int64_t, PacketFate>> all;
  for (const PacketRow& row : packets.rows) all.emplace_back(row.number, row.fate);
  return all;
}

TEST(PacketRows, EachPacketInOrderOfArrivalAndWhatDidNotComeBeforeTheNext) {
  using enum PacketFate;
  const auto made =
      packet_rows(sound({packet(0, 100), packet(1, 120), packet(4, 180), packet(3, 185), packet(4, 186)}), Timestamp());
  EXPECT_THAT(fates(made), testing::ElementsAre(testing::Pair(0, kCame), testing::Pair(1, kCame),
                                                testing::Pair(4, kCame), testing::Pair(2, kLost),
                                                testing::Pair(3, kReordered), testing::Pair(4, kDuplicate)));
  EXPECT_EQ(made.lost, 1);
  EXPECT_TRUE(made.rows[0].marker);
  EXPECT_EQ(made.rows[0].size, 172);
  EXPECT_TRUE(std::isnan(made.rows[0].delta_ms)) << "nothing came before it";
  EXPECT_FLOAT_EQ(made.rows[1].delta_ms, 20);
  EXPECT_FLOAT_EQ(made.rows[2].delta_ms, 60);
  EXPECT_DOUBLE_EQ(made.rows[3].at_s, 0.1525) << "halfway between 1 and 3";
  EXPECT_TRUE(std::isnan(made.rows[3].delta_ms));
  EXPECT_EQ(made.rows[3].size, -1);
}

TEST(PacketRows, JitterAndSkewAreThoseOfRfc3550AndOfTheTimestamps) {
  const auto made = packet_rows(sound({packet(0, 0), packet(1, 28), packet(2, 40), packet(3, 52)}), Timestamp());
  EXPECT_TRUE(std::isnan(made.rows[0].jitter_ms));
  EXPECT_FLOAT_EQ(made.rows[1].jitter_ms, 8.0F / 16);
  EXPECT_FLOAT_EQ(made.rows[2].jitter_ms, 0.5F + (8 - 0.5F) / 16);
  EXPECT_FLOAT_EQ(made.rows[0].skew_ms, 0);
  EXPECT_FLOAT_EQ(made.rows[1].skew_ms, -8) << "8 ms later than its timestamp says";
  EXPECT_FLOAT_EQ(made.rows[3].skew_ms, 8);
}

TEST(PacketRows, ALongPauseKeepsItsMicroseconds) {
  const auto made = packet_rows(sound({packet(0, 0), packet(1, 3'600'000.125)}), Timestamp());
  EXPECT_NEAR(made.rows[1].delta_ms, 3'600'000.125, 1e-6);
  EXPECT_NEAR(made.rows[1].skew_ms, 20 - 3'600'000.125, 1e-6);
}

TEST(PacketRows, TimestampsThatBeginAnewBeginTheSkewAnew) {
  auto late = packet(2, 40);
  late.rtp_timestamp = 1'000'000;
  auto next = packet(3, 61);
  next.rtp_timestamp = 1'000'160;
  const auto made = packet_rows(sound({packet(0, 0), packet(1, 20), late, next}), Timestamp());
  EXPECT_FLOAT_EQ(made.rows[2].skew_ms, 0);
  EXPECT_FLOAT_EQ(made.rows[3].skew_ms, -1);
}

TEST(PacketRows, WithoutTimestampsTheSendTimesTellJitterAndSkew) {
  std::vector<PacketObservation> packets;
  for (int i = 0; i < 4; ++i) {
    packets.push_back(packet(i, 20 * i + (i == 2 ? 8 : 0)));
    packets.back().rtp_timestamp = {};
    packets.back().sent = Timestamp() + Duration::from_ms(20 * i - 5);
  }
  StreamInput list = sound(packets);
  list.clock_rate_hz.reset();
  const auto made = packet_rows(list, Timestamp());
  EXPECT_FLOAT_EQ(made.rows[2].jitter_ms, 0.5F);
  EXPECT_FLOAT_EQ(made.rows[2].skew_ms, -8);
  EXPECT_NEAR(made.rows[3].jitter_ms, analyze_stream(list).jitter_rfc3550->last, 1e-6);
}

TEST(PacketRows, NumbersAreThoseOfTheWireInACaptureAndOfTheListInAList) {
  auto list = sound({packet(65535, 0), packet(65536, 20)});
  EXPECT_EQ(packet_rows(list, Timestamp()).rows[1].number, 65536);
  auto capture = list;
  capture.payload.emplace();
  capture.runs = {{65535, 0}, {65536, 65536 - 500}};
  const auto made = packet_rows(capture, Timestamp());
  EXPECT_EQ(made.rows[0].number, 65535);
  EXPECT_EQ(made.rows[1].number, 500) << "a run of its own";
}

TEST(PacketRows, AChangeOfThePayloadTypeAndWhatIsNotTimedAreMarked) {
  std::vector<PacketObservation> packets;
  for (int i = 0; i < 6; ++i) packets.push_back(packet(i, 20 * i));
  for (auto& each : packets) each.payload_type = 0;
  packets[2].payload_type = packets[3].payload_type = 101;
  packets[2].timed = packets[3].timed = false;
  packets[5].payload_type = 8;
  StreamInput call = sound(packets);
  call.payloads = {{{0, "PCMU"}, 8000, 3}, {{101, "telephone-event"}, 8000, 2, false}, {{8, "PCMA"}, 8000, 1}};
  const auto made = packet_rows(call, Timestamp());
  std::vector<std::tuple<int, bool, bool>> seen;
  for (const PacketRow& row : made.rows) seen.emplace_back(row.payload_type, row.type_changed, row.timed);
  EXPECT_THAT(
      seen, testing::ElementsAre(std::tuple(0, false, true), std::tuple(0, false, true), std::tuple(101, true, false),
                                 std::tuple(101, false, false), std::tuple(0, true, true), std::tuple(8, true, true)));
  EXPECT_TRUE(std::isnan(made.rows[3].jitter_ms));
  EXPECT_EQ(made.payloads.size(), 3u);
  EXPECT_EQ(packet_rows(sound({packet(0, 0), packet(1, 20)}), Timestamp()).rows[1].payload_type, -1)
      << "nobody tells it";
}

TEST(PacketRows, ALongGapIsOneRow) {
  const auto made = packet_rows(sound({packet(0, 0), packet(40'001, 800'020)}), Timestamp());
  ASSERT_EQ(made.rows.size(), 3u);
  EXPECT_EQ(made.rows[1].count, 40'000);
  EXPECT_EQ(made.rows[1].number, 1);
  EXPECT_EQ(made.rows[1].last_number, 40'000);
  EXPECT_NEAR(made.rows[1].at_s, 0.02, 1e-3) << "when the first of them should have come";
  EXPECT_EQ(made.lost, 40'000);
}

TEST(PacketRows, TheyAddUpToWhatAnalysisSaysOfTheStream) {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    std::vector<PacketObservation> packets;
    for (int i = 0; i < 500; ++i) {
      if (random() % 9 == 0) continue;
      packets.push_back(packet(i, 20 * i + static_cast<double>(random() % 60)));
      if (random() % 20 == 0) packets.push_back(packet(i, 20 * i + static_cast<double>(random() % 80)));
    }
    const StreamInput stream = sound(packets);
    const StreamReport report = analyze_stream(stream);
    const StreamPackets made = packet_rows(stream, Timestamp());
    const auto of = [&](PacketFate fate) { return std::ranges::count(made.rows, fate, &PacketRow::fate); };
    EXPECT_EQ(made.lost, report.lost);
    EXPECT_EQ(of(PacketFate::kLost), report.lost);
    EXPECT_EQ(of(PacketFate::kDuplicate), report.duplicates);
    EXPECT_EQ(of(PacketFate::kReordered), report.reordered);
    double largest = 0, jitter = 0;
    for (const PacketRow& row : made.rows) {
      if (row.fate != PacketFate::kDuplicate) largest = std::fmax(largest, row.delta_ms);
      jitter = std::fmax(jitter, row.jitter_ms);
    }
    EXPECT_NEAR(largest, *report.interarrival.max, 1e-4);
    EXPECT_NEAR(jitter, report.jitter_rfc3550->max, 1e-4);
  }
}

TEST(PacketRows, NumbersAndTimesBeyondReasonAreLeftOut) {
  const auto most = std::numeric_limits<std::int64_t>::max() - 1;
  auto far = packet(0, 0);
  far.sequence = most;
  auto late = packet(1, 0);
  late.received = Timestamp::ns(most);
  EXPECT_EQ(packet_rows(sound({far, late, packet(2, 40)}), Timestamp()).rows.size(), 1u);
  EXPECT_TRUE(packet_rows(sound({}), Timestamp()).rows.empty());
}

}  // namespace
}  // namespace jitterscope::packet_rows_test
