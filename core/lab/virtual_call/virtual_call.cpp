#include "core/lab/virtual_call/virtual_call.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace jitterscope::virtual_call {
namespace {

LinkSettings both_ways(const std::string& words) {
  std::string error;
  const auto settings = LinkSettings::parse(words, error);
  if (!settings) throw std::invalid_argument(error);
  return *settings;
}

link::Traffic traffic_of(Channel channel) {
  return channel == Channel::kAudio   ? link::Traffic::kAudio
         : channel == Channel::kVideo ? link::Traffic::kVideo
                                      : link::Traffic::kControl;
}

}  // namespace

VirtualCall::VirtualCall(const std::string& link, const std::array<EndSetup, 2>& ends, std::uint64_t seed) {
  std::string error;
  network_ = link::make_network(both_ways(link), {}, seed, now_, error);
  if (!network_) throw std::invalid_argument(error);
  for (int number = 0; number < 2; ++number)
    ends_.push_back(std::make_unique<VirtualEnd>(*this, number, 1 - number, ends[static_cast<std::size_t>(number)]));
}

void VirtualCall::send(int from, Channel channel, std::vector<std::uint8_t> packet) {
  const auto mix = [this](std::uint64_t value) { fingerprint_ = (fingerprint_ ^ value) * 1099511628211u; };
  mix(static_cast<std::uint64_t>(now_.ns()));
  mix(static_cast<std::uint64_t>(channel));
  for (const std::uint8_t byte : packet) mix(byte);
  const auto bytes = static_cast<std::int32_t>(packet.size()) + kUdpHeaderBytes;
  network_->offer({sent_.size(), from == 0 ? LinkWay::kUp : LinkWay::kDown, traffic_of(channel), bytes}, now_);
  sent_.push_back({from, channel, std::move(packet)});
}

void VirtualCall::deliver() {
  results_.departures.clear();
  network_->advance(now_, results_);
  for (const link::Departure& departure : std::vector(results_.departures)) {
    const Sent& packet = sent_[departure.id];
    end(1 - packet.from).take(packet.channel, std::vector(packet.bytes), now_);
  }
}

void VirtualCall::run_for(Duration span) {
  const Timestamp until = now_ + span;
  while (true) {
    Timestamp next = std::min(ends_[0]->next(), ends_[1]->next());
    if (const auto arrival = network_->next_event()) next = std::min(next, *arrival);
    if (next > until) break;
    now_ = std::max(now_, next);
    deliver();
    for (const auto& end : ends_) end->run(now_);
  }
  now_ = until;
}

void VirtualCall::finish() {
  while (const auto next = network_->next_event()) {
    now_ = std::max(now_, *next);
    deliver();
  }
  for (const auto& end : ends_) end->finish(now_);
}

}  // namespace jitterscope::virtual_call
