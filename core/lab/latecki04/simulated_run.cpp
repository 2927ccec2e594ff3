#include "core/lab/latecki04/simulated_run.h"

#include <algorithm>
#include <cmath>

#include "core/lab/latecki04/fates.h"

namespace jitterscope::latecki04 {
namespace {

using virtual_call::Channel;
using virtual_call::VirtualCall;

double mean_capacity_kbps(const LinkSetting& link, Duration from) {
  constexpr int kParts = 100;
  double kilobits = 0;
  for (int part = 0; part < kParts; ++part) {
    const Duration at = from + Duration::ms(1000 / kParts) * part;
    auto rate = link.rate;
    for (const LinkStep& change : link.schedule)
      if (change.at <= at && change.rate) rate = change.rate;
    if (rate) kilobits += rate->kbits_per_second() / kParts;
  }
  return kilobits;
}

std::int64_t& delivered(LinkSecond& second, Channel channel) {
  switch (channel) {
    case Channel::kAudio: return second.sound;
    case Channel::kVideo:
    case Channel::kTcpSegment: return second.picture;
    case Channel::kBackground: return second.cross;
    default: return second.control;
  }
}

std::vector<LinkSecond> seconds_of(const RateScenario& scenario, const VirtualCall& call) {
  std::vector<LinkSecond> seconds(static_cast<std::size_t>(std::max(1.0, std::ceil(scenario.length().seconds()))));
  for (std::size_t i = 0; i < seconds.size(); ++i)
    seconds[i].capacity_kbps = mean_capacity_kbps(scenario.link.up, Duration::seconds(static_cast<std::int64_t>(i)));
  const auto second = [&](Timestamp at) -> LinkSecond& {
    return seconds[std::min(static_cast<std::size_t>((at - VirtualCall::kBegin).seconds()), seconds.size() - 1)];
  };
  for (const VirtualCall::Sent& packet : call.sent()) {
    if (packet.from != 0 || packet.channel == Channel::kTcpAcknowledgement) continue;
    LinkSecond& then = second(packet.entered);
    then.queue_bytes = std::max(then.queue_bytes, packet.queue_bytes);
    if (packet.channel == Channel::kVideo || packet.channel == Channel::kTcpSegment)
      then.picture_sent += packet.on_link;
    if (packet.left) delivered(second(*packet.left), packet.channel) += packet.on_link;
  }
  return seconds;
}

}  // namespace

RateRun run_of(const RateScenario& scenario, const VirtualCall& call) {
  RateRun run = fates_of(call.end(0).events(), call.end(1).events(), VirtualCall::kBegin, transport_of(scenario));
  run.seconds = seconds_of(scenario, call);
  return run;
}

}  // namespace jitterscope::latecki04
