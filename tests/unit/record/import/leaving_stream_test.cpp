// Streams that leave a machine say by how much its clock is wrong.
#include <gtest/gtest.h>

#include "core/measures/offline/stream_analysis.h"
#include "tests/unit/record/trace/capture_bytes.h"

namespace jitterscope::leaving_stream_test {
namespace {

using namespace capture_bytes;

constexpr std::int64_t kSecond = 1'000'000'000;

/// A call of five minutes and more, captured at one of its ends by a clock that is so much too fast. What leaves is
/// captured as it is sent; what comes was 30 ms under way, and up to 5 ms more, ever another time.
void add_call(Pcap& pcap, std::int64_t begin_s, std::uint32_t ssrc, double ppm) {
  const auto cooked = [](int type) {
    return bytes({8, 0}) + std::string(8, '\0') + bytes({type}) + std::string(9, '\0');
  };
  for (std::uint32_t i = 0; i < 16'000; ++i) {
    const std::int64_t passed = i * std::int64_t{20'000'000};
    for (const bool leaves : {true, false}) {
      const std::int64_t arrived = passed + (leaves ? 0 : 30'000'000 + i * 7919 % 5000 * 1000);
      const std::string stamp =
          bytes({0x27}) + big(static_cast<std::uint64_t>(begin_s * kSecond + passed)) + std::string(3, '\0');
      const std::string packet = rtp_packet({.sequence = static_cast<std::uint16_t>(i),
                                             .timestamp = i * 160u,
                                             .ssrc = leaves ? ssrc : ssrc + 1,
                                             .extension = stamp});
      pcap.add(begin_s * kSecond + arrived + static_cast<std::int64_t>(static_cast<double>(arrived) * ppm / 1e6),
               cooked(leaves ? 4 : 0) + ipv4_between(leaves ? 1 : 2, leaves ? 2 : 1, udp(packet)));
    }
  }
}

TEST(LeavingStream, ShowsTheSkewOfWhatComesFromTheSameRemoteInThatCall) {
  Pcap pcap(kCooked2, true);
  add_call(pcap, 20, 1, 100);
  add_call(pcap, 1000, 11, -150);  // the conference clock is another call's
  const Imported got = import(pcap.file());
  ASSERT_TRUE(got.input) << got.error;
  const AnalysisReport report = analyze(*got.input, {});
  ASSERT_EQ(report.streams.size(), 4u);
  for (const StreamReport& stream : report.streams) {
    if (stream.direction == Direction::kSent) {
      EXPECT_FALSE(stream.compensation);
      continue;
    }
    ASSERT_TRUE(stream.compensation && stream.ssrc);
    EXPECT_EQ(stream.compensation->skew_by, "leaving stream") << *stream.ssrc;
    EXPECT_NEAR(stream.compensation->skew_ppm.value_or(0), *stream.ssrc < 10 ? 100 : -150, 2) << *stream.ssrc;
    ASSERT_TRUE(stream.pdv);
    EXPECT_LT(stream.pdv->max, 5.1) << *stream.ssrc << ": 30 ms of the clock's";
  }
}

}  // namespace
}  // namespace jitterscope::leaving_stream_test
