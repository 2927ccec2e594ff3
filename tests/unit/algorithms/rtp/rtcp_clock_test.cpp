#include "core/algorithms/rtp/rtcp_clock.h"

#include <gtest/gtest.h>

#include "core/events/columns.h"

namespace jitterscope::rtp::rtcp_clock_test {
namespace {

const ClockMessage kQuestion{false, Timestamp::ns(0x0102030405060708), {}, {}, {}};
const ClockMessage kAnswer{true,
                           Timestamp::ns(-5),
                           Timestamp::ns(1'700'000'000'123'456'789),
                           Timestamp::ns(1'700'000'000'123'459'999),
                           Duration::us(750),
                           -Duration::ms(77)};

std::vector<std::uint8_t> written(const ClockMessage& message) {
  std::vector<std::uint8_t> bytes(kClockMessageBytes);
  EXPECT_EQ(write_clock_message(bytes, 0xAABBCCDD, message), bytes.size());
  return bytes;
}

/// Byte by byte as RFC 3550 §6.4.2 and §6.7 draw it.
TEST(ClockMessage, IsAnAppPacketBehindAnEmptyReport) {
  const std::vector<std::uint8_t> expected{
      0x80, 201, 0, 1, 0xAA, 0xBB, 0xCC, 0xDD, 0x80, 204,  0,    12,   0xAA, 0xBB, 0xCC, 0xDD, 'J', 'S', 'C', 'K',
      1,    2,   3, 4, 5,    6,    7,    8,    0,    0,    0,    0,    0,    0,    0,    0,    0,   0,   0,   0,
      0,    0,   0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x80, 0,    0,    0,    0,   0,   0,   0};
  EXPECT_EQ(written(kQuestion), expected);
}

TEST(ClockMessage, IsReadAsItWasWritten) {
  for (const ClockMessage& message : {kQuestion, kAnswer}) {
    const auto bytes = written(message);
    const auto compound = parse_rtcp(bytes);
    ASSERT_TRUE(compound);
    EXPECT_EQ(compound->ssrc, 0xAABBCCDD);
    ASSERT_TRUE(compound->app);
    EXPECT_EQ(compound->app->ssrc, 0xAABBCCDD);
    EXPECT_EQ(parse_clock_message(*compound->app), message);
  }
}

TEST(ClockMessage, TimesAndBoundsThatNoMachineHasAreRefused) {
  for (const auto change : {+[](ClockMessage& m) { m.bound = Duration::ns(INT64_MAX - 1); },
                            +[](ClockMessage& m) { m.bound = Duration::from_ms(trace::kWidestBoundMs + 1); },
                            +[](ClockMessage& m) { m.slewed = Duration::ns(INT64_MIN + 1); },
                            +[](ClockMessage& m) { m.t1 = Timestamp::ns(INT64_MIN + 5); },
                            +[](ClockMessage& m) { m.t3 = Timestamp::ns(INT64_MAX - 5); }}) {
    ClockMessage message = kAnswer;
    change(message);
    const auto bytes = written(message);
    EXPECT_FALSE(parse_clock_message(*parse_rtcp(bytes)->app));
  }
}

TEST(ClockMessage, NeedsItsSpace) {
  std::vector<std::uint8_t> small(kClockMessageBytes - 1, 0x55);
  EXPECT_EQ(write_clock_message(small, 1, kAnswer), 0u);
  EXPECT_EQ(small, std::vector<std::uint8_t>(small.size(), 0x55));
}

TEST(ClockMessage, OthersPacketsAreNotOurs) {
  const auto bytes = written(kAnswer);
  const auto changed = [&](auto change) {
    AppPacket packet = *parse_rtcp(bytes)->app;
    change(packet);
    return parse_clock_message(packet).has_value();
  };
  EXPECT_TRUE(changed([](AppPacket&) {}));
  EXPECT_FALSE(changed([](AppPacket& packet) { packet.name[3] = 'L'; }));
  EXPECT_FALSE(changed([](AppPacket& packet) { packet.subtype = 2; }));
  EXPECT_FALSE(changed([](AppPacket& packet) { packet.data = packet.data.first(28); }));
  EXPECT_FALSE(changed([](AppPacket& packet) { packet.data = {}; }));
  auto negative = bytes;
  negative[kClockMessageBytes - 16] = 0x80;
  EXPECT_FALSE(parse_clock_message(*parse_rtcp(negative)->app));
}

TEST(Rtcp, AppPacketsThatAreCutOffAreRefused) {
  const auto bytes = written(kAnswer);
  for (std::size_t size = 9; size < bytes.size(); ++size)
    EXPECT_FALSE(parse_rtcp(ConstBytes(bytes).first(size))) << size;
  const std::vector<std::uint8_t> nameless{0x80, 201, 0, 1, 0, 0, 0, 1, 0x80, 204, 0, 1, 0, 0, 0, 1};
  ASSERT_TRUE(parse_rtcp(nameless));
  EXPECT_FALSE(parse_rtcp(nameless)->app);
}

TEST(Rtcp, TheWriterRefusesAnAppPacketThatCannotBe) {
  std::array<std::uint8_t, 64> out;
  const std::array<std::uint8_t, 6> data{};
  RtcpWriter writer(out);
  EXPECT_FALSE(writer.app({0, 1, {}, data}));
  EXPECT_FALSE(writer.app({32, 1, {}, {}}));
  EXPECT_EQ(writer.size(), 0u);
}

}  // namespace
}  // namespace jitterscope::rtp::rtcp_clock_test
