#include "core/lab/latecki04/simulated_link.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace jitterscope::latecki04 {

using link::Traffic;

SimulatedLink::SimulatedLink(const RateScenario& scenario, std::uint64_t seed, std::unique_ptr<link::Network> network)
    : scenario_(scenario), network_(std::move(network)) {
  std::uint64_t piece = 16;
  for (const CrossTraffic& cross : scenario.cross)
    cross_.emplace_back(cross.load, seed * 64 + piece++, Timestamp() + cross.from);
  note_capacity();
}

LinkSecond& SimulatedLink::second(Timestamp now) {
  const auto index = std::min(static_cast<std::size_t>(now.seconds()), seconds.size() - 1);
  return seconds[index];
}

void SimulatedLink::note_capacity() {
  const LinkSetting& up = scenario_.link.up;
  const auto length = static_cast<std::size_t>(std::ceil(scenario_.length().seconds()));
  seconds.resize(std::max<std::size_t>(length, 1));
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    double kilobits = 0;
    constexpr int kParts = 100;
    for (int part = 0; part < kParts; ++part) {
      const Duration at = Duration::seconds(static_cast<std::int64_t>(i)) + Duration::ms(1000 / kParts) * part;
      auto rate = up.rate;
      for (const LinkStep& change : up.schedule)
        if (change.at <= at && change.rate) rate = change.rate;
      if (rate) kilobits += rate->kbits_per_second() / kParts;
    }
    seconds[i].capacity_kbps = kilobits;
  }
}

void SimulatedLink::enter(InLink packet, LinkWay way, Traffic traffic, Timestamp now) {
  const std::uint64_t id = packets_.size();
  packets_.push_back(packet);
  network_->offer({id, way, traffic, packet.bytes}, now);
  if (way == LinkWay::kDown) return;
  if (scenario_.both_ways) {
    const auto kind = packet.kind == InLink::Kind::kSound ? InLink::Kind::kTheirSound : InLink::Kind::kTheirs;
    enter({kind, packet.bytes, 0, packet.number}, LinkWay::kDown, traffic, now);
  }
  LinkSecond& then = second(now);
  then.queue_bytes = std::max(then.queue_bytes, network_->queue(LinkWay::kUp).bytes);
  if (packet.kind == InLink::Kind::kPicture || packet.kind == InLink::Kind::kCarrier) then.picture_sent += packet.bytes;
}

void SimulatedLink::enter_cross(Timestamp now) {
  for (std::size_t i = 0; i < cross_.size(); ++i) {
    const CrossTraffic& cross = scenario_.cross[i];
    const InLink packet{InLink::Kind::kCross, cross.load.packet_bytes + kUdpHeaderBytes};
    while (cross_[i].due() && *cross_[i].due() <= now) {
      const bool over = *cross_[i].due() >= Timestamp() + cross.until;
      for (int n = cross_[i].take(); n > 0 && !over; --n) enter(packet, LinkWay::kUp, Traffic::kBackground, now);
    }
  }
}

std::vector<SimulatedLink::Arrival> SimulatedLink::advance(Timestamp now) {
  network_->advance(now, results_);
  std::vector<Arrival> arrived;
  for (const link::Departure& departure : results_.departures) {
    if (departure.duplicate) continue;
    arrived.push_back({packets_[departure.id], departure.way, departure.at});
    if (departure.way == LinkWay::kUp) count_delivered(arrived.back().packet, departure.at);
  }
  results_.departures.clear();
  results_.drops.clear();
  return arrived;
}

void SimulatedLink::count_delivered(const InLink& packet, Timestamp now) {
  LinkSecond& then = second(now);
  switch (packet.kind) {
    case InLink::Kind::kSound: then.sound += packet.bytes; return;
    case InLink::Kind::kPicture:
    case InLink::Kind::kCarrier: then.picture += packet.bytes; return;
    case InLink::Kind::kCross: then.cross += packet.bytes; return;
    case InLink::Kind::kReport:
    case InLink::Kind::kFeedback:
    case InLink::Kind::kAsk: then.control += packet.bytes; return;
    case InLink::Kind::kTheirs:
    case InLink::Kind::kTheirSound: return;
  }
}

std::optional<Timestamp> SimulatedLink::next_event() const {
  std::optional<Timestamp> earliest = network_->next_event();
  for (std::size_t i = 0; i < cross_.size(); ++i) {
    const auto due = cross_[i].due();
    if (due && *due < Timestamp() + scenario_.cross[i].until && (!earliest || *due < *earliest)) earliest = due;
  }
  return earliest;
}

}  // namespace jitterscope::latecki04
