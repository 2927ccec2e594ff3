#include "core/lab/latecki04/simulated_run.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace jitterscope::latecki04 {
namespace {

using virtual_call::Channel;
using virtual_call::VirtualCall;
using virtual_call::VirtualEnd;

constexpr Duration kCallBegan = VirtualCall::kBegin - Timestamp();

template <typename E>
std::vector<E> since_begin(std::vector<E> events) {
  for (E& event : events) event.at = event.at - kCallBegan;
  return events;
}

std::vector<TrendReported> reports(const VirtualEnd& end, Direction direction) {
  auto all = since_begin(end.all<TrendReported>());
  std::erase_if(all, [&](const TrendReported& report) { return report.direction != direction; });
  return all;
}

std::vector<SoundFate> sound_of(const VirtualEnd& sender, const VirtualEnd& receiver) {
  std::vector<SoundFate> all;
  for (const PacketSent& packet : sender.all<PacketSent>())
    if (packet.medium == Medium::kAudio) all.push_back({packet.sequence, packet.sent - kCallBegan, std::nullopt});
  for (const PacketArrived& packet : receiver.all<PacketArrived>()) {
    if (packet.medium != Medium::kAudio || all.empty()) continue;
    const auto index = static_cast<std::size_t>(packet.sequence - all.front().sequence);
    if (index < all.size() && !all[index].delay) all[index].delay = packet.received - kCallBegan - all[index].sent;
  }
  return all;
}

/// All that were captured; numbered anew, as those that were left out before they were encoded have no number.
std::vector<FrameFate> frames_of(const VirtualEnd& sender, const VirtualEnd& receiver, Transport transport) {
  std::vector<FrameFate> all;
  std::map<std::int64_t, std::size_t> places;  // by the sender's number
  const auto add = [&](Timestamp due, std::optional<OmitReason> omitted) {
    all.push_back({static_cast<std::int64_t>(all.size()), due - kCallBegan, 0, std::nullopt, omitted});
  };
  for (const Event& event : sender.events()) {
    if (const auto* encoded = std::get_if<FrameEncoded>(&event)) {
      places[encoded->frame] = all.size();
      add(encoded->captured, std::nullopt);
    } else if (const auto* omitted = std::get_if<FrameOmitted>(&event); omitted && !omitted->frame) {
      add(omitted->at, omitted->reason);
    }
  }
  const auto place = [&](std::int64_t number) -> FrameFate* {
    const auto found = places.find(number);
    return found == places.end() ? nullptr : &all[found->second];
  };
  for (const FrameOmitted& omitted : sender.all<FrameOmitted>())
    if (FrameFate* fate = omitted.frame ? place(*omitted.frame) : nullptr) fate->omitted = omitted.reason;
  for (const PacketSent& packet : sender.all<PacketSent>())
    if (FrameFate* fate = packet.medium == Medium::kVideo ? place(packet.frame) : nullptr)
      fate->bytes += static_cast<std::int32_t>(bytes_on_link(transport, 1, packet.size));
  for (const FrameDone& done : receiver.all<FrameDone>())
    if (FrameFate* fate = done.outcome == FrameOutcome::kComplete ? place(done.frame) : nullptr)
      fate->delay = done.completed - kCallBegan - fate->due;
  return all;
}

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
  const VirtualEnd &sender = call.end(0), &receiver = call.end(1);
  RateRun run;
  run.sound = sound_of(sender, receiver);
  run.frames = frames_of(sender, receiver, scenario.tcp ? Transport::kTcp : Transport::kUdp);
  run.decisions = since_begin(sender.all<RateDecided>());
  run.measured = reports(receiver, Direction::kSent);
  run.received = reports(sender, Direction::kReceived);
  run.seconds = seconds_of(scenario, call);
  return run;
}

}  // namespace jitterscope::latecki04
