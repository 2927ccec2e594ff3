// The application's own RTCP packets (APP): time protocol, trend reports and probes of a path. First byte: name and
// subtype; the rest is the packet's data.
#include <cmath>

#include "core/algorithms/rtp/path_probe.h"
#include "core/algorithms/rtp/rtcp_clock.h"
#include "core/algorithms/rtp/trend_message.h"
#include "tests/fuzz/fuzz.h"

using namespace jitterscope;
using namespace jitterscope::rtp;

namespace {

std::optional<AppPacket> app_of(const FuzzInput& datagram) {
  const auto rtcp = parse_rtcp(datagram);
  require(rtcp && rtcp->app, "what is written is an APP packet");
  return rtcp->app;
}

void check_clock(const AppPacket& app) {
  const auto message = parse_clock_message(app);
  if (!message) return;
  require(!message->bound || *message->bound >= Duration{}, "no negative bound");
  FuzzInput datagram(kClockMessageBytes);
  require(write_clock_message(datagram, 1, *message) == kClockMessageBytes, "a message fits");
  require(parse_clock_message(*app_of(datagram)) == message, "a message reads back");
}

void check_trend(const AppPacket& app) {
  const auto message = parse_trend_message(app);
  if (!message) return;
  FuzzInput datagram(kMostTrendBytes);
  datagram.resize(write_trend_message(datagram, 1, *message));
  if (datagram.empty()) return;  // nothing was told
  const auto again = parse_trend_message(*app_of(datagram));
  require(again && again->judge_from == message->judge_from, "a wish reads back");
  require(again->report.has_value() == message->report.has_value(), "a report reads back");
  if (!message->report) return;
  const TrendReported& report = *message->report;
  require(std::abs(report.verdict.value_or(0)) <= 1, "a verdict that can be");
  require(again->report->verdict == report.verdict && again->report->phase == report.phase, "its verdict reads back");
}

void check_probe(const AppPacket& app) {
  const auto probe = parse_path_probe(app);
  if (!probe) return;
  FuzzInput datagram(kPathProbeBytes);
  require(write_path_probe(datagram, *probe) == kPathProbeBytes, "a probe fits");
  require(parse_path_probe(*app_of(datagram)) == probe, "a probe reads back");
  require(path_question(datagram).has_value() != probe->answer, "a question is one, an answer is none");
}

FuzzInput data_of(std::span<const std::uint8_t> datagram, std::uint8_t tag) {
  const auto rtcp = parse_rtcp(datagram);
  FuzzInput data(rtcp->app->data.begin(), rtcp->app->data.end());
  return tagged({tag}, data);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Pieces input(data, size);
  const std::uint8_t choice = input.byte();
  AppPacket app;
  app.subtype = choice >> 1 & 31;
  app.name = choice & 1    ? std::array{'J', 'S', 'T', 'R'}
             : choice & 64 ? std::array{'J', 'S', 'P', 'P'}
                           : std::array{'J', 'S', 'C', 'K'};
  app.data = input.rest();
  app.data = app.data.first(app.data.size() / 4 * 4);  // as parse_rtcp gives it
  check_clock(app);
  check_trend(app);
  check_probe(app);
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  std::vector<FuzzInput> seeds;
  for (const bool answer : {false, true}) {
    FuzzInput clock(kClockMessageBytes);
    write_clock_message(
        clock, 1, {answer, Timestamp::ns(1), Timestamp::ns(2), Timestamp::ns(3), Duration::ns(4), Duration::ns(-5)});
    seeds.push_back(data_of(clock, answer ? 2 : 0));
    FuzzInput probe(kPathProbeBytes);
    write_path_probe(probe, {answer, 1, 2, 3});
    seeds.push_back(data_of(probe, answer ? 66 : 64));
  }
  TrendReported report;
  report.verdict = 1;
  for (const TrendMessage& message : {TrendMessage{report, {}}, TrendMessage{{}, 70'000}, TrendMessage{report, 5}}) {
    FuzzInput trend(kMostTrendBytes);
    trend.resize(write_trend_message(trend, 1, message));
    const int subtype = (message.report ? 1 : 0) + (message.judge_from ? 2 : 0);
    seeds.push_back(data_of(trend, static_cast<std::uint8_t>(subtype << 1 | 1)));
  }
  return seeds;
}
