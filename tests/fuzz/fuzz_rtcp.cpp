// Compound RTCP packets (RFC 3550 §6).
#include <algorithm>
#include <cmath>

#include "core/algorithms/rtp/rtcp_clock.h"
#include "core/algorithms/rtp/trend_message.h"
#include "tests/fuzz/fuzz.h"

using namespace jitterscope;
using namespace jitterscope::rtp;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ConstBytes datagram(data, size);
  const auto rtcp = parse_rtcp(datagram);
  if (!rtcp) return 0;
  require(rtcp->block_count <= rtcp->blocks.size(), "report blocks bounded");
  require(within({reinterpret_cast<const std::uint8_t*>(rtcp->cname.data()), rtcp->cname.size()}, datagram),
          "the name lies in the datagram");
  if (rtcp->app) {
    require(within(rtcp->app->data, datagram), "application data lie in the datagram");
    parse_clock_message(*rtcp->app);
    if (const auto message = parse_trend_message(*rtcp->app); message && message->report) {
      const TrendReported& report = *message->report;
      require(std::abs(report.verdict.value_or(0)) <= 1, "a verdict that can be");
      require(std::min({report.epsilon_ms, report.noise_ms, report.rise_ms}) >= 0, "amounts that can be");
      for (std::size_t i = 0; i < kTrendScales; ++i)
        require(std::abs(report.pct[i].value_or(0)) <= 1 && std::abs(report.pdt[i].value_or(0)) <= 1, "ratios");
    }
  }
  for (const ReportBlock& block : rtcp->reports()) round_trip(block, Timestamp::ns(1'700'000'000'000'000'000));
  if (rtcp->sender) conference_of_ntp(rtcp->sender->ntp);

  FuzzInput room(1500);
  RtcpWriter writer(room);
  if (!writer.receiver_report(rtcp->ssrc, rtcp->reports())) return 0;
  const auto again = parse_rtcp(ConstBytes(room).first(writer.size()));
  require(again && again->block_count == rtcp->block_count, "report blocks read back");
  for (std::size_t i = 0; i < again->block_count; ++i)
    require(again->blocks[i] == rtcp->blocks[i], "a report block reads back");
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  std::vector<FuzzInput> seeds;
  const auto written = [&](auto write) {
    FuzzInput room(1500);
    RtcpWriter writer(room);
    write(writer);
    room.resize(writer.size());
    seeds.push_back(room);
  };
  const std::vector<ReportBlock> blocks{{7, 12, -3, 70'000, 88, 0x12345678, 65'536}, {8}, {9}};
  written([&](RtcpWriter& writer) {
    writer.sender_report(1, {0xE000'0000'8000'0000, 160, 20, 3000}, blocks);
    writer.sdes_cname(1, "name@host");
    writer.bye(1);
  });
  written([&](RtcpWriter& writer) {
    writer.receiver_report(1, std::vector<ReportBlock>(31));
    writer.receiver_report(2, blocks);
    writer.bye(1);
  });
  FuzzInput clock(kClockMessageBytes);
  write_clock_message(clock, 1, {true, Timestamp::ns(1), Timestamp::ns(2), Timestamp::ns(3), Duration::ns(4)});
  seeds.push_back(clock);
  FuzzInput trend(kMostTrendBytes);
  trend.resize(write_trend_message(trend, 1, {TrendReported{}, 99}));
  seeds.push_back(trend);
  return seeds;
}
