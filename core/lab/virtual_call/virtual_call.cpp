#include "core/lab/virtual_call/virtual_call.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace jitterscope::virtual_call {
namespace {

std::unique_ptr<link::Network> network_of(const std::string& words, std::uint64_t seed) {
  std::string error;
  const auto settings = LinkSettings::parse(words, error);
  auto network = settings ? link::make_network(*settings, {}, seed, VirtualCall::kBegin, error) : nullptr;
  if (!network) throw std::invalid_argument(error);
  return network;
}

link::Traffic traffic_of(Channel channel) {
  switch (channel) {
    case Channel::kAudio: return link::Traffic::kAudio;
    case Channel::kVideo:
    case Channel::kTcpSegment:
    case Channel::kTcpAcknowledgement: return link::Traffic::kVideo;
    case Channel::kAudioRtcp:
    case Channel::kVideoRtcp:
    case Channel::kPacketFeedback: return link::Traffic::kControl;
    case Channel::kBackground: return link::Traffic::kBackground;
  }
  return {};
}

}  // namespace

VirtualCall::VirtualCall(const std::string& link, const std::array<EndSetup, 2>& ends, std::uint64_t seed)
    : VirtualCall(network_of(link, seed), ends) {}

VirtualCall::VirtualCall(std::unique_ptr<link::Network> network, const std::array<EndSetup, 2>& ends)
    : network_(std::move(network)) {
  for (std::size_t number = 0; number < ends.size(); ++number) {
    const EndSetup& setup = ends[number];
    const int own = static_cast<int>(number);
    if (setup.tcp) connections_[number] = std::make_unique<TcpConnection>(*this, own, *setup.tcp);
    ends_.push_back(std::make_unique<VirtualEnd>(*this, own, 1 - own, setup, connections_[number].get()));
  }
}

void VirtualCall::add_background(const BackgroundSetting& load, Timestamp from, Timestamp until, std::uint64_t seed) {
  background_.push_back({link::BackgroundTraffic(load, seed, from), until});
}

void VirtualCall::send(int from, Channel channel, std::vector<std::uint8_t> packet, std::int32_t bytes_on_link) {
  const LinkWay way = from == 0 ? LinkWay::kUp : LinkWay::kDown;
  network_->offer({sent_.size(), way, traffic_of(channel), bytes_on_link}, now_);
  sent_.push_back({from, channel, std::move(packet), bytes_on_link, now_, {}, network_->queue(way).bytes});
}

void VirtualCall::deliver() {
  results_.departures.clear();
  network_->advance(now_, results_);
  for (const link::Departure& departure : std::vector(results_.departures)) {
    Sent& packet = sent_[departure.id];
    if (!packet.left) packet.left = departure.at;
    hand_over(packet);
  }
}

/// What it makes an end send moves sent_.
void VirtualCall::hand_over(Sent& packet) {
  const int to = 1 - packet.from;
  const std::vector<std::uint8_t> bytes = packet.bytes;
  switch (packet.channel) {
    case Channel::kTcpSegment:
      for (const auto& one : connections_[static_cast<std::size_t>(packet.from)]->take_segment(bytes, now_))
        end(to).take(Channel::kVideo, one, now_);
      return;
    case Channel::kTcpAcknowledgement:
      return connections_[static_cast<std::size_t>(to)]->take_acknowledgement(bytes, now_);
    case Channel::kBackground: return;
    default: return end(to).take(packet.channel, bytes, now_);
  }
}

std::optional<Timestamp> VirtualCall::Background::next() const {
  const auto due = traffic.due();
  return due && *due < until ? due : std::nullopt;
}

void VirtualCall::run_background() {
  for (Background& one : background_)
    while (one.next() && *one.next() <= now_)
      for (int left = one.traffic.take(); left > 0; --left)
        send(0, Channel::kBackground, {}, one.traffic.setting().packet_bytes + kUdpHeaderBytes);
}

Timestamp VirtualCall::next() const {
  Timestamp next = std::min(ends_[0]->next(), ends_[1]->next());
  const auto consider = [&](const std::optional<Timestamp>& at) { next = std::min(next, at.value_or(next)); };
  consider(network_->next_event());
  for (const auto& connection : connections_)
    if (connection) consider(connection->next_event());
  for (const Background& one : background_) consider(one.next());
  return next;
}

void VirtualCall::run_for(Duration span) {
  const Timestamp until = now_ + span;
  for (Timestamp at = next(); at <= until; at = next()) {
    now_ = std::max(now_, at);
    deliver();
    for (const auto& connection : connections_)
      if (connection) connection->advance(now_);
    run_background();
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
