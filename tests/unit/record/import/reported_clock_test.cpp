// The RTP clock of a stream whose packets do not tell when they were sent drifts against the clock of its sender's
// reports: that is no lateness.
#include <gtest/gtest.h>

#include <array>

#include "core/algorithms/rtp/rtcp.h"
#include "core/measures/offline/stream_analysis.h"
#include "tests/unit/record/trace/capture_bytes.h"

namespace jitterscope::reported_clock_test {
namespace {

using namespace capture_bytes;

constexpr std::uint32_t kSsrc = 0x11223344;
constexpr std::int64_t kMs = 1'000'000, kSecond = 1000 * kMs;

std::string report(std::int64_t at_ns, std::uint32_t rtp_timestamp, std::uint32_t packets) {
  std::array<std::uint8_t, 64> room{};
  rtp::RtcpWriter writer(room);
  const std::uint64_t ntp = rtp::ntp_of(Timestamp::ns(1'700'000'000 * kSecond + at_ns));
  EXPECT_TRUE(writer.sender_report(kSsrc, {ntp, rtp_timestamp, packets, packets * 160}, {}));
  return {reinterpret_cast<const char*>(room.data()), writer.size()};
}

/// Two minutes of sound, whose RTP clock is `ppm` too quick; 30 ms under way, every tenth block 5 ms more. A report
/// comes each 5 s; timestamps begin anew after a minute, if they do.
StreamReport two_minutes(double ppm, bool restarts = false) {
  Pcap pcap(kRawIp, true);
  for (std::uint32_t i = 0; i < 6000; ++i) {
    const auto sent = static_cast<std::int64_t>(i * 20.0 * kMs / (1 + ppm / 1e6));
    const std::uint32_t timestamp = i * 160 + 4'294'900'000u + (restarts && i >= 3000 ? 1'000'000'000u : 0);
    pcap.add(sent + 30 * kMs + (i % 10 == 3 ? 5 * kMs : 0),
             ipv4(udp(rtp_packet({.sequence = static_cast<std::uint16_t>(i), .timestamp = timestamp, .ssrc = kSsrc}))));
    if (i % 250 == 0) pcap.add(sent + 31 * kMs, ipv4(udp(report(sent, timestamp, i + 1), 5007, 5007)));
  }
  const Imported got = import(pcap.file());
  EXPECT_TRUE(got.input) << got.error;
  return analyze_stream(got.input->streams.at(0));
}

TEST(ReportedClock, ItsDriftIsNoLateness) {
  for (const double ppm : {-300.0, 300.0}) {
    const StreamReport drifted = two_minutes(ppm);
    ASSERT_TRUE(drifted.compensation);
    EXPECT_NEAR(drifted.compensation->optimal.buffer_ms, 5, 0.3) << ppm << ": 36 ms are the RTP clock's";
    EXPECT_FALSE(drifted.skew_candidate) << "and none of the two ends'";
  }
}

TEST(ReportedClock, TimestampsThatBeginAnewAreNoDrift) {
  const StreamReport drifted = two_minutes(300, true);
  ASSERT_TRUE(drifted.compensation);
  EXPECT_NEAR(drifted.compensation->optimal.buffer_ms, 5, 1);
}

}  // namespace
}  // namespace jitterscope::reported_clock_test
