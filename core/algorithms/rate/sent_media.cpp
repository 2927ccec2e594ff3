#include "core/algorithms/rate/sent_media.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/algorithms/rate/two_stream_choices.h"
#include "core/events/kinds/packet_sent.h"

namespace jitterscope {
namespace {

constexpr Duration kRateWindow = Duration::seconds(1), kQueueWindow = Duration::seconds(1),
                   kKeptPackets = Duration::seconds(6);

}  // namespace

std::int32_t SentMedia::add(const PacketSent& packet) {
  const bool sound = packet.medium == Medium::kAudio;
  auto& packets = sound ? sound_ : picture_;
  const auto bytes = static_cast<std::int32_t>(size_.bytes(packet));
  packets.push_back({packet.sent, bytes});
  while (packets.front().at + kKeptPackets < packet.sent) packets.pop_front();
  if (sound) next_sound_ = packet.sequence + 1;
  return bytes;
}

double SentMedia::kbps(const std::deque<Sent>& packets, Timestamp now) {
  double bits = 0;
  for (const Sent& packet : packets)
    if (packet.at + kRateWindow > now) bits += packet.bytes * 8.0;
  return bits / kRateWindow.ms();
}

double SentMedia::kilobits(Timestamp from, Timestamp until) const {
  double bits = 0;
  for (const auto* packets : {&sound_, &picture_})
    for (const Sent& packet : *packets)
      if (packet.at >= from && packet.at < until) bits += packet.bytes * 8.0;
  return bits / 1e3;
}

bool SentMedia::picture_flows(Timestamp now) const {
  return !picture_.empty() && picture_.back().at + two_stream::kFlowing > now;
}

std::int32_t SentMedia::largest_picture_packet() const {
  return picture_.empty() ? 0 : std::ranges::max_element(picture_, {}, &Sent::bytes)->bytes;
}

OwnQueue SentMedia::own_queue(Timestamp now) const {
  const Timestamp from = now - kQueueWindow;
  auto sound = std::ranges::find_if(sound_, [&](const Sent& packet) { return packet.at >= from; });
  auto picture = std::ranges::find_if(picture_, [&](const Sent& packet) { return packet.at >= from; });
  std::array<double, 2> bytes{};  // of each half: a rate that has just changed is no queue
  std::int32_t largest = 0;
  const auto half = [&](const Sent& packet) -> double& { return bytes[packet.at >= from + kQueueWindow / 2]; };
  for (auto it = sound; it != sound_.end(); ++it) half(*it) += it->bytes;
  for (auto it = picture; it != picture_.end(); ++it) half(*it) += it->bytes, largest = std::max(largest, it->bytes);
  const double bytes_a_ms = std::ranges::max(bytes) / (kQueueWindow / 2).ms();
  if (bytes_a_ms <= 0) return {};
  std::vector<double> waits_ms;
  double backlog = 0;
  Timestamp last = from;
  while (sound != sound_.end() || picture != picture_.end()) {
    const bool next_is_sound = picture == picture_.end() || (sound != sound_.end() && sound->at <= picture->at);
    const Sent& packet = next_is_sound ? *sound++ : *picture++;
    backlog = std::max(0.0, backlog - (packet.at - last).ms() * bytes_a_ms);
    last = packet.at;
    if (next_is_sound) waits_ms.push_back(backlog / bytes_a_ms);
    backlog += packet.bytes;
  }
  OwnQueue queue;
  queue.packet_ms = std::min(largest / bytes_a_ms, two_stream::kFarMs);
  if (waits_ms.empty()) return queue;
  const auto high = waits_ms.begin() + static_cast<std::ptrdiff_t>(waits_ms.size() * 3 / 4);
  std::nth_element(waits_ms.begin(), high, waits_ms.end());
  queue.wait_ms = *high;
  return queue;
}

Duration SentMedia::sound_interval() const {
  if (sound_.size() < 2) return {};
  return (sound_.back().at - sound_.front().at) / static_cast<std::int64_t>(sound_.size() - 1);
}

std::int64_t SentMedia::extended(std::int64_t sequence) const {
  const std::int64_t near = next_sound_.value_or(sequence);
  return near + static_cast<std::int32_t>(static_cast<std::uint32_t>(sequence) - static_cast<std::uint32_t>(near));
}

Timestamp SentMedia::sound_sent_at(std::int64_t sequence) const {
  const auto back =
      std::clamp<std::int64_t>(next_sound_.value_or(0) - 1 - sequence, 0, static_cast<std::int64_t>(sound_.size()) - 1);
  return sound_[sound_.size() - 1 - static_cast<std::size_t>(back)].at;
}

}  // namespace jitterscope
